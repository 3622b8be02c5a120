/* SPDX-License-Identifier: MIT
 *
 * machine_code - the machine code of a GPU that a line of a source was made
 * into, found in the listing that a trace from a GPU has as its last source:
 *
 *     // prescan.cu:40
 *         0300  LDS R7, [R4+-0x4]
 *         0310  LDS R8, [R4]
 *     // prescan.cu:40
 *         0340  STS [R4], R7
 */
#ifndef UPSWEEP_MACHINE_CODE_H
#define UPSWEEP_MACHINE_CODE_H

#include "trace/trace.h"

typedef struct {
    const char *text; /* in the listing, without blanks before it */
    int length;
    bool memory; /* it loads or stores, or does both at once */
} CodeLine;

/* True if TRACE has such a listing. */
bool machine_code_is_told(const Trace *trace);

/* The instructions of line LINE of SOURCE, at most MOST of them, in LINES;
 * their number, which may be larger than MOST.  0 without a listing. */
size_t machine_code_of(const Trace *trace, const Source *source, uint32_t line,
                       CodeLine lines[], size_t most);

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
