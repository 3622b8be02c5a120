/* SPDX-License-Identifier: MIT
 *
 * workers - a pool of worker processes: pieces of work are made on all cores
 * and taken by the parent in their order.
 *
 *     worker 0   piece 0   piece 2   piece 4  ..     make, in a process each
 *     worker 1   piece 1   piece 3   piece 5  ..
 *                   \  \    /  /
 *     parent       0  1  2  3  4  5  ..              take, one after the other
 *
 * Processes and not threads, because the painters cache fonts and masks in
 * static memory, and pieces are independent.  A worker is at most two pieces
 * ahead of the parent, so memory does not grow with the number of pieces.
 */
#ifndef UPSWEEP_WORKERS_H
#define UPSWEEP_WORKERS_H

#include "util/base.h"

typedef struct {
    size_t count;      /* number of pieces */
    size_t slot_bytes; /* size of a slot, the result of a piece; 0: none */
    /* Makes PIECE in a worker and writes the result to SLOT, which the parent
     * receives.  Changes to other memory stay in the worker. */
    bool (*make)(void *user, size_t piece, void *slot, Error *error);
    /* Takes the result of PIECE in the parent; may be NULL. */
    bool (*take)(void *user, size_t piece, const void *slot, Error *error);
    void *user;    /* passed to make and take */
    bool cuttable; /* a piece may be killed midway: it leaves nothing behind */
} WorkerJob;

/* Number of cores that this process may use. */
int workers_cores(void);

/* Does the whole job with WORKERS processes, at least 1; without any if there
 * is only one piece.  False with the error of the first piece that failed, or
 * ERROR_FAILED if a signal asked to stop (interrupt.h).  All workers have ended
 * on return. */
bool workers_run(const WorkerJob *job, int workers, Error *error);

#endif
