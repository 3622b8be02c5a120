/* SPDX-License-Identifier: MIT
 *
 * race - two threads, one cell, no barrier between, at least one store.
 *
 *     barrier   T4 loads cell 3      T5 stores to cell 3      barrier
 *               \_____ either may come first: a race ______/
 *
 * Any two accesses of one cell of shared memory by two threads of a block in
 * the same step race, unless both are loads.  That holds within a warp too:
 * since Volta the lanes of a warp keep together only where a barrier makes
 * them, so that code which counts on lockstep is code with a race.
 */
#ifndef UPSWEEP_RACE_H
#define UPSWEEP_RACE_H

#include "trace.h"

typedef struct {
    uint32_t thread;
    uint16_t site;
    uint8_t kind; /* AccessKind */
} RaceSide;

typedef struct {
    uint32_t block;
    uint32_t step;
    uint32_t cell;
    RaceSide first, second; /* in the order in which the trace has them */
} Race;

typedef struct {
    Race *races; /* at most one for each (step, cell), by step, then cell */
    size_t races_count, races_capacity;
} RaceList;

RaceList race_find(const Trace *trace);
void race_free(RaceList *list);

#endif
