/* SPDX-License-Identifier: MIT */
#include "trace/table.h"

bool table_damaged(Table *table)
{
    return error_set(table->error, ERROR_USAGE,
                     "%.300s is damaged in its table '%s'; record it again",
                     table->path, table->name);
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

/* The COUNT numbers of a row, each in its range. */
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

/* The length of the UTF-8 character at TEXT, 0 if it is none or one that would
 * do something to a terminal. */
static int character_length(const unsigned char *text)
{
    int length = text[0] < 0x80   ? 1
                 : text[0] < 0xc2 ? 0
                 : text[0] < 0xe0 ? 2
                 : text[0] < 0xf0 ? 3
                 : text[0] < 0xf5 ? 4
                                  : 0;

    if (length == 1)
        return (text[0] >= 0x20 && text[0] != 0x7f) || text[0] == '\n' ||
               text[0] == '\t';
    for (int i = 1; i < length; ++i)
        if (text[i] < 0x80 || text[i] > 0xbf)
            return 0;
    if ((text[0] == 0xe0 && text[1] < 0xa0) || /* longer than it need be */
        (text[0] == 0xed && text[1] > 0x9f) || /* half of a pair */
        (text[0] == 0xf0 && text[1] < 0x90) ||
        (text[0] == 0xf4 && text[1] > 0x8f) || /* beyond Unicode */
        (text[0] == 0xc2 && text[1] < 0xa0))   /* control */
        return 0;
    return length;
}

/* The text in a column, if it is sound and its length in range; it is good
 * until the next row.  NULL and the error if not. */
const char *table_text(Table *table, int column, size_t low, size_t high)
{
    if (sqlite3_column_type(table->row, column) == SQLITE_TEXT) {
        const unsigned char *text = sqlite3_column_text(table->row, column);
        size_t length = (size_t)sqlite3_column_bytes(table->row, column);
        size_t at = 0;

        while (text && at < length) {
            int step = character_length(text + at);
            if (step == 0)
                break;
            at += (size_t)step;
        }
        if (text && at == length && length >= low && length <= high)
            return (const char *)text;
    }
    table_damaged(table);
    return NULL;
}
