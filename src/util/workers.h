/* SPDX-License-Identifier: MIT
 *
 * workers - many pieces of work on all cores, taken in their order.
 *
 *     worker 0   piece 0   piece 2   piece 4  ..     make, each a process of
 *     worker 1   piece 1   piece 3   piece 5  ..     its own
 *                   \  \    /  /
 *     parent       0  1  2  3  4  5  ..              take, one after the other
 *
 * Processes and not threads: what draws keeps fonts and masks to itself, and a
 * piece needs nothing of another.  A worker is at most two pieces ahead, so
 * memory stays the same however many there are.
 */
#ifndef UPSWEEP_WORKERS_H
#define UPSWEEP_WORKERS_H

#include "util/base.h"

typedef struct {
    size_t count;      /* of pieces */
    size_t slot_bytes; /* most that a piece hands over; 0: nothing */
    /* Makes PIECE in a worker; what it puts in SLOT is handed over.  Changes to
     * anything else stay in the worker. */
    bool (*make)(void *user, size_t piece, void *slot, Error *error);
    /* Takes PIECE in the parent; NULL if there is nothing to do. */
    bool (*take)(void *user, size_t piece, const void *slot, Error *error);
    void *user;
    bool cuttable; /* a piece that is cut short leaves nothing behind */
} WorkerJob;

/* Cores that this process may use. */
int workers_cores(void);

/* Does the whole job with that many workers, at least 1; by itself if there is
 * only one piece.  False with the error of the first piece that failed, or
 * ERROR_FAILED if it was asked to stop (see stop.h); no worker is left then. */
bool workers_run(const WorkerJob *job, int workers, Error *error);

#endif
