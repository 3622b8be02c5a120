/* SPDX-License-Identifier: MIT
 *
 * reader - from the rows of a .upsweep file to a Trace.
 *
 * A file may come from anywhere, so nothing in it is trusted.  Its tables must
 * match schema.c; row numbers must be consecutive, or at least rising; every
 * field must be in range before it gets into the trace; and in the end the
 * digest must agree.
 *
 * Rows with rising numbers take up space in the file, so memory is bounded by
 * the file's size.  Snapshots, which are computed and not stored, have a
 * separate bound (limits.h).
 */
#ifndef UPSWEEP_READER_H
#define UPSWEEP_READER_H

#include "trace/trace.h"

#include <sqlite3.h>

#define READER_MAX_ROW (2 << 20) /* bytes; more than the longest source */

/* The trace in DB, a file of BYTES bytes; free it with trace_free.  NULL and
 * ERROR_USAGE, naming PATH, if the file is damaged. */
Trace *reader_trace(sqlite3 *db, size_t bytes, const char *path, Error *error);

#endif
