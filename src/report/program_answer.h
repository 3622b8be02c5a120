/* SPDX-License-Identifier: MIT
 *
 * program_answer - what `report` says of a user's program beyond a trace of the
 * catalog: its launches, what they compute, and what its lines cost.
 */
#ifndef UPSWEEP_PROGRAM_ANSWER_H
#define UPSWEEP_PROGRAM_ANSWER_H

#include "findings/finding.h"

#include <jansson.h>

/* What the program computes: all launches together, or else the last one. */
const SumResult *program_result(const Trace *trace);

/* The launch that the sizes of the report are those of: of the catalog the
 * first one; of a program the one that has its result, or the first of those
 * that make it; if that was not checked the one of the most threads. */
const Grid *program_grid(const Trace *trace);

/* Adds to LAUNCH, the object of grid G: kernel, grid, block, shared_bytes and
 * result. */
void program_launch_json(const Trace *trace, uint32_t g, json_t *launch);
/* Adds to ANSWER launches_made, how many the program made, recorded or not;
 * null if that is not known. */
void program_launches_json(const Trace *trace, json_t *answer);
/* Adds to ANSWER ended, why the program did not come to its end, or null. */
void program_ended_json(const Trace *trace, json_t *answer);
/* What all launches compute together, or null; the caller owns the reference.
 */
json_t *program_together_json(const Trace *trace);
/* The list of what launches compute that are not recorded; the caller owns the
 * reference. */
json_t *program_further_json(const Trace *trace);
/* Adds to ANSWER what the program computes: checked, unchecked and kind, of all
 * launches together or else of the last one; together; and launches, the
 * results of each that is recorded, further, and launches_made. */
void program_results_json(const Trace *trace, json_t *answer);
/* The list of lines with their costs; the caller owns the reference. */
json_t *program_lines_json(const Findings *findings);
/* The list of arrays in shared memory at which lanes wait, with the conflicts
 * that are predicted for other layouts; the caller owns the reference. */
json_t *layouts_json(const Findings *findings);
/* The list of all findings, the worst first; the caller owns the reference. */
json_t *findings_json(const Findings *findings);

/* Appends a table of the lines, with the most conflicts first marked. */
void program_lines_text(const Findings *findings, Text *text);

#endif
