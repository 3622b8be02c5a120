/* SPDX-License-Identifier: MIT
 *
 * Tests of src/sim/simt.c and block_state.c with kernels of their own:
 * lockstep, divergence, shuffles, barriers and blocks.  What goes wrong in one:
 * test_fault.c.
 */
#include "lab.h"

#include <glib.h>
#include <string.h>

#include "kernels/scan.h"

#define FILE_NAME "tests/test_simt.c"

/* An instruction of the first step: the marked line and its lanes. */
typedef struct {
    const char *mark;
    uint32_t occurrence;
    uint64_t lanes;
} Issue;

static void check_issues(Lab *lab, ScanKernel *kernel, const Issue *wanted,
                         uint32_t count)
{
    Trace *trace = lab_trace(lab, kernel);
    const Step *step = &trace->steps[0];

    g_assert_cmpuint(step->instruction_count, ==, count);
    for (uint32_t i = 0; i < count; ++i) {
        const Instruction *at =
            &trace->instructions[step->first_instruction + i];
        const Access *accesses = trace_accesses(trace, at);
        uint64_t lanes = 0;
        for (int a = 0; a < at->lanes; ++a)
            lanes |= UINT64_C(1) << accesses[a].lane;
        g_assert_cmpint(at->site, ==, lab_line(lab, wanted[i].mark));
        g_assert_cmpuint(at->occurrence, ==, wanted[i].occurrence);
        g_assert_cmphex(lanes, ==, wanted[i].lanes);
    }
    trace_free(trace);
}

#define CHECK_ISSUES(lab, kernel, ...)                                         \
    do {                                                                       \
        static const Issue issues[] = {__VA_ARGS__};                           \
        check_issues(lab, kernel, issues, G_N_ELEMENTS(issues));               \
    } while (0)

/* ---- Divergence ----------------------------------------------------------*/

KERNEL(branch)
{
    STEP("branch", 3);
    Word x;
    if (thread % 2 == 0)
        x = LOAD(thread); // @even
    else
        x = LOAD(thread + 8); // @odd
    STORE(thread, x);         // @join
}

static void test_branch(void)
{
    Lab *lab = lab_new(FILE_NAME);

    CHECK_ISSUES(lab, branch_kernel, {"even", 0, 0x5}, {"odd", 0, 0xa},
                 {"join", 0, 0xf});
    Trace *trace = lab_trace(lab, branch_kernel);
    g_assert_cmpstr(trace_phase(trace, trace->steps), ==, "branch");
    g_assert_cmpint(trace->steps[0].level, ==, 3);
    trace_free(trace);
    lab_free(lab);
}

KERNEL(loops)
{
    STEP("loops", 0);
    for (int i = 0; i < thread; ++i)
        LOAD(i);                // @loop
    STORE(thread, FROM_INT(1)); // @after
}

static void test_loops(void)
{
    Lab *lab = lab_new(FILE_NAME);

    CHECK_ISSUES(lab, loops_kernel, {"loop", 0, 0xe}, {"loop", 1, 0xc},
                 {"loop", 2, 0x8}, {"after", 0, 0xf});
    lab_free(lab);
}

KERNEL(late)
{
    STEP("late", 0);
    for (int i = 0; i < 2; ++i) {
        if (i > 0 || thread > 0)
            LOAD(thread); // @sometimes
        LOAD(8 + thread); // @always
    }
}

static void test_late(void)
{
    Lab *lab = lab_new(FILE_NAME);

    CHECK_ISSUES(lab, late_kernel, {"sometimes", 0, 0xe}, {"always", 0, 0xf},
                 {"sometimes", 0, 0x1}, {"sometimes", 1, 0xe},
                 {"always", 1, 0xf});
    lab_free(lab);
}

/* Divergence within divergence, and lanes that end early. */
KERNEL(nested)
{
    STEP("nested", 0);
    if (thread < 3) {
        if (thread < 1) {
            LOAD(0); // @deep
        } else {
            LOAD(1); // @deeper
            if (thread == 2)
                return;
        }
        LOAD(2); // @middle
    }
    LOAD(3); // @last
}

