/* SPDX-License-Identifier: MIT
 *
 * Traces of synthetic logs, and of damaged ones.
 */
#include "program_writer.h"
#include "slow.h"

#include "analysis/bank.h"
#include "analysis/block_trace.h"
#include "analysis/race.h"
#include "say/thread_dump.h"
#include "report/diff.h"
#include "trace/limits.h"
#include "trace/rules.h"
#include "program/local_values.h"
#include "trace/store.h"

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

static Trace *trace_of(const char *lines)
{
    ProgramWriter log = writer_of(lines);
    Trace *trace = checked(&log);

    writer_free(&log);
    return trace;
}

/* The log is refused, and the error has WORDS. */
static void check_refused(const ProgramWriter *log, const char *words)
{
    Error error = {0};

    g_assert_null(writer_trace(log, &error));
    if (!strstr(error.text, words))
        g_error("%s: %s", words, error.text);
}

/* What TRACE has: its launches with input and output; blocks; steps with their
 * level and line; instructions with kind, place and, unless they are words, the
 * width; accesses as lane:cell=value, with a mask of bytes. */
static char *described(const Trace *trace)
{
    static const char kinds[ACCESS_KINDS] = {
        [ACCESS_LOAD] = 'l',   [ACCESS_STORE] = 's',  [ACCESS_GLOAD] = 'L',
        [ACCESS_GSTORE] = 'S', [ACCESS_CHANGE] = 'c', [ACCESS_ATOMIC] = 'C',
        [ACCESS_SHFL] = 'x'};
    Text text = {0};

    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        const Block *block = trace->blocks + step->block;
        const Grid *grid = trace->grids + block->grid;
        if (block->first_step == s && block->index == 0)
            text_add(&text, "%s %s>%s\n", grid->title,
                     trace->arrays[grid->in].name,
                     trace->arrays[grid->out].name);
        text_add(&text, "B%u %s %d %u\n", block->index,
                 trace_phase(trace, step), step->level, step->site);
        for (uint32_t i = 0; i < step->instruction_count; ++i) {
            const Instruction *at =
                trace->instructions + step->first_instruction + i;
            const Access *access = trace_accesses(trace, at);
            text_add(&text, "  %c%s%u.%u", kinds[at->kind],
                     at->source ? "d" : "", at->site, at->place);
            if (at->width != 4)
                text_add(&text, " w%u", at->width);
            if (trace_is_global(at))
                text_add(&text, " %s", trace->arrays[at->array].name);
            for (int a = 0; a < at->lanes; ++a, ++access) {
                text_add(&text, " %u:%u=%x", access->lane, access->cell,
                         access->value);
                if (access->bytes != TRACE_WORD)
                    text_add(&text, "&%x", access->bytes);
            }
            text_add(&text, "\n");
        }
    }
    return text.text;
}

static void check_described(const Trace *trace, const char *wanted)
{
    g_autofree char *text = described(trace);

    g_assert_cmpstr(text, ==, wanted);
}

/* ---- A scan of four elements by a block ------------------------------------
 *
 * Hillis and Steele with in = 1 2 3 4, in two rounds.  Lanes 1 and 2 have
 * locals: in the first round of the kernel, in the second one also of twice
 * which it calls, at the end only n. */

enum { THREADS = 4 };

