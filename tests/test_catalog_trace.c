/* SPDX-License-Identifier: MIT
 *
 * Tests of src/record/catalog_trace.c: logs as src/catalog/catalog.cu writes
 * them become the trace of an algorithm; and recordings of some blocks, with
 * locals, and of kernels that fail.
 */
#include "record/catalog_trace.h"
#include "analysis/tile_status.h"
#include "record/record.h"
#include "program_writer.h"

#include "trace/limits.h"
#include "program/local_values.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of elements, as in src/catalog/catalog.cu. */
enum { IDENTITY = 0x60000000, UNSET, INPUT };

enum { N = 4, K = 4, SUM = INPUT + 2 * N }; /* SUM: the first one's number */

static Word input[N] = {3, 5, 7, 11};

/* ---- Logs -----------------------------------------------------------------*/

/* Arrays of the plan; MADE is the one in which threads store sums. */
enum { IN, OUT, PAIRS, NUMBERS, ARRAYS, MADE = ARRAYS };

/* A launch of blocks of eight threads, in two warps each. */
typedef struct {
    ProgramWriter log;
    uint32_t arrays[ARRAYS + 1]; /* in the log */
    uint32_t times[16];          /* accesses so far, of each line */
    uint32_t block;              /* of what is added */
    Plan plan;
    Op op;
    Error error;
} Log;

static void log_begin(Log *log, uint32_t blocks)
{
    *log = (Log){.plan = {.sizes = {.n = N, .k = K, .block_n = N},
                          .grids = {{.title = "scan",
                                     .n = N,
                                     .block_n = N,
                                     .blocks = blocks,
                                     .threads = 2 * K,
                                     .words = 2 * N,
                                     .in = IN,
                                     .out = OUT}},
                          .grids_count = 1,
                          .arrays = {{"in", N, HOLDS_SUMS},
                                     {"out", N, HOLDS_SUMS},
                                     {"pairs", 2 * N, HOLDS_PAIRS},
                                     {"numbers", 1, HOLDS_NUMBERS}},
                          .arrays_count = ARRAYS}};
    writer_begin(&log->log);
    writer_launch(&log->log, "scan", blocks, 2 * K, "");
    for (uint32_t a = ARRAYS; a-- > 0;)
        log->arrays[a] =
            writer_array(&log->log, ELEMENT_U32, 4, 4 * (uint64_t)2 * N, 0);
    log->arrays[MADE] = writer_array(&log->log, ELEMENT_U32, 4, 1024, 0);
    for (uint32_t b = 0; b < blocks; ++b)
        writer_block(&log->log, b);
}

static void lane(Log *log, uint32_t thread, uint32_t cell, const Word *words,
                 uint32_t count)
{
    writer_lane(&log->log, thread % K, 4 * (uint64_t)cell, words, 4 * count, 0);
}

/* THREAD loads or stores COUNT words on LINE, from CELL of ARRAY on. */
static void access_words(Log *log, uint32_t thread, uint32_t line,
                         ProgramAccessKind kind, uint32_t array, uint32_t cell,
                         const Word *words, uint32_t count)
{
    writer_access(&log->log, log->block, thread / K,
                  writer_site(&log->log, 16 * line + 1), kind,
                  array == PROGRAM_SHARED ? array : log->arrays[array],
                  4 * count, log->times[line]++);
    lane(log, thread, cell, words, count);
}

static void load(Log *log, uint32_t thread, uint32_t array, uint32_t cell,
                 Word word)
{
    access_words(log, thread, 5, PROGRAM_LOAD, array, cell, &word, 1);
}

static void store(Log *log, uint32_t thread, uint32_t array, uint32_t cell,
                  Word word)
{
    access_words(log, thread, 6, PROGRAM_STORE, array, cell, &word, 1);
}

/* THREAD makes the sum MADE of the elements LEFT and RIGHT. */
static void add(Log *log, uint32_t thread, Word left, Word right, Word made)
{
    const Word words[] = {left, right, made, 0};

    access_words(log, thread, 7, PROGRAM_STORE, MADE, 4 * thread, words, 4);
}