static void test_nested(void)
{
    Lab *lab = lab_new(FILE_NAME);

    CHECK_ISSUES(lab, nested_kernel, {"deep", 0, 0x1}, {"deeper", 0, 0x6},
                 {"middle", 0, 0x3}, {"last", 0, 0xb});
    lab_free(lab);
}

/* Who has been to a line more often is not behind in the next step. */
KERNEL(anew)
{
    Word x = FROM_INT(thread);
    for (int s = 0; s < 2; ++s) {
        STEP("anew", s);
        if (s > 0 || thread > 0)
            x = SHFL_UP(x, s);
    }
    GSTORE(out, thread, x);
}

static void test_anew(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab_good(lab, anew_kernel);
    g_assert_cmpuint(lab->out[3], ==, 2);
    lab_free(lab);
}

/* ---- Memory --------------------------------------------------------------*/

KERNEL(rotate)
{
    STEP("fill", 0);
    FOR_EACH (i, 8) {
        STORE(i, FROM_INT(i));
    }
    STEP("rotate", 1);
    Word x = LOAD((thread + threads - 1) % threads);
    STORE(thread, x);
}

/* All lanes of a warp read before one of them writes; what several warps see of
 * each other is their order, first warp first. */
static void test_lockstep(void)
{
    static const uint32_t one_warp[] = {3, 0, 1, 2},
                          two_warps[] = {7, 0, 1, 2, 2, 4, 5, 6};
    Lab *lab = lab_new(FILE_NAME);

    lab_good(lab, rotate_kernel);
    for (uint32_t c = 0; c < 4; ++c)
        g_assert_cmpuint(lab_cell(lab, 0, c), ==, one_warp[c]);
    lab->launch.threads = 8;
    lab_good(lab, rotate_kernel);
    for (uint32_t c = 0; c < 8; ++c)
        g_assert_cmpuint(lab_cell(lab, 0, c), ==, two_warps[c]);
    lab->launch.k = 8;
    lab_good(lab, rotate_kernel);
    for (uint32_t c = 0; c < 8; ++c)
        g_assert_cmpuint(lab_cell(lab, 0, c), ==, (c + 7) % 8);
    lab_free(lab);
}

KERNEL(own)
{
    STEP("own", 0);
    STORE(thread, FROM_INT(7));
    Word x = LOAD(thread);
    STORE(thread, FROM_INT(TO_INT(x) + 1));
    STORE(20, FROM_INT(thread));
    GSTORE(SCRATCH(0), 5, FROM_INT(thread));
    Word y = GLOAD(SCRATCH(0), 5);
    GSTORE(out, thread, y);
}

/* A lane sees its own stores; of several to one word the highest lane's stays
 */
static void test_stores(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab_good(lab, own_kernel);
    for (uint32_t t = 0; t < 4; ++t) {
        g_assert_cmpuint(lab_cell(lab, 0, t), ==, 8);
        g_assert_cmpuint(lab->out[t], ==, 3);
    }
    g_assert_cmpuint(lab_cell(lab, 0, 20), ==, 3);
    lab_free(lab);
}

KERNEL(atomics)
{
    STEP("atomics", 0);
    Word before = ATOMIC_ADD(SCRATCH(0), 0, FROM_INT(thread + 1));
    GSTORE(out, thread, before);
    Word swapped = ATOMIC_EXCH(SCRATCH(1), 0, FROM_INT(thread + 10));
    GSTORE(out, 32 + thread, swapped);
}

static void test_atomics(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab->launch.threads = 10;
    lab_good(lab, atomics_kernel);
    g_assert_cmpuint(lab->own[0][0], ==, 55);
    g_assert_cmpuint(lab->own[1][0], ==, 19);
    for (uint32_t t = 0; t < 10; ++t) {
        g_assert_cmpuint(lab->out[t], ==, t * (t + 1) / 2);
        g_assert_cmpuint(lab->out[32 + t], ==, t ? t + 9 : 0);
    }
    const ThreadLog *log = &lab->log->logs[3];
    g_assert_cmpint(log->events[1].kind, ==, ACCESS_ATOMIC);
    g_assert_cmpint(log->events[3].kind, ==, ACCESS_ATOMIC);
    g_assert_cmpint(log->events[3].array, ==, GLOBAL_FIRST_SCRATCH + 1);
    g_assert_cmpuint(log->events[1].value, ==, 6); /* the word before */
    lab_free(lab);
}