static void scan_launch(ProgramWriter *log, uint32_t blocks)
{
    g_autofree char *begin = g_strdup_printf(
        "launch scan<int> %u 4 d_out, f(d_in, 1), n\narray i32 %u 1\n"
        "array i32 %u 2\ncontents 1 0 1 2 3 4\nvariable temp i32 16",
        blocks, 16 * blocks, 16 * blocks);

    writer_lines(log, begin);
    for (log->block = blocks; log->block-- > 0;)
        writer_lines(
            log, "block .\n"
                 "locals . 0 1.0=0xfffffff9 1.1=0x20008 1.2=0x3fe0000000000000 "
                 "1.3=1 2.1=0\n"
                 "load . 0 5.0 1 4 0@+0=1 1@+4=2 2@+8=3 3@+12=4\n"
                 "store . 0 5.1 s 4 0@0=1 1@4=2 2@8=3 3@12=4\n"
                 "locals . 0 1.0=12 1.1=&4 1.4=0xfe^1 2.1=0x99\n"
                 "barrier . 10.0\n"
                 "load . 0 11.2 s 4 1@0=1 2@4=2 3@8=3\n"
                 "load . 0 11.1 s 4 0@0=1 1@4=2 2@8=3 3@12=4\n"
                 "barrier . 15.0\n"
                 "store . 0 16.0>d3.0 s 4 1@4=3 2@8=5 3@12=7\n"
                 "locals . 0 1.1! 1.2! 1.3! 1.4!^1\n"
                 "barrier . 10.0\n"
                 "load . 0 11.2 s 4 2@0=1 3@4=3\n"
                 "load . 0 11.1 s 4 0@0=1 1@4=3 2@8=5 3@12=7\n"
                 "barrier . 15.0\n"
                 "store . 0 16.0>d3.0 s 4 2@8=6 3@12=10\n"
                 "store . 0 17.0>e 0 4 0@+0=1 1@+4=3 2@+8=6 3@+12=10\n"
                 "barrier . 15.0"); /* begins nothing */
    writer_lines(log, "contents 0 1 1 3 6 10\nend 16");
}

static ProgramWriter scan_of(uint32_t blocks)
{
    ProgramWriter log;

    writer_begin(&log);
    scan_launch(&log, blocks);
    return log;
}

static Trace *scan_trace(uint32_t blocks)
{
    ProgramWriter log = scan_of(blocks);
    Trace *trace = checked(&log);

    writer_free(&log);
    return trace;
}

/* Steps have the titles of comments and are counted; an access stands where the
 * innermost frame in a file of the user's is, and has a place in its line. */
static void test_scan(void)
{
    Trace *trace = scan_trace(1);
    static const Word in[] = {1, 2, 3, 4}, out[] = {1, 3, 6, 10};

    check_described(trace, "scan<int> f(d_in, 1)>d_out\n"
                           "B0 start 0 0\n"
                           "  L5.0 f(d_in, 1) 0:0=1 1:1=2 2:2=3 3:3=4\n"
                           "  s5.1 0:0=1 1:1=2 2:2=3 3:3=4\n"
                           "B0 up-sweep 1 10\n"
                           "  l11.1 1:0=1 2:1=2 3:2=3\n"
                           "  l11.0 0:0=1 1:1=2 2:2=3 3:3=4\n"
                           "B0 line 15 1 15\n"
                           "  sd3.0 1:1=3 2:2=5 3:3=7\n"
                           "B0 up-sweep 2 10\n"
                           "  l11.1 2:0=1 3:1=3\n"
                           "  l11.0 0:0=1 1:1=3 2:2=5 3:3=7\n"
                           "B0 line 15 2 15\n"
                           "  sd3.0 2:2=6 3:3=a\n"
                           "  S17.0 d_out 0:0=1 1:1=3 2:2=6 3:3=a\n");
    g_assert_true(trace->run.origin == ORIGIN_PROGRAM);
    g_assert_cmpuint(trace->run.n, ==, 4);
    g_assert_cmpint(trace->arrays[GLOBAL_IN].element, ==, ELEMENT_I32);
    g_assert_cmpint(trace_phase_kind(trace, trace->steps + 1), ==,
                    PHASE_UPSWEEP);
    for (uint32_t i = 0; i < 9; ++i)
        g_assert_cmpuint(trace->instructions[i].time, ==, i);
    g_assert_true(memcmp(trace_snapshot_after(trace, 4), out, 16) == 0);
    g_assert_true(memcmp(trace->input, in, 16) == 0);
    g_assert_true(memcmp(trace->output, out, 16) == 0);
    trace_free(trace);
}

