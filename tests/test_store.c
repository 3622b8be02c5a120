/* SPDX-License-Identifier: MIT
 *
 * Tests of src/trace/store.c, schema.c, rules.c and reader.c: what is written
 * comes back, and what is damaged is refused without harm.
 */
#include "report/diff.h"
#include "trace/limits.h"
#include "trace/rules.h"
#include "trace/schema.h"
#include "trace/store.h"
#include "fixture.h"

#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *folder;

static char *file_name(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static void write_bytes(const char *path, const char *bytes, size_t count)
{
    g_assert_true(g_file_set_contents(path, bytes, (gssize)count, NULL));
}

/* Reads PATH, which must be refused, in one line of PART. */
static void refuse(const char *path, const char *part)
{
    Error error = {0};

    g_assert_null(store_read(path, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_null(strchr(error.text, '\n'));
    if (!strstr(error.text, part))
        g_error("'%s' is not in: %s", part, error.text);
}

static void assert_same(const Trace *a, const Trace *b)
{
    Text where = {0};

    g_assert_true(diff_traces(a, b, &where));
    g_assert_cmpstr(a->sources->text, ==, b->sources->text);
}

/* Writes, reads, writes again: the same trace, the same bytes. */
static void round_trip(Trace *trace)
{
    char *path = file_name("a.upsweep"), *again = file_name("b.upsweep");
    char *bytes, *more;
    gsize count, more_count;
    Error error = {0};

    if (!store_write(trace, path, &error))
        g_error("%s", error.text);
    Trace *back = store_read(path, &error);
    if (!back)
        g_error("%s", error.text);
    assert_same(trace, back);
    g_assert_true(store_write(back, again, &error));
    g_assert_true(g_file_get_contents(path, &bytes, &count, NULL));
    g_assert_true(g_file_get_contents(again, &more, &more_count, NULL));
    g_assert_cmpuint(count, ==, more_count);
    g_assert_true(memcmp(bytes, more, count) == 0);
    g_assert_cmpuint(store_bytes(trace, &error), ==, count);
    g_free(bytes);
    g_free(more);
    g_free(path);
    g_free(again);
    trace_free(back);
    trace_free(trace);
}

/* The same through a file that has no name. */
static void test_send(void)
{
    Trace *trace = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 300, 4);
    char *path = file_name("unnamed");
    Error error = {0};
    int file = g_open(path, O_RDWR | O_CREAT | O_EXCL, 0600);

    g_assert_cmpint(file, >=, 0);
    g_assert_cmpint(g_unlink(path), ==, 0);
    g_assert_null(store_receive(file, "nothing.cu", &error));
    g_assert_nonnull(strstr(error.text, "nothing.cu: not an Upsweep trace"));
    g_assert_true(store_send(trace, file, "some.cu", &error));
    for (int i = 0; i < 2; ++i) { /* any number of times */
        Trace *back = store_receive(file, "some.cu", &error);
        g_assert_nonnull(back);
        assert_same(trace, back);
        trace_free(back);
    }
    g_assert_cmpint(ftruncate(file, 3000), ==, 0);
    g_assert_null(store_receive(file, "some.cu", &error));
    g_assert_nonnull(strstr(error.text, "some.cu: incomplete file"));
    g_assert_cmpint(close(file), ==, 0);
    file = g_open("/dev/full", O_WRONLY, 0);
    if (file >= 0) {
        g_assert_false(store_send(trace, file, "some.cu", &error));
        g_assert_nonnull(strstr(error.text, "some.cu"));
        close(file);
    }
    g_free(path);
    trace_free(trace);
}

static void test_round_trip(void)
{
    static const uint32_t sizes[] = {1, 2, 13, 64, 300};

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i)
        for (int op = 0; op < OP_COUNT; ++op)
            for (Place p = PLACE_NOPADDING; p <= PLACE_LEFTRIGHT; ++p)
                round_trip(fixture_scan(p, (Op)op, sizes[i], 4));
    round_trip(fixture_hillis(64, 16, true));
    round_trip(fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 4096, 64));
}

/* Kinds, sites, intervals and blocks that the scans do not have; memory that is
 * not empty at the start. */
