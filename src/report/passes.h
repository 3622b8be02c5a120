/* SPDX-License-Identifier: MIT
 *
 * passes - S3's trade-off: what each number of reduce passes costs hybrid.
 *
 *     passes   left       W   rounds   ...     T
 *          0   1024    9217       10         931     Horn's scan alone
 *        * 5     32    2126       15         ...     as long as a warp is wide
 *         10      1    2036       19         ...     a tree alone
 *
 * All numbers are counted, in one run for each number of passes.  The mark *
 * shows the passes of the trace.
 */
#ifndef UPSWEEP_PASSES_H
#define UPSWEEP_PASSES_H

#include "record/record.h"

#include <jansson.h>

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
