/* SPDX-License-Identifier: MIT */
#include "say/phrases.h"

#include "analysis/access_role.h"
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
                    Text *text)
{
    const Access *access = trace_accesses(trace, at);
    uint32_t threads[TRACE_MAX_BANKS] = {0}, count = 0;

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
        text_add(text, "thread %u", first);
    else if (count == 2)
        text_add(text, "threads %u and %u", first, last);
    else if (stride == 1)
        text_add(text, "threads %u to %u", first, last);
    else if (stride > 1)
        text_add(text,
                 count == 3 ? "threads %u, %u, %u" : "threads %u, %u, ..., %u",
                 first, first + stride, last);
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

const char *phrase_work(const Trace *trace)
{
    return phrase_adds(trace) ? "addition" : "operation";
}

void phrase_array(const Trace *trace, const Instruction *at, Text *text)
{
    const char *name =
        at->array < trace->arrays_count ? trace->arrays[at->array].name : "";

    if (strcmp(name, "in") == 0)
        text_add(text, "the input");
    else if (strcmp(name, "out") == 0)
        text_add(text, "the output");
    else
        text_add(text, "%s%s", name[0] ? "array " : "global memory", name);
}

/* ---- From lane to lane ---------------------------------------------------*/

/* What a lane takes by a shuffle: of a number of 8 bytes a half. */
static const char *shuffled(const Trace *trace, const Instruction *at)
{
    const Access *other;

    switch (number_half(trace, at, trace_accesses(trace, at), &other)) {
    case HALF_LOW:
        return "lower half of the value";
    case HALF_HIGH:
        return "upper half of the value";
    default:
        return "value";
    }
}

/* Appends the source of a shuffled value: "the value of thread 3", "the value 2
 * places to their left", "the value of another lane". */
static void add_source(const Trace *trace, const Instruction *at, bool several,
                       Text *text)
{
    int distance = shuffle_distance(trace, at);
    int source = shuffle_source(trace, at);
    const char *value = shuffled(trace, at);

    if (source >= 0)
        text_add(text, " the %s of thread %u", value,
                 at->warp * trace->run.k + (uint32_t)source);
    else if (distance)
        text_add(text, " the %s %d place%s to %s %s", value, abs(distance),
                 abs(distance) == 1 ? "" : "s", several ? "their" : "its",
                 distance > 0 ? "left" : "right");
    else
        text_add(text, " the %s of another lane", value);
}

void phrase_shuffle(const Trace *trace, size_t index, bool brief, Text *text)
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
    uint64_t who = adders ? adders : takers;
    uint64_t kept = phrase_all(at) & ~who;
    if (who) {
        bool several = many(who);
        phrase_threads(trace, at, who, text);
        text_add(text, " %s%s%s", several ? "each " : "",
                 !adders              ? "take"
                 : phrase_adds(trace) ? "add"
                                      : "combine",
                 several ? "" : "s");
        text_add(text, adders && !phrase_adds(trace) ? " with" : "");
        add_source(trace, at, several, text);
    }
    if (kept == 0 || (who && brief))
        return;
    text_add(text, who ? "; " : "");
    phrase_threads(trace, at, kept, text);
    text_add(text, many(kept) ? " keep their values" : " keeps its value");
}

/* ---- From block to block -------------------------------------------------*/

