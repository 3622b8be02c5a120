/* SPDX-License-Identifier: MIT
 *
 * passes - S3's trade-off: what each number of reduce passes costs hybrid.
 *
 *     passes   left       W   rounds   ...     T
 *          0   1024    9217       10         931     Horn's scan alone
 *        * 5     32    2126       15         ...     as long as a warp is wide
 *         10      1    2036       19         ...     a tree alone
 *
 * Every number is counted: the run is made again for each.
 */
#ifndef UPSWEEP_PASSES_H
#define UPSWEEP_PASSES_H

#include "record/record.h"

#include <jansson.h>

/* Does TRACE tell of an algorithm with a number of passes? */
bool passes_apply(const Trace *trace);

/* A table for the size and input of TRACE, to which they apply; false and ERROR
 * if a run fails. */
bool passes_text(Recorder *recorder, const Trace *trace, Text *text,
                 Error *error);
/* The same as a list of objects; NULL and ERROR. */
json_t *passes_json(Recorder *recorder, const Trace *trace, Error *error);

#endif
