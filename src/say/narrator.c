/* SPDX-License-Identifier: MIT
 *
 * narrator - see narrator.h.
 */
#include "say/narrator.h"

#include "analysis/issue_order.h"
#include "analysis/tile_status.h"

#include <stdlib.h>

#define NO_INSTRUCTION UINT32_MAX

/* The last word of a status that was published: where, and when. */
struct PublishedWord {
    uint32_t array, cell, time;
};

static int by_place(const void *a, const void *b)
{
    const struct PublishedWord *x = a, *y = b;

    if (x->array != y->array)
        return x->array < y->array ? -1 : 1;
    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    return (x->time > y->time) - (x->time < y->time);
}

static void learn_published(Narrator *narrator)
{
    const Trace *trace = narrator->trace;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (!tile_status_publishes(trace, at))
            continue;
        for (uint32_t s = 0; s < tile_status_count(trace, at); ++s) {
            struct PublishedWord published = {
                at->array, tile_status_access(trace, at, s)->cell, at->time};
            base_push(narrator, published, published);
        }
    }
    if (narrator->published_count)
        qsort(narrator->published, narrator->published_count,
              sizeof *narrator->published, by_place);
}

/* Finds the instruction of each block's last step that is played last. */
static void learn_lasts(Narrator *narrator)
{
    const Trace *trace = narrator->trace;
    bool mixed = issue_order_is_mixed(trace);

    narrator->lasts =
        base_alloc(trace->blocks_count + 1, sizeof *narrator->lasts);
    for (size_t b = 0; b < trace->blocks_count; ++b) {
        const Block *block = trace->blocks + b;
        uint32_t *last = narrator->lasts + b;
        *last = NO_INSTRUCTION;
        if (block->step_count == 0)
            continue;
        const Step *step =
            trace->steps + block->first_step + block->step_count - 1;
        for (uint32_t i = 0; i < step->instruction_count; ++i) {
            uint32_t own = step->first_instruction + i;
            if (*last == NO_INSTRUCTION || !mixed ||
                trace->instructions[own].time > trace->instructions[*last].time)
                *last = own;
        }
    }
}

static void learn(Narrator *narrator)
{
    if (narrator->knows)
        return;
    learn_published(narrator);
    learn_lasts(narrator);
    narrator->knows = true;
}

Narrator narrator_of(const Trace *trace)
{
    return (Narrator){.trace = trace};
}

void narrator_free(Narrator *narrator)
{
    free(narrator->lasts);
    free(narrator->published);
}

/* The time at which a status was published first; UINT32_MAX if it never was.
 */
static uint32_t published_at(const Narrator *narrator, uint32_t array,
                             uint32_t cell)
{
    const struct PublishedWord wanted = {array, cell, 0}, *at;
    size_t low = 0, high = narrator->published_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_place(narrator->published + middle, &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    at = narrator->published + low;
    if (low == narrator->published_count || at->array != array ||
        at->cell != cell)
        return UINT32_MAX;
    return at->time;
}

bool narrator_waited(Narrator *narrator, size_t index)
{
    const Trace *trace = narrator->trace;
    const Instruction *all = trace->instructions, *at = all + index;
    size_t i = index;

    while (i > 0 && all[i - 1].step == at->step && all[i - 1].warp != at->warp)
        --i;
    if (i == 0 || all[i - 1].step != at->step || all[i - 1].time == 0)
        return false;
    learn(narrator);
    for (uint32_t s = 0; s < tile_status_count(trace, at); ++s) {
        uint32_t time = published_at(narrator, at->array,
                                     tile_status_access(trace, at, s)->cell);
        if (time != UINT32_MAX && time > all[i - 1].time)
            return true;
    }
    return false;
}

bool narrator_ends_block(Narrator *narrator, size_t index)
{
    const Trace *trace = narrator->trace;
    const Step *step = trace_step(trace, trace->instructions + index);
    const Block *block = trace_block(trace, step);
    size_t next = (size_t)(step - trace->steps) + 1;

    if (trace->blocks_count < 2 ||
        next != (size_t)block->first_step + block->step_count)
        return false;
    learn(narrator);
    return narrator->lasts[step->block] == index;
}
