/* SPDX-License-Identifier: MIT
 *
 * Tests of src/report/verify.c: the verdict on algorithms and on mistakes, and
 * the sentence that explains it.
 */
#include "analysis/issue_order.h"
#include "report/verify.h"
#include "trace/value.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static Recorder *recorder;

static Verdict verify(const char *name, uint32_t n, uint32_t k, Op op)
{
    static Word input[4096];
    Error error = {ERROR_NONE, ""};
    Verdict verdict;
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = op,
                             .device = DEVICE_CPU,
                             .input = input};

    g_assert_nonnull(options.algorithm);
    options.inclusive = options.algorithm->inclusive;
    for (uint32_t i = 0; i < n; ++i)
        input[i] = op == OP_FADD ? op_from_float((float)i / 10) : i * 5 % 13;
    if (!verify_one(recorder, &options, &verdict, &error))
        g_error("%s: %s", name, error.text);
    return verdict;
}

static void test_verdicts(void)
{
    static const struct {
        const char *name;
        uint32_t n, k;
        Fault fault;
        bool proved;
        const char *said;
    } cases[] = {
        {"leftright", 64, 4, FAULT_NONE, true, "proved for every associative"},
        {"padding", 100, 32, FAULT_NONE, true, "proved for every associative"},
        {"hillis-steele", 33, 8, FAULT_NONE, true, "of 33 elements"},
        {"leftright-eq2", 17, 4, FAULT_NONE, true, "proved"},
        {"leftright-eq2", 18, 4, FAULT_SUMS, false,
         "it should be \u03a3x0..x16"},
        {"leftright-printed", 4, 4, FAULT_NONE, true, "proved"},
        {"leftright-printed", 8, 4, FAULT_CONFLICTS, true,
         "a 2-way conflict, where the algorithm promises none (the load of "
         "kernels/leftright-printed.cu:"},
        {"hillis-steele-racy", 1, 4, FAULT_NONE, true, "proved"},
        {"hillis-steele-racy", 2, 4, FAULT_RACE, false, "no barrier between"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Verdict verdict = verify(cases[i].name, cases[i].n, cases[i].k, OP_ADD);
        g_test_message("%s: %s", cases[i].name, verdict.why.text);
        g_assert_cmpint(verdict.fault, ==, cases[i].fault);
        g_assert_true(verdict.ok == (cases[i].fault == FAULT_NONE));
        g_assert_true(verdict.expected);
        g_assert_true(verdict.findings.proof->proved == cases[i].proved);
        g_assert_cmpuint(verdict.n, ==, cases[i].n);
        g_assert_cmpuint(verdict.k, ==, cases[i].k);
        if (!strstr(verdict.why.text, cases[i].said))
            g_error("%s: \"%s\" does not say \"%s\"", cases[i].name,
                    verdict.why.text, cases[i].said);
        verdict_free(&verdict);
    }
}

/* ---- Orders of blocks -----------------------------------------------------*/

static Verdict try_orders(const char *name, uint32_t n, uint32_t block_n, Op op,
                          uint32_t schedules, uint64_t seed)
{
    static Word input[4096];
    Error error = {ERROR_NONE, ""};
    Verdict verdict;
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = 4,
                             .block_n = block_n,
                             .passes = PLAN_USUAL,
                             .op = op,
                             .inclusive = true,
                             .device = DEVICE_CPU,
                             .seed = seed,
                             .input = input};

    g_assert_nonnull(options.algorithm);
    for (uint32_t i = 0; i < n; ++i)
        input[i] = i * 5 % 13 + (1u << 16);
    if (!verify_schedules(recorder, &options, schedules, &verdict, &error))
        g_error("%s: %s", name, error.text);
    return verdict;
}

/* A thousand orders for each operator that can differ; 2, 3, 5 and 17 blocks.
 */
static void test_all_orders_right(void)
{
    static const struct {
        uint32_t n, block_n;
        Op op;
    } cases[] = {{24, 12, OP_AFFINE},
                 {31, 12, OP_ADD},
                 {60, 12, OP_AFFINE},
                 {200, 12, OP_ADD},
                 {64, 4, OP_AFFINE}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Verdict verdict = try_orders("look-back", cases[i].n, cases[i].block_n,
                                     cases[i].op, 1000, 0);
        g_assert_true(verdict.ok && verdict.expected);
        g_assert_cmpuint(verdict.schedules, ==, 1000);
        g_assert_cmpuint(verdict.right, ==, 1000);
        g_assert_true(verdict.findings.proof->proved &&
                      verdict.findings.proof->ordered);
        verdict_free(&verdict);
    }
}

/* Some order shows the mistake, and its seed alone shows it again. */
static void test_torn(void)
{
    Verdict verdict = try_orders("torn-look-back", 64, 12, OP_ADD, 100, 5);

    g_assert_false(verdict.ok);
    g_assert_true(verdict.expected);
    g_assert_cmpint(verdict.fault, ==, FAULT_SUMS);
    g_assert_cmpuint(verdict.wrong_sums, >, 0);
    g_assert_cmpuint(verdict.wrong_sums, <, 100);
    g_assert_cmpuint(verdict.racy, >=, verdict.wrong_sums);
    g_assert_nonnull(strstr(verdict.why.text, "no order between the blocks"));
    g_assert_nonnull(strstr(verdict.why.text, "race: thread"));

    Verdict again =
        try_orders("torn-look-back", 64, 12, OP_ADD, 1, verdict.seed);
    g_assert_cmpint(again.fault, ==, FAULT_SUMS);
    g_assert_cmpstr(again.why.text, ==, verdict.why.text);
    verdict_free(&again);
    for (uint64_t seed = 5; seed < verdict.seed; ++seed) {
        again = try_orders("torn-look-back", 64, 12, OP_ADD, 1, seed);
        g_assert_cmpint(again.fault, !=, FAULT_SUMS); /* it is the first */
        verdict_free(&again);
    }
    verdict_free(&verdict);
}

/* Blocks run concurrently: where to see the race that is reported, counted as
 * its sentence and show count. */
static void test_where(void)
{
    uint32_t races = 0;

    for (uint64_t seed = 5; seed < 25; ++seed) {
        Verdict verdict = try_orders("torn-look-back", 64, 12, OP_ADD, 1, seed);
        const Trace *trace = verdict.trace;
        uint32_t *order = issue_order_of(trace), step;
        size_t instruction;
        if (verdict_where(&verdict, &step, &instruction)) {
            size_t i = issue_order_at(order, instruction - 1);
            uint32_t number =
                issue_order_number(trace, trace->instructions[i].step);
            g_assert_cmpuint(step, ==, number);
            if (verdict.fault == FAULT_RACE) {
                const Race *race = verdict.findings.races->races;
                g_assert_true(i == race->first.instruction ||
                              i == race->second.instruction);
                ++races;
            }
        }
        free(order);
        verdict_free(&verdict);
    }
    g_assert_cmpuint(races, >, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/verify/a-verdict-names-the-fault-and-why", test_verdicts);
    g_test_add_func("/verify/look-back-is-right-in-every-order",
                    test_all_orders_right);
    g_test_add_func("/verify/a-seed-shows-a-mistake-again", test_torn);
    g_test_add_func("/verify/where-shows-a-side-of-the-race", test_where);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
