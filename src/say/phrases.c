/* SPDX-License-Identifier: MIT */
#include "say/phrases.h"

#include "analysis/access_role.h"
#include "analysis/shuffle.h"
#include "analysis/tile_status.h"
#include "trace/value.h"
#include "trace/variable.h"

#include <stdlib.h>
#include <string.h>

/* True if a set of accesses has at least two. */
static bool many(uint64_t which)
{
    return (which & (which - 1)) != 0;
}

uint64_t phrase_all(const Instruction *at)
{
    return at->lanes >= 64 ? UINT64_MAX : (UINT64_C(1) << at->lanes) - 1;
}

void phrase_count(uint64_t count, const char *what, Text *text)
{
    text_add(text, "%llu %s%s", (unsigned long long)count, what,
             count == 1 ? "" : "s");
}

void phrase_sizes(const Trace *trace, Text *text)
{
    const Run *run = &trace->run;

    if (!trace_command(trace)) {
        phrase_count(run->n, "number", text);
        text_add(text, " on %s", run->k < 32 ? "a small GPU with " : "");
    } else if (run->k != 32) {
        text_add(text, "a %s GPU with %u lanes and ",
                 run->k < 32 ? "small" : "wide", run->k);
    }
    phrase_count(run->k, "bank", text);
}

void phrase_threads(const Trace *trace, const Instruction *at, uint64_t which,
                    bool capital, Text *text)
{
    const Access *access = trace_accesses(trace, at);
    uint32_t threads[TRACE_MAX_BANKS] = {0}, count = 0;
    const char *word = capital ? "T" : "t";

    for (int i = 0; i < at->lanes; ++i)
        if ((which >> i & 1) &&
            (i == 0 || access[i].lane != access[i - 1].lane))
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

bool phrase_adds(const Trace *trace)
{
    Op op = trace->run.op;

    return op == OP_ADD || op == OP_FADD || op == OP_INTERVAL;
}

const char *phrase_sum(const Trace *trace)
{
    return phrase_adds(trace) ? "sum" : "result";
}

void phrase_launch(const Trace *trace, uint32_t grid, Text *text)
{
    const char *title = trace->grids[grid].title;
    size_t length = strlen(title);

    for (size_t a = GLOBAL_FIRST_SCRATCH; a < trace->arrays_count; ++a) {
        const char *name = trace->arrays[a].name;
        size_t own = strlen(name), before = length - own;
        if (own + 1 >= length || title[before - 1] != ' ' ||
            strcmp(title + before, name) != 0)
            continue;
        text_add(text, "%.*s\"%s\"", (int)before, title, name);
        return;
    }
    text_add(text, "%s", title);
}

const char *phrase_array(const Trace *trace, const Instruction *at)
{
    const char *name = at->array < trace->arrays_count
                           ? trace->arrays[at->array].name
                           : "an array of the kernel in global memory";

    return strcmp(name, "in") == 0    ? "the input in global memory"
           : strcmp(name, "out") == 0 ? "the output in global memory"
                                      : name;
}

/* ---- From lane to lane ---------------------------------------------------*/

/* What a lane takes by a shuffle: of a number of 8 bytes a half. */
static const char *shuffled(const Trace *trace, const Instruction *at)
{
    const Access *other;

    switch (number_half(trace, at, trace_accesses(trace, at), &other)) {
    case HALF_LOW:
        return "lower half";
    case HALF_HIGH:
        return "upper half";
    default:
        return "word";
    }
}

/* Adds the source of a shuffled word: "the word of thread 3", "the word 2
 * places to their left", "the word of another". */
static void add_source(const Trace *trace, const Instruction *at, bool several,
                       Text *text)
{
    int distance = shuffle_distance(trace, at);
    int source = shuffle_source(trace, at);
    const char *word = shuffled(trace, at);

    if (source >= 0)
        text_add(text, " the %s of thread %u", word,
                 at->warp * trace->run.k + (uint32_t)source);
    else if (distance)
        text_add(text, " the %s %d place%s to %s %s", word, abs(distance),
                 abs(distance) == 1 ? "" : "s", several ? "their" : "its",
                 distance > 0 ? "left" : "right");
    else
        text_add(text, " the %s of another%s", word, several ? " each" : "");
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
        if (access_role_sum(trace, index, access) &&
            access_role_use(trace, index, access).left)
            adders |= UINT64_C(1) << i;
    }
    if (takers == 0) {
        phrase_threads(trace, at, phrase_all(at), true, text);
        text_add(text,
                 at->lanes == 1 ? " keeps its word" : " keep their words");
        return;
    }
    uint64_t who = adders ? adders : takers;
    uint64_t kept = phrase_all(at) & ~who;
    phrase_threads(trace, at, who, true, text);
    text_add(text, " %s%s%s",
             !adders              ? "take"
             : phrase_adds(trace) ? "add"
                                  : "combine",
             many(who) ? "" : "s",
             adders && !phrase_adds(trace) ? " with" : "");
    add_source(trace, at, many(who), text);
    if (adders && shuffle_source(trace, at) >= 0)
        text_add(text, " on the left of %s", many(who) ? "theirs" : "its own");
    if (kept == 0)
        return;
    text_add(text, "; ");
    phrase_threads(trace, at, kept, false, text);
    text_add(text, many(kept) ? " keep theirs" : " keeps its own");
}

