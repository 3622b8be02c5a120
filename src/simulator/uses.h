/* SPDX-License-Identifier: MIT
 *
 * uses - which arrays a launch loads and stores, and where: told by the touches
 * of their words (touch.h) when it has run.
 */
#ifndef UPSWEEP_SIMULATOR_USES_H
#define UPSWEEP_SIMULATOR_USES_H

#include "simulator/launch.h"
#include "simulator/memory.h"

/* Bytes FIRST to END - 1; FIRST = END: none. */
typedef struct {
    size_t first, end;
} Extent;

static inline bool extent_is_empty(Extent extent)
{
    return extent.first >= extent.end;
}

static inline bool extents_meet(Extent a, Extent b)
{
    return a.first < b.end && b.first < a.end;
}

static inline bool extent_covers(Extent a, Extent b)
{
    return a.first <= b.first && a.end >= b.end;
}

/* The least extent that has both. */
static inline Extent extent_join(Extent a, Extent b)
{
    if (extent_is_empty(a) || extent_is_empty(b))
        return extent_is_empty(a) ? b : a;
    return (Extent){a.first < b.first ? a.first : b.first,
                    a.end > b.end ? a.end : b.end};
}

typedef struct {
    uint32_t array; /* its number */
    Extent loads;   /* of what was there before the launch */
    Extent stores;
    uint64_t loaded; /* words */
} ArrayUse;

typedef struct {
    ArrayUse *items;
    size_t items_count, items_capacity;
} LaunchUses;

/* What LAUNCH, which ran last, has used; NULL: that is not known. */
LaunchUses *uses_find(const Launch *launch);

/* In lockstep: a thread touches BYTES bytes at ADDRESS. */
void uses_note(const char *address, size_t bytes, ProgramAccessKind kind);

#endif
