/* SPDX-License-Identifier: MIT
 *
 * manifest - reads the part of a file that precedes the steps: what was run,
 * the kernels' sources, the global arrays, the grids, and which of their blocks
 * the file holds.  The reader calls it.
 */
#ifndef UPSWEEP_MANIFEST_H
#define UPSWEEP_MANIFEST_H

#include "trace/digest.h"
#include "trace/table.h"

/* Reads the tables run, source, array, grid and block into TRACE, checking each
 * number, and the digest that the file states into DIGEST.  False, with the
 * error in TABLE, if a table cannot be read or is damaged. */
bool manifest_read(Table *table, Trace *trace, char digest[DIGEST_TEXT]);

#endif
