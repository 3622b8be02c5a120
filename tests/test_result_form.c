/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/result_form.c, against results made one output at a
 * time.
 */
#include "analysis/result_form.h"

#include "program/random_elements.h"
#include "trace/element.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 400, PLAIN = 4, TIMES = 150 };

/* Runs on N elements of PARTS integers each. */
typedef struct {
    uint32_t n, parts, runs;
    bool apart;
    RunStyle styles[RESULT_RUNS_MOST];
    int32_t given[RESULT_RUNS_MOST][MOST], left[RESULT_RUNS_MOST][MOST];
    int32_t heads[MOST];
    InputSpan stored[MOST];
} Case;

static void add_run(Case *of, RunStyle style, uint64_t seed)
{
    int32_t *given = of->given[of->runs];
    uint64_t bytes = (uint64_t)of->n * of->parts * sizeof *given;

    if (style == RUN_PLAIN)
        random_elements_fill(given, bytes, ELEMENT_I32, &seed);
    else
        random_elements_style(given, bytes, ELEMENT_I32, (RandomStyle)style, 1);
    of->styles[of->runs++] = style;
}

static void begin(Case *of, uint32_t n, uint32_t parts)
{
    memset(of, 0, sizeof *of);
    of->n = n;
    of->parts = parts;
    for (uint64_t t = 1; t <= PLAIN; ++t)
        add_run(of, RUN_PLAIN, t);
    for (RunStyle style = RUN_RISING; style <= RUN_HALF; ++style)
        add_run(of, style, 1);
}

static int32_t join(SumOperator op, int32_t x, int32_t y)
{
    switch (op) {
    case SUM_MAX:
        return x > y ? x : y;
    case SUM_MIN:
        return x < y ? x : y;
    case SUM_PRODUCT:
        return (int32_t)((uint32_t)x * (uint32_t)y);
    case SUM_AND:
        return x & y;
    case SUM_OR:
        return x | y;
    case SUM_XOR:
        return x ^ y;
    default:
        return (int32_t)((uint32_t)x + (uint32_t)y);
    }
}

/* Elements FIRST to LAST of run T, of number PART of each. */
static int32_t joined(const Case *of, uint32_t t, SumOperator op, uint32_t part,
                      uint32_t first, uint32_t last)
{
    int32_t so_far = of->given[t][first * of->parts + part];

    for (uint32_t i = first + 1; i <= last; ++i)
        so_far = join(op, so_far, of->given[t][i * of->parts + part]);
    return so_far;
}

static bool find(const Case *of, uint32_t outputs, bool heads,
                 SumResult *result)
{
    ResultRuns runs = {.given_element = ELEMENT_I32,
                       .element = ELEMENT_I32,
                       .parts = of->parts,
                       .end = of->n * of->parts,
                       .outputs = outputs,
                       .stored = of->stored,
                       .runs = of->runs,
                       .apart = of->apart};

    for (uint32_t t = 0; t < of->runs; ++t) {
        runs.style[t] = of->styles[t];
        runs.given[t] = (const unsigned char *)of->given[t];
        runs.left[t] = (const unsigned char *)of->left[t];
    }
    if (heads)
        runs.kept[runs.kept_count++] =
            (KeptArray){"heads", (const unsigned char *)of->heads, of->n,
                        ELEMENT_I32};
    *result = (SumResult){.n = of->n, .input = (char[]){"in"}, .bits = 32};
    return result_form_find(&runs, result);
}

static uint32_t random_below(uint32_t end)
{
    return (uint32_t)g_test_rand_int_range(0, (gint32)end);
}

static SumOperator random_operator(void)
{
    return (SumOperator)(SUM_MAX + random_below(SUM_OPERATORS - SUM_MAX));
}

/* Leaves a scan by OPS in segments of LENGTH elements; of an exclusive one the
 * first is 7. */
