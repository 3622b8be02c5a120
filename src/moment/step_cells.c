/* SPDX-License-Identifier: MIT */
#include "moment/step_cells.h"

#include <stdlib.h>

typedef void Visit(const Trace *trace, const Instruction *at,
                   const Access *access, void *user);

/* Calls VISIT for each access to shared memory of COUNT instructions. */
static void visit_all(const Trace *trace, size_t first, size_t count,
                      Visit *visit, void *user)
{
    const Instruction *at = trace->instructions + first;

    for (size_t i = 0; i < count; ++i, ++at) {
        if (!trace_is_shared(at))
            continue;
        const Access *accesses = trace_accesses(trace, at);
        for (int lane = 0; lane < at->lanes; ++lane)
            visit(trace, at, accesses + lane, user);
    }
}

static bool is_stored(const Trace *trace, const Access *access)
{
    return access &&
           trace_is_store(
               trace_instruction_of(trace, (size_t)(access - trace->accesses)));
}

static void note_last(const Trace *trace, const Instruction *at,
                      const Access *access, void *user)
{
    StepCells *cells = user;
    const Access **last = &cells->last[access->cell];

    if (!is_stored(trace, *last) || trace_is_store(at))
        *last = access;
}

/* A cell, and a thread below it: so that they sort. */
typedef struct {
    const StepCells *cells;
    uint64_t *all;
    size_t all_count, all_capacity;
} Pairs;

static void note_thread(const Trace *trace, const Instruction *at,
                        const Access *access, void *user)
{
    Pairs *pairs = user;
    const Access *last = pairs->cells->last[access->cell];

    if (is_stored(trace, last) == trace_is_store(at))
        base_push(pairs, all,
                  (uint64_t)access->cell << 32 |
                      trace_thread(trace, at, access));
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
    Pairs pairs = {.cells = &cells};

    visit_all(trace, first, length, note_last, &cells);
    visit_all(trace, first, length, note_thread, &pairs);
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
