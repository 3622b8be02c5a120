/* SPDX-License-Identifier: MIT
 *
 * Tests of src/trace/table_pages.c: SQLite finds every row in the pages that it
 * did not write itself, and nothing wrong with the file.
 */
#include "trace/table_pages.h"

#include <glib.h>
#include <sqlite3.h>
#include <string.h>

enum { NUMBERS = 3 };

/* Numbers of all lengths, and on both sides of where these change. */
static int64_t number_of(int64_t row, int column)
{
    int bits = (int)((row + column) % 63);
    int64_t edge = INT64_C(1) << bits;

    return row % 3 == 0 ? edge : row % 3 == 1 ? edge - 1 : -edge;
}

/* Row numbers rise by larger and larger steps. */
static int64_t id_of(int64_t row)
{
    return row * row * row;
}

static void fill(TablePages *pages, uint32_t root, int64_t rows)
{
    table_pages_begin(pages, root);
    for (int64_t i = 0; i < rows; ++i) {
        int64_t numbers[NUMBERS];
        for (int c = 0; c < NUMBERS; ++c)
            numbers[c] = number_of(i, c);
        table_pages_row(pages, id_of(i), numbers, NUMBERS);
    }
}

static sqlite3_stmt *ask(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement;

    g_assert_cmpint(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), ==,
                    SQLITE_OK);
    return statement;
}

static int64_t ask_number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = ask(db, sql);

    g_assert_cmpint(sqlite3_step(statement), ==, SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

static void check_rows(sqlite3 *db, const char *sql, int64_t rows)
{
    sqlite3_stmt *statement = ask(db, sql);

    for (int64_t i = 0; i < rows; ++i) {
        g_assert_cmpint(sqlite3_step(statement), ==, SQLITE_ROW);
        g_assert_cmpint(sqlite3_column_int64(statement, 0), ==, id_of(i));
        for (int c = 0; c < NUMBERS; ++c)
            g_assert_cmpint(sqlite3_column_int64(statement, 1 + c), ==,
                            number_of(i, c));
    }
    g_assert_cmpint(sqlite3_step(statement), ==, SQLITE_DONE);
    sqlite3_finalize(statement);
}

static void check_whole(sqlite3 *db)
{
    sqlite3_stmt *statement = ask(db, "pragma integrity_check");

    g_assert_cmpint(sqlite3_step(statement), ==, SQLITE_ROW);
    g_assert_cmpstr((const char *)sqlite3_column_text(statement, 0), ==, "ok");
    sqlite3_finalize(statement);
}

/* A file with ROWS rows in table a, and a few in table b. */
static void try_rows(int page, int64_t rows)
{
    sqlite3 *db, *other;
    sqlite3_int64 size;
    enum { FEW = 7 };
    char sql[200];

    g_assert_cmpint(sqlite3_open(":memory:", &db), ==, SQLITE_OK);
    g_snprintf(sql, sizeof sql,
               "pragma page_size = %d;"
               "create table a(id integer primary key, x, y, z);"
               "create table b(id integer primary key, x, y, z);",
               page);
    g_assert_cmpint(sqlite3_exec(db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
    TablePages *pages = table_pages_new((size_t)page);
    fill(pages, 2, rows);
    fill(pages, 3, FEW);
    unsigned char *image = sqlite3_serialize(db, "main", &size, 0);
    size_t bytes = (size_t)size, more;
    const unsigned char *rest = table_pages_end(pages, image, bytes, &more);
    image = sqlite3_realloc64(image, bytes + more);
    if (more)
        memcpy(image + bytes, rest, more);
    bytes += more;
    table_pages_free(pages);
    sqlite3_close(db);

    g_assert_cmpint(sqlite3_open(":memory:", &other), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_deserialize(other, "main", image,
                                        (sqlite3_int64)bytes,
                                        (sqlite3_int64)bytes,
                                        SQLITE_DESERIALIZE_FREEONCLOSE |
                                            SQLITE_DESERIALIZE_RESIZEABLE),
                    ==, SQLITE_OK);
    check_whole(other);
    g_assert_cmpint(ask_number(other, "pragma page_count") * page, ==,
                    (int64_t)bytes);
    check_rows(other, "select * from a order by id", rows);
    check_rows(other, "select * from b order by id", FEW);
    /* by number, through the inner pages */
    for (int64_t i = 0; i < rows; i += 1 + rows / 50) {
        g_snprintf(sql, sizeof sql, "select x from a where id = %lld",
                   (long long)id_of(i));
        g_assert_cmpint(ask_number(other, sql), ==, number_of(i, 0));
    }
    /* and SQLite can continue writing */
    g_assert_cmpint(sqlite3_exec(other,
                                 "insert into a values(-5, 1, 2, 3);"
                                 "delete from a where id % 2;",
                                 NULL, NULL, NULL),
                    ==, SQLITE_OK);
    check_whole(other);
    sqlite3_close(other);
}

/* Every number of rows up to where a tree has three levels: a last page with
 * one row, with one child, and none at all. */
static void test_few(void)
{
    for (int64_t rows = 0; rows < 1500; ++rows)
        try_rows(512, rows);
}

static void test_many(void)
{
    try_rows(512, 40000);
    try_rows(1024, 40000);
    try_rows(4096, 300000);
    try_rows(32768, 300000);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/table_pages/few", test_few);
    g_test_add_func("/table_pages/many", test_many);
    return g_test_run();
}
