/* SPDX-License-Identifier: MIT
 *
 * store - a Trace as a .upsweep file and back.
 *
 * The file is a SQLite database that any SQLite tool opens; its schema is
 * documented in schema.c and by comments inside the file itself.  It holds no
 * clock and no host name: two recordings of the same thing are the same bytes.
 * A digest of the content is checked on opening.
 */
#ifndef UPSWEEP_STORE_H
#define UPSWEEP_STORE_H

#include "trace/trace.h"

#define STORE_APPLICATION_ID 0x55505357 /* "UPSW" */
#define STORE_VERSION        2

/* Writes TRACE to PATH, whole or not at all; an existing ordinary file is
 * replaced.  ERROR_FAILED if it cannot. */
bool store_write(const Trace *trace, const char *path, Error *error);

/* Reads the trace in PATH.  NULL and ERROR_USAGE if the file is no trace, is
 * cut short, comes from a newer version, or its digest or structure is wrong.
 */
Trace *store_read(const char *path, Error *error);

/* Bytes of the file that store_write would make, for bench. */
size_t store_bytes(const Trace *trace, Error *error);

/* True if PATH is the name of a file and not of an algorithm: it exists and
 * is no folder, or has a slash or ends in ".upsweep". */
bool store_is_path(const char *path);

#endif
