/* SPDX-License-Identifier: MIT
 *
 * reader - from the rows of a .upsweep file to a Trace.
 *
 * A file may come from anywhere, so nothing in it is believed.  Its tables must
 * be those of schema.c word for word; every row must have the number after the
 * one before it, or at least a higher one; every field must be in range before
 * it gets into the trace; and in the end the digest must agree.
 *
 * Rows with rising numbers take place in the file, so memory is bounded by the
 * file's size.  The snapshots, which are worked out and not stored, have a
 * bound of their own.
 */
#ifndef UPSWEEP_READER_H
#define UPSWEEP_READER_H

#include "trace/trace.h"

#include <sqlite3.h>

#define READER_MAX_ROW (2 << 20) /* bytes; more than the longest source */

/* The trace in DB, a file of BYTES bytes that PATH names in errors; or NULL and
 * ERROR_USAGE. */
Trace *reader_trace(sqlite3 *db, size_t bytes, const char *path, Error *error);

/* Shared memory as it is before a block's first step, unless the file says
 * otherwise: every word 0, and stored by nobody. */
void reader_blank(Word *values, Word *intervals, size_t words);

#endif