static void test_round_trip_odd(void)
{
    static const Word intervals[] = {INTERVAL_TOP, INTERVAL_UNSET,
                                     INTERVAL_IDENTITY, 0x00050003,
                                     0xfffefffeu};
    Fixture *f = fixture_new(OP_ADD, 3, 8, 20, 5);

    f->trace->run.inclusive = true;
    f->values[4] = 0xdeadbeef; /* not 0 before the first step */
    fixture_step(f, "load", -3);
    fixture_step(f, "\u03a3 phase", 65535);
    for (int kind = 0; kind < ACCESS_KINDS; ++kind) {
        fixture_instruction(f, kind % 3, (AccessKind)kind, kind);
        for (int lane = 0; lane < 4; lane += 1 + kind % 2) {
            fixture_access(f, lane, (uint32_t)lane % 3,
                           0x80000000u + (Word)lane, intervals[lane]);
            for (int s = 0; s < lane * 80; ++s)
                fixture_sum(f, (Word)s, intervals[s % 5], 0xffffffffu,
                            INTERVAL_TOP);
        }
    }
    f->trace->instructions[5].array = GLOBAL_OUT;
    f->trace->instructions[5].occurrence = UINT32_MAX;
    fixture_next_block(f);
    f->values[2] = 7;
    fixture_step(f, "load", 0);
    fixture_step(f, "load", 0);
    round_trip(fixture_done(f));
}

/* Any trace comes back as it was. */
static void test_round_trip_random(void)
{
    uint64_t seed = 5;

    for (int round = 0; round < 60; ++round) {
        uint32_t words = 1 + (uint32_t)base_random(&seed) % 20;
        Fixture *f =
            fixture_new(OP_ADD, 60, 8, 4 << base_random(&seed) % 3, words);
        for (uint32_t s = 0; s < 2 + words % 4; ++s) {
            if (s && base_random(&seed) % 3 == 0) {
                fixture_next_block(f);
                f->values[base_random(&seed) % words] =
                    (Word)base_random(&seed);
            }
            fixture_step(f, s % 2 ? "load" : "own", (int)s - 2);
            for (uint64_t i = base_random(&seed) % 6; i > 0; --i) {
                AccessKind kind =
                    base_random(&seed) % 2 ? ACCESS_LOAD : ACCESS_STORE;
                fixture_instruction(f, 0, kind, (int)i);
                for (int lane = 0; lane < 4; ++lane)
                    fixture_access(f, lane,
                                   (uint32_t)base_random(&seed) % words,
                                   (Word)base_random(&seed),
                                   (Word)base_random(&seed));
            }
        }
        round_trip(fixture_done(f));
    }
}

/* A text of a trace that nothing recorded: refused, as each stands in a line
 * that somebody reads. */
static void test_forged_text(void)
{
    static const char *const evil[] = {
        "a\nb",         "a\tb",      "a\rb",     "\x1b[31m",  "a\x7f",
        "\xc2\x9b[31m", "\u202egnp", "a\u2066b", "\u200e",    "\u061c",
        "a\u2028b",     "a\u200bb",  "\ufeffa",  "\xff",      "\xc3",
        "\xed\xa0\x80", "\ufffe",    "\u00ad",   "\U000e0041"};
    Trace *trace = fixture_hillis(8, 4, true);
    Run *run = &trace->run;
    char **const places[] = {&run->algorithm,         &run->title,
                             &run->summary,           &run->device_name,
                             &run->condition,         &trace->phases[0].title,
                             &trace->grids[0].title,  &trace->arrays[0].name,
                             &trace->sources[0].name, &trace->sources[0].text};
    char *path = file_name("forged.upsweep");

    for (size_t p = 0; p < G_N_ELEMENTS(places); ++p)
        for (size_t i = 0; i < G_N_ELEMENTS(evil); ++i) {
            char *real = *places[p];
            bool lines = places[p] == &trace->sources[0].text && i < 2;
            Error error = {0};
            *places[p] = g_strconcat(evil[i], lines ? real : NULL, NULL);
            g_assert_true(store_write(trace, path, &error));
            Trace *back = store_read(path, &error);
            g_assert_true((back != NULL) == lines);
            g_assert_true(lines || strstr(error.text, "damaged"));
            trace_free(back);
            g_free(*places[p]);
            *places[p] = real;
        }
    g_free(path);
    trace_free(trace);
}

