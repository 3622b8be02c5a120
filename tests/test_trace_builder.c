/* SPDX-License-Identifier: MIT
 *
 * Tests of src/record/trace_builder.c: one trace from the logs of a run and of
 * its shadow run; and logs that do not belong together.
 */
#include "lab.h"

#include <glib.h>
#include <string.h>

#include "kernels/scan.h"

#define FILE_NAME "tests/test_trace_builder.c"

/* ---- Sums ----------------------------------------------------------------*/

KERNEL(sums)
{
    STEP("load", 0);
    Word x = GLOAD(in, thread);
    STORE(thread, x);
    STEP("add", 2);
    if (thread == 3) {
        Word sum = IDENTITY;
        for (int i = 0; i < 4; ++i) {
            Word next = LOAD(i);
            sum = OP(sum, next);
        }
        STORE(10, sum); // @sum
        STORE(11, x);   // @moved
    }
}

static const Instruction *at_mark(const Lab *lab, const Trace *trace,
                                  const char *mark)
{
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace->instructions[i].site == lab_line(lab, mark))
            return &trace->instructions[i];
    g_error("nothing happened at @%s", mark);
}

/* A sum goes to the next access of its lane, with operands and intervals. */
static void test_sums(void)
{
    Lab *lab = lab_new(FILE_NAME);
    Trace *trace = lab_trace(lab, sums_kernel);
    const Access *sum = trace_accesses(trace, at_mark(lab, trace, "sum"));
    const Access *moved = trace_accesses(trace, at_mark(lab, trace, "moved"));

    g_assert_cmpint(sum->lane, ==, 3);
    g_assert_cmpuint(sum->value, ==, 406);
    g_assert_cmpint(sum->sums, ==, 1);
    g_assert_cmpuint(trace_sums(trace, sum)->left, ==, 303);
    g_assert_cmpuint(trace_sums(trace, sum)->right, ==, 103);
    g_assert_true(trace_is_new_sum(trace, sum));
    g_assert_cmpint(moved->sums, ==, 0);
    g_assert_cmpuint(moved->value, ==, 103);
    g_assert_cmpuint(trace->sums_count, ==, 4);
    trace_free(trace);
    lab_free(lab);
}

static int additions;

KERNEL(many_sums)
{
    Word x = FROM_INT(0);

    STEP("many", 0);
    for (int i = 0; i < additions; ++i)
        x = OP(x, FROM_INT(1)); // @many
    STORE(thread, x);
}

/* As many sums as an access can tell, and one more. */
static void test_many_sums(void)
{
    Lab *lab = lab_new(FILE_NAME);

    additions = 255;
    Trace *trace = lab_trace(lab, many_sums_kernel);
    g_assert_cmpint(trace->accesses[0].sums, ==, 255);
    trace_free(trace);
    additions = 256;
    g_assert_null(lab_try_trace(lab, many_sums_kernel));
    g_assert_cmpint(lab->error.kind, ==, ERROR_FAILED);
    char *said =
        g_strdup_printf(FILE_NAME ":%d: thread 0 adds more than 255 times",
                        lab_line(lab, "many"));
    g_assert_true(g_str_has_prefix(lab->error.text, said));
    g_free(said);
    lab_free(lab);
}

/* ---- Control flow that depends on data -----------------------------------*/

/* No kernel sees its words.  These look at the test's lab instead, to know
 * which of the two runs they are in. */
static const Lab *seen;

KERNEL(more_done)
{
    STEP("peek", 0);
    Word x = OP(FROM_INT(5), FROM_INT(6));
    if (seen->launch.op == OP_ADD)
        STORE(thread, x);
}

KERNEL(another_cell)
{
    STEP("peek", 0);
    Word x = OP(FROM_INT(5), FROM_INT(6));
    STORE(seen->launch.op == OP_ADD ? 3 : 4, x); // @another-cell
}

KERNEL(another_line)
{
    STEP("peek", 0);
    Word x = OP(FROM_INT(5), FROM_INT(6));
    if (seen->launch.op == OP_ADD)
        STORE(thread, x); // @another-line
    else
        STORE(thread, x);
}

/* An array that is the first own or the second. */
KERNEL(another_array)
{
    STEP("peek", 0);
    Word x = OP(FROM_INT(5), FROM_INT(6));
    int array = SCRATCH(0);
    if (seen->launch.op != OP_ADD)
        array = SCRATCH(1);
    GSTORE(array, 0, x); // @another-array
}

