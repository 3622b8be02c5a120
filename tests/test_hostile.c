/* SPDX-License-Identifier: MIT
 *
 * Traces that were made to do harm: each has a right digest, and is refused, or
 * read and then reported, shown and drawn at every moment without harm.
 */
#include "fixture.h"
#include "forge.h"
#include "hostile/worst.h"

#include "report/report.h"
#include "config.h"
#include "slow.h"
#include "record/record.h"
#include "text/text_dump.h"
#include "trace/limits.h"
#include "trace/store.h"
#ifdef HAVE_PICTURES
#include "export/export.h"
#include "export/export_limits.h"
#include "view/frame.h"
#endif

#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- What is changed ------------------------------------------------------*/

typedef struct {
    const char *name;
    uint32_t n, k, block_n;
} Seed;

static const Seed one_block = {"leftright", 16, 4, 0};
static const Seed blocks = {"look-back", 32, 4, 4};
static const Seed launches = {"three-phase", 64, 4, 4};
static const Seed shuffles = {"warp-shuffle", 8, 8, 0};

static Trace *record_seed(const Seed *seed)
{
    Recorder *recorder = recorder_new();
    Error error;
    Word input[64];
    RecordOptions options = {.algorithm = catalog_find(seed->name, &error),
                             .n = seed->n,
                             .k = seed->k,
                             .block_n = seed->block_n,
                             .passes = PLAN_USUAL,
                             .device = DEVICE_CPU,
                             .input = input};

    for (uint32_t i = 0; i < seed->n; ++i)
        input[i] = i % 7 + 1;
    Trace *trace = record(recorder, &options, &error);
    g_assert_nonnull(trace);
    recorder_free(recorder);
    return trace;
}

/* SQL is separated by ";". */
typedef struct {
    const char *what;
    const Seed *seed;
    const char *sql;
    const char *refusal; /* a part of it; NULL: it is read */
} Attack;

/* Leaves a run without accesses: one step, no shared memory. */
#define BARE                                                                   \
    "delete from snapshot; delete from sum; delete from access; "              \
    "delete from instruction; delete from step; "                              \
    "update run set value = 0 where key = 'words'; update grid set words = 0;"

#define ROWS(n)                                                                \
    " with recursive c(i) as (select 0 union all select i + 1 from c where "   \
    "i < " #n " - 1) "

#define FIRST_LOAD(b)                                                          \
    "(select min(a.id) from access a join instruction i on i.id = a.id / 64 "  \
    "join step s on s.id = i.step where s.block = " #b " and i.kind = 2)"

#define ARRAY_2_IN                                                             \
    "update array set holds = 3, words = 1 where id = 2; "                     \
    "update grid set input = 2;"

