/* SPDX-License-Identifier: MIT
 *
 * Traces of synthetic logs, and of damaged ones.
 */
#include "program_writer.h"
#include "slow.h"

#include "say/finding.h"
#include "analysis/bank.h"
#include "analysis/block_trace.h"
#include "analysis/proof.h"
#include "analysis/race.h"
#include "say/symbolic_trace.h"
#include "say/text_dump.h"
#include "say/thread_dump.h"
#include "report/diff.h"
#include "trace/limits.h"
#include "trace/rules.h"
#include "program/local_values.h"
#include "trace/store.h"
#include "trace/value.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Return address of access PLACE on LINE of test.cu. */
#define AT(line, place) (16u * (line) + (place) + 1)
#define DEVICE          0x10000u
#define ELSEWHERE       0x20000u

/* ---- A scan of four elements by two threads a block of a warp -------------
 */

enum { THREADS = 4 };

typedef struct {
    ProgramWriter log;
    uint32_t in, out;
    uint32_t load_in, store_shared, barrier, load_left, load_right, store_sum,
        barrier_2, load_shared, store_out;
} Scan;

static void words(Scan *scan, uint32_t block, uint32_t site,
                  ProgramAccessKind kind, uint32_t array, uint32_t occurrence,
                  uint32_t first_lane, int32_t shift, const uint32_t *values)
{
    writer_access(&scan->log, block, 0, site, kind, array, 4, occurrence);
    for (uint32_t lane = first_lane; lane < THREADS; ++lane)
        writer_lane(&scan->log, lane,
                    4 * (uint64_t)(uint32_t)((int32_t)lane + shift),
                    values + lane, 4, 0);
}

/* Lanes 1 and 2 have locals: in ROUND 0 of the kernel, in round 1 also of twice
 * which it calls, in round 2 only n. */
static void locals_of(Scan *scan, uint32_t block, uint32_t round)
{
    const uint64_t in = WRITER_ARRAY * (uint64_t)(scan->in + 1);
    const uint64_t shared = WRITER_SHARED * (uint64_t)(block + 1);
    const double half = 0.5;
    ProgramChange first[] = {
        {.local = 0, .lane = 1, .value = (uint32_t)-7},
        {.local = 1, .lane = 1, .value = in + 8},
        {.local = 2, .lane = 1},
        {.local = 3, .lane = 1, .value = 1},
        {.local = 1, .lane = 2},
    };
    const ProgramChange second[] = {
        {.local = 0, .lane = 1, .value = 12},
        {.local = 1, .lane = 1, .value = shared + 4},
        {.local = 4, .lane = 1, .depth = 1, .value = 0xfe},
        {.local = 1, .lane = 2, .value = 0x99},
    };
    const ProgramChange third[] = {
        {.local = 1, .lane = 1, .ends = 1},
        {.local = 2, .lane = 1, .ends = 1},
        {.local = 3, .lane = 1, .ends = 1},
        {.local = 4, .lane = 1, .depth = 1, .ends = 1},
    };

    memcpy(&first[2].value, &half, sizeof half);
    if (round == 0)
        writer_changes(&scan->log, block, 0, first, 5);
    else if (round == 1)
        writer_changes(&scan->log, block, 0, second, 4);
    else
        writer_changes(&scan->log, block, 0, third, 4);
}

/* Hillis and Steele with in = 1 2 3 4, in two rounds. */
static void scan_block(Scan *scan, uint32_t block)
{
    static const uint32_t in[] = {1, 2, 3, 4}, left1[] = {0, 1, 2, 3},
                          sum1[] = {1, 3, 5, 7}, left2[] = {0, 0, 1, 3},
                          sum2[] = {1, 3, 6, 10};
    int32_t first = (int32_t)(block * THREADS);

    writer_block(&scan->log, block);
    locals_of(scan, block, 0);
    words(scan, block, scan->load_in, PROGRAM_LOAD, scan->in, 0, 0, first, in);
    words(scan, block, scan->store_shared, PROGRAM_STORE, PROGRAM_SHARED, 0, 0,
          0, in);
    for (uint32_t d = 1; d <= 2; ++d) {
        const uint32_t *own = d == 1 ? in : sum1;
        locals_of(scan, block, d);
        writer_barrier(&scan->log, block, scan->barrier);
        words(scan, block, scan->load_left, PROGRAM_LOAD, PROGRAM_SHARED, 0, d,
              -(int32_t)d, d == 1 ? left1 : left2);
        words(scan, block, scan->load_right, PROGRAM_LOAD, PROGRAM_SHARED, 0, 0,
              0, own);
        writer_barrier(&scan->log, block, scan->barrier_2);
        words(scan, block, scan->store_sum, PROGRAM_STORE, PROGRAM_SHARED, 0, d,
              0, d == 1 ? sum1 : sum2);
    }
    words(scan, block, scan->store_out, PROGRAM_STORE, scan->out, 0, 0, first,
          sum2);
    writer_barrier(&scan->log, block, scan->barrier_2); /* begins nothing */
}

static void scan_sites(Scan *scan)
{
    ProgramWriter *log = &scan->log;

    scan->load_in = writer_site(log, AT(5, 0));
    scan->store_shared = writer_site(log, AT(5, 1));
    scan->barrier = writer_site(log, AT(10, 0));
    scan->load_left = writer_site(log, AT(11, 2));
    scan->load_right = writer_site(log, AT(11, 1));
    scan->barrier_2 = writer_site(log, AT(15, 0));
    scan->store_sum = writer_site_called(log, AT(16, 0), DEVICE + AT(3, 0));
    scan->store_out = writer_site_called(log, AT(17, 0), ELSEWHERE);
}

static void scan_launch(Scan *scan, uint32_t blocks)
{
    static const uint32_t in[] = {1, 2, 3, 4}, out[] = {1, 3, 6, 10};
    ProgramWriter *log = &scan->log;

    writer_launch(log, "scan<int>", blocks, THREADS, "d_out, f(d_in, 1), n");
    scan->out = writer_array(log, ELEMENT_I32, 4, 16 * blocks, 1);
    scan->in = writer_array(log, ELEMENT_I32, 4, 16 * blocks, 2);
    writer_contents(log, scan->in, false, in, sizeof in);
    writer_variable(log, "temp", "int [4]", 0, 16, ELEMENT_I32, 4, 4, 0);
    for (uint32_t b = blocks; b-- > 0;)
        scan_block(scan, b);
    writer_contents(log, scan->out, true, out, sizeof out);
    writer_end(log, 16);
}

static Trace *checked(const ProgramWriter *log)
{
    Error error = {0};
    Trace *trace = writer_trace(log, &error);
    Text why = {0};

    g_assert_cmpstr(trace ? "" : error.text, ==, "");
    g_assert_true(trace_check(trace, &error));
    if (!rules_of_writer(trace, &why))
        g_error("%s", why.text);
    return trace;
}

