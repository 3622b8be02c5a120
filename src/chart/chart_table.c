/* SPDX-License-Identifier: MIT
 *
 * chart_table - charts of measured times, from the CSV that `upsweep bench
 * --gpu --csv` prints:
 *
 *     # NVIDIA H200                                      a remark
 *     name,n,threads,median_us,least_us,most_us,gb_per_s,ratio_to_copy
 *     copy,32,0,5.63,4.74,8.26,488.7,1.000
 *     leftright,32,16,14.66,13.50,16.86,187.8,2.602
 *
 * Two tables are built into the program: doc/gpu-blocks.csv and
 * doc/gpu-large.csv.  Rows may come in any order.  A line that starts with # is
 * a remark; the chart shows the first one as a note.  A table may come from
 * anywhere, so any deviation from the format is an error with file and line.
 */
#include "chart/chart.h"

#include "catalog/catalog.h"
#include "trace/value.h"
#include "util/printable.h"
#include "util/resources.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char header[] =
    "name,n,threads,median_us,least_us,most_us,gb_per_s,ratio_to_copy";

enum {
    NAME = 48,  /* bytes, with NUL */
    TEXTS = 80, /* of a remark */
    MOST_SERIES = 24,
    COLUMN_N = 1,
    COLUMN_MEDIAN = 3,
    COLUMN_LEAST,
    COLUMN_MOST,
    COLUMNS = 8
};

static const double most_n = 1099511627776.0; /* 2^40 */
static const double most_value = 1e12;

typedef struct {
    char name[NAME];
    double numbers[COLUMNS]; /* numbers[0] is unused */
    int line;
} TableRow;

typedef struct {
    const char *file;
    int line;
    char remark[TEXTS];
    bool begun; /* the header was read */
    TableRow *rows;
    size_t rows_count, rows_capacity;
} Table;

static bool wrong(const Table *table, Error *error, const char *what)
{
    return error_set(error, ERROR_USAGE,
                     "%.200s:%d: %s; a table is what `upsweep bench --gpu "
                     "--csv` prints",
                     table->file, table->line, what);
}

/* ---- A line ---------------------------------------------------------------
 */

/* The next field of *AT, up to a comma or the end; false if it is longer than
 * a field may be. */
static bool next_field(const char **at, char field[NAME])
{
    size_t length = strcspn(*at, ",");

    if (length >= NAME)
        return false;
    snprintf(field, NAME, "%.*s", (int)length, *at);
    *at += length + ((*at)[length] == ',');
    return true;
}

/* A number of digits with at most one point between them; not what strtod also
 * accepts, such as inf, nan, 0x10 or 1e9. */
static bool read_number(const char *field, double *number)
{
    size_t whole = strspn(field, "0123456789");
    size_t part =
        field[whole] == '.' ? 1 + strspn(field + whole + 1, "0123456789") : 0;

    *number = whole && !field[whole + part] ? strtod(field, NULL) : INFINITY;
    return part != 1 && *number <= most_value;
}

static const char *row_fault(const TableRow *row)
{
    const double *numbers = row->numbers;
    double n = numbers[COLUMN_N];

    return !(n >= 1 && n <= most_n && n == floor(n))
               ? "n is not an integer from 1 to 2^40"
           : !(numbers[COLUMN_LEAST] > 0) ? "a time is 0"
           : !(numbers[COLUMN_LEAST] <= numbers[COLUMN_MEDIAN] &&
               numbers[COLUMN_MEDIAN] <= numbers[COLUMN_MOST])
               ? "the median is not between minimum and maximum"
               : NULL;
}

static bool read_row(Table *table, const char *text, Error *error)
{
    TableRow row = {.line = table->line};
    const char *at = text, *names = header;
    char field[NAME], column[NAME], what[2 * NAME];
    int fields = 1;

    for (const char *c = text; *c; ++c)
        fields += *c == ',';
    if (fields != COLUMNS) {
        snprintf(what, sizeof what, "%d fields, not %d", fields, COLUMNS);
        return wrong(table, error, what);
    }
    if (!next_field(&at, row.name) || !*row.name || !printable_is(row.name))
        return wrong(table, error,
                     "the name is empty, longer than 47 bytes, or not plain "
                     "text");
    next_field(&names, column);
    for (int c = 1; c < COLUMNS; ++c) {
        next_field(&names, column);
        snprintf(what, sizeof what, "%s is not a number from 0 to 10^12",
                 column);
        if (!next_field(&at, field) || !read_number(field, row.numbers + c))
            return wrong(table, error, what);
    }
    if (row_fault(&row))
        return wrong(table, error, row_fault(&row));
    base_push(table, rows, row);
    return true;
}