KERNEL(added_up)
{
    STEP("atomics", 0);
    Word x = GLOAD(in, thread);
    Word before = ATOMIC_ADD(SCRATCH(0), 0, x);
    GSTORE(out, thread, before);
}

/* Words that are added without the operator of the scan are no sums of
 * neighbours, even where they are. */
static void test_added_up(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab->holds[0] = HOLDS_SUMS;
    Trace *trace = lab_trace(lab, added_up_kernel);
    int seen = 0;
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int lane = 1; at->kind == ACCESS_ATOMIC && lane < at->lanes;
             ++lane, ++seen)
            g_assert_cmphex(access[lane].interval, ==, INTERVAL_TOP);
    }
    g_assert_cmpint(seen, ==, 3);
    trace_free(trace);
    lab_free(lab);
}

/* ---- Shuffles ------------------------------------------------------------*/

static int delta; /* of the shuffle, or the lane that hands out */

KERNEL(shuffle)
{
    STEP("shuffle", 0);
    Word x = SHFL_UP(FROM_INT(1000 + thread), delta);
    GSTORE(out, thread, x);
}

/* What a word stands for goes with it: lane 1 is handed a number. */
KERNEL(handed_number)
{
    STEP("shuffle", 0);
    Word x = GLOAD(in, thread);
    Word sent = thread == 0 ? FROM_INT(41) : x;
    Word got = SHFL_UP(sent, 1);
    if (thread == 1)
        GSTORE(out, 0, FROM_INT(TO_INT(got) + 1));
}

static void test_handed_number(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab_good(lab, handed_number_kernel);
    g_assert_cmpuint(lab->out[0], ==, 42);
    lab_free(lab);
}

static void check_shuffle(Lab *lab, uint32_t k, uint32_t threads)
{
    lab->launch.k = k;
    lab->launch.threads = threads;
    lab_good(lab, shuffle_kernel);
    for (uint32_t t = 0; t < threads; ++t) {
        uint32_t lane = t % k;
        uint32_t from = lane >= (uint32_t)delta ? lane - (uint32_t)delta : lane;
        const Event *event = &lab->log->logs[t].events[1];
        g_assert_cmpuint(lab->out[t], ==, 1000 + t - lane + from);
        g_assert_cmpint(event->kind, ==, ACCESS_SHFL);
        g_assert_cmpuint(event->cell, ==, from);
    }
}

static void test_shuffle(void)
{
    Lab *lab = lab_new(FILE_NAME);

    for (uint32_t k = 2; k <= TRACE_MAX_BANKS; k *= 2)
        for (delta = 0; delta <= (int)k + 1; ++delta) {
            check_shuffle(lab, k, k);         /* a whole warp */
            check_shuffle(lab, k, k / 2 + 1); /* a part of one */
            if (k < TRACE_MAX_BANKS)
                check_shuffle(lab, k, k + k / 2); /* one and a part */
        }
    lab_free(lab);
}

KERNEL(hand_out)
{
    STEP("hand out", 0);
    Word x = SHFL(FROM_INT(1000 + thread), delta);
    GSTORE(out, thread, x);
}

/* The array that a GPU's log has, too. */
static void test_hand_out(void)
{
    Lab *lab = lab_new(FILE_NAME);

    for (delta = 0; delta < 4; ++delta) {
        lab_good(lab, hand_out_kernel);
        for (uint32_t t = 0; t < 4; ++t) {
            g_assert_cmpuint(lab->out[t], ==, 1000 + (uint32_t)delta);
            g_assert_cmpint(lab->log->logs[t].events[1].array, ==, 0);
        }
    }
    lab_free(lab);
}

KERNEL(warp_scan)
{
    STEP("scan", 0);
    Word x = GLOAD(in, thread);
    for (int d = 1; d < k; d *= 2) {
        Word left = SHFL_UP(x, d);
        if (thread % k >= d)
            x = OP(left, x);
    }
    GSTORE(out, thread, x);
    Word before = SHFL_UP(x, 1);
    if (thread % k == 0)
        before = IDENTITY;
    GSTORE(SCRATCH(0), thread, before);
}