static Scan scan_of(uint32_t blocks)
{
    Scan scan = {0};

    writer_begin(&scan.log);
    scan_sites(&scan);
    scan_launch(&scan, blocks);
    return scan;
}

static void test_scan(void)
{
    static const char *const titles[] = {"start", "up-sweep", "line 15",
                                         "up-sweep", "line 15"};
    static const int levels[] = {0, 1, 1, 2, 2};
    Scan scan = scan_of(1);
    Trace *trace = checked(&scan.log);

    g_assert_true(trace->run.origin == ORIGIN_PROGRAM);
    g_assert_cmpuint(trace->run.n, ==, 4);
    g_assert_cmpuint(trace->grids_count, ==, 1);
    g_assert_cmpstr(trace->grids->title, ==, "scan<int>");
    g_assert_cmpuint(trace->arrays_count, ==, 2);
    g_assert_cmpstr(trace->arrays[GLOBAL_IN].name, ==, "f(d_in, 1)");
    g_assert_cmpstr(trace->arrays[GLOBAL_OUT].name, ==, "d_out");
    g_assert_cmpint(trace->arrays[GLOBAL_IN].element, ==, ELEMENT_I32);
    g_assert_cmpuint(trace->steps_count, ==, 5);
    for (int s = 0; s < 5; ++s) {
        g_assert_cmpstr(trace_phase(trace, trace->steps + s), ==, titles[s]);
        g_assert_cmpint(trace->steps[s].level, ==, levels[s]);
    }
    g_assert_cmpint(trace_phase_kind(trace, trace->steps + 1), ==,
                    PHASE_UPSWEEP);
    g_assert_cmpuint(trace->instructions_count, ==, 9);
    for (uint32_t i = 0; i < 9; ++i)
        g_assert_cmpuint(trace->instructions[i].time, ==, i);
    const Word *end = trace_snapshot_after(trace, 4);
    const Word wanted[] = {1, 3, 6, 10};
    for (int i = 0; i < 4; ++i) {
        g_assert_cmpuint(end[i], ==, wanted[i]);
        g_assert_cmpuint(trace->input[i], ==, (Word)i + 1);
        g_assert_cmpuint(trace->output[i], ==, wanted[i]);
    }
    trace_free(trace);
    writer_free(&scan.log);
}

/* Where accesses stand: line, place in the line, file. */
static void test_places(void)
{
    Scan scan = scan_of(1);
    Trace *trace = checked(&scan.log);
    const struct {
        uint16_t site;
        uint8_t place, source;
        bool several;
    } wanted[] = {{5, 0, 0, true},  {5, 1, 0, true},  {11, 1, 0, true},
                  {11, 0, 0, true}, {3, 0, 1, false}, {11, 1, 0, true},
                  {11, 0, 0, true}, {3, 0, 1, false}, {17, 0, 0, false}};

    for (int i = 0; i < 9; ++i) {
        const Instruction *at = trace->instructions + i;
        g_assert_cmpuint(at->site, ==, wanted[i].site);
        g_assert_cmpuint(at->place, ==, wanted[i].place);
        g_assert_cmpuint(at->source, ==, wanted[i].source);
        g_assert_cmpint(trace_has_places(trace, at), ==, wanted[i].several);
    }
    static const char *const names[] = {
        "line 5, 1st access",  "line 5, 2nd access",   "line 11, 2nd access",
        "line 11, 1st access", "line 3 of device.cuh", "line 11, 2nd access",
        "line 11, 1st access", "line 3 of device.cuh", "line 17"};
    for (int i = 0; i < 9; ++i) {
        Text name = {0};
        trace_line_name(trace, trace->instructions + i, &name);
        g_assert_cmpstr(name.text, ==, names[i]);
        text_free(&name);
    }
    g_assert_cmpstr(trace_source_of(trace, trace->instructions + 4)->name, ==,
                    "device.cuh");
    g_assert_cmpuint(trace->grids->source, ==, 0);
    trace_free(trace);
    writer_free(&scan.log);
}

/* Blocks that ran at once: stored by number, timed by the log. */
static void test_blocks(void)
{
    Scan scan = scan_of(3);
    Trace *trace = checked(&scan.log);

    g_assert_cmpuint(trace->blocks_count, ==, 3);
    g_assert_true(trace_is_whole(trace));
    for (uint32_t b = 0; b < 3; ++b) {
        const Block *block = trace->blocks + b;
        uint32_t first, end;
        g_assert_cmpuint(block->index, ==, b);
        g_assert_cmpuint(block->step_count, ==, 5);
        trace_block_instructions(trace, block, &first, &end);
        g_assert_cmpuint(end - first, ==, 9);
        g_assert_cmpuint(trace->instructions[first].time, ==, 9 * (2 - b));
        g_assert_cmpuint(
            trace_accesses(trace, trace->instructions + first)->cell, ==,
            4 * b);
    }
    uint32_t *order = trace_order(trace), *origins;
    Trace *part = block_trace_of(trace, 1, order, &origins);
    g_assert_cmpuint(part->run.n, ==, 12);
    g_assert_cmpuint(part->arrays_count, ==, 2);
    g_assert_cmpuint(trace_accesses(part, part->instructions)->cell, ==, 4);
    trace_free(part);
    free(order);
    free(origins);
    trace_free(trace);
    writer_free(&scan.log);
}

/* "n = 12 p = &temp[1]" */
static char *locals_text(const Trace *trace, uint32_t instruction,
                         uint32_t thread)
{
    size_t count;
    LocalValue *locals = trace_locals(trace, instruction, thread, &count);
    Text text = {0};

    text_add(&text, "%s", "");
    for (size_t i = 0; i < count; ++i) {
        text_add(&text, "%s%s = ", i ? " " : "", locals[i].local->name);
        local_value_add(trace, 0, locals[i].local, locals[i].value, &text);
    }
    free(locals);
    return text.text;
}