/* The algorithm's trace, which must be whole; NULL: log->error says why. */
static Trace *log_end(Log *log)
{
    static const ProgramSource source = {
        "test.cu", "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
                   "__syncthreads(); // step: up-sweep\n11\n12\n"};
    uint32_t numbers[LIMITS_ARRAYS];
    const ProgramFacts facts = {.sources = &source,
                                .sources_count = 1,
                                .lanes = K,
                                .numbers = numbers};
    const CatalogRun run = {.plan = &log->plan,
                            .op = log->op,
                            .input = input,
                            .numbers = numbers,
                            .blocks = {0, UINT32_MAX}};

    writer_end(&log->log, 4 * 2 * N);
    Trace *trace = program_trace(log->log.bytes, log->log.count,
                                 &writer_symbols, &facts, &log->error);
    writer_free(&log->log);
    if (!trace)
        g_error("%s", log->error.text);
    if (!catalog_trace(trace, &run, &log->error)) {
        trace_free(trace);
        return NULL;
    }
    if (!trace_check(trace, &log->error))
        g_error("%s", log->error.text);
    return trace;
}

static Trace *log_trace(Log *log)
{
    Trace *trace = log_end(log);

    if (!trace)
        g_error("%s", log->error.text);
    return trace;
}

static const Access *access_of(const Trace *trace, size_t instruction, int i)
{
    g_assert_cmpuint(instruction, <, trace->instructions_count);
    g_assert_cmpint(i, <, trace->instructions[instruction].lanes);
    return trace_accesses(trace, trace->instructions + instruction) + i;
}

static void assert_access(const Access *access, uint32_t cell, Word value,
                          Word interval, int sums)
{
    g_assert_cmpuint(access->cell, ==, cell);
    g_assert_cmpint((int32_t)access->value, ==, (int32_t)value);
    g_assert_cmphex(access->interval, ==, interval);
    g_assert_cmpint(access->sums, ==, sums);
}

/* ---- Elements -------------------------------------------------------------*/

/* A sum is of the next access of the thread that made it, whatever that is;
 * what nobody uses is of none. */
static void test_sums(void)
{
    static const Op ops[] = {OP_ADD, OP_AFFINE, OP_MAX};

    for (size_t o = 0; o < G_N_ELEMENTS(ops); ++o) {
        Log log;
        log_begin(&log, 1);
        log.op = ops[o];
        add(&log, 1, INPUT + 1, INPUT + 2, SUM);
        add(&log, 5, INPUT + 2, INPUT + 3, SUM + 1);
        store(&log, 0, PROGRAM_SHARED, 0, INPUT);
        store(&log, 1, PROGRAM_SHARED, 1, SUM);
        add(&log, 1, INPUT, SUM, SUM + 2);
        add(&log, 1, SUM + 2, IDENTITY, SUM + 3);
        load(&log, 1, PROGRAM_SHARED, 0, INPUT);
        store(&log, 1, OUT, 3, SUM + 3);
        add(&log, 1, SUM, SUM, SUM + 4);
        store(&log, 5, PROGRAM_SHARED, 5, SUM + 1);
        Trace *trace = log_trace(&log);
        Word right = op_apply(ops[o], 5, 7);
        Word all =
            op_apply(ops[o], op_apply(ops[o], 3, right), op_identity(ops[o]));
        g_assert_cmpuint(trace->instructions_count, ==, 5);
        assert_access(access_of(trace, 0, 0), 0, 3, interval_make(0, 0), 0);
        assert_access(access_of(trace, 1, 0), 1, right, interval_make(1, 2), 1);
        assert_access(access_of(trace, 2, 0), 0, 3, interval_make(0, 0), 2);
        assert_access(access_of(trace, 3, 0), 3, all, interval_make(0, 2), 0);
        assert_access(access_of(trace, 4, 0), 5, op_apply(ops[o], 7, 11),
                      interval_make(2, 3), 1);
        const Sum *sums = trace->sums;
        g_assert_cmpuint(trace->sums_count, ==, 4);
        g_assert_cmpuint(sums[0].access, ==, 1);
        g_assert_cmpuint(sums[0].left, ==, 5);
        g_assert_cmphex(sums[0].right_interval, ==, interval_make(2, 2));
        g_assert_cmpuint(sums[1].access, ==, 2);
        g_assert_cmpuint(sums[1].right, ==, right);
        g_assert_cmphex(sums[1].right_interval, ==, interval_make(1, 2));
        g_assert_cmpuint(sums[2].access, ==, 2);
        g_assert_cmpuint(sums[2].right, ==, op_identity(ops[o]));
        g_assert_cmphex(sums[2].right_interval, ==, INTERVAL_IDENTITY);
        g_assert_cmpuint(sums[3].access, ==, 4);
        g_assert_cmpuint(trace->output[3], ==, all);
        trace_free(trace);
    }
}

