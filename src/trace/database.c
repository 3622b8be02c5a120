/* SPDX-License-Identifier: MIT
 *
 * database - see database.h.  The comments are written into the file for its
 * reader: SQLite keeps them, and `.schema` shows them.
 */
#include "trace/database.h"

#include <string.h>

/* ---- SQL ------------------------------------------------------------------*/

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

static void add_column(Text *sql, const Column *column)
{
    text_add(sql, ",\n");
    add_comment(sql, column->comment);
    if (column->value_name)
        add_value_names(sql, column);
    text_add(sql, "  %s %s NOT NULL", column->name,
             schema_is_text(column) ? "TEXT" : "INTEGER");
}

static void add_table(Text *sql, const Layout *layout)
{
    if (layout == schema_tables + TABLE_RUN) {
        text_add(sql, "%s",
                 "CREATE TABLE run( -- what was run, on what: one row a fact\n"
                 "  key TEXT PRIMARY KEY,\n"
                 "  value NOT NULL     -- k banks; digest: of all that is in "
                 "this file\n) WITHOUT ROWID;\n");
        return;
    }
    text_add(sql, "CREATE TABLE %s( -- %s\n", layout->name, layout->comment);
    add_comment(sql, layout->id);
    text_add(sql, "  id INTEGER PRIMARY KEY");
    for (size_t i = 0; i < layout->columns_count; ++i)
        add_column(sql, layout->columns + i);
    text_add(sql, "\n);\n");
}

/* ---- Views ----------------------------------------------------------------*/

/* In their SQL %n stands for the name of i.kind, %s for the kinds that touch
 * shared memory, %w for those that write it, %k for the number of banks; %a, %l
 * and %r are the interval of inputs in the columns "first" and "last" of a, and
 * in the columns of u with "left_" and "right_" before them, as text. */
static const struct {
    const char *name, *sql;
} views[] = {
    {"event", " AS -- every access with all that is known of it\n"
              "select s.id as step, p.name as phase, s.level,\n"
              "  i.id as instruction, i.site as line, i.warp,\n"
              "  a.lane, i.warp * %k + a.lane as thread,\n"
              "  %n as kind,\n"
              "  a.cell, case when i.kind in %s then a.cell % %k end as bank,\n"
              "  a.value, %a as stands_for\n"
              "from access a join instruction i on i.id = a.id / 64\n"
              "  join step s on s.id = i.step join phase p on p.id = s.phase"},
    {"addition", " AS -- every sum, with its step and lane\n"
                 "select i.step, i.id as instruction,\n"
                 "  a.lane, u.left, u.right,\n"
                 "  %l as left_stands_for,\n"
                 "  %r as right_stands_for\n"
                 "from sum u join access a on a.id = u.id / 256\n"
                 "  join instruction i on i.id = u.id / 16384"},
    {"change", " AS -- the cells that a step leaves changed\n"
               "select i.step, a.cell, a.value,\n"
               "  %a as stands_for, max(a.id) as access\n"
               "from access a join instruction i on i.id = a.id / 64\n"
               "where i.kind in %w group by i.step, a.cell"},
    {"queue", " AS -- who waits: the requests at each bank\n"
              "select i.step, i.id as instruction, a.cell % %k as bank,\n"
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

/* The interval of inputs in the columns "first" and "last" behind THE. */
static void add_interval(Text *sql, const char *the)
{
    static const char text[] =
        "case when @first < @last then '\u03a3x' || @first || '..x' || @last "
        "when @first = @last then 'x' || @first when @last = 0 then 'identity' "
        "when @last = 2 then 'nothing' else '?' end";

    for (const char *c = text; *c; ++c)
        text_add(sql, *c == '@' ? "%s" : "%.1s", *c == '@' ? the : c);
}

static void add_view(Text *sql, size_t view)
{
    text_add(sql, "CREATE VIEW %s", views[view].name);
    for (const char *c = views[view].sql; *c; ++c) {
        if (c[0] != '%' || c[1] == ' ') { /* the remainder of a division */
            text_add_bytes(sql, c, 1);
            continue;
        }
        switch (*++c) {
        case 'n':
            add_kind_name(sql);
            break;
        case 'k':
            text_add(sql, "(select value from run where key = 'k')");
            break;
        case 's':
        case 'w':
            add_shared_kinds(sql, *c == 'w');
            break;
        default:
            add_interval(sql, *c == 'a'   ? "a."
                              : *c == 'l' ? "u.left_"
                                          : "u.right_");
        }
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

    for (int i = 0; i < TABLES; ++i)
        add_table(&sql, schema_tables + i);
    for (size_t i = 0; i < VIEWS; ++i)
        add_view(&sql, i);
    bool good = sqlite3_exec(db, sql.text, NULL, NULL, NULL) == SQLITE_OK;
    text_free(&sql);
    return good;
}

/* ---- Is a file one of ours? -----------------------------------------------*/

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

/* Was a table made by the statement SQL, comments aside?  Then nothing is
 * computed and nothing checked: its columns are plain values. */
static bool is_made_by(const Layout *layout, const char *sql)
{
    Text found = {0}, own = {0}, bare = {0};

    add_bare(&found, sql);
    add_table(&own, layout);
    add_bare(&bare, own.text);
    bool same = found.text && strcmp(found.text, bare.text) == 0;
    text_free(&found);
    text_free(&own);
    text_free(&bare);
    return same;
}

/* Is the object in ROW one of ours?  Virtual tables and views have no page. */
static bool is_ours(sqlite3_stmt *row)
{
    const char *type = (const char *)sqlite3_column_text(row, 0);
    const char *name = (const char *)sqlite3_column_text(row, 1);
    const char *sql = (const char *)sqlite3_column_text(row, 2);
    bool has_page = sqlite3_column_int(row, 3) > 0;

    if (!type || !name || !sql)
        return false;
    for (int i = 0; i < TABLES; ++i)
        if (strcmp(name, schema_tables[i].name) == 0)
            return strcmp(type, "table") == 0 && has_page &&
                   is_made_by(schema_tables + i, sql);
    for (size_t i = 0; i < VIEWS; ++i)
        if (strcmp(name, views[i].name) == 0)
            return strcmp(type, "view") == 0 && !has_page;
    return false;
}

/* No two objects have the same name, so that to count them is enough. */
bool database_matches(sqlite3 *db)
{
    sqlite3_stmt *row = NULL;
    int status = sqlite3_prepare_v2(
        db, "select type, name, sql, rootpage from sqlite_master", -1, &row,
        NULL);
    size_t count = 0;

    if (status == SQLITE_OK)
        while ((status = sqlite3_step(row)) == SQLITE_ROW && is_ours(row))
            ++count;
    database_check_memory(db);
    sqlite3_finalize(row);
    return status == SQLITE_DONE && count == TABLES + VIEWS;
}
