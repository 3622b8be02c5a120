/* SPDX-License-Identifier: MIT */
#include "trace/table.h"

#include "util/printable.h"

void table_check_memory(sqlite3 *db)
{
    if (!db || sqlite3_errcode(db) == SQLITE_NOMEM)
        base_out_of_memory();
}

bool table_damaged(Table *table)
{
    table_check_memory(table->db);
    return error_set(table->error, ERROR_USAGE,
                     "%.300s is damaged in its table '%s'; record it again",
                     table->path, table->name);
}

bool table_refuse(Table *table, const char *what)
{
    return error_set(table->error, ERROR_USAGE,
                     "%.300s is damaged in its table '%s': %s; record it again",
                     table->path, table->name, what);
}

bool table_open(Table *table, const char *name, const char *sql)
{
    table->name = name;
    if (sqlite3_prepare_v2(table->db, sql, -1, &table->row, NULL) == SQLITE_OK)
        return true;
    return table_damaged(table);
}

/* Moves to the next row; *MORE is false after the last. */
bool table_next(Table *table, bool *more)
{
    int status = sqlite3_step(table->row);

    *more = status == SQLITE_ROW;
    return *more || status == SQLITE_DONE || table_damaged(table);
}

void table_close(Table *table)
{
    sqlite3_finalize(table->row);
    table->row = NULL;
}

/* Reads COUNT numbers of a row, each in its range. */
bool table_numbers(Table *table, const Range *ranges, int count,
                   int64_t *numbers)
{
    for (int i = 0; i < count; ++i) {
        if (sqlite3_column_type(table->row, i) != SQLITE_INTEGER)
            return table_damaged(table);
        numbers[i] = sqlite3_column_int64(table->row, i);
        if (numbers[i] < ranges[i].low || numbers[i] > ranges[i].high)
            return table_damaged(table);
    }
    return true;
}

/* Is TEXT, of LENGTH bytes, printable, apart from tabs and line breaks where
 * there may be LINES? */
static bool is_plain(const char *text, size_t length, bool lines)
{
    size_t at = 0;

    while (at < length) {
        bool breaks = lines && (text[at] == '\n' || text[at] == '\t');
        size_t step = breaks ? 1 : printable_length(text + at);
        if (step == 0)
            return false;
        at += step;
    }
    return at == length;
}

/* The text in a column; NULL with the error set if it is not valid. */
static const char *take_text(Table *table, int column, size_t low, size_t high,
                             bool lines)
{
    if (sqlite3_column_type(table->row, column) == SQLITE_TEXT) {
        const char *text =
            (const char *)sqlite3_column_text(table->row, column);
        size_t length = (size_t)sqlite3_column_bytes(table->row, column);
        if (text && length >= low && length <= high &&
            length <= table->text_left && is_plain(text, length, lines)) {
            table->text_left -= length;
            return text;
        }
    }
    table_damaged(table);
    return NULL;
}

const char *table_text(Table *table, int column, size_t low, size_t high)
{
    return take_text(table, column, low, high, false);
}

const char *table_lines(Table *table, int column, size_t low, size_t high)
{
    return take_text(table, column, low, high, true);
}
