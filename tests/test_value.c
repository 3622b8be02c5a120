/* SPDX-License-Identifier: MIT
 *
 * Tests of src/trace/value.c: names, parsing, printing, the serial scan.
 */
#include "trace/value.h"

#include "util/nearest.h"

#include <float.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void test_op_names(void)
{
    Error error = {0};
    Op op;

    for (int i = 0; i < OP_COUNT; ++i) {
        g_assert_true(op_parse(op_name((Op)i), &op, &error));
        g_assert_cmpint(op, ==, i);
        g_assert_nonnull(op_noun(op));
        g_assert_nonnull(op_sign(op));
    }
    g_assert_false(op_parse("afine", &op, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_nonnull(strstr(error.text, "\"affine\""));
    g_assert_false(op_parse("multiplication", &op, &error));
    g_assert_nonnull(strstr(error.text, "write add, max"));
}

static void test_format(void)
{
    const struct {
        Op op;
        Word word;
        const char *printed;
    } cases[] = {
        {OP_ADD, 42, "42"},
        {OP_ADD, 0x80000000, "-2147483648"},
        {OP_FADD, 0x40600000, "3.5"},
        {OP_FADD, 0x3dcccccd, "0.1"},
        {OP_FADD, 0x4b800000, "16777216"},
        {OP_AFFINE, 0x20003, "2x+3"},
        {OP_AFFINE, 0x10005, "x+5"},
        {OP_AFFINE, 0xfffffffc, "-x-4"},
        {OP_AFFINE, 9, "9"},
        {OP_AFFINE, 0x10000, "x"},
        {OP_INTERVAL, interval_make(0, 3), "x0..x3"},
        {OP_INTERVAL, interval_make(5, 5), "x5"},
    };
    char text[VALUE_TEXT];

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        g_assert_cmpstr(value_format(cases[i].op, cases[i].word, text), ==,
                        cases[i].printed);
}

static void test_floats_read_back(void)
{
    uint64_t seed = 1;
    char text[VALUE_TEXT];

    for (int i = 0; i < 20000; ++i) {
        Word word = (Word)base_random(&seed);
        if (isfinite(op_float(word)))
            g_assert_cmphex(
                op_from_float(strtof(value_format(OP_FADD, word, text), NULL)),
                ==, word);
    }
}

static void test_scan(void)
{
    static const Word in[] = {3, 1, 7, 0, 4, 1, 6, 3};
    static const Word exclusive[] = {0, 3, 4, 11, 11, 15, 16, 22};
    static const Word inclusive[] = {3, 4, 11, 11, 15, 16, 22, 25};
    Word out[8];

    value_scan(OP_ADD, false, in, out, 8);
    g_assert_true(memcmp(out, exclusive, sizeof out) == 0);
    value_scan(OP_ADD, true, in, out, 8);
    g_assert_true(memcmp(out, inclusive, sizeof out) == 0);
    g_assert_cmpuint(value_check(OP_ADD, true, in, out, 8), ==, 8);
    out[5] ^= 1;
    g_assert_cmpuint(value_check(OP_ADD, true, in, out, 8), ==, 5);
    g_assert_cmpuint(value_check(OP_ADD, false, in, out, 8), ==, 0);

    memcpy(out, in, sizeof out); /* in place */
    value_scan(OP_ADD, false, out, out, 8);
    g_assert_true(memcmp(out, exclusive, sizeof out) == 0);
}

/* The order matters for affine maps: 2x, then x + 1, is 2x + 1. */
static void test_scan_not_commutative(void)
{
    const Word in[] = {2 << 16, 1 << 16 | 1};
    Word out[2];
    char text[VALUE_TEXT];

    value_scan(OP_AFFINE, true, in, out, 2);
    g_assert_cmpstr(value_format(OP_AFFINE, out[1], text), ==, "2x+1");
    for (int op = 0; op < OP_COUNT; ++op) {
        value_scan((Op)op, false, in, out, 2);
        g_assert_cmphex(out[0], ==, op_identity((Op)op));
        g_assert_cmphex(out[1], ==, in[0]);
        g_assert_cmpuint(value_check((Op)op, false, in, out, 2), ==, 2);
    }
}

static void test_check_float(void)
{
    enum { N = 4096 };
    Word in[N], out[N];
    uint64_t seed = 7;

    for (int i = 0; i < N; ++i)
        in[i] = op_from_float((float)(int64_t)base_random(&seed) * 0x1p-40f);
    for (int inclusive = 0; inclusive < 2; ++inclusive) {
        value_scan(OP_FADD, inclusive, in, out, N);
        g_assert_cmpuint(value_check(OP_FADD, inclusive, in, out, N), ==, N);
        out[100] = op_from_float(op_float(out[100]) * 1.01f);
        g_assert_cmpuint(value_check(OP_FADD, inclusive, in, out, N), ==, 100);
    }
    /* one element has no error at all; an overflow excuses what follows */
    const Word one[] = {op_from_float(1), op_from_float(FLT_MAX),
                        op_from_float(FLT_MAX), op_from_float(-FLT_MAX)};
    Word sums[] = {op_from_float(1), op_from_float(FLT_MAX),
                   op_from_float(INFINITY), op_from_float(NAN)};
    g_assert_cmpuint(value_check(OP_FADD, true, one, sums, 4), ==, 4);
    sums[0] = op_from_float(1 + FLT_EPSILON);
    g_assert_cmpuint(value_check(OP_FADD, true, one, sums, 4), ==, 0);
    sums[0] = op_from_float(NAN);
    g_assert_cmpuint(value_check(OP_FADD, true, one, sums, 4), ==, 0);
}

static void test_nearest(void)
{
    static const char *const names[] = {"sequential",        "hillis-steele",
                                        "ping-pong",         "nopadding",
                                        "padding",           "leftright",
                                        "leftright-printed", NULL};
    static const struct {
        const char *typed, *near;
    } cases[] = {
        {"lefright", "leftright"},
        {"LeftRight", "leftright"},
        {"padidng", "padding"},
        {"no-padding", "nopadding"},
        {"hilis-steel", "hillis-steele"},
        {"seq", "sequential"},
        {"pingpong", "ping-pong"},
        {"quicksort", NULL},
        {"", NULL},
        {"x", NULL},
    };
    char many[200];

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        g_assert_cmpstr(nearest_name(cases[i].typed, names), ==, cases[i].near);
    memset(many, 'a', sizeof many);
    many[sizeof many - 1] = '\0';
    g_assert_null(nearest_name(many, names));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/value/op-names", test_op_names);
    g_test_add_func("/value/words-as-text", test_format);
    g_test_add_func("/value/floats-read-back", test_floats_read_back);
    g_test_add_func("/value/scan", test_scan);
    g_test_add_func("/value/not-commutative", test_scan_not_commutative);
    g_test_add_func("/value/check-float", test_check_float);
    g_test_add_func("/value/nearest", test_nearest);
    return g_test_run();
}
