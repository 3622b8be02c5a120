/* SPDX-License-Identifier: MIT
 *
 * table - the rows of a table in a .upsweep file, each column checked as it is
 * read: a file may say anything.
 */
#ifndef UPSWEEP_TABLE_H
#define UPSWEEP_TABLE_H

#include "util/base.h"

#include <sqlite3.h>

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *row;
    const char *name; /* of the table being read, for errors */
    const char *path;
    Error *error;
    size_t text_left; /* bytes of text that the file has room for */
} Table;

/* What a column may hold. */
typedef struct {
    int64_t low, high;
} Range;

/* base_out_of_memory if that is why the last call of SQLite on DB failed. */
void table_check_memory(sqlite3 *db);

/* Says that the table is damaged; gives false. Where SQLite had no memory, it
 * is not: table_check_memory. */
bool table_damaged(Table *table);
/* Says also what is wrong there, a clause such as "it has no launch". */
bool table_refuse(Table *table, const char *what);

/* Begins with the rows that SQL selects from NAME; false and the error if it
 * cannot. */
bool table_open(Table *table, const char *name, const char *sql);
/* Moves to the next row; *MORE is false after the last. */
bool table_next(Table *table, bool *more);
void table_close(Table *table);

/* The first COUNT columns of a row, numbers, each in its range. */
bool table_numbers(Table *table, const Range *ranges, int count,
                   int64_t *numbers);

/* The text in a column, if it is one printable line (base/printable.h) and its
 * length in range; it is good until the next row.  NULL and the error if not,
 * or if there is more text than the file has bytes (rows may share pages).  Of
 * table_lines, tabs and line breaks may be in it, too. */
const char *table_text(Table *table, int column, size_t low, size_t high);
const char *table_lines(Table *table, int column, size_t low, size_t high);

#endif
