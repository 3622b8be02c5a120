/* SPDX-License-Identifier: MIT
 *
 * race_list - data races that were found (race.h).
 */
#ifndef UPSWEEP_RACE_LIST_H
#define UPSWEEP_RACE_LIST_H

#include "analysis/thread_access.h"

enum { RACE_SHARED = UINT8_MAX }; /* Race.array: shared memory */

typedef struct {
    uint32_t block, step; /* of the first side */
    uint32_t cell;        /* of shared memory, or index in the array */
    uint8_t array;        /* of global memory, or RACE_SHARED */
    ThreadAccess first, second;
    bool unfenced; /* a fence would order the two */
} Race;

/* Races of shared memory, at most one for each (step, cell), sorted by step,
 * then cell; the two sides in the trace's order.  Then those of global memory,
 * at most one for each word in each launch, sorted by launch, array, word; the
 * two sides in order of time. */
typedef struct {
    Race *races;
    size_t races_count, races_capacity;
    bool cut; /* there may be more: see happens_before_gave_up */
    /* Of a program: words to which several threads store, but the same value,
     * so that the order does not matter.  They are not in the list. */
    size_t same_count;
    Race same; /* the first of them */
} RaceList;

#endif
