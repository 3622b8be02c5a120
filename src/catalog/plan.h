/* SPDX-License-Identifier: MIT
 *
 * plan - what an algorithm launches: grids of blocks, one after the other, and
 * the global arrays between them.
 *
 * Most algorithms are one grid of one block and say nothing.  One for large
 * arrays fills in a Plan, by a function that its catalog entry names:
 *
 *     three-phase, 12 blocks of 4 elements, sums of 12 blocks, of 3, of 1
 *
 *     scan   in     -> out       12 blocks    the elements
 *     sums   out    -> sums 1    12 blocks
 *     scan   sums 1 -> before 1   3 blocks    the sums of blocks
 *     sums   before 1 -> sums 2   3 blocks
 *     scan   sums 2 -> before 2   1 block     the sums of blocks of blocks
 *     add    before 2 -> before 1 3 blocks
 *     add    before 1 -> out     12 blocks
 */
#ifndef UPSWEEP_PLAN_H
#define UPSWEEP_PLAN_H

#include "trace/trace.h"

#define PLAN_MAX_GRIDS  32
#define PLAN_MAX_ARRAYS 24
#define PLAN_MAX_OWN    3
#define PLAN_MAX_BLOCKS (1u << 24)

struct Algorithm;

/* What is asked for. */
typedef struct {
    uint32_t n, k;
    uint32_t block_n; /* elements of a block; 0: as suits n */
    uint32_t threads; /* of a block; 0: as many as have work */
    uint32_t passes;  /* of reduction, for hybrid */
    bool inclusive;
} Sizes;

typedef struct {
    char name[24];
    uint32_t words;
    Holds holds;
} PlanArray;

typedef struct {
    const struct Algorithm *kernel; /* whose kernel runs */
    int part;                       /* which part of it */
    char title[40];                 /* "scan the blocks" */
    uint32_t n;                     /* elements of its input, of all blocks */
    uint32_t block_n, blocks, threads, words;
    uint8_t in, out; /* arrays */
    uint8_t own[PLAN_MAX_OWN];
    bool inclusive;
} PlanGrid;

typedef struct {
    const struct Algorithm *algorithm;
    Sizes sizes; /* block_n filled in */
    bool usual;  /* ... since it was not asked for */
    PlanGrid grids[PLAN_MAX_GRIDS];
    int grids_count;
    PlanArray arrays[PLAN_MAX_ARRAYS]; /* in and out first */
    int arrays_count;
    bool full;         /* more was asked for than fits */
    char refusal[160]; /* of sizes that the algorithm cannot have; or "" */
} Plan;

typedef void PlanOf(Plan *plan);

/* Adds an array, of zeros when the run begins; gives its number. */
uint8_t plan_array(Plan *plan, const char *name, uint32_t words, Holds holds);

/* Adds a grid over N elements, a block for each BLOCK_N of them, with the
 * threads and the shared memory that KERNEL's entry asks for; gives it for what
 * is left to be said: title, part, own, inclusive. */
PlanGrid *plan_grid(Plan *plan, const struct Algorithm *kernel, uint32_t n,
                    uint32_t block_n, uint8_t in, uint8_t out);

/* Three phases, by the parts of the algorithm's own kernel: PLAN_SUMS puts the
 * sum of each block of OUT, that IN was scanned to, into own array 0; PLAN_ADD
 * adds what own array 0 has for a block to all of its elements in OUT.  The
 * inner algorithm scans: the elements, then the sums of blocks, then the sums
 * of their blocks, until there is one. */
enum { PLAN_SUMS, PLAN_ADD };
void plan_three_phase(Plan *plan);

/* One block, one launch; gives the grid. */
PlanGrid *plan_one_block(Plan *plan);

/* One launch of a kernel that shares its blocks' elements out to their threads;
 * gives the grid.  Unless a size of blocks was asked for, all threads have the
 * same number of elements, an odd one, and there are several blocks. */
PlanGrid *plan_shared(Plan *plan);

/* The elements of a block when nothing is asked for: a quarter of N, at least
 * K and at most MOST. */
uint32_t plan_block_n(uint32_t n, uint32_t k, uint32_t most);

#endif
