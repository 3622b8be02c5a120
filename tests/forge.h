/* SPDX-License-Identifier: MIT
 *
 * forge - trace files as an attacker would write them: rows changed by SQL, and
 * the digest made right again, so that the reader has to judge the numbers.
 *
 *     trace ──► file in memory ──► SQL ──► digest ──► a file on disk ──► Trace
 */
#ifndef UPSWEEP_FORGE_H
#define UPSWEEP_FORGE_H

#include "trace/trace.h"

typedef struct Forge Forge;

/* A file of TRACE to change.  forge_close it. */
Forge *forge_open(const Trace *trace);
/* The same of the BYTES at FILE, which are copied. */
Forge *forge_copy(const void *file, size_t bytes);
void forge_close(Forge *forge);

/* Executes SQL on the file; false if SQLite refuses it. */
bool forge_sql(Forge *forge, const char *format, ...) BASE_PRINTF(2, 3);

/* The number that a query gives; -1 if SQLite refuses it. */
int64_t forge_count(Forge *forge, const char *format, ...) BASE_PRINTF(2, 3);

/* Makes the outputs those that the stores leave, as somebody would who changed
 * stores. */
void forge_settle(Forge *forge);

/* Writes the file to PATH with the digest that its content has.  Returns the
 * trace, or NULL and ERROR if the reader refuses the content. */
Trace *forge_read(Forge *forge, const char *path, Error *error);

#endif