/* Blocks that ran at once are stored by number, and timed by the log. */
static void test_blocks(void)
{
    Trace *trace = scan_trace(3);
    uint32_t first, end, *order = trace_order(trace), *origins;

    g_assert_true(trace_is_whole(trace));
    for (uint32_t b = 0; b < 3; ++b) {
        trace_block_instructions(trace, trace->blocks + b, &first, &end);
        g_assert_cmpuint(trace->blocks[b].index, ==, b);
        g_assert_cmpuint(end - first, ==, 9);
        g_assert_cmpuint(trace->instructions[first].time, ==, 9 * (2 - b));
        g_assert_cmpuint(
            trace_accesses(trace, trace->instructions + first)->cell, ==,
            4 * b);
    }
    Trace *part = block_trace_of(trace, 1, order, &origins);
    g_assert_cmpuint(trace_accesses(part, part->instructions)->cell, ==, 4);
    trace_free(part);
    free(order);
    free(origins);
    trace_free(trace);
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
    Trace *trace = scan_trace(3);

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
}

/* A second launch of other sizes, with another name for another array; a run on
 * random inputs between the two is left out. */
static void test_launches(void)
{
    ProgramWriter log = scan_of(1);
    size_t trial = log.count;

    scan_launch(&log, 1);
    ((ProgramLaunch *)(void *)(log.bytes + trial))->trial = 1;
    writer_lines(&log, "launch add 1 2 d_sums\narray f32 8 1\nblock 0\n"
                       "load 0 0 18.0 0 4 1@4=20\nstore 0 0 18.1 0 4 1@4=10\n"
                       "contents 0 1 10 20\nend 0");
    Trace *trace = checked(&log);
    g_autofree char *text = described(trace);
    g_assert_true(g_str_has_suffix(text, "add d_sums>d_sums\n"
                                         "B0 start 0 0\n"
                                         "  L18.0 d_sums 1:1=14\n"
                                         "  S18.1 d_sums 1:1=a\n"));
    g_assert_cmpuint(trace->grids_count, ==, 2);
    g_assert_cmpuint(trace->blocks_count, ==, 2);
    /* the first input, then the last output */
    g_assert_cmpstr(trace->arrays[0].name, ==, "f(d_in, 1)");
    g_assert_cmpstr(trace->arrays[1].name, ==, "d_sums");
    g_assert_cmpstr(trace->arrays[2].name, ==, "d_out");
    g_assert_cmpuint(trace->output[1], ==, 20);
    g_assert_cmpuint(trace->output[2], ==, 0);
    g_assert_cmpuint(trace->run.threads, ==, 4);
    trace_free(trace);
    writer_free(&log);
}

/* ---- Widths ---------------------------------------------------------------
 */

/* All 32 lanes access BYTES of shared memory: lane i element i / SHARE, whose
 * words are their cells. */
static Trace *wide_trace(const char *kind, uint32_t bytes, uint32_t share)
{
    GString *lines = g_string_new("launch wide 1 32 \nvariable a u8 1024\n");

    g_string_append_printf(lines, "block 0\n%s 0 0 5.0 s %u", kind, bytes);
    for (uint32_t i = 0; i < 32; ++i) {
        uint32_t at = i / share * bytes, cell = at / 4;
        g_string_append_printf(lines, " %u@%u=%u/%u/%u/%u", i, at, cell,
                               cell + 1, cell + 2, cell + 3);
    }
    Trace *trace = trace_of(g_string_append(lines, "\nend 1024")->str);
    g_string_free(lines, TRUE);
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
        const char *kind;
        uint32_t bytes, share, parts;
        int accesses;
    } cases[] = {{"load", 4, 1, 1, 32},   {"load", 8, 1, 2, 32},
                 {"store", 8, 1, 2, 32},  {"load", 8, 2, 1, 64},
                 {"store", 8, 2, 2, 32},  {"load", 16, 1, 4, 32},
                 {"store", 16, 1, 4, 32}, {"load", 16, 2, 2, 64}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Trace *trace =
            wide_trace(cases[i].kind, cases[i].bytes, cases[i].share);
        check_parts(trace, cases[i].parts, cases[i].accesses,
                    (uint8_t)cases[i].bytes);
        g_assert_cmpuint(trace_lanes(trace, trace->instructions), ==,
                         32 / cases[i].parts);
        trace_free(trace);
    }
}