/* The locals of the threads that have any, at each instruction. */
static void test_locals(void)
{
    static const struct {
        uint32_t first, end, thread; /* instructions of the block */
        const char *locals;
    } wanted[] = {
        {0, 2, 1, "n = -7 p = &f(d_in, 1)[2] d = 0.5 yes = true"},
        {2, 5, 1, "n = 12 p = &temp[1] d = 0.5 yes = true c = -2"},
        {5, 9, 1, "n = 12"},
        {0, 2, 2, "p = null"},
        {2, 9, 2, "p = elsewhere"},
        {0, 9, 0, ""},
        {0, 9, 3, ""},
    };
    Scan scan = scan_of(3);
    Trace *trace = checked(&scan.log);

    g_assert_cmpuint(trace->locals_count, ==, 5);
    g_assert_cmpuint(trace->local_changes_count, ==, 3 * 13);
    for (uint32_t b = 0; b < 3; ++b)
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i)
            for (uint32_t j = wanted[i].first; j < wanted[i].end; ++j) {
                char *text = locals_text(trace, 9 * b + j, wanted[i].thread);
                g_assert_cmpstr(text, ==, wanted[i].locals);
                free(text);
            }
    uint32_t *order = trace_order(trace), *origins;
    Trace *part = block_trace_of(trace, 1, order, &origins);
    g_assert_cmpuint(part->local_changes_count, ==, 13);
    char *text = locals_text(part, 4, 1);
    g_assert_cmpstr(text, ==, wanted[1].locals);
    free(text);
    trace_free(part);
    free(order);
    free(origins);
    trace_free(trace);
    writer_free(&scan.log);
}

/* What is shown with labels has its own locals. */
static void test_labels(void)
{
    Scan scan = scan_of(1);
    Trace *trace = checked(&scan.log);
    Trace *labels = symbolic_trace_of(trace);

    g_assert_true(labels->local_changes != trace->local_changes);
    g_assert_true(labels->locals->name != trace->locals->name);
    trace_free(labels);
    char *text = locals_text(trace, 0, 1);
    g_assert_cmpstr(text, ==, "n = -7 p = &f(d_in, 1)[2] d = 0.5 yes = true");
    free(text);
    trace_free(trace);
    writer_free(&scan.log);
}

/* What is said of a thread, with its locals. */
static void test_thread(void)
{
    Scan scan = scan_of(2);
    Trace *trace = checked(&scan.log);
    Text text = {0};
    Error error = {0};

    g_assert_true(thread_dump(trace, 1, false, &text, &error));
    g_assert_nonnull(
        strstr(text.text, "Thread 1 of block 0, lane 1 of warp 0"));
    g_assert_nonnull(strstr(text.text,
                            "  line 5, 1st access, loads f(d_in, 1)[1] = 2: "
                            "n = -7, p = &f(d_in, 1)[2], d = 0.5, yes = true"));
    g_assert_nonnull(strstr(text.text, ": n = 12, p = &temp[1], d = 0.5, "
                                       "yes = true; in twice: c = -2\n"));
    g_assert_nonnull(strstr(text.text, "temp[1] = 3: n = 12\n"));
    g_assert_nonnull(strstr(text.text, "1 more block (--full"));
    text_free(&text);
    g_assert_true(thread_dump(trace, 1, true, &text, &error));
    g_assert_nonnull(strstr(text.text, "Thread 1 of block 1"));
    text_free(&text);
    g_assert_false(thread_dump(trace, 4, true, &text, &error));
    g_assert_nonnull(strstr(error.text, "largest block has 4 threads"));
    trace_free(trace);
    writer_free(&scan.log);
}

/* A second launch of other sizes, with other names for the same arrays; a run
 * on random inputs between the two is left out. */
static void test_launches(void)
{
    Scan scan = scan_of(2);
    ProgramWriter *log = &scan.log;
    static const uint32_t sums[] = {10, 20};
    size_t trial = log->count + offsetof(ProgramLaunch, trial);

    scan_launch(&scan, 2);
    ((ProgramLaunch *)(void *)(log->bytes + trial -
                               offsetof(ProgramLaunch, trial)))
        ->trial = 1;
    writer_launch(log, "add", 1, 2, "d_sums");
    uint32_t array = writer_array(log, ELEMENT_F32, 4, 8, 1);
    uint32_t site = writer_site(log, AT(18, 0));
    uint32_t store = writer_site(log, AT(18, 1));
    writer_block(log, 0);
    writer_access(log, 0, 0, site, PROGRAM_LOAD, array, 4, 0);
    writer_lane(log, 0, 0, sums, 4, 0);
    writer_lane(log, 1, 4, sums + 1, 4, 0);
    writer_access(log, 0, 0, store, PROGRAM_STORE, array, 4, 0);
    writer_lane(log, 1, 4, sums, 4, 0);
    writer_contents(log, array, true, sums, sizeof sums);
    writer_end(log, 0);

    Trace *trace = checked(log);
    g_assert_cmpuint(trace->grids_count, ==, 2);
    g_assert_cmpuint(trace->blocks_count, ==, 3);
    g_assert_cmpuint(trace->arrays_count, ==, 3);
    g_assert_cmpstr(trace->arrays[0].name, ==, "f(d_in, 1)");
    g_assert_cmpstr(trace->arrays[1].name, ==, "d_sums");
    g_assert_cmpstr(trace->arrays[2].name, ==, "d_out");
    g_assert_cmpuint(trace->grids[0].in, ==, 0);
    g_assert_cmpuint(trace->grids[0].out, ==, 2);
    g_assert_cmpuint(trace->grids[1].in, ==, 1); /* in place */
    g_assert_cmpuint(trace->grids[1].out, ==, 1);
    g_assert_cmpuint(trace->run.n, ==, 8);
    g_assert_cmpuint(trace->output[0], ==, 10);
    g_assert_cmpuint(trace->output[1], ==, 20);
    g_assert_cmpuint(trace->output[2], ==, 0);
    g_assert_cmpuint(trace->run.threads, ==, 4);
    g_assert_cmpuint(trace->run.words, ==, 4);
    trace_free(trace);
    writer_free(log);
}

/* ---- Widths ---------------------------------------------------------------
 */

typedef struct {
    ProgramWriter log;
    uint32_t load, store;
} Wide;

static Wide wide_begin(uint32_t threads, ElementKind element, uint32_t bytes)
{
    Wide wide = {0};

    writer_begin(&wide.log);
    wide.load = writer_site(&wide.log, AT(5, 0));
    wide.store = writer_site(&wide.log, AT(6, 0));
    writer_launch(&wide.log, "wide", 1, threads, "");
    writer_variable(&wide.log, "a", "T [256]", 0, 256 * bytes, element, bytes,
                    256, 0);
    writer_block(&wide.log, 0);
    return wide;
}

/* All 32 lanes: lane i at element i / SHARE, with words that are their cells.
 */
static void wide_access(Wide *wide, ProgramAccessKind kind, uint32_t bytes,
                        uint32_t share)
{
    writer_access(&wide->log, 0, 0,
                  kind == PROGRAM_LOAD ? wide->load : wide->store, kind,
                  PROGRAM_SHARED, bytes, 3);
    for (uint32_t i = 0; i < 32; ++i) {
        uint32_t offset = i / share * bytes, value[4];
        for (uint32_t w = 0; w < 4; ++w)
            value[w] = offset / 4 + w;
        writer_lane(&wide->log, i, offset, value, bytes, 0);
    }
}

