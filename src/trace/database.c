/* SPDX-License-Identifier: MIT
 *
 * database - see database.h.  The comments are written into the file for its
 * reader: SQLite keeps them, and `.schema` shows them.
 */
#include "trace/database.h"

#include <string.h>

static const Layout *const layouts[] = {
    &schema_element,     &schema_source,       &schema_array,  &schema_variable,
    &schema_grid,        &schema_block,        &schema_phase,  &schema_step,
    &schema_instruction, &schema_access,       &schema_sum,    &schema_snapshot,
    &schema_local,       &schema_local_change, &schema_result, &schema_member,
};

#define LAYOUTS (sizeof layouts / sizeof *layouts)

/* ---- SQL ------------------------------------------------------------------*/

/* Calls ADD for each column of SQL that a layout has. */
static void each_column(const Layout *layout, Text *sql,
                        void (*add)(Text *sql, const Column *column,
                                    const char *suffix))
{
    for (const Column *c = layout->columns; c->name; ++c)
        if (c->type == COLUMN_INTERVAL || c->type == COLUMN_SPAN) {
            add(sql, c, "first");
            add(sql, c, "last");
        } else
            add(sql, c, "");
}

static const char *sql_type(const Column *column)
{
    return schema_is_text(column) ? "TEXT" : "INTEGER";
}

