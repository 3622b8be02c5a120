/* SPDX-License-Identifier: MIT
 *
 * report - what a trace cost, counted and in closed form: as a table with one
 * column a trace, and as JSON with each step and instruction.  What the rows
 * mean is in doc/handbook.md, section 2.
 */
#ifndef UPSWEEP_REPORT_H
#define UPSWEEP_REPORT_H

#include "trace/trace.h"

#include <jansson.h>

/* A RUN object of the JSON output; the caller owns the reference. */
json_t *report_json(const Trace *trace);

/* Appends the table, with COUNT traces side by side. */
void report_text(const Trace *const traces[], int count, Text *text);

#endif
