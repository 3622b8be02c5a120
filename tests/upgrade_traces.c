/* SPDX-License-Identifier: MIT
 *
 * upgrade_traces - rewrites trace files of an older format in the present one,
 * in place:
 *
 *     make tests/upgrade_traces && tests/upgrade_traces FILE.upsweep ...
 *
 * The traces in tests/traces were recorded on a GPU, and need none to be read.
 * Columns and facts that an older file lacks are 0, or an empty text.  A change
 * of what the rows that it has mean calls for more.
 */
#include "forge.h"

#include "trace/database.h"
#include "trace/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void run(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return;
    fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
    BASE_CHECK(false);
}

/* Runs each row of the result of SQL, a statement itself. */
static void run_each(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *row = NULL;
    Text all = {0};

    BASE_CHECK(sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW)
        text_add(&all, "%s;\n", (const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);
    run(db, all.text ? all.text : "");
    text_free(&all);
}

/* Copies the rows of each table of OLD, with 0 or '' in columns that it lacks.
 */
static const char copy_rows[] =
    "select 'insert into main.' || t.name || ' select ' || "
    "group_concat(case when c.name in (select name from "
    "pragma_table_info(t.name, 'old')) then '\"' || c.name || '\"' "
    "when c.type = 'TEXT' then '''''' else '0' end) || "
    "' from old.' || t.name "
    "from main.sqlite_master t, pragma_table_info(t.name, 'main') c "
    "where t.type = 'table' and t.name in (select name from "
    "old.sqlite_master) group by t.name";

static void add_facts(sqlite3 *db)
{
    const Layout *run_table = schema_tables + TABLE_RUN;

    for (size_t i = 0; i < run_table->columns_count; ++i) {
        const Column *fact = run_table->columns + i;
        if (fact->use != FACT_ALWAYS)
            continue;
        char *insert =
            sqlite3_mprintf("insert or ignore into run values(%Q, %s)",
                            fact->name, schema_has_text(fact) ? "''" : "0");
        run(db, insert);
        sqlite3_free(insert);
    }
}

/* A file with the rows of the one at PATH, but without their digest. */
static Forge *upgraded(const char *path)
{
    char text[64];
    sqlite3 *db;
    sqlite3_int64 size = 0;

    BASE_CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK);
    snprintf(text, sizeof text, "pragma application_id = %d",
             SCHEMA_APPLICATION_ID);
    run(db, text);
    snprintf(text, sizeof text, "pragma user_version = %d", SCHEMA_VERSION);
    run(db, text);
    char *attach = sqlite3_mprintf("attach %Q as old", path);
    run(db, attach);
    sqlite3_free(attach);
    BASE_CHECK(database_create(db));
    run_each(db, copy_rows);
    add_facts(db);
    run(db, "detach old");
    unsigned char *image = sqlite3_serialize(db, "main", &size, 0);
    BASE_CHECK(image);
    Forge *forge = forge_copy(image, (size_t)size);
    sqlite3_free(image);
    sqlite3_close(db);
    return forge;
}

int main(int argc, char **argv)
{
    Error error;

    for (int i = 1; i < argc; ++i) {
        char temporary[] = "/tmp/upsweep-upgrade-XXXXXX";
        int file = mkstemp(temporary);
        BASE_CHECK(file >= 0);
        close(file);
        Forge *forge = upgraded(argv[i]);
        Trace *trace = forge_read(forge, temporary, &error);
        remove(temporary);
        forge_close(forge);
        if (!trace || !store_write(trace, argv[i], &error)) {
            fprintf(stderr, "%s: %s\n", argv[i], error.text);
            return 1;
        }
        trace_free(trace);
    }
    return 0;
}
