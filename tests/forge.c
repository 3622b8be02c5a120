/* SPDX-License-Identifier: MIT
 *
 * forge - changed trace files; see forge.h.
 */
#include "forge.h"

#include "trace/schema.h"
#include "trace/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Forge {
    sqlite3 *db;
};

Forge *forge_copy(const void *file, size_t bytes)
{
    Forge *forge = base_alloc(1, sizeof *forge);
    sqlite3_int64 size = (sqlite3_int64)bytes;
    unsigned char *own = sqlite3_malloc64(bytes);

    BASE_CHECK(own && sqlite3_open(":memory:", &forge->db) == SQLITE_OK);
    memcpy(own, file, bytes);
    BASE_CHECK(sqlite3_deserialize(forge->db, "main", own, size, size,
                                   SQLITE_DESERIALIZE_FREEONCLOSE |
                                       SQLITE_DESERIALIZE_RESIZEABLE) ==
               SQLITE_OK);
    BASE_CHECK(forge_sql(forge, "pragma journal_mode = off"));
    return forge;
}

Forge *forge_open(const Trace *trace)
{
    char path[] = "/tmp/upsweep-forge-XXXXXX";
    size_t bytes;
    Error error;
    int file = mkstemp(path);

    BASE_CHECK(file >= 0);
    close(file);
    BASE_CHECK(store_write(trace, path, &error));
    char *content = base_read_file(path, (size_t)1 << 30, &bytes, &error);
    BASE_CHECK(content);
    remove(path);
    Forge *forge = forge_copy(content, bytes);
    free(content);
    return forge;
}

void forge_close(Forge *forge)
{
    sqlite3_close(forge->db);
    free(forge);
}

bool forge_sql(Forge *forge, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    BASE_CHECK(sql);
    bool good = sqlite3_exec(forge->db, sql, NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_free(sql);
    return good;
}

int64_t forge_count(Forge *forge, const char *format, ...)
{
    sqlite3_stmt *statement = NULL;
    int64_t count = -1;
    va_list arguments;

    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    BASE_CHECK(sql);
    if (sqlite3_prepare_v2(forge->db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        count = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return count;
}

void forge_settle(Forge *forge)
{
    static const char *const sql[] = {
        /* what is left in each word: a store's, or a half of a pair */
        "create temp table left as select a.id, i.kind = 6 as pair, "
        "case i.kind when 6 then a.cell / 4 * 2 else a.cell end as cell "
        "from access a join instruction i on i.id = a.id / 64 "
        "where i.kind in (3, 6) and i.array = 1",
        "insert into temp.left select id, 2, cell + 1 from temp.left "
        "where pair",
        "create temp table last as select cell, pair, max(id) as id "
        "from temp.left group by cell",
        "create unique index temp.cells on last(cell)",
        "update element set output = 0, first = 65535, last = 2",
        "update element set (output, first, last) = "
        "(select case l.pair when 1 then a.cell % 4 else a.value end, a.first, "
        "a.last from temp.last l join access a on a.id = l.id "
        "where l.cell = element.id) where id in (select cell from temp.last)",
        "drop table temp.left",
        "drop table temp.last"};

    for (size_t i = 0; i < sizeof sql / sizeof *sql; ++i)
        forge_sql(forge, "%s", sql[i]);
}

static void write_file(Forge *forge, const char *path)
{
    sqlite3_int64 size = 0;
    unsigned char *image = sqlite3_serialize(forge->db, "main", &size, 0);
    FILE *file = fopen(path, "wb");

    BASE_CHECK(image && file);
    BASE_CHECK(fwrite(image, 1, (size_t)size, file) == (size_t)size);
    BASE_CHECK(fclose(file) == 0);
    sqlite3_free(image);
}

/* The refusal of a wrong digest names the right one. */
static bool right_digest(const Error *error, char digest[DIGEST_TEXT])
{
    static const char before[] = "the content has digest ";
    const char *at = strstr(error->text, before);

    if (!at)
        return false;
    memcpy(digest, at + sizeof before - 1, DIGEST_TEXT - 1);
    digest[DIGEST_TEXT - 1] = '\0';
    return true;
}

Trace *forge_read(Forge *forge, const char *path, Error *error)
{
    char digest[DIGEST_TEXT];

    write_file(forge, path);
    Trace *trace = store_read(path, error);
    if (trace || !right_digest(error, digest))
        return trace;
    if (!forge_sql(forge, "update run set value = '%s' where key = 'digest'",
                   digest))
        return NULL;
    write_file(forge, path);
    return store_read(path, error);
}
