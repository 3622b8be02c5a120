/* SPDX-License-Identifier: MIT
 *
 * program_answer - what `report` says of a user's program beyond a trace of the
 * catalog: its launches, what they compute, and what its lines cost.
 */
#ifndef UPSWEEP_PROGRAM_ANSWER_H
#define UPSWEEP_PROGRAM_ANSWER_H

#include "trace/trace.h"

#include <jansson.h>

/* Adds to LAUNCH, the object of grid G: kernel, grid, block, shared_bytes and
 * result. */
void program_launch_json(const Trace *trace, uint32_t g, json_t *launch);
/* The list of lines with their costs; the caller owns the reference. */
json_t *program_lines_json(const Trace *trace);

/* Appends a table of the lines, with the most conflicts first marked. */
void program_lines_text(const Trace *trace, Text *text);

#endif
