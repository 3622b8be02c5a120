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

/* Makes the tables and views in an empty database; false if SQLite fails. */
bool database_create(sqlite3 *db);

/* True if the database has exactly these tables, each made by the statement
 * that makes ours (its comments may differ), and of views and others only
 * views of these names: then a query of a table is known to read plain rows. */
bool database_matches(sqlite3 *db);

#endif
