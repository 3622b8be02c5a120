/* SPDX-License-Identifier: MIT
 *
 * database - the tables of schema.h, and views of them, in a database of
 * SQLite.
 */
#ifndef UPSWEEP_DATABASE_H
#define UPSWEEP_DATABASE_H

#include "trace/schema.h"

#include <sqlite3.h>

/* Calls base_out_of_memory if the last call of SQLite on DB failed for lack of
 * memory. */
void database_check_memory(sqlite3 *db);

/* Sets a pragma of DB; false if SQLite fails. */
bool database_pragma(sqlite3 *db, const char *name, int value);

/* Which tables a database has. */
typedef enum {
    DATABASE_CATALOG, /* those of all traces */
    DATABASE_PROGRAM, /* and those of a program's trace */
    DATABASE_STRUCTS, /* and that of the members of structs */
    DATABASE_KINDS
} DatabaseKind;

/* That of TRACE. */
DatabaseKind database_kind(const Trace *trace);
/* True if a database of this kind has the table of LAYOUT. */
bool database_has(DatabaseKind kind, const Layout *layout);

/* Makes the tables and views of a kind in an empty database; false if SQLite
 * fails. */
bool database_create(sqlite3 *db, DatabaseKind kind);

/* True if the database has exactly these tables, each made by the statement
 * that makes ours (its comments may differ), and of views and others only
 * views of these names: then a query of a table is known to read plain rows.
 * *KIND: which ones. */
bool database_matches(sqlite3 *db, DatabaseKind *kind);

#endif
