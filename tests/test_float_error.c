/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/float_error.c: the rounding errors of float sums.
 */
#include "analysis/float_error.h"
#include "fixture.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* A trace with these inputs and outputs; nothing else matters. */
static Trace *scan(const float *in, const float *out, uint32_t n,
                   bool inclusive)
{
    Trace *trace = fixture_scan(PLACE_NOPADDING, OP_FADD, n, 4);

    trace->run.inclusive = inclusive;
    for (uint32_t i = 0; i < n; ++i) {
        trace->input[i] = op_from_float(in[i]);
        trace->output[i] = op_from_float(out[i]);
    }
    return trace;
}

static void check(const FarthestError *is, double ulps, int at)
{
    g_assert_cmpfloat(is->ulps, ==, ulps);
    g_assert_true(is->nowhere == (at < 0));
    if (at >= 0)
        g_assert_cmpuint(is->at, ==, (uint32_t)at);
}

/* Floats are 8 apart at 1e8, and 1e8 + 3 + 3 is 6 above. */
static void test_example(void)
{
    const float in[] = {1e8f, 3, 3}, out[] = {1e8f, 1e8f, 100000008};
    Trace *trace = scan(in, out, 3, true);
    FloatError rounding = float_error_of(trace);
    Text text = {0};

    g_assert_cmpuint(rounding.differ, ==, 1);
    check(&rounding.apart, 1, 2);
    check(&rounding.scan, 0.375, 1);
    check(&rounding.sequential, 0.75, 2);
    float_error_explain(trace, &rounding, &text);
    g_assert_nonnull(strstr(text.text,
                            "1 of 3 outputs differ from the sequential sum, by "
                            "up to 1 ulp (output 2): 100000008 here, 100000000 "
                            "one after the other, 100000006 exactly"));
    g_assert_nonnull(strstr(text.text, "the scan differs by up to 0.375 ulp"));
    text_free(&text);
    trace_free(trace);
}

/* A sum that doubles alone would get wrong: 1e17 + 1 - 1e17. */
static void test_exact(void)
{
    const float in[] = {1e17f, 1, -1e17f, 0.25f};
    const float out[] = {1e17f, 1e17f, 7, 0.25f};
    Trace *trace = scan(in, out, 4, true);
    FloatError rounding = float_error_of(trace);

    g_assert_cmpuint(rounding.differ, ==, 1);
    check(&rounding.apart, 7 * 0x1p23, 2); /* at 1 floats are 2^-23 apart */
    g_assert_cmpfloat(rounding.exact_there, ==, 1);
    g_assert_cmpfloat((double)rounding.sequential_there, ==, 0);
    check(&rounding.scan, 6 * 0x1p23, 2);
    check(&rounding.sequential, 0x1p23, 2);
    trace_free(trace);
}

/* What overflows in one order only is infinitely far; what does in both is
 * not. */
static void test_infinite(void)
{
    const float in[] = {3e38f, 3e38f, -3e38f};
    const float out[] = {3e38f, INFINITY, 3e38f};
    Trace *trace = scan(in, out, 3, true);
    FloatError rounding = float_error_of(trace);
    Text text = {0};

    g_assert_cmpuint(rounding.differ, ==, 1);
    g_assert_true(isinf(rounding.apart.ulps));
    g_assert_cmpuint(rounding.apart.at, ==, 2);
    float_error_explain(trace, &rounding, &text);
    g_assert_nonnull(strstr(text.text, "without end (output 2)"));
    text_free(&text);
    trace_free(trace);

    const float none[] = {NAN, 1, 2};
    trace = scan(none, none, 3, true);
    trace->output[1] = trace->output[2] = op_from_float(NAN);
    rounding = float_error_of(trace);
    g_assert_cmpuint(rounding.differ, ==, 0);
    trace_free(trace);
}

static void test_same(void)
{
    const float in[] = {1, 2, 4, 8}, out[] = {0, 1, 3, 7};
    Trace *trace = scan(in, out, 4, false);
    FloatError rounding = float_error_of(trace);
    Text text = {0};

    g_assert_cmpuint(rounding.differ, ==, 0);
    check(&rounding.apart, 0, -1);
    check(&rounding.scan, 0, -1);
    check(&rounding.sequential, 0, -1);
    float_error_explain(trace, &rounding, &text);
    g_assert_nonnull(strstr(text.text, "all 4 outputs are the sequential"));
    g_assert_nonnull(strstr(text.text, "nowhere"));
    text_free(&text);
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/float_error/same", test_same);
    g_test_add_func("/float_error/example", test_example);
    g_test_add_func("/float_error/exact", test_exact);
    g_test_add_func("/float_error/infinite", test_infinite);
    return g_test_run();
}