static Trace *wide_end(Wide *wide)
{
    writer_end(&wide->log, 0);
    Trace *trace = checked(&wide->log);
    writer_free(&wide->log);
    return trace;
}

/* Parts: how many, of how many accesses; the rows of the first. */
static void check_parts(const Trace *trace, uint32_t parts, int accesses,
                        uint8_t width)
{
    g_assert_cmpuint(trace->instructions_count, ==, parts);
    for (uint32_t p = 0; p < parts; ++p) {
        const Instruction *at = trace->instructions + p;
        const Access *access = trace_accesses(trace, at);
        g_assert_cmpint(at->lanes, ==, accesses);
        g_assert_cmpuint(at->width, ==, width);
        g_assert_cmpuint(bank_cost(trace, at, NULL).wavefronts, ==, 1);
        for (uint32_t q = 0; q < p; ++q)
            g_assert_cmpuint(trace->instructions[q].occurrence, !=,
                             at->occurrence);
        for (int i = 0; i < at->lanes; ++i) {
            g_assert_cmpuint(access[i].value, ==, access[i].cell);
            g_assert_cmpuint(access[i].bytes, ==, TRACE_WORD);
            if (i > 0 && access[i].lane == access[i - 1].lane)
                g_assert_cmpuint(access[i].cell, ==, access[i - 1].cell + 1);
            else if (i > 0)
                g_assert_cmpuint(access[i].lane, ==, access[i - 1].lane + 1);
        }
    }
}

static void test_wide(void)
{
    static const struct {
        ProgramAccessKind kind;
        uint32_t bytes, share, parts;
        int accesses;
    } cases[] = {{PROGRAM_LOAD, 4, 1, 1, 32},   {PROGRAM_LOAD, 8, 1, 2, 32},
                 {PROGRAM_STORE, 8, 1, 2, 32},  {PROGRAM_LOAD, 8, 2, 1, 64},
                 {PROGRAM_STORE, 8, 2, 2, 32},  {PROGRAM_LOAD, 16, 1, 4, 32},
                 {PROGRAM_STORE, 16, 1, 4, 32}, {PROGRAM_LOAD, 16, 2, 2, 64}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Wide wide = wide_begin(32, ELEMENT_OTHER, cases[i].bytes);
        wide_access(&wide, cases[i].kind, cases[i].bytes, cases[i].share);
        Trace *trace = wide_end(&wide);
        check_parts(trace, cases[i].parts, cases[i].accesses,
                    (uint8_t)cases[i].bytes);
        g_assert_cmpuint(trace_lanes(trace, trace->instructions), ==,
                         32 / cases[i].parts);
        trace_free(trace);
    }
}

/* What is aligned to 4 bytes only is moved by words. */
static void test_unaligned(void)
{
    static const uint32_t value[] = {1, 2, 3, 4};
    Wide wide = wide_begin(32, ELEMENT_OTHER, 12);

    writer_access(&wide.log, 0, 0, wide.store, PROGRAM_STORE, PROGRAM_SHARED,
                  16, 0);
    writer_lane(&wide.log, 4, 0, value, 16, 0);
    writer_lane(&wide.log, 5, 20, value, 16, 0);
    Trace *trace = wide_end(&wide);
    g_assert_cmpuint(trace->instructions_count, ==, 4);
    for (uint32_t i = 0; i < 4; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        g_assert_cmpint(at->lanes, ==, 2);
        g_assert_cmpuint(at->width, ==, 4);
        g_assert_cmpuint(access[0].cell, ==, i);
        g_assert_cmpuint(access[1].cell, ==, 5 + i);
        g_assert_cmpuint(access[1].value, ==, 1 + i);
    }
    trace_free(trace);
}

/* Bytes: their masks, whole words as values, and what was there at first. */
static void test_bytes(void)
{
    static const uint8_t bytes[] = {0xaa, 0xbb};
    static const uint16_t half = 0x1234;
    Wide wide = wide_begin(32, ELEMENT_U8, 1);
    ProgramWriter *log = &wide.log;

    /* the word 0x44332211 becomes 0x44bbaa11, then 0x1234aa11 */
    writer_access(log, 0, 0, wide.store, PROGRAM_STORE, PROGRAM_SHARED, 1, 0);
    writer_lane(log, 0, 5, bytes, 1, 0x44bbaa11);
    writer_lane(log, 1, 6, bytes + 1, 1, 0x44bbaa11);
    writer_access(log, 0, 0, wide.store, PROGRAM_STORE, PROGRAM_SHARED, 2, 0);
    writer_lane(log, 2, 6, &half, 2, 0x1234aa11);
    writer_access(log, 0, 0, wide.load, PROGRAM_LOAD, PROGRAM_SHARED, 1, 0);
    writer_lane(log, 3, 7, "\x12", 1, 0x1234aa11);
    Trace *trace = wide_end(&wide);
    static const struct {
        uint8_t bytes;
        Word value;
    } wanted[] = {{0x2, 0x4400aa11},
                  {0x4, 0x44bbaa11},
                  {0xc, 0x1234aa11},
                  {0x8, 0x1234aa11}};
    g_assert_cmpuint(trace->accesses_count, ==, 4);
    for (int i = 0; i < 4; ++i) {
        g_assert_cmpuint(trace->accesses[i].cell, ==, 1);
        g_assert_cmpuint(trace->accesses[i].bytes, ==, wanted[i].bytes);
        if (i > 0)
            g_assert_cmphex(trace->accesses[i].value, ==, wanted[i].value);
    }
    g_assert_cmphex(trace_snapshot(trace, 0)[1] & 0xff0000ff, ==, 0x44000011);
    g_assert_cmphex(trace_snapshot_after(trace, 0)[1], ==, 0x1234aa11);
    g_assert_cmpuint(bank_cost(trace, trace->instructions, NULL).wavefronts, ==,
                     1);
    /* threads 0 and 1 touch other bytes; 2 stores to 1's byte, 3 loads it */
    RaceList races = race_find(trace);
    g_assert_cmpuint(races.races_count, ==, 1);
    g_assert_cmpuint(races.races[0].first.thread, ==, 1);
    g_assert_cmpuint(races.races[0].second.thread, ==, 2);
    race_free(&races);
    trace_free(trace);
}

static void test_no_race_of_bytes(void)
{
    Wide wide = wide_begin(32, ELEMENT_U8, 1);

    writer_access(&wide.log, 0, 0, wide.store, PROGRAM_STORE, PROGRAM_SHARED, 1,
                  0);
    for (uint32_t i = 0; i < 32; ++i)
        writer_lane(&wide.log, i, i, &i, 1, 0x03020100 + i / 4 * 0x04040404);
    Trace *trace = wide_end(&wide);
    RaceList races = race_find(trace);
    Proof proof = proof_of(trace, &races);
    Text why = {0};
    g_assert_cmpuint(races.races_count, ==, 0);
    g_assert_true(proof.unchecked);
    g_assert_false(proof.proved);
    g_assert_true(proof_is_good(&proof));
    g_assert_cmpstr(proof_verdict(&proof), ==, "Seen");
    Findings findings = findings_of(trace, &races, &proof);
    findings_write(&findings, &why);
    findings_free(&findings);
    g_assert_null(strstr(why.text, "proved"));
    text_free(&why);
    race_free(&races);
    trace_free(trace);
}

