/* SPDX-License-Identifier: MIT
 *
 * untagged - words that stand for no inputs, though they are handed about with
 * those that do: tickets, and whether a sum is a prefix.
 *
 *     ticket      2 -> cell 12        a number that was drawn
 *     look back   1 from T0           "what I know is all that there is"
 *
 * Both runs of a recording have the same word there, where a sum has an
 * interval in one of them.  Read as an interval, 2 would be x0..x2; so that no
 * label says so, it must be known how the lane came by the word.
 */
#ifndef UPSWEEP_UNTAGGED_H
#define UPSWEEP_UNTAGGED_H

#include "trace/trace.h"

/* Are the words of instruction INDEX such numbers, or flags? */
bool untagged_is(const Trace *trace, size_t index);

#endif