static void scan(Case *of, const SumOperator ops[], bool exclusive,
                 uint32_t length)
{
    for (uint32_t t = 0; t < of->runs; ++t)
        for (uint32_t i = 0; i < of->n; ++i)
            for (uint32_t p = 0; p < of->parts; ++p) {
                uint32_t first = i / length * length;
                int32_t *out = &of->left[t][i * of->parts + p];
                if (!exclusive)
                    *out = joined(of, t, ops[p], p, first, i);
                else
                    *out = i == first
                               ? 7
                               : join(ops[p], 7,
                                      joined(of, t, ops[p], p, first, i - 1));
            }
}

static void test_scans(void)
{
    static Case of;

    for (int time = 0; time < TIMES; ++time) {
        uint32_t parts = 1 + random_below(3);
        uint32_t n = 8 + random_below(MOST / parts - 8);
        SumOperator ops[SUM_PARTS] = {SUM_ADD};
        uint32_t length = random_below(2) ? n : 8, packed = 0;
        bool exclusive = random_below(2);
        SumResult result;
        if (length > n / 2)
            length = n;
        for (uint32_t p = 0; p < parts; ++p) {
            ops[p] = random_operator();
            packed |= (uint32_t)ops[p] << 4 * p;
        }
        begin(&of, n, parts);
        scan(&of, ops, exclusive, length);
        g_assert_true(find(&of, n * parts, false, &result));
        g_assert_cmpuint(result.kind, ==,
                         exclusive ? SUM_EXCLUSIVE : SUM_INCLUSIVE);
        g_assert_cmphex(result.op, ==, packed);
        g_assert_cmpuint(result.segment, ==, length);
        g_assert_cmpuint(result.wrong, ==, 0);
        free(result.form);

        /* one wrong output in one run is enough */
        uint32_t wrong = 1 + random_below(n - 1);
        of.left[random_below(of.runs)][wrong * parts] ^= 64;
        if (find(&of, n * parts, false, &result)) {
            g_assert_cmpuint(result.kind, ==, SUM_OTHER);
            g_assert_cmpuint(result.wrong, >, 0);
            free(result.form);
        }
    }
}

static void test_reductions(void)
{
    static Case of;

    for (int time = 0; time < TIMES; ++time) {
        uint32_t n = 2 + random_below(MOST - 2);
        uint32_t length = 1 + random_below(n),
                 count = (n + length - 1) / length;
        SumOperator op = random_operator();
        SumResult result;
        length = (n + count - 1) / count;
        count = (n + length - 1) / length;
        if (count * 2 > n)
            continue;
        begin(&of, n, 1);
        for (uint32_t t = 0; t < of.runs; ++t)
            for (uint32_t k = 0; k < count; ++k) {
                uint32_t end = (k + 1) * length < n ? (k + 1) * length : n;
                of.left[t][k] = joined(&of, t, op, 0, k * length, end - 1);
            }
        g_assert_true(find(&of, count, false, &result));
        g_assert_cmpuint(result.kind, ==, SUM_REDUCE);
        g_assert_cmpuint(result.op, ==, op);
        g_assert_cmpuint(result.segment, ==, count == 1 ? n : length);
        free(result.form);
    }
}

static void test_segments(void)
{
    static Case of;

    for (int time = 0; time < TIMES; ++time) {
        uint32_t n = 8 + random_below(MOST - 8), segments = 1;
        SumOperator op = random_below(2) ? SUM_ADD : random_operator();
        bool flags = random_below(2);
        SumResult result;
        begin(&of, n, 1);
        for (uint32_t i = 1; i < n; ++i) {
            bool begins = random_below(5) == 0;
            segments += begins;
            of.heads[i] = flags ? begins : of.heads[i - 1] + 3 * begins;
        }
        for (uint32_t t = 0; t < of.runs; ++t)
            for (uint32_t i = 0, first = 0; i < n; ++i) {
                if (i > 0 &&
                    (flags ? of.heads[i] != 0 : of.heads[i] != of.heads[i - 1]))
                    first = i;
                of.left[t][i] = joined(&of, t, op, 0, first, i);
            }
        if (segments < 3)
            continue;
        g_assert_true(find(&of, n, true, &result));
        g_assert_cmpuint(result.kind, ==, SUM_INCLUSIVE);
        g_assert_cmpuint(result.op, ==, op);
        g_assert_cmpuint(result.segments, ==, segments);
        g_assert_cmpstr(result.form, ==, "heads");
        free(result.form);
        /* the same without the array of beginnings */
        if (find(&of, n, false, &result)) {
            g_assert_true(result.kind == SUM_OTHER || n < 64);
            free(result.form);
        }
    }
}