/* Accesses that are no aligned words: the rows of the trace, and words of
 * shared memory before and after them. */
static void test_odd_accesses(void)
{
    static const struct {
        const char *log, *rows;
        uint32_t cell;
        Word before, after;
    } cases[] = {
        /* what is aligned to 4 bytes only is moved by words */
        {"store 0 0 6.0 s 16 4@0=1/2/3/4 5@20=1/2/3/4",
         "  s6.0 4:0=1 5:5=1\n  s6.0 4:1=2 5:6=2\n"
         "  s6.0 4:2=3 5:7=3\n  s6.0 4:3=4 5:8=4\n",
         8, 0, 4},
        /* bytes: what was there at first shows where it is loaded later */
        {"store 0 0 6.0 s 1 0@5=0xaa:0x44bbaa11 1@6=0xbb:0x44bbaa11\n"
         "store 0 0 6.0 s 2 2@6=0x1234:0x1234aa11\n"
         "load 0 0 5.0 s 1 3@7=0x12:0x1234aa11",
         "  s6.0 w1 0:1=44bbaa11&2 1:1=44bbaa11&4\n"
         "  s6.0 w2 2:1=1234aa11&c\n  l5.0 w1 3:1=1234aa11&8\n",
         1, 0x44bb0011, 0x1234aa11},
        /* atomic accesses, of words and of a half of one */
        {"atomic 0 0 6.0 s 4 0@4=7/0/8 1@4=8/0/9", "  c6.0 0:1=8 1:1=9\n", 1, 7,
         9},
        {"atomic 0 0 6.0 s 2 0@6=5:0x00070001", "  c6.0 w2 0:1=70001&c\n", 1,
         0x00050001, 0x00070001},
        {"shuffle 0 0 6.0 s 4 3@1=9 4@2=8", "  x6.0 3:1=9 4:2=8\n", 1, 0, 0},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        g_autofree char *lines =
            g_strdup_printf("launch k 1 32 \nvariable a u8 64\nblock 0\n%s\n"
                            "end 64",
                            cases[i].log);
        g_autofree char *rows =
            g_strdup_printf("k none>none\nB0 start 0 0\n%s", cases[i].rows);
        Trace *trace = trace_of(lines);
        check_described(trace, rows);
        g_assert_cmphex(trace_snapshot(trace, 0)[cases[i].cell], ==,
                        cases[i].before);
        g_assert_cmphex(trace_snapshot_after(trace, 0)[cases[i].cell], ==,
                        cases[i].after);
        trace_free(trace);
    }
}

/* Threads that touch other bytes of a word, or update it, do not race; on a GPU
 * those that draw tickets need not have drawn them in the order of the log. */
static void test_races(void)
{
    static const struct {
        const char *log;
        size_t races, of_gpu;
    } cases[] = {
        {"store 0 0 6.0 s 1 0@4=1:0x0201 1@5=2:0x0201", 0, 0},
        {"store 0 0 6.0 s 1 0@4=1:1 1@5=2:0x201\n"
         "store 0 0 6.0 s 1 2@5=3:0x301",
         1, 1},
        {"atomic 0 0 6.0 s 4 0@4=7/0/8 1@4=8/0/9", 0, 0},
        {"atomic 0 0 6.0 s 4 0@4=7/0/8\nload 0 0 5.0 s 4 9@4=8", 1, 1},
        {"block 1\natomic 1 0 5.0 1 4 0@0=1/0/2\nstore 0 0 4.0 0 4 0@0=1\n"
         "atomic 0 0 5.0 1 4 0@0=1/0/2\nload 1 0 7.0 0 4 0@0=1",
         1, 0},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        g_autofree char *lines = g_strdup_printf(
            "launch k 2 32 parts, ticket\narray i32 8 1\narray i32 4 2\n"
            "block 0\n%s\nend 64",
            cases[i].log);
        Trace *trace = trace_of(lines);
        for (int gpu = 0; gpu < 2; ++gpu) {
            RaceList races = race_find(trace);
            g_assert_cmpuint(races.races_count, ==,
                             gpu ? cases[i].of_gpu : cases[i].races);
            race_free(&races);
            free(trace->run.device);
            trace->run.device = base_strdup("gpu");
        }
        trace_free(trace);
    }
}