static bool read_line(Table *table, const char *text, Error *error)
{
    if (!*text)
        return true;
    if (*text == '#') {
        text += strspn(text, "# \t");
        if (!printable_is(text))
            return wrong(table, error, "the remark is not plain text");
        if (!table->remark[0])
            snprintf(table->remark, sizeof table->remark, "%s", text);
        return true;
    }
    if (table->begun)
        return read_row(table, text, error);
    table->begun = strcmp(text, header) == 0;
    return table->begun ||
           wrong(table, error,
                 "the first line is not name,n,threads,median_us,least_us,"
                 "most_us,gb_per_s,ratio_to_copy");
}

/* ---- A table --------------------------------------------------------------
 */

static int by_name_and_n(const void *a, const void *b)
{
    const TableRow *x = a, *y = b;
    double difference = x->numbers[COLUMN_N] - y->numbers[COLUMN_N];
    int names = strcmp(x->name, y->name);

    if (names != 0)
        return names;
    if (difference != 0)
        return difference < 0 ? -1 : 1;
    return x->line < y->line ? -1 : 1;
}

/* Sorts the rows and checks that each name has one row for each n. */
static bool sort_rows(Table *table, Error *error)
{
    qsort(table->rows, table->rows_count, sizeof *table->rows, by_name_and_n);
    for (size_t i = 1; i < table->rows_count; ++i) {
        const TableRow *a = table->rows + i - 1, *b = table->rows + i;
        if (strcmp(a->name, b->name) != 0 ||
            a->numbers[COLUMN_N] < b->numbers[COLUMN_N])
            continue;
        char what[2 * NAME];
        snprintf(what, sizeof what, "%s has this n on line %d, too", b->name,
                 a->line);
        table->line = b->line;
        return wrong(table, error, what);
    }
    return true;
}

static bool table_read(Table *table, const char *text, size_t bytes,
                       Error *error)
{
    static const char mark[] =
        "\xef\xbb\xbf"; /* the byte-order mark of some editors */
    const char *end = text + bytes;
    bool good = true;

    if (bytes >= 3 && memcmp(text, mark, 3) == 0)
        text += 3;
    while (good && text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text);
        char *line = base_alloc(length + 1, 1);
        memcpy(line, text, length);
        ++table->line;
        if (length && line[length - 1] == '\r')
            line[length - 1] = '\0';
        good = memchr(text, '\0', length)
                   ? wrong(table, error, "a NUL byte: this is not text")
                   : read_line(table, line, error);
        free(line);
        text += length + (stop != NULL);
    }
    table->line += table->line == 0;
    if (good && table->rows_count == 0)
        good = wrong(table, error, "no times in it");
    return good && sort_rows(table, error);
}

/* ---- The chart ------------------------------------------------------------
 */

typedef struct {
    const char *file; /* built into the program */
    const char *how;  /* how it was measured */
    const char *title, *x_title;
} TableKind;

/* The title of the algorithm NAME, with its index in the catalog and whether it
 * is faulty; NAME itself for a peer.  "three-phase:padding" has the style of
 * padding. */
static const char *title_of(const char *name, size_t *style, bool *mistake)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);
    Error ignored;
    const char *colon = strchr(name, ':');
    const Algorithm *joined =
        colon && colon[1] != ':' ? catalog_find(name, &ignored) : NULL;
    const char *own = joined ? joined->inner->name : name;

    *mistake = false;
    *style = count;
    for (size_t i = 0; i < count; ++i)
        if (strcmp(all[i]->name, own) == 0) {
            *style = i;
            *mistake = all[i]->fault != FAULT_NONE;
            return joined ? joined->title : all[i]->title;
        }
    return name;
}

static bool is_wanted(const ChartWish *wish, const char *name, bool mistake)
{
    for (int w = 0; w < wish->names_count; ++w)
        if (strcmp(wish->names[w], name) == 0)
            return true;
    return wish->names_count == 0 && !mistake;
}

