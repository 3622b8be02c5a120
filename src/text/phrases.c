/* SPDX-License-Identifier: MIT
 *
 * phrases - parts of sentences; see phrases.h.
 */
#include "text/phrases.h"

#include "analysis/access_role.h"
#include "analysis/tile_status.h"
#include "analysis/warp_registers.h"
#include "trace/value.h"

#include <stdlib.h>

uint64_t phrase_all(const Instruction *at)
{
    return at->lanes >= 64 ? UINT64_MAX : (UINT64_C(1) << at->lanes) - 1;
}

void phrase_count(uint64_t count, const char *what, Text *text)
{
    text_add(text, "%llu %s%s", (unsigned long long)count, what,
             count == 1 ? "" : "s");
}

void phrase_threads(const Trace *trace, const Instruction *at, uint64_t which,
                    bool capital, Text *text)
{
    const Access *access = trace_accesses(trace, at);
    uint32_t threads[TRACE_MAX_BANKS] = {0}, count = 0;
    const char *word = capital ? "T" : "t";

    for (int i = 0; i < at->lanes; ++i)
        if (which >> i & 1)
            threads[count++] = trace_thread(trace, at, access + i);
    if (count == 0)
        return;
    uint32_t stride = count > 1 ? threads[1] - threads[0] : 1;
    for (uint32_t i = 1; i < count; ++i)
        if (threads[i] - threads[i - 1] != stride)
            stride = 0;
    uint32_t first = threads[0], last = threads[count - 1];
    if (count == 1)
        text_add(text, "%shread %u", word, first);
    else if (count == 2)
        text_add(text, "%shreads %u and %u", word, first, last);
    else if (stride == 1)
        text_add(text, "%shreads %u to %u", word, first, last);
    else if (stride > 1)
        text_add(text,
                 count == 3 ? "%shreads %u, %u, %u"
                            : "%shreads %u, %u, ..., %u",
                 word, first, first + stride, last);
    else
        text_add(text, "%u threads from %u to %u", count, first, last);
}

const char *phrase_array(const Trace *trace, const Instruction *at)
{
    if (at->array == GLOBAL_IN)
        return "the input";
    if (at->array == GLOBAL_OUT)
        return "the output";
    return at->array < trace->arrays_count ? trace->arrays[at->array].name
                                           : "an array of the kernel";
}

/* ---- From lane to lane ---------------------------------------------------*/

/* Adds the source of a shuffled word: "the word of thread 3", "the word 2
 * places to their left", "the word of another". */
static void phrase_source(const Trace *trace, const Instruction *at, bool many,
                          Text *text)
{
    int distance = registers_distance(trace, at);
    int source = registers_source(trace, at);

    if (source >= 0)
        text_add(text, " the word of thread %u",
                 at->warp * trace->run.k + (uint32_t)source);
    else if (distance)
        text_add(text, " the word %d place%s to %s %s", abs(distance),
                 abs(distance) == 1 ? "" : "s", many ? "their" : "its",
                 distance > 0 ? "left" : "right");
    else
        text_add(text, " the word of another%s", many ? " each" : "");
}

static void phrase_kept(const Trace *trace, const Instruction *at,
                        uint64_t kept, Text *text)
{
    if (kept == 0)
        return;
    text_add(text, "; ");
    phrase_threads(trace, at, kept, false, text);
    text_add(text, kept & (kept - 1) ? " keep theirs" : " keeps its own");
}

void phrase_shuffle(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    uint64_t takers = 0, adders = 0;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        if (access->cell == access->lane)
            continue;
        takers |= UINT64_C(1) << i;
        if (access_role_use(trace, index, access).left)
            adders |= UINT64_C(1) << i;
    }
    if (takers == 0) {
        phrase_threads(trace, at, phrase_all(at), true, text);
        text_add(text,
                 at->lanes == 1 ? " keeps its word" : " keep their words");
        return;
    }
    uint64_t who = adders ? adders : takers;
    bool many = (who & (who - 1)) != 0;
    phrase_threads(trace, at, who, true, text);
    text_add(text, adders ? " add" : " take");
    text_add(text, many ? "" : "s");
    phrase_source(trace, at, many, text);
    if (adders && registers_source(trace, at) >= 0)
        text_add(text, " on the left of %s", many ? "theirs" : "its own");
    phrase_kept(trace, at, phrase_all(at) & ~who, text);
}

/* ---- From block to block -------------------------------------------------*/