/* Two lanes store 16 bytes each; WIDTH and CELL, the last, are what they may
 * not be. */
static Trace *wide_trace(uint8_t width, uint32_t cell)
{
    Fixture *f = fixture_new(OP_ADD, 8, 8, 2, 16);

    fixture_step(f, "load", 0);
    fixture_instruction(f, 0, ACCESS_STORE, 7);
    for (uint32_t i = 0; i < 8; ++i)
        fixture_access(f, (int)i / 4, i < 7 ? i : cell, i, interval_make(i, i));
    Trace *trace = fixture_done(f);
    trace->instructions[0].width = width;
    return trace;
}

static void refuse_wide(uint8_t width, uint32_t cell, const char *part)
{
    Trace *trace = wide_trace(width, cell);
    char *path = file_name("wide.upsweep");
    Error error = {0};

    g_assert_true(store_write(trace, path, &error));
    refuse(path, part);
    trace_free(trace);
    g_free(path);
}

/* A lane may have several words of one access, by rising cells. */
static void test_wide(void)
{
    round_trip(wide_trace(16, 7));
    refuse_wide(16, 6, "cell is 6, outside 7 to");
}

static gint64 query(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *row;

    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_prepare_v2(db, sql, -1, &row, NULL), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_step(row), ==, SQLITE_ROW);
    gint64 number = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(db);
    return number;
}

static void test_queries(void)
{
    Trace *trace = fixture_scan(PLACE_PADDING, OP_ADD, 64, 4);
    char *path = file_name("q.upsweep");
    Error error = {0};

    g_assert_true(store_write(trace, path, &error));
    g_assert_cmpint(query(path, "select count(*) from event"), ==,
                    (gint64)trace->accesses_count);
    g_assert_cmpint(query(path, "select count(*) from addition"), ==, 126);
    g_assert_cmpint(query(path, "select max(requests) from queue"), ==, 4);
    g_assert_cmpint(query(path, "select count(*) from queue where instruction "
                                "in (select id from instruction where kind > "
                                "1)"),
                    ==, 0);
    g_assert_cmpint(query(path, "select sum(requests) from queue"), ==,
                    query(path, "select count(*) from event where bank is not "
                                "null"));
    g_assert_cmpint(query(path, "select count(*) from event where bank <> "
                                "cell % 4"),
                    ==, 0);
    g_assert_cmpint(query(path, "select value from change where stands_for = "
                                "'\u03a3x0..x63'"),
                    ==, 64 * 65 / 2);
    g_assert_cmpint(query(path, "select value from run where key = 'n'"), ==,
                    64);
    trace_free(trace);
    g_free(path);
}

static void test_not_a_trace(void)
{
    char *path = file_name("bad.upsweep"), *good = file_name("good.upsweep");
    Trace *trace = fixture_scan(PLACE_PADDING, OP_ADD, 16, 4);
    Error error = {0};
    char *bytes;
    gsize count;

    g_assert_true(store_write(trace, good, &error));
    g_assert_true(g_file_get_contents(good, &bytes, &count, NULL));
    write_bytes(path, "", 0);
    refuse(path, "not an Upsweep trace");
    write_bytes(path, "3 1 7 0", 7);
    refuse(path, "not an Upsweep trace");
    write_bytes(path, bytes, 50);
    refuse(path, "incomplete file");
    write_bytes(path, bytes, 100);
    refuse(path, "incomplete file");
    write_bytes(path, bytes, count - 1);
    refuse(path, "incomplete file");
    bytes[71] ^= 1; /* application_id */
    write_bytes(path, bytes, count);
    refuse(path, "SQLite file of another program; name an Upsweep trace");
    bytes[71] ^= 1;
    bytes[63] = SCHEMA_VERSION + 1; /* user_version */
    write_bytes(path, bytes, count);
    refuse(path, "update Upsweep");
    bytes[63] = 1;
    write_bytes(path, bytes, count);
    refuse(path, "format 1");
    bytes[63] = SCHEMA_VERSION - 1;
    write_bytes(path, bytes, count);
    refuse(path, "record it again");
    bytes[63] = SCHEMA_VERSION;
    write_bytes(path, bytes, count);
    Trace *back = store_read(path, &error);
    g_assert_nonnull(back);
    trace_free(back);

    char *missing = file_name("missing.upsweep");
    g_assert_null(store_read(missing, &error));
    g_assert_null(store_read(folder, &error));
    g_free(missing);
    g_free(bytes);
    g_free(path);
    g_free(good);
    trace_free(trace);
}