/* Adds rows FIRST to END - 1, which have one name, as a series. */
static void add_series(ChartPlot *plot, const ChartWish *wish,
                       const TableRow *first, const TableRow *end,
                       size_t *peers)
{
    size_t style;
    bool mistake;
    const char *title = title_of(first->name, &style, &mistake);

    if (!is_wanted(wish, first->name, mistake))
        return;
    bool peer = title == first->name;
    ChartSeries *series =
        chart_add_series(plot, title, peer ? (*peers)++ : style);
    series->peer = peer;
    for (const TableRow *row = first; row < end; ++row)
        chart_mark(series, row->numbers[COLUMN_N], row->numbers[COLUMN_MEDIAN],
                   row->numbers[COLUMN_LEAST], row->numbers[COLUMN_MOST]);
}

static bool has_name(const Table *table, const char *name)
{
    for (size_t i = 0; i < table->rows_count; ++i)
        if (strcmp(table->rows[i].name, name) == 0)
            return true;
    return false;
}

/* Checks that each name in the wish is in the table. */
static bool check_names(const Table *table, const ChartWish *wish, Error *error)
{
    for (int w = 0; w < wish->names_count; ++w)
        if (!has_name(table, wish->names[w]))
            return error_set(error, ERROR_USAGE,
                             "%.200s has no \"%.60s\"; its first column has "
                             "names",
                             table->file, wish->names[w]);
    return true;
}

static bool fill(ChartPlot *plot, const Table *table, const ChartWish *wish,
                 Error *error)
{
    size_t peers = 0;

    for (size_t i = 0, end; i < table->rows_count; i = end) {
        const TableRow *first = table->rows + i;
        for (end = i + 1; end < table->rows_count; ++end)
            if (strcmp(table->rows[end].name, first->name) != 0)
                break;
        add_series(plot, wish, first, table->rows + end, &peers);
    }
    if (plot->series_count == 0)
        return error_set(error, ERROR_USAGE,
                         "%.200s has only algorithms with a fault; name one to "
                         "show it",
                         table->file);
    return plot->series_count <= MOST_SERIES ||
           error_set(error, ERROR_USAGE,
                     "%.200s has %zu names, more than the %d that a chart "
                     "can show; name some",
                     table->file, plot->series_count, MOST_SERIES);
}

static void describe(Chart *chart, const TableKind *kind, const ChartWish *wish,
                     const Table *table)
{
    const char *remark = table->remark;

    text_add(&chart->title, "%s", kind->title);
    if (!wish->table) {
        text_add(&chart->note,
                 "Median, minimum and maximum, measured on an NVIDIA H200: %s; "
                 "%s",
                 kind->how, kind->file);
    } else {
        text_add(&chart->note, "Measured%s%s; ", *remark ? ": " : "", remark);
        text_add(&chart->note, "%s", base_name(table->file));
    }
}

static bool draw(const TableKind *kind, const ChartWish *wish, Chart *chart,
                 Error *error)
{
    Table table = {.file = wish->table ? wish->table_name : kind->file};
    size_t bytes = wish->table_bytes;
    const char *text =
        wish->table ? wish->table : resource_find(kind->file, &bytes);

    BASE_CHECK(text);
    *chart = (Chart){.measured = true};
    ChartPlot *plot = chart_add_plot(chart, kind->x_title, "time, µs");
    bool good = table_read(&table, text, bytes, error) &&
                check_names(&table, wish, error) &&
                fill(plot, &table, wish, error);
    if (good)
        describe(chart, kind, wish, &table);
    else
        chart_free(chart);
    free(table.rows);
    return good;
}

bool chart_blocks(const ChartWish *wish, Chart *chart, Error *error)
{
    static const TableKind kind = {.file = "doc/gpu-blocks.csv",
                                   .how = "10752 blocks, 32 banks",
                                   .title = "Time to scan blocks of n elements",
                                   .x_title = "n, elements of each block"};

    return draw(&kind, wish, chart, error);
}

bool chart_large(const ChartWish *wish, Chart *chart, Error *error)
{
    static const TableKind kind = {.file = "doc/gpu-large.csv",
                                   .how = "blocks of 2048 joined, 32 banks",
                                   .title =
                                       "Time to scan one array of n elements",
                                   .x_title = "n, elements of the array"};

    return draw(&kind, wish, chart, error);
}
