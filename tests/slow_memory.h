/* SPDX-License-Identifier: MIT
 *
 * slow_memory - global memory at a position, found by replaying the whole run
 * from its start: the obvious twin of moment/global_words.
 */
#ifndef UPSWEEP_SLOW_MEMORY_H
#define UPSWEEP_SLOW_MEMORY_H

#include "moment/global_words.h"

typedef struct {
    uint32_t length;
    GlobalWord *words;
} ArrayContents;

typedef struct {
    ArrayContents *arrays; /* one for each array of the trace */
    size_t count;
} SlowMemory;

/* After the first POSITION instructions of TRACE, played in ORDER.  Free it
 * with slow_memory_free. */
SlowMemory slow_memory_at(const Trace *trace, const uint32_t *order,
                          size_t position);
void slow_memory_free(SlowMemory *global);

#endif
