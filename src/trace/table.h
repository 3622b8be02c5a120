/* SPDX-License-Identifier: MIT
 *
 * table - reads the rows of a table in a .upsweep file and checks each column,
 * because a file may hold anything.  Used by the reader: table_open, table_row
 * until *MORE is false, table_close.
 */
#ifndef UPSWEEP_TABLE_H
#define UPSWEEP_TABLE_H

#include "trace/database.h"

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *row;
    const Layout *layout; /* of the table being read; NULL: of table run */
    const char *name;     /* of the table being read, for errors */
    const char *path;
    Error *error;
    size_t text_left; /* bytes of text that may still be read */
    int64_t id;       /* of the row read last; -1 before the first */
    uint64_t digest;  /* of all rows read so far */
} Table;

/* Sets the error "the table is damaged", with the row read last and a clause
 * such as "it has no launch", and returns false. */
bool table_refuse(Table *table, const char *format, ...) BASE_PRINTF(2, 3);

/* Begins to read the rows of a table; with NULL those of table run, by rising
 * key: value and key.  False with the error set if SQLite fails. */
bool table_open(Table *table, const Layout *layout);
/* Moves to the next row; *MORE is false after the last.  False with the error
 * set, and *MORE true, if the table cannot be read. */
bool table_next(Table *table, bool *more);
/* The same, and reads the row, if there is one: its number into table->id, its
 * columns into the struct ROW.  Texts belong to the caller, if the row is read
 * without error.  Also false for a number that is not above the one before. */
bool table_row(Table *table, void *row, bool *more);
/* The same for a table whose rows have the numbers 0, 1, 2, ...; at most MOST
 * rows. */
bool table_next_row(Table *table, size_t most, void *row, bool *more);
void table_close(Table *table);

/* False with the error set unless LOW <= NUMBER <= HIGH, where NUMBER is the
 * value of WHAT. */
bool table_within(Table *table, const char *what, int64_t number, int64_t low,
                  int64_t high);

/* Reads column AT, whose name is WHAT, of the row: a number.  False with the
 * error set if it is none from LOW to HIGH. */
bool table_number(Table *table, int at, const char *what, int64_t low,
                  int64_t high, int64_t *number);
/* The text in column AT, of LOW to HIGH bytes and one printable line
 * (util/printable.h), or with LINES several; valid until the next row.  NULL
 * with the error set if the text is none such, or if all texts together have
 * more bytes than the file (rows may share pages). */
const char *table_text(Table *table, int at, const char *what, int64_t low,
                       int64_t high, bool lines);

#endif