/* The lines of a comment, each behind "-- ". */
static void add_comment(Text *sql, const char *comment)
{
    const char *line = comment;

    while (line && *line) {
        int length = (int)strcspn(line, "\n");
        text_add(sql, "  -- %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
}

/* What the numbers of a column stand for, as a comment, four to a line. */
static void add_value_names(Text *sql, const Column *column)
{
    Text names = {0};

    for (int i = 0; i <= (int)column->high; ++i)
        text_add(&names, "%s%d %s",
                 i == 0  ? ""
                 : i % 4 ? ", "
                         : ",\n",
                 i, column->value_name(i));
    add_comment(sql, names.text);
    text_free(&names);
}

static void add_column(Text *sql, const Column *column, const char *suffix)
{
    text_add(sql, ",\n");
    if (strcmp(suffix, "last") != 0)
        add_comment(sql, column->comment);
    if (column->value_name)
        add_value_names(sql, column);
    text_add(sql, "  %s%s %s NOT NULL", column->name, suffix, sql_type(column));
}

static void add_table(Text *sql, const Layout *layout)
{
    text_add(sql, "CREATE TABLE %s( -- %s\n", layout->name, layout->comment);
    add_comment(sql, layout->id);
    text_add(sql, "  id INTEGER PRIMARY KEY");
    each_column(layout, sql, add_column);
    text_add(sql, "\n);\n");
}

static const char run_sql[] =
    "CREATE TABLE run( -- what was run, on what: one row a fact\n"
    "  key TEXT PRIMARY KEY,\n"
    "  value NOT NULL     -- k banks; digest: of all that is in this file\n"
    ") WITHOUT ROWID;\n";

/* ---- Views ----------------------------------------------------------------*/

/* An interval of inputs, columns "first" and "last" behind THE, as text. */
#define STANDS_FOR(the)                                                        \
    "case when " the "first < " the "last then 'Σx' || " the                   \
    "first || '..x' || " the "last when " the "first = " the                   \
    "last then 'x' || " the "first when " the                                  \
    "last = 0 then 'identity' when " the                                       \
    "last = 2 then 'nothing' else '?' end"

#define K "(select value from run where key = 'k')"

/* In their SQL %n stands for the name of i.kind, %s for the kinds that touch
 * shared memory, %w for those that write it. */
static const struct {
    const char *name, *sql;
} views[] = {
    {"event",
     " AS -- every access with all that is known of it\n"
     "select s.id as step, p.name as phase, s.level,\n"
     "  i.id as instruction, i.site as line, i.warp,\n"
     "  a.lane, i.warp * " K " + a.lane as thread,\n"
     "  %n as kind,\n"
     "  a.cell, case when i.kind in %s then a.cell % " K " end as bank,\n"
     "  a.value, " STANDS_FOR(
         "a.") " as stands_for\n"
               "from access a join instruction i on i.id = a.id / 64\n"
               "  join step s on s.id = i.step join phase p on p.id = s.phase"},
    {"addition",
     " AS -- every sum, with its step and lane\n"
     "select i.step, i.id as instruction,\n"
     "  a.lane, u.left, u.right,\n"
     "  " STANDS_FOR("u.left_") " as left_stands_for,\n"
                                "  " STANDS_FOR(
                                    "u.right_") " as right_stands_for\n"
                                                "from sum u join access a on "
                                                "a.id = u.id / 256\n"
                                                "  join instruction i on i.id "
                                                "= u.id / 16384"},
    {"change",
     " AS -- the cells that a step leaves changed\n"
     "select i.step, a.cell, a.value,\n"
     "  " STANDS_FOR(
         "a.") " as stands_for, max(a.id) as access\n"
               "from access a join instruction i on i.id = a.id / 64\n"
               "where i.kind in %w group by i.step, a.cell"},
    {"queue", " AS -- who waits: the requests at each bank\n"
              "select i.step, i.id as instruction, a.cell % " K " as bank,\n"
              "  count(*) as requests, count(distinct a.cell) as words\n"
              "from access a join instruction i on i.id = a.id / 64\n"
              "where i.kind in %s group by i.id, bank"},
};

#define VIEWS (sizeof views / sizeof *views)

/* "(0, 1)": the kinds of access to shared memory; only those that write. */
static void add_shared_kinds(Text *sql, bool only_writes)
{
    const char *before = "(";

    for (int kind = 0; kind < ACCESS_KINDS; ++kind) {
        const AccessTraits *is = trace_traits((AccessKind)kind);
        if (is->space != SPACE_SHARED || (only_writes && !is->writes))
            continue;
        text_add(sql, "%s%d", before, kind);
        before = ", ";
    }
    text_add(sql, ")");
}

static void add_kind_name(Text *sql)
{
    text_add(sql, "case i.kind");
    for (int kind = 0; kind < ACCESS_KINDS; ++kind)
        text_add(sql, " when %d then '%s'", kind,
                 trace_traits((AccessKind)kind)->name);
    text_add(sql, " end");
}

static void add_view(Text *sql, size_t view)
{
    text_add(sql, "CREATE VIEW %s", views[view].name);
    for (const char *c = views[view].sql; *c; ++c)
        if (c[0] != '%' || c[1] == ' ') { /* the remainder of a division */
            text_add_bytes(sql, c, 1);
        } else if (*++c == 'n') {
            add_kind_name(sql);
        } else {
            add_shared_kinds(sql, *c == 'w');
        }
    text_add(sql, ";\n");
}

void database_check_memory(sqlite3 *db)
{
    if (!db || sqlite3_errcode(db) == SQLITE_NOMEM)
        base_out_of_memory();
}

bool database_pragma(sqlite3 *db, const char *name, int value)
{
    char *sql = sqlite3_mprintf("pragma %s = %d", name, value);

    if (!sql)
        base_out_of_memory();
    bool ok = sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_free(sql);
    return ok;
}

bool database_create(sqlite3 *db)
{
    Text sql = {0};

    text_add(&sql, "%s", run_sql);
    for (size_t i = 0; i < LAYOUTS; ++i)
        add_table(&sql, layouts[i]);
    for (size_t i = 0; i < VIEWS; ++i)
        add_view(&sql, i);
    bool good = sqlite3_exec(db, sql.text, NULL, NULL, NULL) == SQLITE_OK;
    text_free(&sql);
    return good;
}

/* ---- Is a file one of ours? -----------------------------------------------*/

/* The rows of SQL, each followed by a line break, are TEXT. */
static bool rows_are(sqlite3 *db, const char *sql, const char *text)
{
    sqlite3_stmt *row = NULL;
    Text found = {0};
    int status = sqlite3_prepare_v2(db, sql, -1, &row, NULL);

    if (status == SQLITE_OK)
        while ((status = sqlite3_step(row)) == SQLITE_ROW) {
            const char *line = (const char *)sqlite3_column_text(row, 0);
            text_add(&found, "%.200s\n", line ? line : "?");
        }
    database_check_memory(db);
    sqlite3_finalize(row);
    bool same =
        status == SQLITE_DONE && found.text && strcmp(found.text, text) == 0;
    text_free(&found);
    return same;
}

/* Appends the words of SQL, a blank behind each, without its comments.  Our
 * tables have no quotation mark, within which a comment would be none, so that
 * no other SQL becomes the same. */
static void add_bare(Text *bare, const char *sql)
{
    static const char blanks[] = " \t\r\n;";

    while (*(sql += strspn(sql, blanks))) {
        if (strncmp(sql, "--", 2) == 0) {
            sql += strcspn(sql, "\n");
            continue;
        }
        size_t length = 1;
        while (sql[length] && !strchr(blanks, sql[length]) &&
               strncmp(sql + length, "--", 2) != 0)
            ++length;
        text_add_bytes(bare, sql, length);
        text_add(bare, " ");
        sql += length;
    }
}

/* Was table NAME made by the statement SQL, comments aside?  Then nothing is
 * computed and nothing checked: its columns are plain values. */
static bool table_is(sqlite3 *db, const char *name, const char *sql)
{
    sqlite3_stmt *row = NULL;
    Text found = {0}, own = {0};

    if (sqlite3_prepare_v2(db, "select sql from sqlite_master where name = ?",
                           -1, &row, NULL) == SQLITE_OK &&
        sqlite3_bind_text(row, 1, name, -1, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(row, 0);
        add_bare(&found, text ? text : "");
    }
    database_check_memory(db);
    sqlite3_finalize(row);
    add_bare(&own, sql);
    bool same = found.text && strcmp(found.text, own.text) == 0;
    text_free(&found);
    text_free(&own);
    return same;
}

/* Virtual tables, like views, have no page of their own. */
static bool objects_match(sqlite3 *db)
{
    Text text = {0};

    text_add(&text, "table run 1\n");
    for (size_t i = 0; i < LAYOUTS; ++i)
        text_add(&text, "table %s 1\n", layouts[i]->name);
    for (size_t i = 0; i < VIEWS; ++i)
        text_add(&text, "view %s 0\n", views[i].name);
    bool same = rows_are(db,
                         "select type || ' ' || name || ' ' || (rootpage > 0) "
                         "from sqlite_master order by rowid",
                         text.text);
    text_free(&text);
    return same;
}

bool database_matches(sqlite3 *db)
{
    bool same = objects_match(db) && table_is(db, "run", run_sql);

    for (size_t i = 0; same && i < LAYOUTS; ++i) {
        Text sql = {0};
        add_table(&sql, layouts[i]);
        same = table_is(db, layouts[i]->name, sql.text);
        text_free(&sql);
    }
    return same;
}
