/* SPDX-License-Identifier: MIT
 *
 * outcome - do the outputs of a trace follow from its events?
 *
 * The array out begins with zeros that stand for nothing.  What a whole trace
 * stored there must be what it says came out:
 *
 *     launch 1   block 0   step 3   out[5] <- 7    later overwritten
 *     launch 2   block 0   step 1   out[5] <- 9    }  one of these, as no
 *                block 1   step 4   out[5] <- 8    }  barrier is between them
 *
 * Of several threads that store to one word in the last launch that does so,
 * and, of a block, in its last such step, any may come last: recordings of
 * faulty kernels have such races, and the report names them.  Of one thread the
 * last store counts.  What an atomic update leaves is not recorded, and passes.
 *
 * A program's array has words before its first launch, and may be written
 * between launches: its outputs are what the trace says.
 */
#ifndef UPSWEEP_OUTCOME_H
#define UPSWEEP_OUTCOME_H

#include "trace/trace.h"

/* True if the outputs of TRACE, and what they stand for, follow from its
 * stores, if it does not hold all blocks that ran, or if it is a program's.
 * Otherwise appends a clause to WHY: "output 5 is 7, but its events leave 9
 * there". */
bool outcome_check(const Trace *trace, Text *why);

#endif
