/* SPDX-License-Identifier: MIT
 *
 * table - reads the rows of a table in a .upsweep file and checks each column,
 * because a file may hold anything.  Used by reader and manifest: table_open,
 * table_next until *MORE is false, table_close.
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
    size_t text_left; /* bytes of text that may still be read */
} Table;

/* The range of a column's numbers, both ends included. */
typedef struct {
    int64_t low, high;
} Range;

/* Calls base_out_of_memory if the last call of SQLite on DB failed for lack of
 * memory. */
void table_check_memory(sqlite3 *db);

/* Sets the error "the table is damaged" and returns false; but if SQLite lacked
 * memory, ends the program as table_check_memory does. */
bool table_damaged(Table *table);
/* The same, with WHAT in the error: a clause such as "it has no launch". */
bool table_refuse(Table *table, const char *what);

/* Begins to read the rows that SQL selects from table NAME; false with the
 * error set if SQLite fails. */
bool table_open(Table *table, const char *name, const char *sql);
/* Moves to the next row; *MORE is false after the last.  False with the error
 * set if the table is damaged. */
bool table_next(Table *table, bool *more);
void table_close(Table *table);

/* Reads the first COUNT columns of the row into NUMBERS.  False with the error
 * set if one is no integer or is out of its range. */
bool table_numbers(Table *table, const Range *ranges, int count,
                   int64_t *numbers);

/* The text in a column, of LOW to HIGH bytes and one printable line
 * (util/printable.h); valid until the next row.  NULL with the error set if the
 * text is none such, or if all texts together have more bytes than the file
 * (rows may share pages). */
const char *table_text(Table *table, int column, size_t low, size_t high);
/* The same for text that may contain tabs and line breaks. */
const char *table_lines(Table *table, int column, size_t low, size_t high);

#endif
