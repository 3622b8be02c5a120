/* SPDX-License-Identifier: MIT
 *
 * machine_code - compares two recordings of the same source, by the simulator
 * and by a GPU.
 */
#ifndef UPSWEEP_MACHINE_CODE_H
#define UPSWEEP_MACHINE_CODE_H

#include "trace/trace.h"

/* What two recordings of the same source have in common, line by line: the
 * simulator's, which makes every access that the source names, and a GPU's,
 * which runs what the compiler made of it.
 *
 * Two instructions are equal if they are of the same block and warp, and do the
 * same (load, store, atomic access; shared or global memory) with the same
 * lanes and cells, and stores store the same words.  Each finds at most one
 * partner, the first one left in the order of its warp.
 *
 *     simulator   load a   load b   store c   load c   store d
 *     GPU           load b   load a   store c            store d
 *                   └ in another order ┘        └ left out: its word was still
 *                                                 in a register */

/* What a line of the source did in both. */
typedef struct {
    const Source *source; /* of the trace that has the line */
    int which;            /* 0: of the first trace */
    uint32_t line;        /* from 1; 0: not known */
    uint64_t accesses[2]; /* of lanes, to shared memory */
    uint64_t global[2];   /* of lanes, to global memory */
    uint64_t conflicts[2];
    uint64_t instructions[2]; /* on either memory */
    uint64_t alone[2];        /* of these, without an equal one */
} MachineLine;

typedef struct {
    MachineLine *lines; /* by rising file, then line */
    size_t lines_count, lines_capacity;
    uint64_t instructions[2];
    uint64_t equal; /* pairs */
    uint64_t moved; /* of them, in another order than in the first trace */
    uint64_t shuffles[2];
} MachineDiff;

/* Compares A and B; free the result with machine_diff_free.  The sources belong
 * to the traces. */
MachineDiff machine_diff(const Trace *a, const Trace *b);
void machine_diff_free(MachineDiff *diff);
/* True if the two did the same: no instruction is without an equal one. */
bool machine_diff_same(const MachineDiff *diff);

#endif