/* Block 0 stores and draws a ticket; block 1, whose ticket is noted before,
 * loads what block 0 stored.  On the simulator that is the order in which
 * they were drawn, and the two race; on a GPU it need not be. */
static void test_order_of_gpu(void)
{
    const uint32_t one = 1;
    ProgramWriter log;

    writer_begin(&log);
    writer_launch(&log, "last_one", 2, 1, "parts, ticket");
    uint32_t parts = writer_array(&log, ELEMENT_I32, 4, 8, 1);
    uint32_t ticket = writer_array(&log, ELEMENT_I32, 4, 4, 2);
    uint32_t draw = writer_site(&log, 16 * 5),
             store = writer_site(&log, 16 * 4),
             load = writer_site(&log, 16 * 7);
    for (uint32_t block = 0; block < 2; ++block)
        writer_block(&log, block);
    const struct {
        uint32_t block, site, kind, array;
    } accesses[] = {{1, draw, PROGRAM_ATOMIC, ticket},
                    {0, store, PROGRAM_STORE, parts},
                    {0, draw, PROGRAM_ATOMIC, ticket},
                    {1, load, PROGRAM_LOAD, parts}};
    for (size_t i = 0; i < G_N_ELEMENTS(accesses); ++i) {
        uint32_t values[] = {one, 0, one + 1};
        writer_access(&log, accesses[i].block, 0, accesses[i].site,
                      accesses[i].kind, accesses[i].array, 4, 0);
        writer_lane(&log, 0, 0, values,
                    accesses[i].kind == PROGRAM_ATOMIC ? 12 : 4, 0);
    }
    writer_end(&log, 0);
    Trace *trace = checked(&log);
    RaceList races = race_find(trace);
    g_assert_cmpuint(races.races_count, ==, 1);
    race_free(&races);
    free(trace->run.device);
    trace->run.device = base_strdup("gpu");
    races = race_find(trace);
    g_assert_cmpuint(races.races_count, ==, 0);
    race_free(&races);
    trace_free(trace);
    writer_free(&log);
}

/* A histogram: atomic updates of shared memory do not race with each other, but
 * with a load. */
static void test_atomics(void)
{
    for (int load = 0; load < 2; ++load) {
        Wide wide = wide_begin(32, ELEMENT_I32, 4);
        writer_access(&wide.log, 0, 0, wide.store, PROGRAM_ATOMIC,
                      PROGRAM_SHARED, 4, 0);
        for (uint32_t i = 0; i < 4; ++i) {
            uint32_t value[] = {7 + i, 0, 8 + i};
            writer_lane(&wide.log, i, 4, value, 12, 0);
        }
        uint32_t all = 11;
        if (load) {
            writer_access(&wide.log, 0, 0, wide.load, PROGRAM_LOAD,
                          PROGRAM_SHARED, 4, 0);
            writer_lane(&wide.log, 9, 4, &all, 4, 0);
        }
        Trace *trace = wide_end(&wide);
        g_assert_cmpint(trace->instructions->kind, ==, ACCESS_CHANGE);
        g_assert_cmpuint(trace_snapshot(trace, 0)[1], ==, 7);
        g_assert_cmpuint(trace_snapshot_after(trace, 0)[1], ==, 11);
        RaceList races = race_find(trace);
        g_assert_cmpuint(races.races_count, ==, (size_t)load);
        race_free(&races);
        trace_free(trace);
    }
}

/* An atomic access to half a word shows what that half was before. */
static void test_atomic_half(void)
{
    Wide wide = wide_begin(32, ELEMENT_U16, 2);
    const uint16_t value[] = {5};

    writer_access(&wide.log, 0, 0, wide.store, PROGRAM_ATOMIC, PROGRAM_SHARED,
                  2, 0);
    writer_lane(&wide.log, 0, 6, value, 2, 0x00070001);
    Trace *trace = wide_end(&wide);
    g_assert_cmphex(trace_snapshot(trace, 0)[1], ==, 0x00050001);
    g_assert_cmphex(trace_snapshot_after(trace, 0)[1], ==, 0x00070001);
    trace_free(trace);
}

/* ---- Input and output -----------------------------------------------------
 */

/* A log of one thread that makes ACCESSES, each "load 0", "store 1" to an array
 * of four; of array SYMBOL no argument is known. */
static Trace *trace_of_accesses(const char *const accesses[], uint32_t symbol)
{
    ProgramWriter log;
    const uint32_t value = 1;

    writer_begin(&log);
    uint32_t site = writer_site(&log, AT(5, 0));
    writer_launch(&log, "k", 1, 1, "a0, a1, a2, a3");
    for (uint32_t a = 0; a < 4; ++a)
        writer_array(&log, ELEMENT_I32, 4, 16, a == symbol ? 0 : a + 1);
    writer_block(&log, 0);
    for (uint32_t i = 0; accesses[i]; ++i) {
        bool load = accesses[i][0] == 'l';
        uint32_t array = (uint32_t)(strchr(accesses[i], ' ')[1] - '0');
        writer_access(&log, 0, 0, site, load ? PROGRAM_LOAD : PROGRAM_STORE,
                      array, 4, i);
        writer_lane(&log, 0, 0, &value, 4, 0);
    }
    writer_end(&log, 0);
    Trace *trace = checked(&log);
    writer_free(&log);
    return trace;
}

/* The input is loaded before it is stored; the output is an argument, if one is
 * stored. */