static void wait_for(Log *log, uint32_t thread, uint32_t pair, Word state,
                     Word sum)
{
    const Word words[] = {state, sum};

    access_words(log, thread, 9, PROGRAM_LOAD, PAIRS, 2 * pair, words, 2);
}

/* A loop that waits for pairs is one instruction, of all
 * lanes and without what they do not find. */
static void test_pairs(void)
{
    const Word words[] = {1, SUM};
    Log log;

    log_begin(&log, 1);
    add(&log, 0, INPUT, INPUT + 1, SUM);
    access_words(&log, 0, 8, PROGRAM_STORE, PAIRS, 2, words, 2);
    wait_for(&log, 1, 1, 0, 0);
    lane(&log, 2, 4, (const Word[]){0, 0}, 2);
    wait_for(&log, 2, 2, 2, INPUT + 2);
    wait_for(&log, 1, 1, 1, SUM);
    store(&log, 1, PROGRAM_SHARED, 0, SUM);
    wait_for(&log, 1, 0, 0, 0);
    wait_for(&log, 1, 0, 3, INPUT);
    wait_for(&log, 1, 0, 3, INPUT); /* the lane begins to wait again */
    store(&log, 0, PAIRS, 3, 2);    /* a state alone */
    Trace *trace = log_trace(&log);
    static const AccessKind kinds[] = {ACCESS_GSTORE, ACCESS_GLOAD,
                                       ACCESS_STORE,  ACCESS_GLOAD,
                                       ACCESS_GLOAD,  ACCESS_GSTORE};
    static const int accesses[] = {2, 4, 1, 2, 2, 1};
    static const uint32_t before[] = {0, 0, 0, 1, 2, 0}; /* waits */
    g_assert_cmpuint(trace->instructions_count, ==, G_N_ELEMENTS(kinds));
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); ++i) {
        const Instruction *at = trace->instructions + i;
        g_assert_cmpint(at->kind, ==, kinds[i]);
        g_assert_cmpint(at->lanes, ==, accesses[i]);
        g_assert_cmpint(at->width, ==, accesses[i] > 1 ? 8 : 4);
        if (at->kind == ACCESS_GLOAD)
            g_assert_cmpuint(at->occurrence, ==, 8 * before[i]);
    }
    assert_access(access_of(trace, 0, 0), 2, 1, INTERVAL_TOP, 0);
    assert_access(access_of(trace, 0, 1), 3, 8, interval_make(0, 1), 1);
    assert_access(access_of(trace, 1, 0), 2, 1, INTERVAL_TOP, 0);
    assert_access(access_of(trace, 1, 1), 3, 8, interval_make(0, 1), 0);
    g_assert_cmpint(access_of(trace, 1, 1)->lane, ==, 1);
    assert_access(access_of(trace, 1, 2), 4, 2, INTERVAL_TOP, 0);
    assert_access(access_of(trace, 1, 3), 5, 7, interval_make(2, 2), 0);
    g_assert_cmpint(access_of(trace, 1, 3)->lane, ==, 2);
    assert_access(access_of(trace, 3, 1), 1, 3, interval_make(0, 0), 0);
    assert_access(access_of(trace, 5, 0), 3, 2, INTERVAL_TOP, 0);
    trace_free(trace);
}

/* ---- Recordings -----------------------------------------------------------*/

static Word numbers[64];

static RecordOptions options_of(const char *name, uint32_t n, uint32_t block_n)
{
    Error error;
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = 4,
                             .block_n = block_n,
                             .passes = PLAN_USUAL,
                             .op = OP_ADD,
                             .device = DEVICE_CPU,
                             .input = numbers};

    g_assert_nonnull(options.algorithm);
    for (uint32_t i = 0; i < n; ++i)
        numbers[i] = i * 5 % 11;
    return options;
}

