/* SPDX-License-Identifier: MIT
 *
 * store - writes a Trace to a .upsweep file and reads it back.
 *
 * The file is a SQLite database that any SQLite tool opens; its schema is
 * documented in schema.c and by comments inside the file itself.  It holds no
 * date and no host name: two recordings of the same run are the same bytes.
 * A digest of the content is checked on opening.
 */
#ifndef UPSWEEP_STORE_H
#define UPSWEEP_STORE_H

#include "trace/trace.h"

/* Writes TRACE to PATH, whole or not at all; an existing ordinary file is
 * replaced.  False with ERROR if that fails. */
bool store_write(const Trace *trace, const char *path, Error *error);

/* Reads the trace in PATH; free it with trace_free.  NULL and ERROR_USAGE if
 * the file is no trace, is cut short, comes from a newer version, or its digest
 * or structure is wrong. */
Trace *store_read(const char *path, Error *error);

/* The same for the BYTES of such a file, which messages call PATH. */
Trace *store_parse(char *file, size_t bytes, const char *path, Error *error);

/* The same through an open file, without a path: writes TRACE into FILE, which
 * is empty; reads it again, where messages call it NAME. */
bool store_send(const Trace *trace, int file, const char *name, Error *error);
Trace *store_receive(int file, const char *name, Error *error);

/* Bytes of the file that store_write would make, for bench; 0 and ERROR if that
 * fails. */
size_t store_bytes(const Trace *trace, Error *error);

/* True if PATH means a file and not an algorithm: it exists and is no folder,
 * or contains a slash, or ends in ".upsweep". */
bool store_is_path(const char *path);

#endif
