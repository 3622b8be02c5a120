/* SPDX-License-Identifier: MIT
 *
 * line_costs - what each line of a source costs, added up over the whole trace:
 * bank conflicts in shared memory, sectors of global memory, idle lanes.
 *
 *     16   int ai = offset * (2 * thid + 1) - 1;
 *     17   temp[bi] += temp[ai];         189 accesses, 75 conflicts
 *     31   out[t * 8] = temp[t];         128 sectors moved, 16 needed
 *     40   if (t % 2) sum += in[t];      half of the lanes idle
 *
 * A sector is 32 bytes of global memory: the least that moves.  A warp moves
 * every sector that one of its lanes touches; needed are as few as could hold
 * the bytes that they touch.  The two are equal where the lanes touch bytes
 * that follow each other.
 *
 * A lane is idle while other lanes of its warp make an access.  Lanes that a
 * warp does not have, as its block has no such thread, are not idle.
 */
#ifndef UPSWEEP_LINE_COSTS_H
#define UPSWEEP_LINE_COSTS_H

#include "analysis/bank.h"

enum { SECTOR_BYTES = 32 };

typedef struct {
    uint32_t source, line; /* index into trace->sources; from 1 */
    uint64_t accesses;     /* to shared memory, of lanes */
    uint64_t global;       /* to global memory, of lanes */
    uint64_t instructions; /* on shared memory */
    uint64_t conflicts_load, conflicts_store;
    uint32_t worst;         /* wavefronts of its slowest instruction */
    uint32_t worst_at;      /* which one that is, index into the trace */
    uint64_t moved, needed; /* sectors */
    uint32_t spread;        /* most sectors beyond those needed of one access */
    uint32_t spread_at;     /* which instruction that is */
    uint64_t active, lanes; /* lanes that accessed memory, and lanes of their
                               warps */
    uint32_t idlest;        /* most idle lanes of an instruction */
    uint32_t idlest_at;
} LineCost;

/* The lines of TRACE that have accesses, by rising source, then line; *COUNT
 * becomes their number.  Free them. */
LineCost *line_costs(const Trace *trace, size_t *count);

/* The sectors that instruction AT, on global memory, moves; *NEEDED, which may
 * be NULL, becomes how few could hold what it touches. */
uint32_t line_costs_sectors(const Trace *trace, const Instruction *at,
                            uint32_t *needed);

/* The lines of a trace's sources, each found in constant time: a trace may name
 * 65,535 lines in each of its instructions. */

/* A line without the blanks around it, of LENGTH bytes; no zero ends it. */
typedef struct {
    const char *text;
    size_t length;
} SourceLine;

typedef struct {
    const Source *sources;
    SourceLine *rows; /* of each source its line 0, which is empty, 1, ... */
    size_t *first;    /* row of line 0 of each source; then the count of rows */
} LineIndex;

/* The lines of TRACE, which must outlive the index; line_index_free it. */
LineIndex line_index_new(const Trace *trace);
void line_index_free(LineIndex *index);
/* Line LINE of SOURCE, one of the trace's; empty if the source has none. */
SourceLine line_index_find(const LineIndex *index, const Source *source,
                           uint32_t line);

#endif