static const Attack attacks[] = {
    /* cells, as a block alone sees them */
    {"a load of another block's element, below", &blocks,
     "update access set cell = 0 where id = " FIRST_LOAD(1), NULL},
    {"a load of another block's element, above", &blocks,
     "update access set cell = 31 where id = " FIRST_LOAD(0), NULL},
    {"all stores go to other blocks", &blocks,
     "update access set cell = (id * 2654435761) % 32 where id / 64 in "
     "(select id from instruction where kind = 3)",
     NULL},
    {"an atomic of the output", &blocks,
     "update instruction set array = 1 where kind = 5; "
     "update access set cell = 31 where id / 64 in (select id from instruction "
     "where kind = 5)",
     NULL},
    {"pairs published in the output", &blocks,
     "update instruction set array = 1 where kind in (6, 7)", NULL},
    {"a grid reads behind its elements", &blocks,
     "insert into array values(4, 'big', 100000, 0, 0, 0, 0, 0, 0); "
     "update grid set input = 4; "
     "update instruction set array = 4 where kind = 2; "
     "update access set cell = 99999 where id / 64 in (select id from "
     "instruction where kind = 2)",
     NULL},
    {"a cell after the last", &one_block,
     "update access set cell = 16 where id / 64 = (select min(id) from "
     "instruction where kind = 2)",
     "'access'"},
    {"a lane that the warp does not have", &shuffles,
     "update access set cell = 8 where id / 64 = (select min(id) from "
     "instruction where kind = 4)",
     "'access'"},
    /* threads */
    {"a thread of a larger launch", &launches,
     "update grid set threads = 1 where id = (select max(id) from grid)",
     "'access'"},
    {"a block of 65536 threads", &one_block,
     "update run set value = 65536 where key = 'threads'; "
     "update grid set threads = 65536",
     "'run'"},
    /* arrays */
    {"4294967295 words", &one_block,
     "insert into array values(2, 'a', 4294967295, 0, 0, 0, 0, 0, 0)",
     "'array'"},
    {"four million words twice", &one_block,
     "insert into array values(2, 'a', 4000000, 0, 0, 0, 0, 0, 0); "
     "insert into array values(3, 'b', 4000000, 0, 0, 0, 0, 0, 0)",
     "the words of all arrays is 8000032, which is not within 1 to 4194304"},
    {"300 arrays", &one_block,
     ROWS(
         300) "insert into array select i + 2, 'a', 1, 0, 0, 0, 0, 0, 0 from c",
     "'array'"},
    {"pairs of one word", &blocks, ARRAY_2_IN, "odd number"},
    {"pairs of one word, of other blocks", &blocks,
     ARRAY_2_IN "update grid set block_n = 3, blocks = 11; "
                "update run set value = 3 where key = 'block_n'; "
                "update run set value = 11 where key = 'blocks'",
     "odd number"},
    {"launches without end", &launches,
     ROWS(100) "insert into grid select i + 100, title, source, n, block_n, "
               "blocks, threads, words, input, output, part, 0, 0, 0, 0, 0, 0, "
               "0 "
               "from c, grid "
               "where id = 0",
     "'grid'"},
    /* levels */
    {"a level of 40", &one_block, "update step set level = 40 where id = 2",
     NULL},
    {"levels of 31 and less", &one_block, "update step set level = 31 - id",
     NULL},
    {"a level of -65535", &launches, "update step set level = -65535", NULL},
    {"a level of 2147483647", &one_block,
     "update step set level = 2147483647 where id = 2", "'step'"},
    {"a walk of level 40", &one_block,
     "update phase set name = 'add ' || id; update step set level = 40 + id",
     NULL},
    /* memory that is worked out */
    {"a million words, six snapshots", &one_block,
     "update run set value = 1048576 where key = 'words'; "
     "update grid set words = 1048576",
     "12582912 words of shared memory at all steps are more than 2097152"},
    {"more sources than launches can name", &one_block,
     ROWS(40) "insert into source select i + 1, 'a', 'b' from c", "'source'"},
    {"5000 phases", &one_block,
     ROWS(5000) "insert into phase select i + 100, 'p' || i, 0 from c",
     "'phase'"},
};

static void run_sql(Forge *forge, const char *sql)
{
    if (!forge_sql(forge, "%s", sql))
        g_error("SQLite refuses: %s", sql);
}

/* ---- What is done with it -------------------------------------------------*/

#ifdef HAVE_PICTURES
static void draw(const Trace *trace)
{
    AnalysedTrace *analysed = analysed_new(trace);
    Scene scene = {.count = 1, .analysed_traces = {analysed}};
    DisplayList list = {0};

    int moments = slow_is_asked() ? 12 : 4;

    for (int i = 0; i <= moments; ++i) {
        scene.positions[0] =
            trace->instructions_count * (size_t)i / (size_t)moments;
        frame_draw(&list, &scene, 1280, 720);
        g_assert_cmpuint(list.shapes_count, >, 20);
    }
    display_list_free(&list);
    analysed_free(analysed);
}
#else
static void draw(const Trace *trace)
{
    (void)trace;
}
#endif

static void follow(const Trace *trace)
{
    Text text = {0};
    json_t *json = report_json(trace, &schedule_costs);

    report_text(&trace, 1, &schedule_costs, &text);
    text_dump_trace(trace, false, &text);
    text_dump_trace(trace, true, &text);
    g_assert_nonnull(json);
    g_assert_cmpuint(text.length, >, 100);
    json_decref(json);
    text_free(&text);
    draw(trace);
}

static char *temporary_path(void)
{
    char *path = NULL;
    int file = g_file_open_tmp("test_hostile_XXXXXX", &path, NULL);

    g_assert_cmpint(file, >=, 0);
    g_close(file, NULL);
    return path;
}

static void test_attacks(void)
{
    char *path = temporary_path();

    for (size_t i = 0; i < G_N_ELEMENTS(attacks); ++i) {
        const Attack *attack = attacks + i;
        Trace *seed = record_seed(attack->seed);
        Forge *forge = forge_open(seed);
        Error error = {ERROR_NONE, ""};
        run_sql(forge, attack->sql);
        forge_settle(forge);
        Trace *trace = forge_read(forge, path, &error);
        g_test_message("%s: %s", attack->what, trace ? "read" : error.text);
        if (attack->refusal) {
            g_assert_null(trace);
            g_assert_cmpint(error.kind, ==, ERROR_USAGE);
            if (!strstr(error.text, attack->refusal) ||
                strstr(error.text, "digest"))
                g_error("%s: %s", attack->what, error.text);
        } else {
            if (!trace)
                g_error("%s: %s", attack->what, error.text);
            follow(trace);
        }
        trace_free(trace);
        trace_free(seed);
        forge_close(forge);
    }
    g_remove(path);
    g_free(path);
}