static Trace *record_good(Recorder *recorder, const RecordOptions *options)
{
    Error error;
    Trace *trace = record(recorder, options, &error);

    if (!trace)
        g_error("%s: %s", options->algorithm->name, error.text);
    g_assert_false(recorder_kernel_failed(recorder));
    return trace;
}

static void assert_same_instruction(const Trace *a, const Instruction *x,
                                    const Trace *b, const Instruction *y)
{
    g_assert_cmpint(x->kind, ==, y->kind);
    g_assert_cmpint(x->site, ==, y->site);
    g_assert_cmpint(x->warp, ==, y->warp);
    g_assert_cmpint(x->array, ==, y->array);
    g_assert_cmpuint(x->occurrence, ==, y->occurrence);
    g_assert_cmpint(x->lanes, ==, y->lanes);
    for (int i = 0; i < x->lanes; ++i) {
        const Access *p = trace_accesses(a, x) + i;
        const Access *q = trace_accesses(b, y) + i;
        assert_access(p, q->cell, q->value, q->interval, q->sums);
        g_assert_cmpint(p->lane, ==, q->lane);
    }
}

/* Step S is the same in block P of A and in block Q of B, and
 * what is in shared memory before it. */
static void assert_same_step(const Trace *a, size_t p, const Trace *b, size_t q,
                             uint32_t s)
{
    size_t i = a->blocks[p].first_step + s, j = b->blocks[q].first_step + s;
    const Step *x = a->steps + i, *y = b->steps + j;
    size_t bytes = a->run.words * sizeof(Word);

    g_assert_cmpstr(trace_phase(a, x), ==, trace_phase(b, y));
    g_assert_cmpint(x->level, ==, y->level);
    g_assert_cmpuint(x->block, ==, p);
    g_assert_cmpuint(x->instruction_count, ==, y->instruction_count);
    for (uint32_t n = 0; n < x->instruction_count; ++n) {
        const Instruction *at = a->instructions + x->first_instruction + n;
        g_assert_cmpuint(at->step, ==, i);
        assert_same_instruction(a, at, b,
                                b->instructions + y->first_instruction + n);
    }
    g_assert_true(memcmp(a->snapshot_values + (i + p) * a->run.words,
                         b->snapshot_values + (j + q) * b->run.words,
                         bytes) == 0);
    g_assert_true(memcmp(a->snapshot_intervals + (i + p) * a->run.words,
                         b->snapshot_intervals + (j + q) * b->run.words,
                         bytes) == 0);
}

/* A trace of some blocks has of them what the whole one has. */
static void test_blocks(void)
{
    static const char *const names[] = {"three-phase", "look-back",
                                        "torn-look-back"};
    Recorder *recorder = recorder_new();

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        RecordOptions options = options_of(names[a], 20, 4);
        Trace *whole = record_good(recorder, &options);
        options.some_blocks = true;
        options.blocks = (BlockRange){1, 3};
        Trace *some = record_good(recorder, &options);
        size_t q = 0;
        g_assert_true(trace_is_whole(whole) && !trace_is_whole(some));
        g_assert_cmpuint(some->blocks_count, <, whole->blocks_count);
        for (size_t p = 0; p < some->blocks_count; ++p, ++q) {
            while (whole->blocks[q].index < 1 || whole->blocks[q].index > 3)
                ++q;
            g_assert_cmpuint(some->blocks[p].index, ==, whole->blocks[q].index);
            g_assert_cmpuint(some->blocks[p].grid, ==, whole->blocks[q].grid);
            g_assert_cmpuint(some->blocks[p].step_count, ==,
                             whole->blocks[q].step_count);
            for (uint32_t s = 0; s < some->blocks[p].step_count; ++s)
                assert_same_step(some, p, whole, q, s);
        }
        for (size_t i = 0; i < some->instructions_count; ++i)
            g_assert_cmpuint(some->instructions[i].time, <,
                             some->instructions_count);
        trace_free(whole);
        trace_free(some);
    }
    recorder_free(recorder);
}

/* The value of the local NAME of a lane's thread at an instruction. */
static LocalValue local_of(const Trace *trace, size_t instruction,
                           uint32_t thread, const char *name)
{
    size_t count;
    LocalValue *all =
        trace_locals(trace, (uint32_t)instruction, thread, &count);
    LocalValue found = {.local = NULL};

    for (size_t i = 0; i < count; ++i)
        if (strcmp(all[i].local->name, name) == 0)
            found = all[i];
    free(all);
    if (!found.local)
        g_error("there is no local %s at instruction %zu", name, instruction);
    return found;
}

