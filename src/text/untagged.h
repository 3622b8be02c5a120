/* SPDX-License-Identifier: MIT
 *
 * untagged - finds words that are not sums of inputs and so have no interval:
 * tickets, and flags that say whether a sum is a prefix.
 *
 *     ticket      2 -> cell 12        a number that was drawn
 *     look back   1 from T0           "this sum is a prefix"
 *
 * Both runs of a recording have the same word there, while a sum has an
 * interval in the shadow run.  Read as an interval, 2 would be x0..x2.  To
 * avoid such a label, the origin of the word is traced back through the lane's
 * instructions.
 */
#ifndef UPSWEEP_UNTAGGED_H
#define UPSWEEP_UNTAGGED_H

#include "trace/trace.h"

/* True if the words of instruction INDEX are such numbers or flags. */
bool untagged_is(const Trace *trace, size_t index);

#endif