/* SQL that replaces FROM in the statements that made the tables by TO. */
#define OTHER_SQL(from, to)                                                    \
    "pragma writable_schema = 1; update sqlite_master set sql = replace(sql, " \
    "'" from "', '" to "') where name = 'access'"

/* Changes made with SQL, each of which must be noticed.  test_hostile.c tries
 * the ranges of all columns. */
static void test_changed_by_sql(void)
{
    static const struct {
        const char *sql, *says;
    } changes[] = {
        {"update access set value = value + 1 where id = 64", "digest"},
        {"update element set output = 5 where id = 3", "digest"},
        {"update run set value = 'mul' where key = 'op'", "'run'"},
        {"update run set value = 'moon' where key = 'device'", "'run'"},
        {"update run set value = char(27) where key = 'title'", "'run'"},
        {"update run set value = cast(x'c328' as text) where key = 'title'",
         "'run'"},
        {"update run set value = '4' where key = 'k'", "'run'"},
        {"delete from run where key = 'seed'", "'run'"},
        {"delete from source", "'source'"},
        {"update source set text = x'00'", "'source'"},
        {"delete from array where id = 1", "'array'"},
        {"delete from grid", "'grid'"},
        {"update grid set blocks = 2", "'grid'"},
        {"update grid set words = 3", "'grid'"},
        {"delete from block", "'block'"},
        {"update block set number = 1", "'block'"},
        {"insert into block values(1, 0, 0)", "'block'"},
        {"insert into run values('zebra', 1)", "'run'"},
        {"update phase set id = 9 where id = 1", "'phase'"},
        {"delete from phase where id = 4", "'step'"},
        {"delete from step where id = 3", "'step'"},
        {"update instruction set site = 'x' where id = 20", "'instruction'"},
        {"delete from instruction where id = 20", "'instruction'"},
        {"delete from access where id / 64 = 20", "'access'"},
        {"update access set cell = null where id = 1280", "NOT NULL"},
        {"update sum set id = id + 1", "'sum'"},
        {"update sum set id = id + 1000000", "'sum'"},
        {"update sum set left = 'a'", "'sum'"},
        {"insert into snapshot values(16, 0, 0, 0)", "'snapshot'"},
        {"insert into snapshot values(-1, 0, 0, 0)", "'snapshot'"},
        {"insert into snapshot values(1048576000, 0, 0, 0)", "'snapshot'"},
        {"insert into snapshot values(1048576, 9, 0, 0)", "'snapshot'"},
        {"create table other(x)", "its tables"},
        {"create index i on access(cell)", "its tables"},
        {"create trigger t after insert on run begin select 1; end",
         "its tables"},
        {"drop view queue", "its tables"},
        {OTHER_SQL("value INTEGER", "value INTEGER DEFAULT 7"), "its tables"},
        {OTHER_SQL("value INTEGER NOT NULL", "value INTEGER"), "its tables"},
        {OTHER_SQL("value INTEGER", "value INTEGER CHECK(value < 1e9)"),
         "its tables"},
        {OTHER_SQL("value INTEGER", "value INTEGER COLLATE nocase"),
         "its tables"},
        {"drop table access; create view access as select 0 as id, 0 as cell, "
         "0 as value, 0 as first, 0 as last",
         "its tables"},
    };
    Trace *trace = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 16, 4);
    char *path = file_name("sql.upsweep");
    Error error = {0};

    for (size_t i = 0; i < G_N_ELEMENTS(changes); ++i) {
        sqlite3 *db;
        g_assert_true(store_write(trace, path, &error));
        g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
        int status = sqlite3_exec(db, changes[i].sql, NULL, NULL, NULL);
        if (strcmp(changes[i].says, "NOT NULL") == 0)
            g_assert_cmpint(status, ==, SQLITE_CONSTRAINT);
        else if (status != SQLITE_OK)
            g_error("%s: %s", changes[i].sql, sqlite3_errmsg(db));
        sqlite3_close(db);
        if (status == SQLITE_OK) {
            g_test_message("%s", changes[i].sql);
            refuse(path, changes[i].says);
        }
    }
    trace_free(trace);
    g_free(path);
}

