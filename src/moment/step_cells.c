/* SPDX-License-Identifier: MIT */
#include "moment/step_cells.h"

#include <stdlib.h>

static bool is_stored(const Trace *trace, const Access *access)
{
    return access &&
           trace_is_store(
               trace_instruction_of(trace, (size_t)(access - trace->accesses)));
}

/* A cell, and a thread below it: so that they sort. */
typedef struct {
    uint64_t *all;
    size_t all_count, all_capacity;
} Pairs;

/* Finds the last access of each cell; then the threads that did the same. */
static void visit(const Trace *trace, size_t first, size_t end,
                  StepCells *cells, Pairs *pairs)
{
    for (size_t i = first; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        bool store = trace_is_store(at);
        for (int lane = 0; trace_is_shared(at) && lane < at->lanes;
             ++lane, ++access) {
            const Access **last = &cells->last[access->cell];
            if (!pairs && (store || !is_stored(trace, *last)))
                *last = access;
            else if (pairs && is_stored(trace, *last) == store)
                base_push(pairs, all,
                          (uint64_t)access->cell << 32 |
                              trace_thread(trace, at, access));
        }
    }
}

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

    return (a > b) - (a < b);
}

StepCells step_cells_of(const Trace *trace, size_t first, size_t length)
{
    size_t words = (size_t)trace->run.words + 1;
    StepCells cells = {.last = base_alloc(words, sizeof *cells.last),
                       .first = base_alloc(words + 1, sizeof *cells.first)};
    Pairs pairs = {0};

    visit(trace, first, first + length, &cells, NULL);
    visit(trace, first, first + length, &cells, &pairs);
    if (pairs.all_count > 0)
        qsort(pairs.all, pairs.all_count, sizeof *pairs.all, compare);
    cells.threads = base_alloc(pairs.all_count + 1, sizeof *cells.threads);
    uint32_t count = 0;
    size_t at = 0;
    for (uint32_t cell = 0; cell < words; ++cell) {
        cells.first[cell] = count;
        for (; at < pairs.all_count && pairs.all[at] >> 32 == cell; ++at)
            if (at == 0 || pairs.all[at] != pairs.all[at - 1])
                cells.threads[count++] = (uint32_t)pairs.all[at];
    }
    cells.first[words] = count;
    free(pairs.all);
    return cells;
}

void step_cells_free(StepCells *cells)
{
    free(cells->last);
    free(cells->threads);
    free(cells->first);
    *cells = (StepCells){0};
}

uint32_t step_cells_threads(const StepCells *cells, uint32_t cell,
                            const uint32_t **threads)
{
    *threads = cells->threads + cells->first[cell];
    return cells->first[cell + 1] - cells->first[cell];
}
