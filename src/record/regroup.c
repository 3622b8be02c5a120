/* SPDX-License-Identifier: MIT */
#include "record/regroup.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 32 };

/* What a lane does in an instruction: COUNT accesses from FIRST on. */
typedef struct {
    Instruction at;
    uint32_t first, count;
} Item;

/* The lanes' items of a step, in their order. */
typedef struct {
    Item *items;
    size_t items_count, items_capacity;
    size_t next;
} Lane;

/* How often a site was executed. */
typedef struct {
    Instruction at;
    uint32_t count;
} Executed;

typedef struct {
    Trace *trace;
    Lane lanes[LANES];
    Executed *executed;
    size_t executed_count, executed_capacity;
    Instruction *instructions;
    size_t instructions_count, instructions_capacity;
    Access *accesses;
    size_t accesses_count, accesses_capacity;
} Making;

/* The part of a wide access that an instruction is. */
static uint32_t part_of(const Instruction *at)
{
    return at->occurrence % TRACE_EXECUTION;
}

/* Below 0, 0 or above 0: X is executed before, with or after Y. */
static int compare(const Instruction *x, const Instruction *y)
{
    const int64_t differences[] = {(int64_t)x->site - y->site,
                                   (int64_t)x->place - y->place,
                                   (int64_t)x->kind - y->kind,
                                   (int64_t)x->array - y->array,
                                   (int64_t)x->width - y->width};

    for (size_t i = 0; i < sizeof differences / sizeof *differences; ++i)
        if (differences[i] != 0)
            return differences[i] < 0 ? -1 : 1;
    return 0;
}

/* True if ITEM is of a shuffle, which the lanes make together. */
static bool is_shuffle(const Making *making, const Item *item)
{
    enum { KIND = 3, SHUFFLE = 1 }; /* as in catalog_trace.c */

    return item->at.kind == ACCESS_GSTORE && item->count == KIND + 1 &&
           making->trace->accesses[item->first + KIND].value == SHUFFLE;
}

/* Sorts the accesses of instruction NUMBER to the lanes that made them. */
static void add_items(Making *making, uint32_t number)
{
    const Trace *trace = making->trace;
    const Instruction *at = trace->instructions + number;
    const Access *access = trace_accesses(trace, at);

    for (uint32_t j = 0, end; j < at->lanes; j = end) {
        Lane *lane = making->lanes + access[j].lane % LANES;
        for (end = j + 1; end < at->lanes && access[end].lane == access[j].lane;
             ++end)
            continue;
        Item item = {*at, at->first_access + j, end - j};
        if (is_shuffle(making, &item)) /* one instruction, in no parts */
            item.at.occurrence -= part_of(at);
        base_push(lane, items, item);
    }
}

/* Gives items whose line is not in a kernel's file the line of the next one,
 * which they come before: their epoch is 0. */
static void find_lines(const Trace *trace, Lane *lane, uint32_t source)
{
    const Instruction *next = NULL;

    for (size_t i = lane->items_count; i-- > 0;) {
        Instruction *at = &lane->items[i].at;
        bool known = at->site != 0 &&
                     !base_ends_with(trace->sources[at->source].name, ".sass");
        at->epoch = known;
        if (known) {
            next = at;
            continue;
        }
        at->source = (uint8_t)(next ? next->source : source);
        at->site = next ? next->site : 0;
        at->place = 0;
    }
}

/* The first of the lanes' next instructions, a shuffle only where no lane has
 * another; NULL: all are done. */
static const Instruction *lowest(Making *making)
{
    const Item *low = NULL;
    bool low_waits = false;

    for (int l = 0; l < LANES; ++l) {
        const Lane *lane = making->lanes + l;
        if (lane->next == lane->items_count)
            continue;
        const Item *item = lane->items + lane->next;
        bool waits = is_shuffle(making, item);
        if (!low || waits < low_waits ||
            (waits == low_waits && compare(&item->at, &low->at) < 0)) {
            low = item;
            low_waits = waits;
        }
    }
    return low ? &low->at : NULL;
}

/* How often AT was executed before in the step. */
static uint32_t count_before(Making *making, const Instruction *at)
{
    for (size_t i = 0; i < making->executed_count; ++i)
        if (compare(&making->executed[i].at, at) == 0)
            return ++making->executed[i].count;
    base_push(making, executed, ((Executed){*at, 0}));
    return 0;
}

/* Adds part PART of AT: the lanes that are in it. */
static void add_part(Making *making, Instruction at, uint32_t before,
                     uint32_t part)
{
    const Access *accesses = making->trace->accesses;

    at.first_access = (uint32_t)making->accesses_count;
    for (int l = 0; l < LANES; ++l) {
        const Lane *lane = making->lanes + l;
        const Item *item = lane->items + lane->next;
        if (lane->next == lane->items_count || compare(&item->at, &at) != 0 ||
            part_of(&item->at) != part)
            continue;
        for (uint32_t j = 0; j < item->count; ++j)
            base_push(making, accesses, accesses[item->first + j]);
    }
    at.occurrence = before * TRACE_EXECUTION + part;
    at.lanes = (uint8_t)(making->accesses_count - at.first_access);
    if (at.lanes > 0)
        base_push(making, instructions, at);
}

/* Adds the instruction that is the next one of some lanes, in its parts. */
static void add_instruction(Making *making, Instruction at)
{
    uint32_t before = count_before(making, &at);

    for (uint32_t part = 0; part < TRACE_EXECUTION; ++part)
        add_part(making, at, before, part);
    for (int l = 0; l < LANES; ++l) {
        Lane *lane = making->lanes + l;
        if (lane->next < lane->items_count &&
            compare(&lane->items[lane->next].at, &at) == 0)
            ++lane->next;
    }
}

static void regroup_warp(Making *making, const Step *step, uint16_t warp)
{
    const Trace *trace = making->trace;
    uint32_t first = step->first_instruction;
    const Instruction *at;

    making->executed_count = 0;
    for (int l = 0; l < LANES; ++l)
        making->lanes[l].items_count = making->lanes[l].next = 0;
    for (uint32_t i = first; i < first + step->instruction_count; ++i)
        if (trace->instructions[i].warp == warp)
            add_items(making, i);
    for (int l = 0; l < LANES; ++l)
        find_lines(trace, making->lanes + l, trace_grid(trace, step)->source);
    while ((at = lowest(making)) != NULL)
        add_instruction(making, *at);
}

void regroup(Trace *trace)
{
    Making making = {.trace = trace};

    for (size_t s = 0; s < trace->steps_count; ++s) {
        Step *step = trace->steps + s;
        uint32_t warps = (trace_grid(trace, step)->threads + LANES - 1) / LANES;
        uint32_t first = (uint32_t)making.instructions_count;
        for (uint32_t w = 0; w < warps; ++w)
            regroup_warp(&making, step, (uint16_t)w);
        step->first_instruction = first;
        step->instruction_count = (uint32_t)making.instructions_count - first;
    }
    for (int l = 0; l < LANES; ++l)
        free(making.lanes[l].items);
    free(making.executed);
    free(trace->instructions);
    free(trace->accesses);
    trace->instructions = making.instructions;
    trace->instructions_count = making.instructions_count;
    trace->instructions_capacity = making.instructions_capacity;
    trace->accesses = making.accesses;
    trace->accesses_count = making.accesses_count;
    trace->accesses_capacity = making.accesses_capacity;
}
