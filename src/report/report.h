/* SPDX-License-Identifier: MIT
 *
 * report - what a trace cost, counted and in closed form: as a table with one
 * column a trace, and as JSON with each step and instruction.  What the rows
 * mean is in doc/theory.md, "Terms".
 */
#ifndef UPSWEEP_REPORT_H
#define UPSWEEP_REPORT_H

#include "analysis/schedule_costs.h"
#include "record/record.h"
#include "say/diagnostic.h"

#include <jansson.h>

/* A RUN object of the JSON output, its model of time with COSTS; the caller
 * owns the reference. */
json_t *report_json(const Trace *trace, const ScheduleCosts *costs);

/* Appends the table, with COUNT traces side by side. */
void report_text(const Trace *const traces[], int count,
                 const ScheduleCosts *costs, const DiagnosticStyle *style,
                 Text *text);

/* S3's trade-off: what each number of reduce passes costs hybrid, counted in
 * one run for each.  The mark * shows the passes of the trace.
 *
 *     passes   left       W   rounds   ...     T
 *          0   1024    9217       10         931     Horn's scan alone
 *        * 5     32    2126       15         ...     as long as a warp is wide
 *         10      1    2036       19         ...     a tree alone
 */

/* True if the algorithm of TRACE has a number of passes. */
bool passes_apply(const Trace *trace);

/* Appends the table for the size and input of TRACE, for which passes_apply
 * must be true; false and ERROR if a run fails. */
bool passes_text(Recorder *recorder, const Trace *trace, Text *text,
                 Error *error);
/* The same as a list of objects, whose reference the caller owns; NULL and
 * ERROR if a run fails. */
json_t *passes_json(Recorder *recorder, const Trace *trace, Error *error);

#endif