/* Flips bits and cuts, many times: refused, or by luck still whole. */
static void test_fuzz(void)
{
    Trace *trace = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 8, 4);
    char *path = file_name("fuzz.upsweep");
    int rounds = g_test_thorough() ? 20000 : 400;
    uint64_t seed = 11;
    char *bytes;
    gsize count;
    Error error = {0};

    g_assert_true(store_write(trace, path, &error));
    g_assert_true(g_file_get_contents(path, &bytes, &count, NULL));
    for (int round = 0; round < rounds; ++round) {
        char *copy = g_memdup2(bytes, count);
        size_t length = count;
        for (uint64_t flips = base_random(&seed) % 4 + 1; flips; --flips) {
            uint64_t bit = base_random(&seed) % (count * 8);
            copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
        }
        if (round % 4 == 0)
            length = base_random(&seed) % count;
        write_bytes(path, copy, length);
        Trace *back = store_read(path, &error);
        if (back)
            assert_same(trace, back);
        trace_free(back);
        g_free(copy);
    }
    g_free(bytes);
    g_free(path);
    trace_free(trace);
}

/* SQLite may have BYTES: then a trace is written and read in a process of its
 * own, whose exit status this is. */
static int status_with(const char *path, const Trace *trace, int64_t bytes)
{
    Error error = {0};
    int status = -1, nowhere = open("/dev/null", O_WRONLY);
    pid_t process = fork();

    if (process == 0) {
        dup2(nowhere, STDERR_FILENO);
        sqlite3_hard_heap_limit64(bytes);
        bool good = trace ? store_write(trace, path, &error)
                          : store_read(path, &error) != NULL;
        _exit(good ? 0 : (int)error.kind);
    }
    close(nowhere);
    g_assert_cmpint(waitpid(process, &status, 0), ==, process);
    g_assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* A file is not damaged because there is no memory to read it with. */
static void test_memory(void)
{
    char *place = g_dir_make_tmp("upsweep-XXXXXX", NULL);
    char *path = g_build_filename(place, "x.upsweep", NULL);
    Trace *trace = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 16, 4);
    Error error = {0};
    int refused = 0;

    g_assert_true(store_write(trace, path, &error));
    for (int64_t bytes = 4096; bytes <= 4194304; bytes = bytes * 5 / 4) {
        int read = status_with(path, NULL, bytes);
        int written = status_with(path, trace, bytes);
        g_assert_true(read == 0 || read == ERROR_FAILED);
        g_assert_true(written == 0 || written == ERROR_FAILED);
        refused += read == ERROR_FAILED;
    }
    g_assert_cmpint(refused, >, 5);
    g_assert_cmpint(status_with(path, NULL, 0), ==, 0);
    trace_free(trace);
    g_unlink(path);
    g_assert_cmpint(g_rmdir(place), ==, 0);
    g_free(path);
    g_free(place);
}

/* Nothing but what the tests wrote is left, and that is removed. */
static void clean_up(void)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;

    g_assert_nonnull(dir);
    while ((name = g_dir_read_name(dir))) {
        char *path = file_name(name);
        g_assert_null(strstr(name, "tmp"));
        g_assert_null(strstr(name, ".part"));
        g_assert_cmpint(g_unlink(path), ==, 0);
        g_free(path);
    }
    g_dir_close(dir);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_free(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("test_store_XXXXXX", NULL);
    g_assert_nonnull(folder);
    g_test_add_func("/store/forged text", test_forged_text);
    g_test_add_func("/store/wide", test_wide);
    g_test_add_func("/store/scans-come-back-as-the-same-bytes",
                    test_round_trip);
    g_test_add_func("/store/all-kinds-of-accesses-come-back",
                    test_round_trip_odd);
    g_test_add_func("/store/random-traces-come-back", test_round_trip_random);
    g_test_add_func("/store/send", test_send);
    g_test_add_func("/store/queries", test_queries);
    g_test_add_func("/store/not-a-trace", test_not_a_trace);
    g_test_add_func("/store/changed-by-sql", test_changed_by_sql);
    g_test_add_func("/store/fuzz", test_fuzz);
    g_test_add_func("/store/no-memory", test_memory);
    int status = g_test_run();
    clean_up();
    return status;
}