static void test_data(void)
{
    static const struct {
        ScanKernel *kernel;
        const char *mark;
    } cases[] = {
        {more_done_kernel, NULL},
        {another_cell_kernel, "another-cell"},
        {another_line_kernel, "another-line"},
        {another_array_kernel, "another-array"},
    };
    Lab *lab = lab_new(FILE_NAME);

    seen = lab;
    lab->holds[0] = lab->holds[1] = HOLDS_SUMS;
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        char line[64] = FILE_NAME ": thread 0";
        g_assert_null(lab_try_trace(lab, cases[i].kernel));
        g_assert_cmpint(lab->error.kind, ==, ERROR_FAILED);
        if (cases[i].mark)
            g_snprintf(line, sizeof line, FILE_NAME ":%d: thread 0",
                       lab_line(lab, cases[i].mark));
        g_assert_true(g_str_has_prefix(lab->error.text, line));
        g_assert_nonnull(strstr(lab->error.text,
                                "control flow must not depend on the data"));
    }
    lab_free(lab);
}

/* ---- Blocks --------------------------------------------------------------*/

KERNEL(blocks_of)
{
    STEP("fill", block + 1);
    STORE(thread, FROM_INT(block * 10 + thread));
    STEP("write", 0);
    Word x = LOAD(thread);
    GSTORE(WHOLE(out), block * threads + thread, x);
}

KERNEL(write)
{
    STEP("write", 0);
    GSTORE(WHOLE(out), block * threads + thread, FROM_INT(1));
}

/* Block after block, whatever order they ran in. */
static void test_blocks(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab->launch.blocks = 3;
    lab->launch.threads = 6;
    for (lab->launch.seed = 0; lab->launch.seed < 10; ++lab->launch.seed) {
        Trace *trace = lab_trace(lab, blocks_of_kernel);
        g_assert_cmpuint(trace->steps_count, ==, 6);
        g_assert_cmpuint(trace->snapshots_count, ==, 9);
        for (uint32_t s = 0; s < 6; ++s) {
            const Step *step = &trace->steps[s];
            const uint32_t *after = trace_snapshot_after(trace, s);
            g_assert_cmpuint(step->block, ==, s / 2);
            g_assert_cmpint(step->level, ==, s % 2 ? 0 : (int)s / 2 + 1);
            g_assert_cmpuint(step->instruction_count, ==, s % 2 ? 4 : 2);
            g_assert_cmpuint(after[5], ==, s / 2 * 10 + 5);
        }
        g_assert_true(trace_check(trace, &lab->error));
        trace_free(trace);
    }
    lab_free(lab);
}

/* Two launches after each other, as one trace; the second has no shared memory.
 * Times are places among all that happened, and words that a launch does not
 * have are as nobody has stored them. */
static void test_launches(void)
{
    Lab *lab = lab_new(FILE_NAME);
    Launch launches[2];

    lab->launch.blocks = 2;
    lab_good(lab, blocks_of_kernel);
    launches[0] = launches[1] = lab->launch;
    Log *first = lab->log;
    lab->log = NULL;
    launches[1].words = lab->launch.words = 0;
    lab_good(lab, write_kernel);
    Trace *trace = trace_builder_begin(launches, 2);
    g_assert_true(trace_builder_add(trace, launches, (BlockRange){0, 2}, first,
                                    first, &lab->error));
    uint32_t before = (uint32_t)trace->instructions_count;
    g_assert_true(trace_builder_add(trace, launches + 1, (BlockRange){0, 1},
                                    lab->log, lab->log, &lab->error));
    g_assert_cmpuint(trace->blocks_count, ==, 4);
    bool *taken = g_new0(bool, trace->instructions_count);
    for (uint32_t i = 0; i < trace->instructions_count; ++i) {
        uint32_t time = trace->instructions[i].time;
        g_assert_cmpuint(time, <, trace->instructions_count);
        g_assert_false(taken[time]);
        taken[time] = true;
        g_assert_true((time < before) == (i < before));
    }
    const uint32_t *last = trace->snapshot_intervals +
                           (trace->snapshots_count - 1) * trace->run.words;
    for (uint32_t c = 0; c < trace->run.words; ++c)
        g_assert_cmphex(last[c], ==, INTERVAL_UNSET);
    g_free(taken);
    log_free(first);
    trace_free(trace);
    lab_free(lab);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trace_builder/sums", test_sums);
    g_test_add_func("/trace_builder/many-sums", test_many_sums);
    g_test_add_func("/trace_builder/data", test_data);
    g_test_add_func("/trace_builder/blocks", test_blocks);
    g_test_add_func("/trace_builder/launches", test_launches);
    return g_test_run();
}
