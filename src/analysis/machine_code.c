/* SPDX-License-Identifier: MIT */
#include "analysis/machine_code.h"

#include "analysis/line_costs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lines ----------------------------------------------------------------*/

/* A row for a line, which has others until merge_lines. */
static MachineLine *add_row(MachineDiff *diff, int which, const Source *source,
                            uint32_t line)
{
    MachineLine added = {.source = source, .which = which, .line = line};

    base_push(diff, lines, added);
    return diff->lines + diff->lines_count - 1;
}

static void add_costs(MachineDiff *diff, const Trace *trace, int which)
{
    size_t count;
    LineCost *costs = line_costs(trace, &count);

    for (size_t i = 0; i < count; ++i) {
        MachineLine *line =
            add_row(diff, which, trace->sources + costs[i].source,
                    costs[i].line);
        line->accesses[which] += costs[i].accesses;
        line->global[which] += costs[i].global;
        line->conflicts[which] +=
            costs[i].conflicts_load + costs[i].conflicts_store;
    }
    free(costs);
}

/* Files of both traces are the same if they have the same name but for the
 * folder. */
static int by_place(const void *a, const void *b)
{
    const MachineLine *x = a, *y = b;
    int order = strcmp(base_name(x->source->name), base_name(y->source->name));

    return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* Sorts the rows, and adds up the rows of one line. */
static void merge_lines(MachineDiff *diff)
{
    MachineLine *to = diff->lines, *end = diff->lines + diff->lines_count;

    qsort(diff->lines, diff->lines_count, sizeof *diff->lines, by_place);
    for (MachineLine *from = to + 1; from < end; ++from) {
        if (by_place(from, to) != 0) {
            *++to = *from;
            continue;
        }
        for (int i = 0; i < 2; ++i) {
            to->accesses[i] += from->accesses[i];
            to->global[i] += from->global[i];
            to->conflicts[i] += from->conflicts[i];
            to->instructions[i] += from->instructions[i];
            to->alone[i] += from->alone[i];
        }
    }
    if (to < end)
        diff->lines_count = (size_t)(to - diff->lines) + 1;
}

/* ---- Instructions ---------------------------------------------------------*/

/* An instruction, as it is compared. */
typedef struct {
    uint64_t warp; /* grid, block and warp */
    uint64_t hash; /* of what it did */
    uint32_t index;
    uint32_t partner; /* index in the other trace + 1; 0: none */
} Item;

typedef struct {
    const Trace *trace;
    Item *items; /* by warp, then as the warp issued them */
    size_t count;
} Side;

/* What an instruction does, whatever trace it is from. */
typedef enum { DOES_LOAD, DOES_STORE, DOES_CHANGE } Does;

static Does does(const Instruction *at)
{
    const AccessTraits *is = trace_traits_of(at);

    if (!is->brings || is->space == SPACE_LANES)
        return DOES_STORE;
    return is->writes ? DOES_CHANGE : DOES_LOAD;
}

static void mix(uint64_t *hash, uint64_t value)
{
    *hash = (*hash ^ value) * 0x9e3779b97f4a7c15u;
    *hash ^= *hash >> 29;
}

static uint64_t hash_of(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    uint64_t hash = does(at);

    mix(&hash, trace_is_shared(at));
    for (int i = 0; i < at->lanes; ++i) {
        mix(&hash, access[i].lane);
        mix(&hash, access[i].cell);
        if (does(at) == DOES_STORE)
            mix(&hash, access[i].value);
    }
    return hash;
}

static int by_warp(const void *a, const void *b)
{
    const Item *x = a, *y = b;

    if (x->warp != y->warp)
        return x->warp < y->warp ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static Side side_new(const Trace *trace, uint64_t *shuffles)
{
    Side side = {.trace = trace};

    side.items = base_alloc(trace->instructions_count + 1, sizeof *side.items);
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Block *block = trace->blocks + trace->steps[at->step].block;
        if (trace_is_shuffle(at)) {
            ++*shuffles;
            continue;
        }
        side.items[side.count++] =
            (Item){.warp = (uint64_t)block->grid << 48 |
                           (uint64_t)block->index << 16 | at->warp,
                   .hash = hash_of(trace, at),
                   .index = (uint32_t)i};
    }
    qsort(side.items, side.count, sizeof *side.items, by_warp);
    return side;
}

/* Finds partners among COUNT_A items and COUNT_B, of the same warp. */
enum { WINDOW = 1024 }; /* instructions of a warp that one is looked for in */

static void match_warp(Item *a, size_t count_a, Item *b, size_t count_b,
                       MachineDiff *diff)
{
    size_t from = 0, last = 0; /* B before FROM all have partners */

    for (size_t i = 0; i < count_a; ++i) {
        while (from < count_b && b[from].partner)
            ++from;
        for (size_t j = from; j < count_b && j < from + WINDOW; ++j) {
            if (b[j].partner || b[j].hash != a[i].hash)
                continue;
            a[i].partner = b[j].index + 1;
            b[j].partner = a[i].index + 1;
            ++diff->equal;
            diff->moved += j + 1 < last;
            last = j + 1 > last ? j + 1 : last;
            break;
        }
    }
}

static size_t warp_end(const Side *side, size_t first)
{
    size_t end = first;

    while (end < side->count &&
           side->items[end].warp == side->items[first].warp)
        ++end;
    return end;
}

static void match(Side *a, Side *b, MachineDiff *diff)
{
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        if (a->items[i].warp < b->items[j].warp) {
            i = warp_end(a, i);
        } else if (a->items[i].warp > b->items[j].warp) {
            j = warp_end(b, j);
        } else {
            size_t end_a = warp_end(a, i), end_b = warp_end(b, j);
            match_warp(a->items + i, end_a - i, b->items + j, end_b - j, diff);
            i = end_a;
            j = end_b;
        }
    }
}

static void count_side(MachineDiff *diff, const Side *side, int which)
{
    for (size_t i = 0; i < side->count; ++i) {
        const Instruction *at =
            side->trace->instructions + side->items[i].index;
        MachineLine *line =
            add_row(diff, which, trace_source_of(side->trace, at), at->site);
        line->instructions[which] = 1;
        line->alone[which] = side->items[i].partner == 0;
    }
    diff->instructions[which] = side->count;
}

MachineDiff machine_diff(const Trace *a, const Trace *b)
{
    MachineDiff diff = {0};
    Side sides[2] = {side_new(a, &diff.shuffles[0]),
                     side_new(b, &diff.shuffles[1])};

    match(&sides[0], &sides[1], &diff);
    for (int i = 0; i < 2; ++i) {
        add_costs(&diff, i ? b : a, i);
        count_side(&diff, &sides[i], i);
        free(sides[i].items);
    }
    merge_lines(&diff);
    return diff;
}

void machine_diff_free(MachineDiff *diff)
{
    free(diff->lines);
    *diff = (MachineDiff){0};
}

bool machine_diff_same(const MachineDiff *diff)
{
    return diff->equal == diff->instructions[0] &&
           diff->equal == diff->instructions[1];
}
