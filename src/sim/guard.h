/* SPDX-License-Identifier: MIT
 *
 * guard - errors that would end the program, made by a kernel on the CPU
 * machine, become a fault of the thread that made them.  Called by simt.c
 * around a run.
 *
 *   a wrong pointer, an abort, a stack       signals, handled on a separate
 *     overflow                                 stack
 *   a division by zero, an index beyond a    checks that the compiler adds to
 *     local array, a null pointer              kernels (KERNEL_CFLAGS)
 *   malloc, exit, raise ...                  kernels/scan_host.h
 *   a thread that does not end               a timer
 *
 * The compiler's checks and scan_host.h know the source line.  For a signal
 * only the line of the thread's last access is known, and the message says so.
 *
 * Time limits: see GuardLimits.
 *
 * The guard handles only signals that arrive while a thread of a kernel runs;
 * all others go to the handlers that were installed before.
 */
#ifndef UPSWEEP_GUARD_H
#define UPSWEEP_GUARD_H

#include "sim/thread.h"

/* Time limits in seconds. */
typedef struct {
    double quiet;  /* processor time between two events of a thread */
    double wait;   /* elapsed time between two events, as in a sleep */
    double launch; /* processor time of a whole launch */
} GuardLimits;

/* The limits in force: 2, 30 and 120 seconds.  Tests shorten them. */
extern GuardLimits guard_limits;

/* Installs the handlers: from here on an error is a fault of the thread
 * SHARED->running.  One machine at a time. */
void guard_begin(SimShared *shared);

/* Restores the handlers that were installed before. */
void guard_end(void);

#endif
