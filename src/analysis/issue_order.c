/* SPDX-License-Identifier: MIT
 *
 * The steps of one block are issued in their stored order, but within a step
 * its warps alternate.
 */
#include "analysis/issue_order.h"

#include <stdlib.h>

bool issue_order_is_mixed(const Trace *trace)
{
    if (trace->blocks_count < 2)
        return false;
    if (trace->blocks_meet)
        return true;
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace_is_update(trace->instructions + i))
            return true;
    return false;
}

uint32_t *issue_order_of(const Trace *trace)
{
    return issue_order_is_mixed(trace) ? trace_order(trace) : NULL;
}

size_t issue_order_at(const uint32_t *order, size_t i)
{
    return order ? order[i] : i;
}

size_t issue_order_place(const Trace *trace, const uint32_t *order,
                         size_t index)
{
    return order ? trace->instructions[index].time : index;
}

uint32_t issue_order_done(const Trace *trace, const uint32_t *order,
                          const Block *block, size_t position)
{
    uint32_t first, end, done = 0;

    trace_block_instructions(trace, block, &first, &end);
    for (uint32_t i = first; i < end; ++i)
        done += issue_order_place(trace, order, i) < position;
    return done;
}

/* An instruction or a step, and when it is played or ends. */
typedef struct {
    size_t place;
    uint32_t index;
} Placed;

static int by_place(const void *a, const void *b)
{
    const Placed *x = a, *y = b;

    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* The indices of COUNT items by their places; frees PLACED. */
static uint32_t *sorted(Placed *placed, size_t count)
{
    uint32_t *indices = base_alloc(count + 1, sizeof *indices);

    qsort(placed, count, sizeof *placed, by_place);
    for (size_t i = 0; i < count; ++i)
        indices[i] = placed[i].index;
    free(placed);
    return indices;
}

uint32_t *issue_order_block(const Trace *trace, const uint32_t *order,
                            const Block *block)
{
    uint32_t first, end;

    trace_block_instructions(trace, block, &first, &end);
    Placed *placed = base_alloc(end - first + 1u, sizeof *placed);
    for (uint32_t i = first; i < end; ++i)
        placed[i - first] = (Placed){issue_order_place(trace, order, i), i};
    return sorted(placed, end - first);
}

uint32_t issue_order_next(const Trace *trace, const uint32_t *order,
                          const Block *block, size_t position)
{
    uint32_t first, end, next = ISSUE_ORDER_NONE;

    trace_block_instructions(trace, block, &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        size_t place = issue_order_place(trace, order, i);
        if (place >= position &&
            (next == ISSUE_ORDER_NONE ||
             place < issue_order_place(trace, order, next)))
            next = i;
    }
    return next;
}

/* The position at which a step ends in the order of issue; 0 if it is empty. */
static uint32_t step_end(const Trace *trace, const Step *step)
{
    uint32_t end = 0;

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        uint32_t time = trace->instructions[step->first_instruction + i].time;
        end = time + 1 > end ? time + 1 : end;
    }
    return end;
}

uint32_t *issue_order_steps(const Trace *trace)
{
    bool mixed = issue_order_is_mixed(trace);
    Placed *placed = base_alloc(trace->steps_count + 1, sizeof *placed);

    for (uint32_t s = 0; s < trace->steps_count; ++s)
        placed[s] = (Placed){mixed ? step_end(trace, trace->steps + s) : s, s};
    return sorted(placed, trace->steps_count);
}

uint32_t *issue_order_numbers(const Trace *trace)
{
    uint32_t *steps = issue_order_steps(trace);
    uint32_t *numbers = base_alloc(trace->steps_count + 1, sizeof *numbers);

    for (uint32_t i = 0; i < trace->steps_count; ++i)
        numbers[steps[i]] = i + 1;
    free(steps);
    return numbers;
}

uint32_t *issue_order_stops(const Trace *trace, const uint32_t *order)
{
    uint32_t *stops = issue_order_steps(trace);

    BASE_CHECK(order);
    for (size_t s = 0; s < trace->steps_count; ++s)
        stops[s] = step_end(trace, trace->steps + stops[s]);
    return stops;
}

uint32_t issue_order_number(const Trace *trace, uint32_t step)
{
    uint32_t number = 1;

    if (!issue_order_is_mixed(trace))
        return step + 1;
    uint32_t end = step_end(trace, trace->steps + step);
    for (size_t s = 0; s < trace->steps_count; ++s)
        number += step_end(trace, trace->steps + s) < end;
    return number;
}

uint32_t issue_order_step(const Trace *trace, const uint32_t *order,
                          size_t position)
{
    uint32_t step = 0;

    BASE_CHECK(position > 0);
    if (!order)
        return trace->instructions[position - 1].step + 1;
    uint32_t *stops = issue_order_stops(trace, order);
    while (step < trace->steps_count && stops[step] < position)
        ++step;
    free(stops);
    return step + 1;
}

bool issue_order_ends_phase(const Trace *trace, const uint32_t *order,
                            size_t position)
{
    if (position == 0 || position >= trace->instructions_count)
        return true;
    const Instruction *last =
        trace->instructions + issue_order_at(order, position - 1);
    const Instruction *next =
        trace->instructions + issue_order_at(order, position);
    const Block *block = trace_block(trace, trace_step(trace, last));
    if (trace->grids_count > 1)
        return trace_block(trace, trace_step(trace, next))->grid != block->grid;
    return issue_order_next(trace, order, block, position) == ISSUE_ORDER_NONE;
}
