/* SPDX-License-Identifier: MIT
 *
 * step_cells - what a step that is shown as a whole did to each cell of shared
 * memory, and which threads did so.
 */
#ifndef UPSWEEP_STEP_CELLS_H
#define UPSWEEP_STEP_CELLS_H

#include "moment/moment.h"

typedef struct {
    const Access **last; /* by cell: the last store or, without one, the last
                            load; NULL: untouched */
    uint32_t *threads;   /* those that store or load so: by cell, rising, each
                            once */
    uint32_t *first;     /* by cell: its first one among THREADS; one more at
                            the end */
} StepCells;

/* What the step of the running instruction did, of which there must be one.
 * Free the result with step_cells_free. */
StepCells step_cells_of(const Moment *moment);
void step_cells_free(StepCells *cells); /* of zeros: does nothing */

/* The number of threads that stored to CELL or, without a store, loaded it;
 * *THREADS becomes the list of them. */
uint32_t step_cells_threads(const StepCells *cells, uint32_t cell,
                            const uint32_t **threads);

#endif