/* ---- From block to block -------------------------------------------------*/

void phrase_published(uint64_t count, Published kind, Text *text)
{
    if (kind == PUBLISHED_BARE)
        text_add(text, "%llu state%s without a sum", (unsigned long long)count,
                 count == 1 ? "" : "s");
    else
        text_add(text, "%llu %s%s", (unsigned long long)count,
                 tile_status_kind_name(kind),
                 count == 1                 ? ""
                 : kind == PUBLISHED_PREFIX ? "es"
                                            : "s");
}

void phrase_publish(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = tile_status_access(trace, at, 0);
    uint32_t tile = tile_status_tile(trace, at, access);
    uint32_t count = tile_status_count(trace, at);
    char value[VALUE_TEXT];

    phrase_threads(trace, at, phrase_all(at), true, text);
    if (count > 1) {
        text_add(text, " publish for %u tiles", count);
        return;
    }
    value_format(trace->run.op, access->value, value);
    switch (tile_status_published(trace, at, access)) {
    case PUBLISHED_AGGREGATE:
        text_add(text, " publishes %s, the %s of tile %u alone: an aggregate",
                 value, phrase_sum(trace), tile);
        break;
    case PUBLISHED_PREFIX:
        text_add(text,
                 " publishes %s, the %s of all up to the end of tile %u: a "
                 "prefix",
                 value, phrase_sum(trace), tile);
        break;
    case PUBLISHED_BARE:
        text_add(text, " publishes a state for tile %u, without a sum", tile);
        break;
    default:
        text_add(text,
                 " publishes %s for tile %u, which is neither its sum nor that "
                 "of all up to its end",
                 value, tile);
    }
}

/* Adds "1 prefix, 3 aggregates". */
static void add_found(const Trace *trace, const Instruction *at, Text *text)
{
    uint32_t found[PUBLISHED_KINDS] = {0};
    const char *comma = "";

    for (uint32_t i = 0; i < tile_status_count(trace, at); ++i)
        ++found[tile_status_published(trace, at,
                                      tile_status_access(trace, at, i))];
    for (int kind = PUBLISHED_KINDS - 1; kind > PUBLISHED_NOTHING; --kind) {
        if (found[kind] == 0)
            continue;
        text_add(text, "%s", comma);
        phrase_published(found[kind], (Published)kind, text);
        comma = ", ";
    }
}