/* The scan of a warp in registers, and the exclusive one made from it. */
static void test_warp_scan(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab->holds[0] = HOLDS_SUMS;
    for (uint32_t k = 2; k <= TRACE_MAX_BANKS; k *= 2) {
        uint32_t sum = 0;
        lab->launch.k = k;
        lab->launch.threads = LAB_WORDS;
        lab_good(lab, warp_scan_kernel);
        for (uint32_t t = 0; t < LAB_WORDS; ++t) {
            sum = t % k ? sum : 0;
            g_assert_cmpuint(lab->own[0][t], ==, sum);
            sum += lab->in[t];
            g_assert_cmpuint(lab->out[t], ==, sum);
        }
    }
    lab_free(lab);
}

KERNEL(some_shuffle)
{
    STEP("some", 0);
    Word x = FROM_INT(thread);
    if (thread % 2)
        x = SHFL_UP(x, 2);  // @odd-shuffle
    GSTORE(out, thread, x); // @write
}

/* Lanes that shuffle among themselves in a branch. */
static void test_some_shuffle(void)
{
    static const uint32_t wanted[] = {0, 1, 2, 1, 4, 3, 6, 5};
    Lab *lab = lab_new(FILE_NAME);

    lab->launch.k = lab->launch.threads = 8;
    lab_good(lab, some_shuffle_kernel);
    for (int t = 0; t < 8; ++t)
        g_assert_cmpuint(lab->out[t], ==, wanted[t]);
    CHECK_ISSUES(lab, some_shuffle_kernel, {"odd-shuffle", 0, 0xaa},
                 {"write", 0, 0xff});
    lab_free(lab);
}

/* ---- Barriers ------------------------------------------------------------*/

KERNEL(barriers)
{
    STEP("fill", 4);
    STORE(thread, FROM_INT(thread));
    for (int i = 0; i < 3; ++i) {
        SYNC();
        Word x = LOAD((thread + 1) % threads);
        SYNC();
        STORE(thread, x);
    }
    STEP("write", 0);
    Word x = LOAD(thread);
    GSTORE(SCRATCH(0), thread, x);
}

static void test_barriers(void)
{
    Lab *lab = lab_new(FILE_NAME);
    enum { STEPS = 8 };

    lab->launch.threads = 11;
    Trace *trace = lab_trace(lab, barriers_kernel);
    for (uint32_t t = 0; t < 11; ++t)
        g_assert_cmpuint(lab->own[0][t], ==, (t + 3) % 11);
    g_assert_cmpuint(trace->steps_count, ==, STEPS);
    for (int s = 0; s < STEPS; ++s) {
        g_assert_cmpstr(trace_phase(trace, &trace->steps[s]), ==,
                        s < STEPS - 1 ? "fill" : "write");
        g_assert_cmpint(trace->steps[s].level, ==, s < STEPS - 1 ? 4 : 0);
    }
    g_assert_cmpuint(trace->snapshots_count, ==, STEPS + 1);
    g_assert_cmpuint(trace_snapshot(trace, 1)[5], ==, 5);
    g_assert_cmpuint(trace_snapshot_after(trace, STEPS - 1)[5], ==, 8);
    g_assert_true(trace_check(trace, &lab->error));
    trace_free(trace);
    lab_free(lab);
}

KERNEL(nothing)
{
    STEP("nothing", 0);
}

static void test_nothing(void)
{
    Lab *lab = lab_new(FILE_NAME);

    Trace *trace = lab_trace(lab, nothing_kernel);
    g_assert_cmpuint(trace->steps_count, ==, 1);
    g_assert_cmpuint(trace->instructions_count, ==, 0);
    g_assert_true(trace_check(trace, &lab->error));
    trace_free(trace);
    lab_free(lab);
}

/* ---- Blocks --------------------------------------------------------------*/

enum { BLOCKS = 5, SEEDS = 200 };

/* Blocks take tickets, and go on in the order of their tickets: each waits for
 * a word that the one before sets. */
