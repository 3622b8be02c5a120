/* SPDX-License-Identifier: MIT
 *
 * bounds - indices that lie outside of their arrays: detects when a kernel
 * accesses another variable by one.
 *
 * The compiler compares each index with the extent of its array's type
 * (-fsanitize=bounds), and calls the machine where the index lies outside. That
 * alone is no fault:
 *
 *     __shared__ float tile[32][33], a[32], b[32];
 *     tile[0][40]     an element of tile's second row
 *     &a[33]          an address; nothing is accessed
 *     a[32]           b[0], another variable: a fault
 *
 * So the index is kept until the thread accesses, in the same function and on
 * the same line, the element that this index gives of some variable whose
 * innermost extents equal the type's.
 */
#ifndef UPSWEEP_SIMULATOR_BOUNDS_H
#define UPSWEEP_SIMULATOR_BOUNDS_H

#include "simulator/machine.h"

#include <stdbool.h>
#include <stdint.h>

/* True if a thread of a kernel has used such an index. */
extern __attribute__((visibility("hidden"))) bool bounds_used;

/* What bounds_check does where bounds_used is true. */
void bounds_check_any(uint64_t pc, const char *address, const char *verb);

/* The running thread, as VERB says, "loads" or "stores to" ADDRESS at PC: a
 * fault if it does so by an index that leads out of its variable. */
static inline void bounds_check(uint64_t pc, const char *address,
                                const char *verb)
{
    if (bounds_used)
        bounds_check_any(pc, address, verb);
}

/* True if accesses of THREAD are compared with such an index. */
static inline bool bounds_waits(const Thread *thread)
{
    return bounds_used && thread->more->outside_waits > 0;
}

#endif
