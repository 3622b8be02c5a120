/* SPDX-License-Identifier: MIT
 *
 * thread_dump - what one thread of a program does, with its local variables:
 * the output of `upsweep show --thread 2`.
 *
 *     Step 3 of 14: line 13, 2nd time
 *       line 17, loads temp[9] = 8: n = 64, thid = 2, offset = 2, ai = 9, bi =
 * 11
 *
 * A pointer or reference is printed where it is new; the locals of a function
 * that the kernel calls follow its name.
 */
#ifndef UPSWEEP_THREAD_DUMP_H
#define UPSWEEP_THREAD_DUMP_H

#include "trace/trace.h"

/* False and ERROR_USAGE, "--thread ...", if no launch has such a thread, or if
 * the trace has no locals. */
bool thread_check(const Trace *trace, uint32_t thread, Error *error);

/* Adds the instructions of THREAD to TEXT: in the first block of each launch
 * that the trace holds or, if FULL, in all.  False and ERROR as thread_check.
 */
bool thread_dump(const Trace *trace, uint32_t thread, bool full, Text *text,
                 Error *error);

#endif