void phrase_published(uint64_t count, Published kind, Text *text)
{
    if (kind == PUBLISHED_BARE)
        phrase_count(count, "state", text);
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
    Published kind = tile_status_published(trace, at, access);
    char value[VALUE_TEXT];

    phrase_threads(trace, at, phrase_all(at), text);
    if (count > 1) {
        text_add(text, " publish for %u tiles", count);
        return;
    }
    if (kind == PUBLISHED_BARE) {
        text_add(text, " publishes the state of tile %u", tile);
        return;
    }
    text_add(text, " publishes %s",
             value_format(trace->run.op, access->value, value));
    if (kind == PUBLISHED_PREFIX && tile > 0)
        text_add(text, ", the %s of tiles 0 to %u (prefix)", phrase_sum(trace),
                 tile);
    else if (kind == PUBLISHED_PREFIX || kind == PUBLISHED_AGGREGATE)
        text_add(text, ", the %s of tile %u (%s)", phrase_sum(trace), tile,
                 tile_status_kind_name(kind));
    else
        text_add(text, " for tile %u: a wrong %s", tile, phrase_sum(trace));
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

    phrase_threads(trace, at, phrase_all(at), text);
    if (count == 1) {
        Published kind = tile_status_published(trace, at, access);
        text_add(text, " looks back at tile %u: ", first);
        if (kind == PUBLISHED_BARE)
            text_add(text, "its state");
        else
            text_add(text, "%s %s", tile_status_kind_name(kind),
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

    phrase_threads(trace, at, phrase_all(at), text);
    if (at->lanes == 1)
        text_add(text, " draws number %u from ",
                 trace_accesses(trace, at)->value);
    else
        text_add(text, " each draw a number from ");
    phrase_array(trace, at, text);
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

/* The stride of the operands of SUM, by their intervals; USUAL if the left
 * operand is the identity, as before the first element; 0 if unknown. */
static uint32_t sum_stride(const Sum *sum, uint32_t usual)
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

uint32_t phrase_stride(const Trace *trace, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at), *last = NULL;
    uint64_t adders = adders_of(trace, at);
    uint32_t stride = 0, element = 0;

    /* from the last lane: the first one's left operand may be the identity */
    for (int i = at->lanes - 1; i >= 0; --i) {
        if (!(adders >> i & 1))
            continue;
        const Sum *sum = trace_last_sum(trace, access + i);
        uint32_t apart = sum_stride(sum, stride);
        uint32_t own = interval_last(sum->right_interval);
        if (apart == 0 || (last && (apart != stride || own + 1 != element ||
                                    access[i].cell + 1 != last->cell)))
            return 0;
        stride = apart;
        element = own;
        last = access + i;
    }
    return many(adders) ? stride : 0;
}

/* Appends "cells 4 to 15", of a variable "b[4] to b[15]". */
static void add_cells(const Trace *trace, const Instruction *at, uint32_t first,
                      uint32_t last, Text *text)
{
    uint32_t grid = trace_block(trace, trace_step(trace, at))->grid;
    const char *between = last == first + 1 ? "and" : "to";

    if (!trace_variable_at(trace, grid, first)) {
        text_add(text, "cells %u %s %u", first, between, last);
        return;
    }
    variable_cell_name(trace, grid, first, text);
    text_add(text, " %s ", between);
    variable_cell_name(trace, grid, last, text);
}

/* Appends "each add the value 4 places to their left"; where thread i does not
 * store to the cell of element i, in any of the buffers, also to which cells:
 * "compute cells 4 to 15: each adds the value 4 places to its left". */
static void add_regular(const Trace *trace, const Instruction *at,
                        uint64_t adders, uint32_t stride, Text *text)
{
    const Access *access = trace_accesses(trace, at);
    int first = 0, last = at->lanes - 1;

    while (!(adders >> first & 1))
        ++first;
    while (!(adders >> last & 1))
        --last;
    bool own = access[first].cell % trace->run.n ==
               trace_thread(trace, at, access + first);
    text_add(text, own ? " " : " compute ");
    if (!own) {
        add_cells(trace, at, access[first].cell, access[last].cell, text);
        text_add(text, ": ");
    }
    text_add(text, "each %s%s%s the value %u place%s to %s left",
             phrase_adds(trace) ? "add" : "combine", own ? "" : "s",
             phrase_adds(trace) ? "" : " with", stride, stride == 1 ? "" : "s",
             own ? "their" : "its");
}

bool phrase_store_sums(const Trace *trace, size_t index, Text *text)
{
    const Instruction *at = trace->instructions + index;
    uint64_t adders = adders_of(trace, at), others = phrase_all(at) & ~adders;
    uint32_t stride = phrase_stride(trace, index);

    if (at->lanes < 2 || !adders || (!others && !stride))
        return false;
    phrase_threads(trace, at, adders, text);
    if (stride)
        add_regular(trace, at, adders, stride, text);
    else
        text_add(text, many(adders) ? " store their %ss" : " stores its %s",
                 phrase_sum(trace));
    if (others) {
        text_add(text, ", and ");
        phrase_threads(trace, at, others, text);
        text_add(text, many(others) ? " each copy a value" : " copies a value");
    }
    return true;
}