KERNEL(chain)
{
    STEP("ticket", 0);
    if (thread == 0) {
        Word mine = ATOMIC_ADD(SCRATCH(0), 0, FROM_INT(1));
        STORE(0, mine);
    }
    SYNC();
    int ticket = TO_INT(LOAD(0));

    STEP("wait", 0);
    if (thread == 1 && ticket > 0)
        for (;;) {
            Word ready = GLOAD(SCRATCH(1), ticket - 1);
            if (TO_INT(ready))
                break;
        }
    SYNC();
    if (thread == 2) {
        Word place = ATOMIC_ADD(SCRATCH(0), 1, FROM_INT(1));
        GSTORE(WHOLE(out), TO_INT(place), FROM_INT(ticket));
        GSTORE(SCRATCH(2), block, FROM_INT(ticket));
    }
    SYNC();
    if (thread == 3)
        ATOMIC_EXCH(SCRATCH(1), ticket, FROM_INT(1));
}

/* The tickets of the blocks as one number. */
static uint32_t run_chain(Lab *lab, uint64_t seed)
{
    uint32_t order = 0, seen = 0;

    lab->launch.seed = seed;
    lab_good(lab, chain_kernel);
    for (uint32_t b = 0; b < BLOCKS; ++b) {
        g_assert_cmpuint(lab->out[b], ==, b);
        g_assert_cmpuint(lab->own[2][b], <, BLOCKS);
        seen |= 1u << lab->own[2][b];
        order = order * BLOCKS + lab->own[2][b];
    }
    g_assert_cmphex(seen, ==, (1u << BLOCKS) - 1);
    return order;
}

static void test_blocks(void)
{
    Lab *lab = lab_new(FILE_NAME);
    GHashTable *orders = g_hash_table_new(NULL, NULL);

    lab->launch.blocks = BLOCKS;
    lab->launch.event_limit = 65536;
    for (uint64_t seed = 0; seed < SEEDS; ++seed)
        g_hash_table_add(orders, GUINT_TO_POINTER(run_chain(lab, seed)));
    g_assert_cmpuint(g_hash_table_size(orders), >, BLOCKS * BLOCKS);
    g_hash_table_destroy(orders);
    lab_free(lab);
}

static bool same_logs(const Log *x, const Log *y)
{
    for (uint32_t t = 0; t < x->blocks * x->threads; ++t)
        if (x->logs[t].events_count != y->logs[t].events_count ||
            memcmp(x->logs[t].events, y->logs[t].events,
                   x->logs[t].events_count * sizeof(Event)) != 0)
            return false;
    return true;
}

static void test_seed(void)
{
    Lab *lab = lab_new(FILE_NAME);
    int differ = 0;

    lab->launch.blocks = BLOCKS;
    lab->launch.event_limit = 65536;
    for (uint64_t seed = 0; seed < 20; ++seed) {
        run_chain(lab, seed);
        Log *first = lab->log;
        lab->log = NULL;
        run_chain(lab, seed);
        g_assert_true(same_logs(first, lab->log));
        run_chain(lab, seed + 1);
        differ += !same_logs(first, lab->log);
        log_free(first);
    }
    g_assert_cmpint(differ, >, 10);
    lab_free(lab);
}

KERNEL(private)
{
    STEP("fill", 0);
    STORE(thread, FROM_INT(block * 100 + thread));
    SYNC();
    Word x = LOAD(threads - 1 - thread);
    GSTORE(WHOLE(out), block * threads + thread, FROM_INT(TO_INT(x) + blocks));
}

/* Each block has shared memory of its own. */
static void test_private(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab->launch.blocks = 6;
    lab->launch.threads = 7;
    lab->launch.words = 8;
    lab_good(lab, private_kernel);
    for (uint32_t b = 0; b < 6; ++b)
        for (uint32_t t = 0; t < 7; ++t) {
            g_assert_cmpuint(lab->out[b * 7 + t], ==, b * 100 + 6 - t + 6);
            g_assert_cmpuint(lab_cell(lab, b, t), ==, b * 100 + t);
        }
    lab_free(lab);
}

KERNEL(known)
{
    STEP("known", 0);
    if (thread == threads - 1) {
        const int all[] = {n,       N,         log2n,     k,
                           log2k,   block,     blocks,    thread,
                           threads, inclusive, WHOLE(in), WHOLE(out)};
        for (int i = 0; i < 12; ++i)
            GSTORE(SCRATCH(0), i, FROM_INT(all[i]));
    }
}