static void test_in_and_out(void)
{
    static const struct {
        const char *accesses[5];
        uint32_t symbol;
        const char *in, *out;
    } cases[] = {
        {{"load 0", "store 1"}, 9, "a0", "a1"},
        {{"store 0", "load 0", "load 1", "store 2"}, 9, "a1", "a2"},
        {{"load 2", "load 1", "store 2"}, 9, "a2", "a2"},
        {{"load 0", "store 1", "store 3"}, 9, "a0", "a3"},
        {{"load 0", "store 1", "store 3"}, 3, "a0", "a1"},
        {{"load 3", "store 0", "store 1"}, 0, "a3", "a1"},
        {{"load 3", "store 1", "store 0"}, 0, "a3", "a1"},
        {{"load 3", "store 0"}, 0, "a3", "array 0"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Trace *trace = trace_of_accesses(cases[i].accesses, cases[i].symbol);
        g_assert_cmpstr(trace->arrays[trace->grids->in].name, ==, cases[i].in);
        g_assert_cmpstr(trace->arrays[trace->grids->out].name, ==,
                        cases[i].out);
        trace_free(trace);
    }
}

/* A barrier that stands in another file than the kernel has no line in the
 * kernel's, but the title that it has there. */
static void test_barrier_elsewhere(void)
{
    ProgramWriter log;
    const uint32_t value = 1;

    writer_begin(&log);
    uint32_t site = writer_site(&log, AT(5, 0));
    uint32_t own = writer_site(&log, AT(7, 0));
    uint32_t other = writer_site(&log, DEVICE + AT(3, 0));
    writer_launch(&log, "k", 1, 1, "a0");
    writer_array(&log, ELEMENT_I32, 4, 16, 1);
    writer_block(&log, 0);
    for (uint32_t i = 0; i < 3; ++i) {
        if (i > 0)
            writer_barrier(&log, 0, i == 1 ? own : other);
        writer_access(&log, 0, 0, site, PROGRAM_LOAD, 0, 4, 0);
        writer_lane(&log, 0, 0, &value, 4, 0);
    }
    writer_end(&log, 0);
    Trace *trace = checked(&log);
    g_assert_cmpuint(trace->steps_count, ==, 3);
    g_assert_cmpuint(trace->steps[1].site, ==, 7);
    g_assert_cmpuint(trace->steps[2].site, ==, 0);
    g_assert_cmpstr(trace_phase(trace, trace->steps + 2), ==, "line 3");
    trace_free(trace);
    writer_free(&log);
}

/* ---- A file of it ---------------------------------------------------------
 */

/* The trace after it was a file, which is the same. */
static Trace *stored(const Trace *trace)
{
    char path[] = "/tmp/upsweep-program-XXXXXX";
    Error error = {0};
    Text where = {0};
    int file = g_mkstemp(path);

    g_assert_cmpint(file, >=, 0);
    close(file);
    if (!store_write(trace, path, &error))
        g_error("%s", error.text);
    Trace *read = store_read(path, &error);
    if (!read)
        g_error("%s", error.text);
    g_remove(path);
    if (!diff_traces(trace, read, &where))
        g_error("%s", where.text);
    text_free(&where);
    return read;
}

static void test_round_trip(void)
{
    Scan scan = scan_of(2);
    Trace *trace = checked(&scan.log), *read = stored(trace);
    Text text = {0}, again = {0};

    g_assert_cmpuint(read->variables_count, ==, 1);
    g_assert_cmpstr(read->variables->name, ==, "temp");
    g_assert_cmpuint(read->locals_count, ==, 5);
    g_assert_cmpuint(read->local_changes_count, ==, trace->local_changes_count);
    for (uint32_t i = 0; i < trace->instructions_count; ++i)
        for (uint32_t thread = 0; thread < THREADS; ++thread) {
            char *left = locals_text(trace, i, thread);
            char *right = locals_text(read, i, thread);
            g_assert_cmpstr(left, ==, right);
            free(left);
            free(right);
        }
    g_assert_cmpuint(read->grids->extents[0], ==, 2);
    g_assert_cmpuint(read->grids->block_extents[0], ==, THREADS);
    g_assert_cmpstr(read->run.command, ==, "test.cu -- 4");
    g_assert_cmpstr(read->run.compiler, ==, "clang++ 14 -O0 -g");
    g_assert_cmpint(read->arrays[0].element, ==, ELEMENT_I32);
    text_dump_trace(trace, true, &text);
    text_dump_trace(read, true, &again);
    g_assert_cmpstr(text.text, ==, again.text);
    g_assert_nonnull(strstr(text.text, "line 15, 2nd time"));
    g_assert_nonnull(strstr(text.text, "-> temp[3] (bank 3)"));
    g_assert_nonnull(strstr(text.text, "-> d_out[0]"));
    g_assert_nonnull(strstr(text.text, "Seen"));
    g_assert_null(strstr(text.text, "proved"));
    text_free(&text);
    text_free(&again);
    trace_free(read);
    trace_free(trace);
    writer_free(&scan.log);
}

/* A trace whose variable and whose input have structs as their elements. */
static Trace *with_members(const Scan *scan)
{
    static const Member members[] = {{"a", SPACE_SHARED, 0, 0, ELEMENT_I32},
                                     {"b", SPACE_SHARED, 0, 4, ELEMENT_F32},
                                     {"c", SPACE_GLOBAL, 0, 0, ELEMENT_F64}};
    Trace *trace = checked(&scan->log);

    trace->variables->element = trace->arrays->element = ELEMENT_OTHER;
    trace->variables->element_bytes = trace->arrays->element_bytes = 8;
    trace->variables->extents[0] = 2;
    for (size_t i = 0; i < G_N_ELEMENTS(members); ++i) {
        Member member = members[i];
        member.name = base_strdup(members[i].name);
        base_push(trace, members, member);
    }
    return trace;
}

/* A file keeps members, and refuses those that are none. */
static void test_members_in_files(void)
{
    static const struct {
        const char *sql, *says;
    } changes[] = {
        {"update member set space = 2 where id = 2", "space"},
        {"update member set owner = 1 where id = 2", "element"},
        {"update member set owner = 9 where id = 2", "owner"},
        {"update member set owner = 1 where id = 1", "owner"},
        {"update member set space = 1 where id = 0", "space"},
        {"update member set first = 1 where id = 2", "end"},
        {"update member set first = 3 where id = 1", "first"},
        {"update member set first = 9 where id = 1", "first"},
        {"update member set element = 0 where id = 0", "bytes"},
        {"update member set element = 11 where id = 0", "element"},
        {"update member set name = 'x' where id = 0", "digest"},
        {"update member set name = '' where id = 0", "name"},
        {"update array set element = 5 where id = 0", "element"},
        {"update array set element = 10 where id = 0; "
         "update member set first = 8 where id = 2",
         "first"},
        {"delete from member", "digest"},
        {"drop table member", "tables"},
    };
    char path[] = "/tmp/upsweep-members-XXXXXX";
    Scan scan = scan_of(2);
    Trace *trace = with_members(&scan), *read = stored(trace);
    Error error = {0};

    g_assert_cmpuint(read->members_count, ==, 3);
    g_assert_cmpuint(read->variables->members.count, ==, 2);
    g_assert_cmpuint(read->arrays->members.first, ==, 2);
    g_assert_cmpstr(read->members[1].name, ==, "b");
    g_assert_cmpuint(read->members[1].first, ==, 4);
    g_assert_cmpint(read->members[2].element, ==, ELEMENT_F64);
    trace_free(read);
    close(g_mkstemp(path));
    for (size_t i = 0; i < G_N_ELEMENTS(changes); ++i) {
        sqlite3 *db;
        g_assert_true(store_write(trace, path, &error));
        g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
        if (sqlite3_exec(db, changes[i].sql, NULL, NULL, NULL) != SQLITE_OK)
            g_error("%s: %s", changes[i].sql, sqlite3_errmsg(db));
        sqlite3_close(db);
        if (store_read(path, &error) || !strstr(error.text, changes[i].says))
            g_error("%s: %s", changes[i].sql, error.text);
    }
    trace->members[1].first = 2;
    g_assert_false(store_write(trace, path, &error));
    g_assert_nonnull(strstr(error.text, "first"));
    g_remove(path);
    trace_free(trace);
    writer_free(&scan.log);
}

/* Two lanes that load, each with locals that change before: lane 0 of warp 1,
 * then lane 1 of WARP. */
static ProgramWriter log_of_warps(uint32_t warp)
{
    ProgramWriter log;
    const ProgramChange first = {.lane = 0, .value = 7};
    const ProgramChange second = {.lane = 1, .value = 8};
    uint32_t value = 1;

    writer_begin(&log);
    uint32_t site = writer_site(&log, AT(5, 0));
    writer_launch(&log, "scan", 1, 40, "d_in");
    uint32_t array = writer_array(&log, ELEMENT_I32, 4, 160, 1);
    writer_block(&log, 0);
    writer_changes(&log, 0, 1, &first, 1);
    writer_access(&log, 0, 1, site, PROGRAM_LOAD, array, 4, 0);
    writer_lane(&log, 0, 128, &value, 4, 0);
    writer_changes(&log, 0, warp, &second, 1);
    writer_access(&log, 0, 0, site, PROGRAM_LOAD, array, 4, 0);
    writer_lane(&log, 1, 4, &value, 4, 0);
    writer_end(&log, 0);
    return log;
}

/* Locals of several warps lie in the order that a file must have. */
static void test_warps_of_locals(void)
{
    ProgramWriter log = log_of_warps(0);
    Trace *trace = checked(&log);

    g_assert_cmpuint(trace->local_changes_count, ==, 2);
    g_assert_cmpint(local_change_compare(trace, trace->local_changes,
                                         trace->local_changes + 1),
                    <, 0);
    char *text = locals_text(trace, 1, 1), *other = locals_text(trace, 0, 32);
    g_assert_cmpstr(text, ==, "n = 8");
    g_assert_cmpstr(other, ==, "n = 7");
    free(text);
    free(other);
    trace_free(stored(trace));
    trace_free(trace);
    writer_free(&log);
    log = log_of_warps(1);
    Error error = {0};
    g_assert_null(writer_trace(&log, &error));
    g_assert_nonnull(strstr(error.text, "an access of warp 0 follows a change "
                                        "of locals of warp 1"));
    writer_free(&log);
}

/* ---- Damaged logs ---------------------------------------------------------
 */

/* Reads the log; a refusal is one line. */
static void try_log(const ProgramWriter *log)
{
    Error error = {0};
    Trace *trace = writer_trace(log, &error);

    if (trace) {
        Text why = {0};
        RaceList races = race_find(trace);
        BankTable banks = bank_table(trace);
        g_assert_true(trace_check(trace, &error));
        if (!rules_of_writer(trace, &why))
            g_error("%s", why.text);
        Text text = {0};
        for (uint32_t thread = 0; trace->locals_count && thread < THREADS &&
                                  thread < trace->run.threads;
             ++thread)
            if (!thread_dump(trace, thread, true, &text, &error))
                g_error("%s", error.text);
        text_free(&text);
        bank_table_free(&banks);
        race_free(&races);
        trace_free(trace);
        return;
    }
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_cmpuint(strlen(error.text), >, 20);
    g_assert_null(strchr(error.text, '\n'));
}

/* A log with records of every kind. */
static ProgramWriter whole_log(void)
{
    Scan scan = scan_of(2);
    ProgramWriter *log = &scan.log;
    uint32_t value[4] = {1, 0, 2};

    writer_launch(log, "other", 2, 40, "a, b");
    uint32_t array = writer_array(log, ELEMENT_F64, 8, 64, 2);
    uint32_t site = writer_site(log, AT(18, 0));
    writer_variable(log, "tile", "int [4][5]", 16, 80, ELEMENT_I32, 4, 4, 5);
    writer_block(log, 1);
    writer_access(log, 1, 1, site, PROGRAM_STORE, array, 8, 0);
    writer_lane(log, 7, 8, value, 8, 0);
    writer_access(log, 1, 0, site, PROGRAM_LOAD, PROGRAM_SHARED, 16, 0);
    writer_lane(log, 7, 16, value, 16, 0);
    writer_lane(log, 8, 32, value, 16, 0);
    writer_access(log, 1, 0, site, PROGRAM_STORE, PROGRAM_SHARED, 2, 0);
    writer_lane(log, 7, 18, value, 2, 0);
    writer_access(log, 1, 0, site, PROGRAM_ATOMIC, PROGRAM_SHARED, 4, 0);
    writer_lane(log, 7, 20, value, 12, 0);
    writer_access(log, 1, 0, site, PROGRAM_SHUFFLE, PROGRAM_SHARED, 8, 0);
    writer_lane(log, 7, 8, value, 8, 0);
    writer_barrier(log, 1, site);
    writer_end(log, 96);
    return scan.log;
}

/* Each word of the log, one after the other, with values that lie. */
static void test_damaged_words(void)
{
    static const uint32_t lies[] = {0,          1,          2,         31,
                                    33,         64,         0xffff,    0x10000,
                                    0x7fffffff, 0x80000000, 0xffffffff};
    ProgramWriter log = whole_log();
    const size_t head = sizeof(ProgramLog);

    try_log(&log);
    for (size_t at = offsetof(ProgramLog, used); at + 4 <= log.count; at += 4) {
        uint32_t was;
        if (at == offsetof(ProgramLog, fault))
            at = head; /* texts that are not read here */
        memcpy(&was, log.bytes + at, 4);
        for (size_t i = 0; i < sizeof lies / sizeof *lies; ++i) {
            uint32_t lie = i % 2 ? lies[i] : was ^ lies[i];
            memcpy(log.bytes + at, &lie, 4);
            try_log(&log);
        }
        memcpy(log.bytes + at, &was, 4);
    }
    writer_free(&log);
}

/* Each byte too, since some fields are one. */
static void test_damaged_bytes(void)
{
    static const uint8_t lies[] = {0, 1, 3, 8, 16, 17, 32, 33, 128, 255};
    ProgramWriter log = whole_log();

    for (size_t at = sizeof(ProgramLog); at < log.count; ++at) {
        uint8_t was = log.bytes[at];
        for (size_t i = 0; i < sizeof lies; ++i) {
            if (!slow_takes((unsigned)(at + i), 3))
                continue;
            log.bytes[at] = lies[i];
            try_log(&log);
        }
        log.bytes[at] = was;
    }
    writer_free(&log);
}

/* Cut off anywhere; records left out, doubled, and in another order. */
static void test_damaged_order(void)
{
    ProgramWriter log = whole_log();
    size_t starts[1024], count = 0;

    for (size_t used = 0; used <= log.count; used += 4) {
        ProgramWriter cut = log;
        cut.count = used;
        unsigned char *own = g_memdup2(log.bytes, used ? used : 1);
        cut.bytes = own;
        try_log(&cut); /* says that it has more */
        if (used >= sizeof(ProgramLog)) {
            uint64_t says = used;
            memcpy(own + offsetof(ProgramLog, used), &says, sizeof says);
            try_log(&cut);
        }
        g_free(own);
    }
    for (size_t at = sizeof(ProgramLog); at < log.count;) {
        ProgramRecord head;
        starts[count++] = at;
        memcpy(&head, log.bytes + at, sizeof head);
        at += head.bytes;
    }
    starts[count] = log.count;
    uint64_t random = 1;
    for (int round = 0; round < 3000; ++round) {
        unsigned char *own = g_malloc(3 * log.count);
        memcpy(own, log.bytes, sizeof(ProgramLog));
        size_t end = sizeof(ProgramLog);
        for (size_t i = 0; i < count; ++i) {
            uint64_t way = base_random(&random) % 24;
            size_t from = way == 0   ? base_random(&random) % count
                          : way == 1 ? count
                                     : i;
            for (int times = way == 2 ? 2 : 1; from < count && times > 0;
                 --times) {
                size_t bytes = starts[from + 1] - starts[from];
                memcpy(own + end, log.bytes + starts[from], bytes);
                end += bytes;
                if (end > 2 * log.count)
                    break;
            }
        }
        uint64_t says = end;
        memcpy(own + offsetof(ProgramLog, used), &says, sizeof says);
        ProgramWriter other = {.bytes = own, .count = end};
        try_log(&other);
        g_free(own);
    }
    writer_free(&log);
}

/* Lies about locals, and what is said of them. */
static void test_refused_locals(void)
{
    static const struct {
        uint32_t block, warp;
        ProgramChange change;
        const char *says;
    } cases[] = {
        {1, 0, {.lane = 1}, "there is no block 1"},
        {0, 1, {.lane = 1}, "there is no warp 1"},
        {0, 0, {.lane = 1, .local = 5}, "there is no local 5"},
        {0, 0, {.lane = 4}, "there is no local of lane 4"},
        {0, 0, {.lane = 32}, "there is no local of lane 32"},
        {0, 0, {.lane = 1}, "no access follows a change of locals"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ProgramWriter log;
        Error error = {0};
        uint32_t value = 1;
        writer_begin(&log);
        uint32_t site = writer_site(&log, AT(5, 0));
        writer_launch(&log, "scan", 1, 4, "d_in");
        uint32_t array = writer_array(&log, ELEMENT_I32, 4, 16, 1);
        writer_block(&log, 0);
        writer_access(&log, 0, 0, site, PROGRAM_LOAD, array, 4, 0);
        writer_lane(&log, 1, 0, &value, 4, 0);
        writer_changes(&log, cases[i].block, cases[i].warp, &cases[i].change,
                       1);
        writer_end(&log, 0);
        g_assert_null(writer_trace(&log, &error));
        if (!strstr(error.text, cases[i].says))
            g_error("%s: %s", cases[i].says, error.text);
        writer_free(&log);
    }
}

/* Certain lies, and what is said of them. */
static void test_refusals(void)
{
    static const struct {
        size_t field; /* of the second launch */
        uint32_t lie;
        const char *says;
    } cases[] = {
        {offsetof(ProgramLaunch, grid), 1 << 25, "launch of 33554432 x 1"},
        {offsetof(ProgramLaunch, block), 1025, "of 1025 x 1 x 1 threads"},
        {offsetof(ProgramLaunch, block), 0, "of 0 x 1 x 1 threads"},
        {offsetof(ProgramLaunch, head.kind), 99, "no record of kind 99"},
        {offsetof(ProgramLaunch, head.bytes), 12, "has 12 bytes"},
    };
    Scan scan = scan_of(1);
    size_t launch = scan.log.count;

    scan_launch(&scan, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        unsigned char *field = scan.log.bytes + launch + cases[i].field;
        uint32_t was;
        Error error = {0};
        memcpy(&was, field, sizeof was);
        memcpy(field, &cases[i].lie, sizeof was);
        g_assert_null(writer_trace(&scan.log, &error));
        if (!strstr(error.text, cases[i].says))
            g_error("%s: %s", cases[i].says, error.text);
        memcpy(field, &was, sizeof was);
    }
    writer_free(&scan.log);
    writer_begin(&scan.log);
    Error error = {0};
    g_assert_null(writer_trace(&scan.log, &error));
    g_assert_nonnull(
        strstr(error.text, "no launch of the program was recorded"));
    writer_free(&scan.log);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/program_trace/scan", test_scan);
    g_test_add_func("/program_trace/places", test_places);
    g_test_add_func("/program_trace/blocks", test_blocks);
    g_test_add_func("/program_trace/locals", test_locals);
    g_test_add_func("/program_trace/labels", test_labels);
    g_test_add_func("/program_trace/thread", test_thread);
    g_test_add_func("/program_trace/refused_locals", test_refused_locals);
    g_test_add_func("/program_trace/launches", test_launches);
    g_test_add_func("/program_trace/wide", test_wide);
    g_test_add_func("/program_trace/unaligned", test_unaligned);
    g_test_add_func("/program_trace/bytes", test_bytes);
    g_test_add_func("/program_trace/no_race_of_bytes", test_no_race_of_bytes);
    g_test_add_func("/program_trace/order-of-gpu", test_order_of_gpu);
    g_test_add_func("/program_trace/atomics", test_atomics);
    g_test_add_func("/program_trace/atomic_half", test_atomic_half);
    g_test_add_func("/program_trace/in_and_out", test_in_and_out);
    g_test_add_func("/program_trace/barrier_elsewhere", test_barrier_elsewhere);
    g_test_add_func("/program_trace/round_trip", test_round_trip);
    g_test_add_func("/program_trace/members_in_files", test_members_in_files);
    g_test_add_func("/program_trace/warps_of_locals", test_warps_of_locals);
    g_test_add_func("/program_trace/refusals", test_refusals);
    g_test_add_func("/program_trace/damaged_words", test_damaged_words);
    g_test_add_func("/program_trace/damaged_bytes", test_damaged_bytes);
    g_test_add_func("/program_trace/damaged_order", test_damaged_order);
    return g_test_run();
}
