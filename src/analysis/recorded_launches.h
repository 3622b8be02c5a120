/* SPDX-License-Identifier: MIT
 *
 * recorded_launches - which launches of a program its trace tells of.
 *
 * A trace has the first launch of each kernel, or the one that was chosen.
 * Nothing is known of the races of the others.
 */
#ifndef UPSWEEP_RECORDED_LAUNCHES_H
#define UPSWEEP_RECORDED_LAUNCHES_H

#include "trace/trace.h"

/* True if the trace has all launches that the program made, or if it is not
 * known how many it made. */
bool recorded_launches_are_all(const Trace *trace);

/* Appends "launches 1 and 2 of 5"; there must be more than were recorded. */
void recorded_launches_explain(const Trace *trace, Text *text);

#endif