static void test_histograms(void)
{
    static Case of;

    for (int time = 0; time < TIMES; ++time) {
        uint32_t n = 64 + random_below(MOST - 64);
        uint32_t bins = 4 + random_below(20), width = 1u << random_below(3);
        SumResult result;
        begin(&of, n, 1);
        for (uint32_t t = 0; t < of.runs; ++t)
            for (uint32_t i = 0; i < n; ++i) {
                of.given[t][i] = (int32_t)random_below(bins * width);
                ++of.left[t][of.given[t][i] / (int32_t)width];
            }
        g_assert_true(find(&of, bins, false, &result));
        g_assert_cmpuint(result.kind, ==, SUM_HISTOGRAM);
        free(result.form);
        --of.left[0][random_below(bins)];
        if (find(&of, bins, false, &result)) {
            g_assert_cmpuint(result.kind, ==, SUM_OTHER);
            free(result.form);
        }
    }
}

static void test_maps(void)
{
    static Case of;

    for (int time = 0; time < TIMES; ++time) {
        uint32_t n = 16 + random_below(MOST - 16);
        int32_t a = 2 + (int32_t)random_below(50);
        int32_t b = (int32_t)random_below(100) - 50;
        bool other = random_below(2);
        SumResult result;
        begin(&of, n, 1);
        for (uint32_t i = 0; i < n; ++i)
            of.heads[i] = other ? (int32_t)random_below(1000) : 0;
        for (uint32_t t = 0; t < of.runs; ++t)
            for (uint32_t i = 0; i < n; ++i)
                of.left[t][i] =
                    join(SUM_ADD, join(SUM_PRODUCT, a, of.given[t][i]),
                         other ? of.heads[i] : b);
        g_assert_true(find(&of, n, other, &result));
        g_assert_cmpuint(result.kind, ==, SUM_MAP);
        g_assert_true(strstr(result.form, "in[i]"));
        g_assert_true(!other == !strstr(result.form, "heads[i]"));
        free(result.form);
        uint32_t wrong = random_below(n);
        of.left[0][wrong] += 1;
        g_assert_true(find(&of, n, other, &result));
        g_assert_cmpuint(result.kind, ==, SUM_OTHER);
        free(result.form);
    }
}

/* A function of the element and its neighbour is no function of the element. */
static void test_neighbours(void)
{
    static Case of;
    SumResult result;

    begin(&of, 300, 1);
    of.apart = true;
    for (uint32_t t = 0; t < of.runs; ++t)
        for (uint32_t i = 0; i < of.n; ++i)
            of.left[t][i] = of.given[t][i] ^ of.given[t][(i + 1) % of.n] / 8;
    g_assert_false(find(&of, of.n, false, &result));
    for (uint32_t t = 0; t < of.runs; ++t)
        for (uint32_t i = 0; i < of.n; ++i)
            of.left[t][i] = of.given[t][i] ^ of.given[t][i] / 8;
    g_assert_true(find(&of, of.n, false, &result));
    g_assert_cmpuint(result.kind, ==, SUM_MAP);
    g_assert_cmpstr(result.form, ==, "");
    free(result.form);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/result_form/scans", test_scans);
    g_test_add_func("/result_form/reductions", test_reductions);
    g_test_add_func("/result_form/segments", test_segments);
    g_test_add_func("/result_form/histograms", test_histograms);
    g_test_add_func("/result_form/maps", test_maps);
    g_test_add_func("/result_form/neighbours", test_neighbours);
    return g_test_run();
}