/* What a kernel knows by name. */
static void test_known(void)
{
    static const uint32_t wanted[] = {9, 16, 4, 8, 3, 0, 1, 12, 13, 1, 0, 1};
    Lab *lab = lab_new(FILE_NAME);

    lab->launch.block_n = 9;
    lab->launch.k = 8;
    lab->launch.threads = 13;
    lab->launch.inclusive = true;
    lab_good(lab, known_kernel);
    for (int i = 0; i < 12; ++i)
        g_assert_cmpuint(lab->own[0][i], ==, wanted[i]);
    lab_free(lab);
}

/* ---- Accesses of 16 bytes
 * --------------------------------------------------*/

KERNEL(wide)
{
    STEP("wide", 0);
    Word4 x = GLOAD4(in, 4 * thread); // @wide-in
    STORE4(4 * thread, x);            // @wide-store
    SYNC();
    Word4 y = LOAD4(4 * (threads - 1 - thread)); // @wide-load
    GSTORE4(out, 4 * thread, y);                 // @wide-out
}

/* The hardware serves k/4 lanes at once: with 4 banks, one; with 8, two.  The
 * lanes turn their words around. */
static void test_wide(void)
{
    Lab *lab = lab_new(FILE_NAME);

    CHECK_ISSUES(lab, wide_kernel, {"wide-in", 0, 0x1}, {"wide-in", 1, 0x2},
                 {"wide-in", 2, 0x4}, {"wide-in", 3, 0x8},
                 {"wide-store", 0, 0x1}, {"wide-store", 1, 0x2},
                 {"wide-store", 2, 0x4}, {"wide-store", 3, 0x8});
    lab->launch.k = 8;
    CHECK_ISSUES(lab, wide_kernel, {"wide-in", 0, 0x3}, {"wide-in", 1, 0xc},
                 {"wide-store", 0, 0x3}, {"wide-store", 1, 0xc});
    Trace *trace = lab_trace(lab, wide_kernel);
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        g_assert_cmpint(at->width, ==, 16);
        g_assert_cmpint(at->lanes, ==, 8);
        g_assert_cmpuint(at->time, ==, i);
        for (uint32_t a = 0; a < at->lanes; ++a) {
            const Access *access = trace_accesses(trace, at) + a;
            g_assert_cmpuint(access->cell % 4, ==, a % 4);
            g_assert_cmpuint(access->interval, ==, access->value);
        }
    }
    trace_free(trace);
    for (uint32_t i = 0; i < 16; ++i)
        g_assert_cmpuint(lab->out[i], ==, 100 + (3 - i / 4) * 4 + i % 4);
    lab_free(lab);
}

/* Each of the four words has a class of its own. */
KERNEL(wide_classes)
{
    STEP("wide", 0);
    Word a = GLOAD(in, 0);
    Word4 x = {{FROM_INT(7), a, IDENTITY, FROM_INT(9)}};
    STORE4(4 * thread, x);
    SYNC();
    Word4 y = LOAD4(4 * thread);
    Word4 z = {{FROM_INT(TO_INT(y.word[0])), FROM_INT(1),
                FROM_INT(TO_INT(y.word[3])), FROM_INT(2)}};
    GSTORE4(SCRATCH(0), 4 * thread, z);
    GSTORE(out, thread, OP(y.word[2], y.word[1]));
    Word4 numbers = GLOAD4(SCRATCH(0), 4 * thread);
    GSTORE(SCRATCH(0), 32 + thread, FROM_INT(TO_INT(numbers.word[2]) + 1));
}

static void test_wide_classes(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab->holds[0] = HOLDS_NUMBERS;
    lab_good(lab, wide_classes_kernel);
    for (uint32_t t = 0; t < 4; ++t) {
        g_assert_cmpuint(lab->own[0][4 * t], ==, 7);
        g_assert_cmpuint(lab->own[0][4 * t + 1], ==, 1);
        g_assert_cmpuint(lab->own[0][4 * t + 2], ==, 9);
        g_assert_cmpuint(lab->own[0][4 * t + 3], ==, 2);
        g_assert_cmpuint(lab->own[0][32 + t], ==, 10);
        g_assert_cmpuint(lab->out[t], ==, 100);
    }
    lab_free(lab);
}

