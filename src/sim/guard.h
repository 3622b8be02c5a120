/* SPDX-License-Identifier: MIT
 *
 * guard - what would end the program, when a kernel on the CPU machine does it,
 * ends in a fault of the thread that did it instead.
 *
 *   a wrong pointer, an abort, a stack       signals, on a stack of their own
 *     that is too small
 *   a division by zero, an index beyond a    checks that the compiler adds to
 *     local array, a null pointer              kernels (KERNEL_CFLAGS)
 *   malloc, exit, raise ...                  kernels/scan_host.h
 *   a thread that does not end               a timer
 *
 * The compiler's checks and scan_host.h know the line; of a signal no more is
 * known than the line of the thread's last access, and the message says so.
 *
 * Bounds in time: see GuardLimits.
 *
 * Only a signal that comes while a thread of a kernel runs is taken; the others
 * go where they would have gone without the guard.
 */
#ifndef UPSWEEP_GUARD_H
#define UPSWEEP_GUARD_H

#include "sim/thread.h"

/* In seconds. */
typedef struct {
    double quiet;  /* of processor time, from one event of a thread to the next
                    */
    double wait;   /* for something outside of the machine */
    double launch; /* of processor time, for all of a launch */
} GuardLimits;

/* What holds: 2, 30 and 120 seconds.  Tests shorten them. */
extern GuardLimits guard_limits;

/* From here on the lane that SHARED says is running answers for what happens;
 * one machine at a time. */
void guard_begin(SimShared *shared);
/* The signals do again what they did before. */
void guard_end(void);

#endif
