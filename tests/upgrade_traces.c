/* SPDX-License-Identifier: MIT
 *
 * upgrade_traces - rewrites trace files of format 3 in format 4, in place:
 *
 *     make tests/upgrade_traces && tests/upgrade_traces FILE.upsweep ...
 *
 * The traces in tests/traces were recorded on a GPU, and need none to be read.
 * What is new in format 4 says of them that they are no program's: lanes have
 * moved from the numbers of accesses to a column, and those numbers count the
 * accesses of an instruction.
 */
#include "forge.h"

#include "trace/schema.h"
#include "trace/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const statements[] = {
    "insert into run select key, value from old.run",
    "insert into run values('command', ''), ('compiler', ''), ('origin', 0), "
    "('trials', 0)",
    "insert into source select * from old.source",
    "insert into array select *, 0, 0 from old.array",
    "insert into grid select *, 0, 0, 0, 0, 0, 0 from old.grid",
    "insert into block select * from old.block",
    "insert into element select * from old.element",
    "insert into phase select * from old.phase",
    "insert into step select * from old.step",
    "insert into instruction select i.id, i.step, i.warp, i.site, g.source, 0, "
    "i.occurrence, i.kind, 4, 0, 0, i.array, i.time from old.instruction i "
    "join old.step s on s.id = i.step join old.block b on b.id = s.block "
    "join old.grid g on g.id = b.grid",
    "create temp table place as select id as old, id / 64 * 64 + "
    "row_number() over (partition by id / 64 order by id) - 1 as new "
    "from old.access",
    "create unique index temp.places on place(old)",
    "insert into access select p.new, a.id % 64, 15, a.cell, a.value, a.first, "
    "a.last from old.access a join place p on p.old = a.id",
    "insert into sum select p.new * 256 + u.id % 256, u.left, u.right, "
    "u.left_first, u.left_last, u.right_first, u.right_last "
    "from old.sum u join place p on p.old = u.id / 256",
    "insert into snapshot select * from old.snapshot",
    "drop table temp.place",
    "detach old",
};

static void run(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return;
    fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
    BASE_CHECK(false);
}

/* A file with the rows of the one at PATH, but without their digest. */
static Forge *upgraded(const char *path)
{
    char text[64];
    sqlite3 *db;
    sqlite3_int64 size = 0;

    BASE_CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK);
    snprintf(text, sizeof text, "pragma application_id = %d",
             STORE_APPLICATION_ID);
    run(db, text);
    snprintf(text, sizeof text, "pragma user_version = %d", STORE_VERSION);
    run(db, text);
    BASE_CHECK(schema_create(db, false));
    char *attach = sqlite3_mprintf("attach %Q as old", path);
    run(db, attach);
    sqlite3_free(attach);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; ++i)
        run(db, statements[i]);
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
