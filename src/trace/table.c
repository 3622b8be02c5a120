/* SPDX-License-Identifier: MIT */
#include "trace/table.h"

#include "trace/digest.h"
#include "util/printable.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool table_refuse(Table *table, const char *format, ...)
{
    char what[256], row[32] = "";
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (table->id >= 0)
        snprintf(row, sizeof row, ", row %" PRId64, table->id);
    return error_set(table->error, ERROR_USAGE,
                     "%.200s is damaged in its table '%s'%s: %s; record it "
                     "again",
                     table->path, table->name, row, what);
}

/* SQLite has failed. */
static bool unreadable(Table *table)
{
    database_check_memory(table->db);
    return table_refuse(table, "SQLite cannot read it");
}

bool table_open(Table *table, const Layout *layout)
{
    Text sql = {0};

    table->layout = layout;
    table->name = layout ? layout->name : "run";
    table->id = -1;
    if (layout)
        text_add(&sql, "select * from %s order by id", layout->name);
    else
        text_add(&sql, "select value, key from run order by key");
    bool good = sqlite3_prepare_v2(table->db, sql.text, -1, &table->row,
                                   NULL) == SQLITE_OK ||
                unreadable(table);
    text_free(&sql);
    return good;
}

bool table_next(Table *table, bool *more)
{
    int status = sqlite3_step(table->row);

    *more = status != SQLITE_DONE;
    return status == SQLITE_ROW || !*more || unreadable(table);
}

void table_close(Table *table)
{
    sqlite3_finalize(table->row);
    table->row = NULL;
}

bool table_within(Table *table, const char *what, int64_t number, int64_t low,
                  int64_t high)
{
    if (number >= low && number <= high)
        return true;
    if (low > high)
        return table_refuse(table, "its %s is %" PRId64 ", of none", what,
                            number);
    return table_refuse(table,
                        "its %s is %" PRId64 ", which is not within %" PRId64
                        " to %" PRId64,
                        what, number, low, high);
}

bool table_number(Table *table, int at, const char *what, int64_t low,
                  int64_t high, int64_t *number)
{
    if (sqlite3_column_type(table->row, at) != SQLITE_INTEGER)
        return table_refuse(table, "its %s is no number", what);
    *number = sqlite3_column_int64(table->row, at);
    return table_within(table, what, *number, low, high);
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

const char *table_text(Table *table, int at, const char *what, int64_t low,
                       int64_t high, bool lines)
{
    if (sqlite3_column_type(table->row, at) != SQLITE_TEXT) {
        table_refuse(table, "its %s is no text", what);
        return NULL;
    }
    const char *text = (const char *)sqlite3_column_text(table->row, at);
    size_t length = (size_t)sqlite3_column_bytes(table->row, at);
    if (!text)
        base_out_of_memory();
    if ((int64_t)length < low || (int64_t)length > high)
        table_refuse(table,
                     "its %s has %zu bytes, which is not within %" PRId64
                     " to %" PRId64,
                     what, length, low, high);
    else if (length > table->text_left)
        table_refuse(table, "its texts are larger than the file");
    else if (!is_plain(text, length, lines))
        table_refuse(table, "its %s holds characters that cannot be printed",
                     what);
    else {
        table->text_left -= length;
        return text;
    }
    return NULL;
}

/* Puts a number into its field of ROW. */
static void set_number(const Column *column, void *row, int64_t number)
{
    void *field = (char *)row + column->offset;

    switch (column->type) {
    case COLUMN_U8:
        *(uint8_t *)field = (uint8_t)number;
        break;
    case COLUMN_U16:
        *(uint16_t *)field = (uint16_t)number;
        break;
    case COLUMN_I64:
        *(int64_t *)field = number;
        break;
    case COLUMN_SPAN:
        *(InputSpan *)field =
            (InputSpan){(uint32_t)(number >> 32), (uint32_t)number};
        break;
    default:
        *(uint32_t *)field = (uint32_t)number;
    }
}

/* Reads a column into ROW; AT is its place, and is moved past the column. */
static bool read_column(Table *table, const Column *column, int *at, void *row)
{
    int64_t number, last;

    if (schema_is_text(column)) {
        const char *text =
            table_text(table, (*at)++, column->name, column->low, column->high,
                       column->type == COLUMN_LINES);
        if (text)
            *(char **)(void *)((char *)row + column->offset) =
                base_strdup(text);
        return text != NULL;
    }
    if (column->type == COLUMN_INTERVAL || column->type == COLUMN_SPAN) {
        if (!table_number(table, (*at)++, "interval's first", 0, column->high,
                          &number) ||
            !table_number(table, (*at)++, "interval's last", 0, column->high,
                          &last))
            return false;
        number = column->type == COLUMN_SPAN
                     ? number << 32 | last
                     : interval_make((uint32_t)number, (uint32_t)last);
    } else if (!table_number(table, (*at)++, column->name, column->low,
                             column->high, &number))
        return false;
    set_number(column, row, number);
    return true;
}

/* Frees the texts of the first COUNT columns of a row. */
static void free_texts(const Layout *layout, size_t count, void *row)
{
    for (size_t i = 0; i < count; ++i) {
        const Column *c = layout->columns + i;
        if (schema_is_text(c))
            free(*(char **)(void *)((char *)row + c->offset));
    }
}

bool table_row(Table *table, void *row, bool *more)
{
    const Layout *layout = table->layout;
    int64_t id;
    int at = 1;

    if (!table_next(table, more))
        return false;
    if (!*more)
        return true;
    if (!table_number(table, 0, "number", table->id + 1, INT64_MAX, &id))
        return false;
    table->id = id;
    for (size_t i = 0; layout->columns[i].name; ++i)
        if (!read_column(table, layout->columns + i, &at, row)) {
            free_texts(layout, i, row);
            return false;
        }
    digest_row(&table->digest, layout, id, row);
    return true;
}

bool table_next_row(Table *table, size_t most, void *row, bool *more)
{
    int64_t wanted = table->id + 1;

    if (!table_row(table, row, more))
        return false;
    if (!*more || (table->id == wanted && table->id < (int64_t)most))
        return true;
    size_t columns = 0;
    while (table->layout->columns[columns].name)
        ++columns;
    free_texts(table->layout, columns, row);
    return table->id != wanted
               ? table_refuse(table, "row %" PRId64 " is missing", wanted)
               : table_refuse(table, "it has more than %zu rows", most);
}