/* ---- Time -----------------------------------------------------------------*/

enum { MOST_SECONDS = 10 }; /* of a processor, with sanitizers */

static Trace *read_worst(size_t i, const char *path)
{
    Forge *forge = worst_forge(i);
    Error error = {ERROR_NONE, ""};
    Trace *trace = forge_read(forge, path, &error);
    GStatBuf status;

    if (!trace)
        g_error("%s: %s", worst_name(i), error.text);
    g_assert_cmpint(g_stat(path, &status), ==, 0);
    g_assert_cmpint(status.st_size, <, 7 << 18);
    forge_close(forge);
    return trace;
}

#ifdef HAVE_PICTURES
/* Asks for a frame of everything; it is refused, or there are not many. */
static void check_export(const Trace *trace, SelectionUnit by, Clock clock,
                         ExportFormat format)
{
    Error error = {ERROR_NONE, ""};
    Text told = {0};
    ExportOptions options = {.spec = {.kind = FRAME_SPEC_VIEW,
                                      .area = AREA_SOURCE,
                                      .width = 320,
                                      .height = 180,
                                      .scale = 1},
                             .moments = {.all = true, .by = by},
                             .clock = clock,
                             .format = format,
                             .fps = 2,
                             .workers = 1};

    if (export_traces(&trace, 1, &options, "/dev/null/x", &told, &error))
        g_error("something was written: %s", told.text);
    bool many = strstr(error.text, "at most") || strstr(error.text, "the most");
    if (!many && !strstr(error.text, "/dev/null"))
        g_error("%s", error.text);
    if (by == BY_INSTRUCTION && format != EXPORT_HTML)
        g_assert_cmpint(many, ==,
                        trace->instructions_count + 1 > EXPORT_PICTURES);
    text_free(&told);
}

static void check_exports(const Trace *trace)
{
    check_export(trace, BY_INSTRUCTION, CLOCK_STEPS, EXPORT_PNG);
    check_export(trace, BY_STEP, CLOCK_STEPS, EXPORT_PDF);
    check_export(trace, BY_CYCLE, CLOCK_STEPS, EXPORT_SVG);
    check_export(trace, BY_CYCLE, CLOCK_CYCLES, EXPORT_PNG);
}
#else
static void check_exports(const Trace *trace)
{
    (void)trace;
}
#endif

static void test_time(void)
{
    char *path = temporary_path();

    for (size_t i = 0; i < worst_count; ++i) {
        Trace *trace = read_worst(i, path);
        clock_t start = clock();
        follow(trace);
        check_exports(trace);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        g_test_message("%s: %.1f s", worst_name(i), seconds);
        g_assert_cmpfloat(seconds, <, MOST_SECONDS * slow_factor());
        trace_free(trace);
    }
    g_remove(path);
    g_free(path);
}

/* What cannot be read is not written. */
static void test_unwritable(void)
{
    Trace *trace = record_seed(&blocks);
    Error error = {ERROR_NONE, ""};
    uint32_t words = trace->arrays[2].words;

    trace->arrays[2].words = 5000000;
    g_assert_false(store_write(trace, "no.upsweep", &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_cmpstr(error.text, ==,
                    "no.upsweep: the trace cannot be stored: the words of all "
                    "arrays is 5000080, which is not within 1 to 4194304");
    g_assert_false(g_file_test("no.upsweep", G_FILE_TEST_EXISTS));
    trace->arrays[2].words = words;
    trace_free(trace);
}

/* Nor a trace whose file would be small, and its snapshots large. */
static void test_large_memory(void)
{
    Fixture *f = fixture_new(OP_ADD, 4, 4, 4, LIMITS_WORDS);
    Error error = {ERROR_NONE, ""};

    for (int step = 0; step < 2; ++step)
        fixture_step(f, "load", 0);
    Trace *trace = fixture_done(f);
    g_assert_false(store_write(trace, "no.upsweep", &error));
    g_assert_cmpstr(error.text, ==,
                    "no.upsweep: the trace cannot be stored: shared memory of "
                    "1048576 words at 2 steps takes 24 MB, and 16 MB is the "
                    "most; use less shared memory, or fewer steps");
    g_assert_false(g_file_test("no.upsweep", G_FILE_TEST_EXISTS));
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/hostile/attacks", test_attacks);
    g_test_add_func("/hostile/time", test_time);
    g_test_add_func("/hostile/unwritable", test_unwritable);
    g_test_add_func("/hostile/large memory", test_large_memory);
    return g_test_run();
}