void phrase_look_back(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;
    uint32_t count = tile_status_count(trace, at);
    const Access *access = tile_status_access(trace, at, 0);
    uint32_t first = tile_status_tile(trace, at, access);
    uint32_t last =
        tile_status_tile(trace, at, tile_status_access(trace, at, count - 1));
    char value[VALUE_TEXT];

    phrase_threads(trace, at, phrase_all(at), true, text);
    if (count == 1) {
        Published kind = tile_status_published(trace, at, access);
        text_add(text, " looks back at tile %u: %s %s", first,
                 kind == PUBLISHED_AGGREGATE ? "an" : "a",
                 kind == PUBLISHED_BARE ? "state without a sum"
                                        : tile_status_kind_name(kind));
        if (kind != PUBLISHED_BARE)
            text_add(text, ", %s",
                     value_format(trace->run.op, access->value, value));
    } else {
        uint32_t low = first < last ? first : last;
        uint32_t high = first < last ? last : first;
        text_add(text, " look back at tiles %u %s %u: ", low,
                 high == low + 1 ? "and" : "to", high);
        add_found(trace, at, text);
    }
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

/* ---- Stores of sums ------------------------------------------------------*/

/* The set of lanes of AT that store a sum they have just made. */
static uint64_t adders_of(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    uint64_t adders = 0;

    for (int i = 0; i < at->lanes; ++i)
        if (trace_is_new_sum(trace, access + i))
            adders |= UINT64_C(1) << i;
    return adders;
}

uint32_t phrase_apart(const Sum *sum, uint32_t usual)
{
    if (!interval_is_range(sum->right_interval))
        return 0;
    if (sum->left_interval == INTERVAL_IDENTITY)
        return usual;
    if (!interval_is_range(sum->left_interval))
        return 0;
    return interval_last(sum->right_interval) -
           interval_last(sum->left_interval);
}

uint32_t phrase_distance(const Trace *trace, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at), *last = NULL;
    uint64_t adders = adders_of(trace, at);
    uint32_t distance = 0, element = 0;

    /* from the last lane: the first one's left operand may be the identity */
    for (int i = at->lanes - 1; i >= 0; --i) {
        if (!(adders >> i & 1))
            continue;
        const Sum *sum = trace_last_sum(trace, access + i);
        uint32_t apart = phrase_apart(sum, distance);
        uint32_t own = interval_last(sum->right_interval);
        if (apart == 0 || (last && (apart != distance || own + 1 != element ||
                                    access[i].cell + 1 != last->cell)))
            return 0;
        distance = apart;
        element = own;
        last = access + i;
    }
    return many(adders) ? distance : 0;
}

/* Adds " to cells 4 to 15", of a variable " to b[4] to b[15]". */
static void add_cells(const Trace *trace, const Instruction *at, uint32_t first,
                      uint32_t last, const char *between, Text *text)
{
    uint32_t grid = trace_block(trace, trace_step(trace, at))->grid;

    if (!trace_variable_at(trace, grid, first)) {
        text_add(text, " to cells %u %s %u", first, between, last);
        return;
    }
    text_add(text, " to ");
    variable_cell_name(trace, grid, first, text);
    text_add(text, " %s ", between);
    variable_cell_name(trace, grid, last, text);
}

/* Adds "add to cells 4 to 15 the value 4 places to their left"; without the
 * cells if thread i stores to the cell of element i, in any of the buffers. */
static void add_regular(const Trace *trace, const Instruction *at,
                        uint64_t adders, uint32_t distance, Text *text)
{
    const Access *access = trace_accesses(trace, at);
    int first = 0, last = at->lanes - 1;

    while (!(adders >> first & 1))
        ++first;
    while (!(adders >> last & 1))
        --last;
    text_add(text, phrase_adds(trace) ? " add" : " combine");
    if (access[first].cell % trace->run.n !=
        trace_thread(trace, at, access + first))
        add_cells(trace, at, access[first].cell, access[last].cell,
                  last == first + 1 ? "and" : "to", text);
    text_add(text, "%s the value %u place%s to their left",
             phrase_adds(trace) ? "" : " with", distance,
             distance == 1 ? "" : "s");
}

bool phrase_store_sums(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;
    uint64_t adders = adders_of(trace, at), others = phrase_all(at) & ~adders;
    uint32_t distance = phrase_distance(trace, index);

    if (at->lanes < 2 || !adders || (!others && !distance))
        return false;
    phrase_threads(trace, at, adders, true, text);
    if (distance)
        add_regular(trace, at, adders, distance, text);
    else
        text_add(text, many(adders) ? " store their %ss" : " stores its %s",
                 phrase_sum(trace));
    if (others) {
        text_add(text, ", ");
        phrase_threads(trace, at, others, false, text);
        text_add(text, many(others) ? " move a value each" : " moves a value");
    }
    return true;
}
