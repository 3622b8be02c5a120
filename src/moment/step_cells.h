/* SPDX-License-Identifier: MIT
 *
 * step_cells - what instructions of a trace did to each cell of shared memory,
 * and which threads did so: one instruction, or all of a step.
 */
#ifndef UPSWEEP_STEP_CELLS_H
#define UPSWEEP_STEP_CELLS_H

#include "trace/trace.h"

typedef struct {
    const Access **last; /* by cell: the last store or, without one, the last
                            load; NULL: untouched */
    uint32_t *threads;   /* those that store or load so: by cell, rising, each
                            once */
    uint32_t *first;     /* by cell: its first one among THREADS; one more at
                            the end */
} StepCells;

/* What LENGTH instructions of TRACE from index FIRST on did.  Free the result
 * with step_cells_free. */
StepCells step_cells_of(const Trace *trace, size_t first, size_t length);
void step_cells_free(StepCells *cells);

/* The number of threads that stored to CELL or, without a store, loaded it;
 * *THREADS becomes the list of them. */
uint32_t step_cells_threads(const StepCells *cells, uint32_t cell,
                            const uint32_t **threads);

#endif
