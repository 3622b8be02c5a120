/* SPDX-License-Identifier: MIT
 *
 * race - the data races of a run: two accesses of one word by two threads that
 * nothing orders, at least one of them a store.
 *
 *     barrier   T4 loads cell 3      T5 stores to cell 3      barrier
 *               \_____ either may come first: a race ______/
 *
 *     block 0   store sums[0] ── store flag ─┐
 *     block 1                                └► load flag ── load sums[0]
 *
 * An access comes before another
 *   - of the same thread, if the program says so;
 *   - of its block, if there is a barrier between, or, in a warp, a barrier of
 *     the lanes (epoch.h).  Nothing else orders the lanes of a warp: since
 * Volta they run together only where a barrier makes them;
 *   - of any thread of the launch, if a signal that is sent after the one is
 *     seen before the other, or by way of further threads.  A volatile store or
 *     an atomic operation sends a signal; a volatile load or an atomic
 * operation sees it: in shared memory only where threads wait
 * (waiting_sites.h), and in another block only with a fence before it is sent.
 * That there is none is known of a launch in which no thread executes any
 * (Grid.unfenced);
 *   - of a later launch.
 * The time at which an access was made, for one, may be different in another
 * run.
 *
 * Accesses of parts of a word race only where they touch the same byte.  Two
 * atomic operations do not race; nor, in global memory, do two volatile
 * accesses.
 *
 * A trace may hold only some blocks.  A load that saw what a block outside the
 * trace wrote may have come after any access, and is assumed to have: so no
 * order that may exist is denied.  The same holds for a signal on a GPU, as it
 * is not known which one was seen.  Races with blocks that the trace does not
 * hold are not found.
 */
#ifndef UPSWEEP_RACE_H
#define UPSWEEP_RACE_H

#include "analysis/thread_access.h"

enum { RACE_SHARED = UINT8_MAX }; /* Race.array: shared memory */

/* What orders accesses of two threads, the cheapest first. */
typedef enum {
    EDGE_NONE,    /* nothing can: all threads store to one word */
    EDGE_FENCE,   /* before a signal that exists */
    EDGE_ATOMIC,  /* operations instead of plain accesses */
    EDGE_WARP,    /* a barrier of a warp's lanes */
    EDGE_BARRIER, /* of a block */
    EDGE_GRID,    /* a barrier of all blocks */
    EDGE_LAUNCH,  /* the end of a launch */
    EDGE_KINDS
} EdgeKind;

typedef struct {
    uint32_t block, step; /* of the first side */
    uint32_t cell;        /* of shared memory, or index in the array */
    uint8_t array;        /* of global memory, or RACE_SHARED */
    uint8_t missing;      /* EdgeKind: what would order the two */
    bool same_value;      /* both only store, and the same bytes */
    ThreadAccess first, second;
} Race;

/* Races of shared memory, at most one for each (step, cell), sorted by step,
 * then cell.  Then the races of global memory, at most one for each word in
 * each launch, sorted by launch, array, word.  A word has the race that is
 * complete first; one that a fence would not prevent goes before others if it
 * is found soon after them.  The two sides are in order of time. */
typedef struct {
    Race *races;
    size_t races_count, races_capacity;
    bool cut; /* there may be more: the search passed a bound that no recording
                 of the catalog reaches */
    /* Words to which several threads store, but the same value, and which no
     * other thread sees before a barrier: the order does not matter.  They are
     * not in the list. */
    size_t same_count;
    Race same; /* the first of them */
} RaceList;

/* The races of TRACE.  Free the list with race_free. */
RaceList race_find(const Trace *trace);
void race_free(RaceList *list);

/* True if ACCESS of AT, which is one of shared memory, races with another
 * access, as far as barriers order them.  Works it out from the trace, so ask
 * only where there is a race (race_at). */
bool race_has(const Trace *trace, const Instruction *at, const Access *access);

/* The race of shared memory in a step, an index, at a cell; NULL if there is
 * none. */
const Race *race_at(const RaceList *list, uint32_t step, uint32_t cell);

/* The race of global memory in launch GRID at a word of ARRAY; NULL if there is
 * none. */
const Race *race_at_word(const Trace *trace, const RaceList *list,
                         uint32_t grid, uint8_t array, uint32_t word);

/* Appends what RACE is at: "s[5].x", of the catalog "cell 0" or "word 3 of
 * "sums 1"". */
void race_name(const Trace *trace, const Race *race, Text *text);

/* What would mend a race of a program:
 *
 *     count += x;              by several threads: an atomic operation
 *     s[0] = t;                by several threads: one of them stores
 *     lock = 0;                of a lock taken by atomicCAS: atomicExch
 *     s[t] = x; y = s[t + 1];  __syncthreads(), or __syncwarp() in a warp
 *     to[t] = from[t];         of buffers that overlap: start the second later
 */

/* Appends what would mend RACE, one of LIST: "add __syncthreads() before line
 * 16".  Nothing if nothing is known to. */
void race_remedy_explain(const Trace *trace, const Race *race,
                         const RaceList *list, Text *text);
/* What would order the sides of RACE: its missing edge, but nothing can where
 * buffers overlap. */
EdgeKind race_remedy_missing(const Trace *trace, const Race *race);

#endif