static Word own_of(const Trace *trace, const Instruction *at, uint32_t tile)
{
    const Grid *grid = trace_grid(trace, trace_step(trace, at));

    return tile < grid->blocks ? tile_status_own(trace, grid, tile)
                               : INTERVAL_TOP;
}

void phrase_publish(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    uint32_t tile = trace_pair_index(access);
    char value[VALUE_TEXT];

    phrase_threads(trace, at, phrase_all(at), true, text);
    if (at->lanes > 1) {
        text_add(text, " publish for %d tiles", at->lanes);
        return;
    }
    value_format(trace->run.op, access->value, value);
    switch (tile_status_kind(own_of(trace, at, tile), access->interval)) {
    case PUBLISHED_AGGREGATE:
        text_add(text, " publishes %s, the sum of tile %u alone: an aggregate",
                 value, tile);
        break;
    case PUBLISHED_PREFIX:
        text_add(text,
                 " publishes %s, the sum of all up to the end of tile %u: a "
                 "prefix",
                 value, tile);
        break;
    case PUBLISHED_BARE:
        text_add(text, " publishes a bare state for tile %u, without a sum",
                 tile);
        break;
    default:
        text_add(text,
                 " publishes %s for tile %u, which is neither its sum nor that "
                 "of all up to its end",
                 value, tile);
    }
}

/* True if AT had to wait: a pair that AT awaits was published only after the
 * previous instruction of the warp. */
static bool waited(const Trace *trace, const Instruction *at, size_t index)
{
    uint32_t before = 0;

    for (size_t i = index; i-- > 0 && trace->instructions[i].step == at->step;)
        if (trace->instructions[i].warp == at->warp) {
            before = trace->instructions[i].time;
            break;
        }
    const Access *access = trace_accesses(trace, at);
    for (int lane = 0; lane < at->lanes; ++lane) {
        uint32_t first = UINT32_MAX; /* time of the first PUBLISH of the pair */
        for (size_t i = 0; i < trace->instructions_count; ++i) {
            const Instruction *other = trace->instructions + i;
            if (other->kind == ACCESS_PUBLISH && other->array == at->array &&
                trace_pair_index(trace_accesses(trace, other)) ==
                    trace_pair_index(access + lane) &&
                other->time < first)
                first = other->time;
        }
        if (before && first != UINT32_MAX && first > before)
            return true;
    }
    return false;
}

/* Adds "1 prefix, 3 aggregates". */
static void phrase_found(const Trace *trace, const Instruction *at, Text *text)
{
    const Access *access = trace_accesses(trace, at);
    uint32_t found[PUBLISHED_KINDS] = {0};
    const char *comma = "";

    for (int i = 0; i < at->lanes; ++i, ++access)
        ++found[tile_status_kind(own_of(trace, at, trace_pair_index(access)),
                                 access->interval)];
    for (int kind = PUBLISHED_KINDS - 1; kind > PUBLISHED_NOTHING; --kind) {
        if (found[kind] == 0)
            continue;
        text_add(text, "%s%u %s%s", comma, found[kind],
                 tile_status_kind_name((Published)kind),
                 found[kind] == 1           ? ""
                 : kind == PUBLISHED_PREFIX ? "es"
                                            : "s");
        comma = ", ";
    }
}

void phrase_await(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    uint32_t first = trace_pair_index(access);
    uint32_t last = trace_pair_index(access + at->lanes - 1);
    char value[VALUE_TEXT];

    phrase_threads(trace, at, phrase_all(at), true, text);
    if (at->lanes == 1) {
        Published kind =
            tile_status_kind(own_of(trace, at, first), access->interval);
        text_add(text, " looks back at tile %u: %s %s", first,
                 kind == PUBLISHED_AGGREGATE ? "an" : "a",
                 tile_status_kind_name(kind));
        if (kind != PUBLISHED_BARE)
            text_add(text, ", %s",
                     value_format(trace->run.op, access->value, value));
    } else {
        uint32_t low = first < last ? first : last;
        uint32_t high = first < last ? last : first;
        text_add(text, " look back at tiles %u %s %u: ", low,
                 high == low + 1 ? "and" : "to", high);
        phrase_found(trace, at, text);
    }
    if (waited(trace, at, index))
        text_add(text, ", after a wait");
}

void phrase_draw(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;

    phrase_threads(trace, at, phrase_all(at), true, text);
    if (at->lanes == 1)
        text_add(text, " draws number %u from %s",
                 trace_accesses(trace, at)->value, phrase_array(trace, at));
    else
        text_add(text, " draw a number each from %s", phrase_array(trace, at));
}
