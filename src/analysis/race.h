/* SPDX-License-Identifier: MIT
 *
 * race - finds data races: two accesses of one word by two threads that nothing
 * orders, at least one of them a store.
 *
 *     barrier   T4 loads cell 3      T5 stores to cell 3      barrier
 *               \_____ either may come first: a race ______/
 *
 * Shared memory: any two accesses of one cell by two threads of a block in the
 * same step race, unless both are loads.  That holds within a warp too: since
 * Volta the lanes of a warp run together only where a barrier makes them, so
 * code that relies on lockstep has a race.  Where a thread of a program waits
 * for a flag in shared memory, that orders accesses, too (shared_flags.h).
 *
 * Global memory: the same.  Between the blocks of one launch no barrier orders
 * accesses, but only what one sees of the other (happens_before.h).  Two
 * accesses that are both atomic or volatile do not race.  One launch
 * ends before the next begins.  In a program atomic operations order accesses
 * of two blocks only with a fence before the one that is seen; that there is
 * none is known of a launch in which no thread executes any (Grid.unfenced).
 *
 * Accesses to a part of a word race only where they touch the same byte.
 *
 * Races with blocks that the trace does not hold are not found.
 */
#ifndef UPSWEEP_RACE_H
#define UPSWEEP_RACE_H

#include "analysis/race_list.h"

/* The races of TRACE; those of a program in which threads store the same value
 * are not among them, see RaceList.same.  Free the
 * list with race_free. */
RaceList race_find(const Trace *trace);
void race_free(RaceList *list);

/* The race of shared memory in a step, an index, at a cell; NULL if there is
 * none. */
const Race *race_at(const RaceList *list, uint32_t step, uint32_t cell);

/* The race of global memory in launch GRID at a word of ARRAY; NULL if there is
 * none. */
const Race *race_at_word(const Trace *trace, const RaceList *list,
                         uint32_t grid, uint8_t array, uint32_t word);

/* The access of AT to the word of RACE, from its access number *J on, which *J
 * becomes the number of; NULL: there is none. */
const Access *race_next_access(const Trace *trace, const Race *race,
                               const Instruction *at, int *j);

/* Appends what RACE is at: "s[5].x", of the catalog "cell 0" or "word 3 of
 * "sums 1"". */
void race_name(const Trace *trace, const Race *race, Text *text);

/* Appends a sentence to TEXT: "race in step 2 (add, level 1) at cell 0: thread
 * 1 loads it (FILE:31) and thread 0 stores it (FILE:34) with no barrier
 * between" */
void race_explain(const Trace *trace, const Race *race, Text *text);

/* Appends "several threads store 4 to count[0] (FILE:6), so that their order
 * does not matter" of RACE, RaceList.same. */
void race_explain_same(const Trace *trace, const Race *race, Text *text);

#endif
