/* SPDX-License-Identifier: MIT
 *
 * regroup - lanes that a GPU served one after the other, although they make the
 * same access, as one instruction:
 *
 *     the GPU    lanes 0-15   s[p] = op(x, y)    lanes 16-31   s[p] = x
 *     the trace  lanes 0-31   s[p]
 *
 * When diverged lanes meet again is up to the GPU.  In a trace, as on the
 * simulator, those at the lowest line go first, and others join them there.
 */
#ifndef UPSWEEP_REGROUP_H
#define UPSWEEP_REGROUP_H

#include "trace/trace.h"

/* Regroups the accesses of each step of TRACE, of the catalog's program on a
 * GPU, warp after warp.  An access whose line is not known, in a function of
 * CUDA's, gets the line of the thread's next one. */
void regroup(Trace *trace);

#endif
