/* SPDX-License-Identifier: MIT
 *
 * diff - are two traces the same, event for event?
 *
 * All that the algorithm did must agree: sizes, steps, instructions, every
 * lane's cell, value and interval, snapshots, output.  The device and its times
 * may differ; so may line numbers, if the text of the lines is the same.
 */
#ifndef UPSWEEP_DIFF_H
#define UPSWEEP_DIFF_H

#include "trace/trace.h"

/* True if A and B agree; else appends the first difference to WHERE: step,
 * instruction, lane and both values, on one line. */
bool diff_traces(const Trace *a, const Trace *b, Text *where);

#endif