/* ---- Input and output -----------------------------------------------------
 */

/* A thread makes ACCESSES, each "load 0", "store 1" to an array of four; of
 * array SYMBOL no argument is known. */
static Trace *trace_of_accesses(const char *const accesses[], uint32_t symbol)
{
    GString *lines = g_string_new("launch k 1 1 a0, a1, a2, a3\n");

    for (uint32_t a = 0; a < 4; ++a)
        g_string_append_printf(lines, "array i32 16 %u\n",
                               a == symbol ? 0 : a + 1);
    g_string_append(lines, "block 0\n");
    for (uint32_t i = 0; accesses[i]; ++i)
        g_string_append_printf(lines, "%.*s 0 0 5.0 %s 4 0@0=1\n",
                               (int)strcspn(accesses[i], " "), accesses[i],
                               strchr(accesses[i], ' ') + 1);
    Trace *trace = trace_of(g_string_append(lines, "end 0")->str);
    g_string_free(lines, TRUE);
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
    Trace *trace = trace_of("launch k 1 1 a0\narray i32 16 1\nblock 0\n"
                            "load 0 0 5.0 0 4 0@0=1\nbarrier 0 7.0\n"
                            "load 0 0 5.0 0 4 0@0=1\nbarrier 0 d3.0\n"
                            "load 0 0 5.0 0 4 0@0=1\nend 0");

    check_described(trace, "k a0>none\n"
                           "B0 start 0 0\n  L5.0 a0 0:0=1\n"
                           "B0 line 7 0 7\n  L5.0 a0 0:0=1\n"
                           "B0 line 3 0 0\n  L5.0 a0 0:0=1\n");
    trace_free(trace);
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
    Trace *trace = scan_trace(2), *read = stored(trace);
    g_autofree char *text = described(trace);

    check_described(read, text);
    g_assert_cmpstr(read->variables->name, ==, "temp");
    for (uint32_t i = 0; i < trace->instructions_count; ++i)
        for (uint32_t thread = 0; thread < THREADS; ++thread) {
            g_autofree char *left = locals_text(trace, i, thread);
            g_autofree char *right = locals_text(read, i, thread);
            g_assert_cmpstr(left, ==, right);
        }
    g_assert_cmpuint(read->grids->extents[0], ==, 2);
    g_assert_cmpuint(read->grids->block_extents[0], ==, THREADS);
    g_assert_cmpstr(read->run.command, ==, "test.cu -- 4");
    g_assert_cmpstr(read->run.compiler, ==, "clang++ 14 -O0 -g");
    trace_free(read);
    trace_free(trace);
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
    Trace *trace = writer_tables_trace(true), *read = stored(trace);
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
}

