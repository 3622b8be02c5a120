/* SPDX-License-Identifier: MIT
 *
 * plan - what an algorithm launches: grids of blocks, one after the other, and
 * the global arrays between them.
 *
 * Most algorithms are one grid of one block and need no plan function.  An
 * algorithm for large arrays has a function, named in its catalog entry, that
 * fills in a Plan:
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

#include "catalog/catalog.h"

#define PLAN_MAX_GRIDS   32
#define PLAN_MAX_ARRAYS  24
#define PLAN_MAX_SCRATCH 3
#define PLAN_MAX_BLOCKS  (1u << 24)

enum { PLAN_USUAL = -1 }; /* Sizes.passes: plan_usual_passes */

/* The sizes of a run that a user may choose. */
#define SIZES_FIELDS                                                           \
    uint32_t n, k;                                                             \
    uint32_t block_n; /* elements of a block; 0: chosen by n */                \
    uint32_t threads; /* of a block; 0: as many as have work */                \
    int passes;       /* of reduction, for hybrid; PLAN_USUAL: as suits */     \
    bool inclusive

typedef struct {
    SIZES_FIELDS;
} Sizes;

/* The same as a part of a larger struct: the fields, and `sizes` for all. */
#define SIZES                                                                  \
    union {                                                                    \
        struct {                                                               \
            SIZES_FIELDS;                                                      \
        };                                                                     \
        Sizes sizes;                                                           \
    }

/* The blocks of each grid that a trace holds, both included, from 0. */
typedef struct {
    uint32_t first, last;
} BlockRange;

typedef struct {
    char name[24];
    uint32_t words;
    Holds holds;
} PlanArray;

typedef struct {
    const Algorithm *kernel; /* whose kernel runs */
    int part;                /* which part of it */
    char title[40];          /* "scan the blocks" */
    uint32_t n;              /* elements of its input, of all blocks */
    uint32_t block_n, blocks, threads, words;
    uint8_t in, out;               /* arrays */
    uint8_t own[PLAN_MAX_SCRATCH]; /* scratch arrays */
    bool inclusive;
} PlanGrid;

struct Plan {
    const Algorithm *algorithm;
    Sizes sizes; /* with block_n and passes filled in */
    bool usual;  /* block_n is the default, not the user's choice */
    PlanGrid grids[PLAN_MAX_GRIDS];
    int grids_count;
    PlanArray arrays[PLAN_MAX_ARRAYS]; /* in and out first */
    int arrays_count;
    bool full;         /* there was no room for all grids or arrays */
    char refusal[160]; /* why the algorithm refuses the sizes, or "" */
};

/* Fills PLAN with the launches of ALGORITHM at these sizes and the arrays it
 * needs; false and ERROR_USAGE if they do not fit, ERROR_FAILED if the entry
 * asks for what no machine has. */
bool plan_make(const Algorithm *algorithm, const Sizes *sizes, Plan *plan,
               Error *error);

/* True if ALGORITHM cuts its input into blocks of a size that can be chosen. */
bool plan_cuts(const Algorithm *algorithm);

/* The default threads of a block: as many as have work, up to the maximum. */
uint32_t plan_threads(const Algorithm *algorithm, uint32_t n, uint32_t k);

/* The default passes of reduction of hybrid: until the array is as long as a
 * warp is wide. */
uint32_t plan_usual_passes(uint32_t n, uint32_t k);

/* Adds an array, all zeros when the run begins; returns its index. */
uint8_t plan_array(Plan *plan, const char *name, uint32_t words, Holds holds);

/* Adds a grid over N elements, a block for each BLOCK_N of them, with the
 * threads and the shared memory that KERNEL's entry asks for.  Returns the
 * grid, so that the caller sets title, part, own and inclusive. */
PlanGrid *plan_grid(Plan *plan, const Algorithm *kernel, uint32_t n,
                    uint32_t block_n, uint8_t in, uint8_t out);

/* The parts of a three-phase kernel: PLAN_SUMS stores the sum of each block of
 * OUT, the scan of IN, in scratch array 0; PLAN_ADD adds a block's word of
 * scratch array 0 to all elements of that block in OUT. */
enum { PLAN_SUMS, PLAN_ADD };
/* Plans a three-phase scan.  The inner algorithm scans the elements, then the
 * sums of blocks, then the sums of their blocks, until one block is left. */
void plan_three_phase(Plan *plan);

/* Plans one launch of one block; returns the grid. */
PlanGrid *plan_one_block(Plan *plan);

/* Plans one launch of a kernel that distributes a block's elements over its
 * threads; returns the grid.  Unless the user chose the size of blocks, all
 * threads have the same odd number of elements, and there are several blocks.
 */
PlanGrid *plan_shared(Plan *plan);

#endif