static void check_locals(const Trace *trace, ElementKind element)
{
    int checked = 0;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (at->kind != ACCESS_STORE ||
            strcmp(trace_phase(trace, trace_step(trace, at)), "up-sweep") != 0)
            continue;
        for (int j = 0; j < at->lanes; ++j) {
            const Access *access = trace_accesses(trace, at) + j;
            uint32_t thread = at->warp * trace->run.k + access->lane;
            LocalValue p = local_of(trace, i, thread, "p");
            LocalValue x = local_of(trace, i, thread, "x");
            g_assert_cmpint(x.local->element, ==, element);
            g_assert_cmpstr(x.local->type, ==, "T");
            if (!access->sums) { /* s[q] = x */
                g_assert_cmphex((Word)x.value, ==, access->value);
                continue;
            }
            g_assert_cmpint(p.value, ==, access->cell); /* s[p] = op(x, y) */
            LocalValue y = local_of(trace, i, thread, "y");
            g_assert_cmphex(op_apply(trace->run.op, (Word)x.value,
                                     (Word)y.value),
                            ==, access->value);
            ++checked;
        }
    }
    g_assert_cmpint(checked, ==, 7); /* sums of 8 elements */
    LocalValue in = local_of(trace, 0, 0, "in");
    g_assert_cmpint(in.local->kind, ==, LOCAL_POINTER);
    g_assert_cmpint(in.value, ==, local_pointer(POINTER_ARRAY, GLOBAL_IN, 0));
    g_assert_cmpstr(in.local->function, ==, "leftright");
    g_assert_cmpstr(in.local->type, ==, "const T *");
    for (size_t i = 0; i < trace->local_changes_count; ++i) {
        const LocalChange *change = trace->local_changes + i;
        g_assert_null(strchr(trace->locals[change->local].name, '.'));
    }
}

/* Elements among the locals have their values, and pointers their arrays; and
 * they can be added to a trace afterwards, of some blocks, too. */
static void test_locals(void)
{
    Recorder *recorder = recorder_new();
    Error error;

    for (int floats = 0; floats <= 1; ++floats) {
        RecordOptions options = options_of("leftright", 8, 0);
        options.op = floats ? OP_FADD : OP_ADD;
        for (uint32_t i = 0; floats && i < 8; ++i)
            numbers[i] = op_from_float(1.5f * (float)i);
        Trace *trace = record_good(recorder, &options);
        g_assert_cmpuint(trace->locals_count, ==, 0);
        options.locals = true;
        Trace *with = record_good(recorder, &options);
        check_locals(with, floats ? ELEMENT_F32 : ELEMENT_I32);
        if (!record_locals(trace, &error))
            g_error("%s", error.text);
        check_locals(trace, floats ? ELEMENT_F32 : ELEMENT_I32);
        trace_free(trace);
        trace_free(with);
    }
    RecordOptions options = options_of("look-back", 20, 4);
    options.some_blocks = true;
    options.blocks = (BlockRange){2, 3};
    Trace *trace = record_good(recorder, &options);
    g_assert_true(record_locals(trace, &error));
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (tile_status_publishes(trace, trace->instructions + i)) {
            g_assert_cmpint(local_of(trace, i, 0, "lanes").value, ==, 4);
            g_assert_cmpint(local_of(trace, i, 0, "tickets").value, ==,
                            local_pointer(POINTER_ARRAY, 2, 0));
            g_assert_cmpint(local_of(trace, i, 0, "tiles").value, ==,
                            local_pointer(POINTER_ARRAY, 3, 0));
        }
    trace->accesses->cell ^= 1; /* another kernel made this trace */
    g_assert_false(record_locals(trace, &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    trace_free(trace);
    recorder_free(recorder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/catalog_trace/sums", test_sums);
    g_test_add_func("/catalog_trace/pairs", test_pairs);
    g_test_add_func("/catalog_trace/blocks", test_blocks);
    g_test_add_func("/catalog_trace/locals", test_locals);
    return g_test_run();
}