/* Locals of several warps lie in the order that a file must have. */
static void test_warps_of_locals(void)
{
    Trace *trace = trace_of("launch scan 1 40 d_in\narray i32 160 1\nblock 0\n"
                            "locals 0 1 0.0=7\nload 0 1 5.0 0 4 0@128=1\n"
                            "locals 0 0 1.0=8\nload 0 0 5.0 0 4 1@4=1\nend 0");
    g_autofree char *text = locals_text(trace, 1, 1);
    g_autofree char *other = locals_text(trace, 0, 32);

    g_assert_cmpstr(text, ==, "n = 8");
    g_assert_cmpstr(other, ==, "n = 7");
    trace_free(stored(trace));
    trace_free(trace);
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
    ProgramWriter log = scan_of(2);

    writer_lines(&log, "launch other 2 40 a, b\narray f64 64 2\n"
                       "variable tile i32 80\nblock 1\n"
                       "store 1 1 18.0 0 8 7@8=1/0/2\n"
                       "load 1 0 18.0 s 16 7@16=1/0/2 8@32=1/0/2\n"
                       "store 1 0 18.0 s 2 7@18=1\n"
                       "atomic 1 0 18.0 s 4 7@20=1/0/2\n"
                       "shuffle 1 0 18.0 s 8 7@8=1/0/2\n"
                       "barrier 1 18.0\nend 96");
    return log;
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

/* Lies about locals and accesses, and what is said of them. */
static void test_refused_records(void)
{
    static const struct {
        const char *line, *says;
    } cases[] = {
        {"locals 1 0 1.0=0", "there is no block 1"},
        {"locals 0 1 1.0=0", "there is no warp 1"},
        {"locals 0 0 1.5=0", "there is no local 5"},
        {"locals 0 0 4.0=0", "there is no local of lane 4"},
        {"locals 0 0 32.0=0", "there is no local of lane 32"},
        {"locals 0 0 1.0=0", "no access follows a change of locals"},
        {"load 0 0 5.0 0 4 4@0=1", "there is no lane 4"},
        {"load 0 0 5.0 0 4 1@0=1 1@4=1", "there is no lane 1"},
        {"load 0 0 5.0 0 4 1@13=1", "there is no byte 13 to access"},
        {"load 0 0 5.0 1 4 1@0=1", "there is no array 1"},
        {"load 0 0 5.0 0 4 1@2=1", "an access is not aligned"},
        {"load 0 0 5.0 0 5 1@0=1", "an access has 5 bytes"},
        {"atomic 0 0 5.0 0 16 1@0=1", "an access has 16 bytes"},
        {"shuffle 0 0 5.0 s 4 1@4=1", "there is no byte 4 to access"},
        {"block 0", "block 0 begins twice"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        g_autofree char *lines =
            g_strdup_printf("launch scan 1 4 d_in\narray i32 16 1\nblock 0\n"
                            "load 0 0 5.0 0 4 1@0=1\n%s\nend 0",
                            cases[i].line);
        ProgramWriter log = writer_of(lines);
        check_refused(&log, cases[i].says);
        writer_free(&log);
    }
    ProgramWriter log =
        writer_of("launch scan 1 40 d_in\narray i32 160 1\nblock 0\n"
               "locals 0 1 0.0=7\nload 0 0 5.0 0 4 1@4=1\nend 0");
    check_refused(&log, "an access of warp 0 follows a change of locals of "
                        "warp 1");
    writer_free(&log);
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
    ProgramWriter log = scan_of(1);
    size_t launch = log.count;

    scan_launch(&log, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        unsigned char *field = log.bytes + launch + cases[i].field;
        uint32_t was;
        memcpy(&was, field, sizeof was);
        memcpy(field, &cases[i].lie, sizeof was);
        check_refused(&log, cases[i].says);
        memcpy(field, &was, sizeof was);
    }
    writer_free(&log);
    writer_begin(&log);
    check_refused(&log, "no launch of the program was recorded");
    writer_free(&log);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/program_trace/steps-and-accesses", test_scan);
    g_test_add_func("/program_trace/blocks-by-number-and-time", test_blocks);
    g_test_add_func("/program_trace/locals-at-each-access", test_locals);
    g_test_add_func("/program_trace/launches", test_launches);
    g_test_add_func("/program_trace/wide-accesses-in-parts", test_wide);
    g_test_add_func("/program_trace/odd-accesses", test_odd_accesses);
    g_test_add_func("/program_trace/races-of-bytes", test_races);
    g_test_add_func("/program_trace/input-and-output", test_in_and_out);
    g_test_add_func("/program_trace/barrier-in-another-file",
                    test_barrier_elsewhere);
    g_test_add_func("/program_trace/file-keeps-all", test_round_trip);
    g_test_add_func("/program_trace/file-refuses-wrong-members",
                    test_members_in_files);
    g_test_add_func("/program_trace/locals-of-warps", test_warps_of_locals);
    g_test_add_func("/program_trace/wrong-records", test_refused_records);
    g_test_add_func("/program_trace/wrong-launches", test_refusals);
    g_test_add_func("/program_trace/damaged-words", test_damaged_words);
    g_test_add_func("/program_trace/damaged-bytes", test_damaged_bytes);
    g_test_add_func("/program_trace/damaged-order", test_damaged_order);
    return g_test_run();
}
