/* SPDX-License-Identifier: MIT */
#include "trace/local.h"

#include <stdlib.h>

enum { SPACE_SHIFT = 56, ARRAY_SHIFT = 40 };

/* ---- Order ----------------------------------------------------------------*/

static uint32_t block_of(const Trace *trace, const LocalChange *change)
{
    return trace->steps[trace->instructions[change->instruction].step].block;
}

static uint32_t thread_of(const Trace *trace, const LocalChange *change)
{
    return trace->instructions[change->instruction].warp * trace->run.k +
           change->lane;
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

int local_change_compare(const Trace *trace, const LocalChange *a,
                         const LocalChange *b)
{
    int order = compare(block_of(trace, a), block_of(trace, b));

    if (order == 0)
        order = compare(thread_of(trace, a), thread_of(trace, b));
    return order ? order : compare(a->instruction, b->instruction);
}

/* Copies COUNT changes, one at least, to TO by rising KEY; those with the same
 * one stay in their order. */
static void sort_by(uint32_t (*key)(const Trace *trace,
                                    const LocalChange *change),
                    const Trace *trace, const LocalChange *changes,
                    size_t count, LocalChange *to)
{
    uint32_t *keys = base_alloc(count, sizeof *keys);
    uint32_t least = UINT32_MAX, most = 0;

    for (size_t i = 0; i < count; ++i) {
        keys[i] = key(trace, changes + i);
        least = keys[i] < least ? keys[i] : least;
        most = keys[i] > most ? keys[i] : most;
    }
    size_t *next = base_alloc((size_t)most - least + 2, sizeof *next);
    for (size_t i = 0; i < count; ++i)
        ++next[keys[i] - least + 1];
    for (size_t k = 0; k < most - least; ++k)
        next[k + 1] += next[k];
    for (size_t i = 0; i < count; ++i)
        to[next[keys[i] - least]++] = changes[i];
    free(next);
    free(keys);
}

void local_sort(Trace *trace, size_t first)
{
    size_t count = trace->local_changes_count - first;
    LocalChange *changes = trace->local_changes + first;
    LocalChange *sorted = base_alloc(count + 1, sizeof *sorted);

    if (count > 0) {
        sort_by(thread_of, trace, changes, count, sorted);
        sort_by(block_of, trace, sorted, count, changes);
    }
    free(sorted);
}

size_t local_first(const Trace *trace, uint64_t block, uint64_t thread)
{
    size_t low = 0, high = trace->local_changes_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const LocalChange *at = trace->local_changes + middle;
        int order = compare(block_of(trace, at), block);
        if (order == 0)
            order = compare(thread_of(trace, at), thread);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- Pointers -------------------------------------------------------------*/

int64_t local_pointer(PointerSpace space, uint32_t array, uint64_t byte)
{
    return (int64_t)((uint64_t)space << SPACE_SHIFT |
                     (uint64_t)(array & UINT16_MAX) << ARRAY_SHIFT |
                     (byte & ((UINT64_C(1) << ARRAY_SHIFT) - 1)));
}

PointerSpace local_pointer_parts(int64_t value, uint32_t *array, uint64_t *byte)
{
    uint64_t bits = (uint64_t)value, space = bits >> SPACE_SHIFT;

    *array = (uint32_t)(bits >> ARRAY_SHIFT & UINT16_MAX);
    *byte = bits & ((UINT64_C(1) << ARRAY_SHIFT) - 1);
    return space < POINTER_OTHER ? (PointerSpace)space : POINTER_OTHER;
}
