/* SPDX-License-Identifier: MIT
 *
 * forge - changed trace files; see forge.h.
 */
#include "forge.h"

#include "trace/digest.h"
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
    static const char before[] = "its content has digest ";
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
