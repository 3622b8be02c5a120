/* SPDX-License-Identifier: MIT
 *
 * result_launches - the launches that have a part in a result which several
 * launches make together.
 *
 *     launch 1   scan<<<...>>>(in, out, sums)     has a part
 *     launch 2   count<<<...>>>(odd, in)          has none
 *     launch 3   add<<<...>>>(out, sums)          has a part
 */
#ifndef UPSWEEP_RESULT_LAUNCHES_H
#define UPSWEEP_RESULT_LAUNCHES_H

#include "trace/trace.h"

/* Appends ", through 3 launches" or ", through launches 2, 4 and 5" of RESULT,
 * one of TRACE's; nothing if it is of one launch.  Launches that the trace does
 * not have as a whole are taken to have a part, as are those between. */
void result_launches_explain(const Trace *trace, const SumResult *result,
                             Text *text);

#endif
