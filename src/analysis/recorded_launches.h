/* SPDX-License-Identifier: MIT
 *
 * recorded_launches - which launches of a program its trace holds.
 *
 * A trace has the first launch of each kernel, or the one that was chosen.
 * Nothing is known of the races of the others.
 */
#ifndef UPSWEEP_RECORDED_LAUNCHES_H
#define UPSWEEP_RECORDED_LAUNCHES_H

#include "trace/trace.h"

/* The launches of the trace that were not cut off, see trace_is_cut: the first
 * ones. */
uint32_t recorded_launches_complete(const Trace *trace);

/* The number of launch G of the trace among those that the program made, from
 * 1; G + 1 where that is not known, and of the catalog's. */
uint32_t recorded_launches_number(const Trace *trace, uint32_t g);

/* How many launches the program made, so that launches are numbered up to this;
 * if that is not known, and for the catalog, the launches of the trace. */
uint32_t recorded_launches_made(const Trace *trace);

/* The launch of the trace that has that number; grids_count: none has. */
uint32_t recorded_launches_find(const Trace *trace, uint32_t number);

/* Appends "launch 4 of 6", of launch G of the trace. */
void recorded_launches_place(const Trace *trace, uint32_t g, Text *text);

/* True if the trace has all launches that the program made, or if it is not
 * known how many it made; one that was cut off does not count. */
bool recorded_launches_are_all(const Trace *trace);

/* Appends "launches 1 and 2 of 5", those that are complete; there must be such
 * launches, and more that are not recorded or not complete. */
void recorded_launches_explain(const Trace *trace, Text *text);

/* Appends "launch 3 ended early and was not checked", of a trace with one that
 * was cut off. */
void recorded_launches_explain_cut(const Trace *trace, Text *text);

#endif