/* Sums before a wide store belong to the words that they are; those before a
 * wide load to its first word. */
KERNEL(wide_sums)
{
    STEP("wide", 0);
    Word4 x = GLOAD4(in, 0);
    for (int j = 1; j < 4; ++j)
        x.word[j] = OP(x.word[j - 1], x.word[j]);
    STORE4(0, x); // @wide-sums
    Word unused = OP(x.word[0], x.word[0]);
    Word4 y = LOAD4(4); // @wide-unused
    (void)unused;
    (void)y;
}

static void test_wide_sums(void)
{
    Lab *lab = lab_new(FILE_NAME);
    size_t found = 0;

    lab->launch.threads = 1;
    Trace *trace = lab_trace(lab, wide_sums_kernel);
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        bool sums = at->site == lab_line(lab, "wide-sums");
        bool unused = at->site == lab_line(lab, "wide-unused");
        for (int w = 0; w < at->lanes; ++w, ++access) {
            int wanted = sums ? w > 0 : unused ? w == 0 : 0;
            g_assert_cmpint(access->sums, ==, wanted);
            g_assert_true(trace_is_new_sum(trace, access) == (sums && w > 0));
            found += access->sums;
        }
    }
    g_assert_cmpuint(found, ==, 4);
    g_assert_cmpuint(found, ==, trace->sums_count);
    trace_free(trace);
    lab_free(lab);
}

/* A log keeps its memory for another shape, unless it is large. */
static void test_log_fit(void)
{
    Log *log = log_fit(NULL, 1, 2, 4);

    base_push(&log->logs[1], events, ((Event){.site = 1}));
    base_push(&log->snapshots[0], values, 5);
    size_t capacity = log->logs[1].events_capacity;
    log = log_fit(log, 3, 7, 2);
    g_assert_cmpuint(log->blocks, ==, 3);
    g_assert_cmpuint(log->threads, ==, 7);
    g_assert_cmpuint(log->words, ==, 2);
    g_assert_cmpuint(log->logs[1].events_capacity, ==, capacity);
    g_assert_null(log->logs[20].events);
    g_assert_null(log->snapshots[2].values);
    base_push(&log->logs[20], events, ((Event){.site = 1}));
    log = log_fit(log, 1, 1, 2);
    log = log_fit(log, 3, 7, 2);
    for (int i = 0; i < 21; ++i)
        g_assert_cmpuint(log->logs[i].events_count, ==, 0);
    g_assert_cmpuint(log->snapshots[0].values_count, ==, 0);
    g_assert_cmpuint(log->logs[20].events_capacity, >, 0);
    log = log_fit(log, 5, 1000, 2);
    g_assert_cmpuint(log->logs[1].events_capacity, ==, 0);
    log_free(log);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/simt/branch", test_branch);
    g_test_add_func("/simt/loops", test_loops);
    g_test_add_func("/simt/late", test_late);
    g_test_add_func("/simt/nested", test_nested);
    g_test_add_func("/simt/anew", test_anew);
    g_test_add_func("/simt/lockstep", test_lockstep);
    g_test_add_func("/simt/stores", test_stores);
    g_test_add_func("/simt/atomics", test_atomics);
    g_test_add_func("/simt/added up", test_added_up);
    g_test_add_func("/simt/shuffle", test_shuffle);
    g_test_add_func("/simt/handed number", test_handed_number);
    g_test_add_func("/simt/hand-out", test_hand_out);
    g_test_add_func("/simt/warp-scan", test_warp_scan);
    g_test_add_func("/simt/some-shuffle", test_some_shuffle);
    g_test_add_func("/simt/barriers", test_barriers);
    g_test_add_func("/simt/nothing", test_nothing);
    g_test_add_func("/simt/blocks", test_blocks);
    g_test_add_func("/simt/seed", test_seed);
    g_test_add_func("/simt/private", test_private);
    g_test_add_func("/simt/known", test_known);
    g_test_add_func("/simt/wide", test_wide);
    g_test_add_func("/simt/wide classes", test_wide_classes);
    g_test_add_func("/simt/wide sums", test_wide_sums);
    g_test_add_func("/simt/log fit", test_log_fit);
    return g_test_run();
}
