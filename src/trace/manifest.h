/* SPDX-License-Identifier: MIT
 *
 * manifest - what a file says of its trace before the first step: what was run,
 * the kernels' sources, the global arrays, the grids, and which of their blocks
 * follow.
 */
#ifndef UPSWEEP_MANIFEST_H
#define UPSWEEP_MANIFEST_H

#include "trace/digest.h"
#include "trace/table.h"

/* Reads the tables run, source, array, grid and block into TRACE, each number
 * checked, and what the file says of its digest; false and the table's error if
 * one of them cannot be. */
bool manifest_read(Table *table, Trace *trace, char digest[DIGEST_TEXT]);

#endif
