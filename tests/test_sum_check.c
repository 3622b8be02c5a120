/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/sum_check.c: which scan outputs make, and how it is
 * said.
 */
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "say/result_words.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { N = 12 };

/* A result of four runs on N integers that is still to be found. */
static SumResult result_of(char *input, char *output)
{
    static char none[] = "";

    return (SumResult){.input = input,
                       .output = output,
                       .unchecked = none,
                       .first = 1,
                       .last = 1,
                       .n = N,
                       .trials = 4,
                       .bits = 32};
}

static Word sum_of(uint32_t first, uint32_t end)
{
    return first == end ? INTERVAL_IDENTITY : interval_make(first, end - 1);
}

static const Trace no_trace;

static void check_words(const Word *outputs, uint32_t count, SumResult *result)
{
    InputSpan *spans = input_spans(outputs, count);

    sum_check(spans, count, result);
    free(spans);
}

/* The check of OUTPUTS prints WORDS. */
static SumResult check(const Word *outputs, uint32_t count, const char *words)
{
    char in[] = "in", out[] = "out";
    SumResult result = result_of(in, out);
    Text text = {0};

    check_words(outputs, count, &result);
    result_write(&no_trace, &result, &text);
    if (!g_str_has_prefix(text.text, words))
        g_error("\"%s\" does not begin with \"%s\"", text.text, words);
    text_free(&text);
    return result;
}

static void test_scans(void)
{
    Word exclusive[N], inclusive[N], parts[N], copy[N], turned[N];

    for (uint32_t i = 0; i < N; ++i) {
        exclusive[i] = sum_of(0, i);
        inclusive[i] = sum_of(0, i + 1);
        parts[i] = sum_of(i / 4 * 4, i);
        copy[i] = sum_of(i, i + 1);
        turned[i] = sum_of(N - 1 - i, N - i);
    }
    g_assert_cmpuint(
        check(exclusive, N,
              "out is the exclusive sum of in (checked on 4 random inputs")
            .kind,
        ==, SUM_EXCLUSIVE);
    g_assert_cmpuint(check(inclusive, N, "out is the inclusive sum of in").kind,
                     ==, SUM_INCLUSIVE);
    check(parts, N,
          "out is the exclusive sum of in, in segments of 4 elements");
    check(copy, N, "out is a copy of in");
    check(turned, N, "out is a permutation of in");
    turned[1] = turned[0];
    check(turned, N, "out is neither a scan, a reduction nor a copy of in");
}

/* Sums of parts, the last of them shorter; other words are not stored. */
static void test_reduce(void)
{
    Word outputs[N];

    for (uint32_t i = 0; i < N; ++i)
        outputs[i] = INTERVAL_UNSET;
    outputs[0] = sum_of(0, N);
    g_assert_cmpuint(
        check(outputs, N, "out is the sum of the 12 elements of in").count, ==,
        1);
    outputs[0] = sum_of(0, 5);
    outputs[1] = sum_of(5, 10);
    outputs[2] = sum_of(10, 12);
    check(outputs, N, "out has the sum of each 5 elements of in");
    check(outputs, 2,
          "out has the sum of each 5 elements of in, but not in[10] to in[11]");
    outputs[2] = sum_of(9, 12);
    SumResult result = check(
        outputs, N,
        "out[2] is the sum of in[9] to in[11] and should be the sum of in[10] "
        "to in[11]; the rest has the sum of each 5 elements of in");
    g_assert_cmpuint(result.kind, ==, SUM_OTHER);
    g_assert_cmpuint(result.nearest, ==, SUM_REDUCE);
    g_assert_cmpuint(result.wrong, ==, 1);
}

/* The sum of all may stand before what is left of the sums of parts; a scan
 * from the end is none. */
static void test_sum_of_all(void)
{
    Word outputs[N];

    for (uint32_t i = 0; i < N; ++i)
        outputs[i] = i < 4 ? sum_of(3 * i, 3 * i + 3) : INTERVAL_UNSET;
    outputs[0] = sum_of(0, N);
    check(outputs, N, "out[0] is the sum of the 12 elements of in");
    outputs[1] = outputs[2] = INTERVAL_TOP;
    check(outputs, N, "out[0] is the sum of the 12 elements of in");
    for (uint32_t i = 0; i < N; ++i)
        outputs[i] = sum_of(i, N);
    check(outputs, N, "out is neither a scan, a reduction nor a copy of in");
}

/* Outputs that add up to the sum of all are sums of parts, whichever they are;
 * a scan's do not, or are none. */
static void test_adds_up(void)
{
    Word outputs[] = {INTERVAL_TOP, sum_of(4, 8), sum_of(8, 12)};
    SumResult result =
        check(outputs, 3, "out[0] is not a sum of consecutive elements");
    Text text = {0};

    sum_result_adds_up(&result);
    g_assert_cmpuint(result.kind, ==, SUM_REDUCE);
    g_assert_true(sum_result_in_parts(&result));
    char in[] = "in", out[] = "out";
    result.input = in;
    result.output = out;
    result_write(&no_trace, &result, &text);
    g_assert_true(g_str_has_prefix(text.text,
                                   "out has partial sums of the 12 elements "
                                   "of in (checked on 4 random inputs"));
    text_free(&text);
    outputs[0] = sum_of(0, N);
    result = check(outputs, 1, "out is the sum of the 12 elements of in");
    sum_result_adds_up(&result);
    g_assert_cmpuint(result.segment, ==, N);
    g_assert_false(sum_result_in_parts(&result));
}

/* A part that is shorter is wrong where others follow. */
static void test_short_part(void)
{
    const Word outputs[] = {sum_of(0, 5), sum_of(5, 8), sum_of(10, 12)};

    check(outputs, 3,
          "out[1] is the sum of in[5] to in[7] and should be the sum of in[5] "
          "to in[9]; the rest has the sum of each 5 elements of in");
}

/* Whichever of the first outputs of a reduction is wrong, the others show how
 * long its parts are. */
static void test_first_parts(void)
{
    Word outputs[4];

    for (uint32_t i = 0; i < 4; ++i)
        outputs[i] = sum_of(3 * i, 3 * i + 3);
    outputs[0] = sum_of(1, 3); /* an element is left out: at its start, */
    check(outputs, 4,
          "out[0] is the sum of in[1] to in[2] and should be the sum of in[0] "
          "to in[2]; the rest has the sum of each 3 elements of in");
    outputs[0] = sum_of(0, 2); /* and at its end */
    check(outputs, 4,
          "out[0] is the sum of in[0] to in[1] and should be the sum of in[0] "
          "to in[2]; the rest has the sum of each 3 elements of in");
    outputs[0] = INTERVAL_TOP;
    check(
        outputs, 4,
        "out[0] is not a sum of consecutive elements and should be the sum of "
        "in[0] ");
    outputs[0] = sum_of(0, 3);
    outputs[1] = sum_of(4, 6);
    check(outputs, 4,
          "out[1] is the sum of in[4] to in[5] and should be the sum of in[3] "
          "to in[5]; the rest has the sum of each 3 elements of in");
    outputs[1] = sum_of(0, 6);
    check(outputs, 4, "out[1] is the sum of in[0] to in[5] and should be ");
    outputs[1] = INTERVAL_IDENTITY;
    check(outputs, 4, "out[1] is 0 and should be the sum of in[3] to in[5]");
    outputs[0] = sum_of(1, N);
    outputs[1] = outputs[2] = outputs[3] = INTERVAL_UNSET;
    check(outputs, 4,
          "out[0] is the sum of in[1] to in[11] and should be the sum of in[0] "
          "to in[11]");
}

/* Outputs that were not stored are wrong, but for those that are to be 0; those
 * for which is no room are missing. */
static void test_missing(void)
{
    Word outputs[N];

    for (uint32_t i = 0; i < N; ++i)
        outputs[i] = i < N / 2 ? INTERVAL_UNSET : sum_of(0, i);
    SumResult result =
        check(outputs, N,
              "out[1] was not stored and should be in[0]; 5 of 12 elements are "
              "wrong; the rest is the exclusive sum of in");
    g_assert_cmpuint(result.wrong, ==, N / 2 - 1);
    for (uint32_t i = 1; i < N; ++i)
        outputs[i] = sum_of(0, i);
    check(outputs, N, "out is the exclusive sum of in");
    for (uint32_t i = 0; i < N; ++i)
        outputs[i] = sum_of(0, i + 1);
    check(outputs, 5,
          "out is the inclusive sum of in, for the 5 of 12 elements that were "
          "stored");
}

/* An exclusive scan may end with the sum of all, and results may begin at
 * another element; what follows them may be 0. */
static void test_places(void)
{
    Word outputs[N + 3] = {0};
    char in[] = "in", out[] = "out";
    SumResult result = result_of(in, out);

    for (uint32_t i = 0; i <= N; ++i)
        outputs[i] = sum_of(0, i);
    check(outputs, N + 1, "out is the exclusive sum of in");
    outputs[N + 1] = outputs[N + 2] = INTERVAL_IDENTITY;
    check(outputs, N + 3, "out is the exclusive sum of in");
    outputs[N + 2] = sum_of(1, N);
    check(outputs, N + 3, "out[14] is the sum of in[1] to in[11] and should ");
    outputs[0] = outputs[N + 1] = outputs[N + 2] = INTERVAL_UNSET;
    check(outputs, N + 1, "out, from out[1] on, is the inclusive sum of in");
    result.first_input = 3;
    for (uint32_t i = 0; i < N; ++i)
        outputs[i] = sum_of(3, 3 + i + 1);
    check_words(outputs, N, &result);
    g_assert_cmpuint(result.kind, ==, SUM_INCLUSIVE);
    g_assert_cmpuint(result.first_output, ==, 0);
    result.first_input = 0;
    check_words(outputs, N, &result);
    g_assert_cmpuint(result.kind, ==, SUM_OTHER);
}

/* A name that half of the outputs do not fit is not given to any. */
static void test_half(void)
{
    Word outputs[N];

    for (uint32_t wrong = N / 2 - 1; wrong <= N / 2; ++wrong) {
        for (uint32_t i = 0; i < N; ++i)
            outputs[i] = i < N - wrong ? sum_of(0, i) : INTERVAL_TOP;
        SumResult result = check(outputs, N,
                                 wrong < N / 2 ? "out[7] is not a sum of"
                                               : "out is neither a scan");
        g_assert_cmpuint(result.nearest, ==,
                         wrong < N / 2 ? SUM_EXCLUSIVE : SUM_OTHER);
    }
}

/* The first wrong output is named; most of them decide what it should be. */
static void test_wrong(void)
{
    Word outputs[N];

    for (uint32_t i = 0; i < N; ++i)
        outputs[i] = sum_of(0, i);
    outputs[5] = INTERVAL_TOP;
    outputs[7] = sum_of(0, 9);
    SumResult result = check(
        outputs, N,
        "out[5] is not a sum of consecutive elements and should be the sum "
        "of in[0] to in[4]; 2 of 12 elements are wrong; the rest is the "
        "exclusive sum of in");
    g_assert_cmpuint(result.kind, ==, SUM_OTHER);
    g_assert_cmpuint(result.nearest, ==, SUM_EXCLUSIVE);
    g_assert_cmpuint(result.wrong, ==, 2);
    g_assert_cmpuint(result.first_wrong, ==, 5);
    g_assert_true(input_span_is(result.wanted, sum_of(0, 5)));
}

/* An output that a new segment would also have does not make one. */
static void test_no_segment(void)
{
    Word outputs[N];

    for (uint32_t i = 0; i < N; ++i)
        outputs[i] = sum_of(0, i + 1);
    outputs[5] = sum_of(5, 6);
    check(outputs, N,
          "out[5] is in[5] and should be the sum of in[0] to in[5]; the rest "
          "is the inclusive sum of in");
}

/* Nor does the last one, left as it was. */
static void test_no_last_segment(void)
{
    Word outputs[N];

    for (uint32_t i = 0; i < N; ++i)
        outputs[i] = sum_of(i < N - 1 ? 0 : i, i + 1);
    check(outputs, N,
          "out[11] is in[11] and should be the sum of in[0] to in[11]; the "
          "rest is the inclusive sum of in");
    for (uint32_t i = 0; i < N; ++i)
        outputs[i] = sum_of(i < N - 2 ? 0 : N - 2, i + 1);
    check(outputs, N, "out is the inclusive sum of in, in segments of 10");
}

/* Zeros are no scan: nothing in them is a sum of inputs. */
static void test_zeros(void)
{
    Word outputs[N];

    for (uint32_t i = 0; i < N; ++i)
        outputs[i] = INTERVAL_IDENTITY;
    SumResult result =
        check(outputs, N, "out is neither a scan, a reduction nor");
    g_assert_cmpuint(result.nearest, ==, SUM_OTHER);
    g_assert_cmpuint(result.wrong, ==, 0);
}

/* Sums of more elements than an interval can name are reported; sums beyond the
 * elements that are known are neither right nor wrong. */
static void test_beyond(void)
{
    enum { MANY = 3, MOST = 1 << 18 };
    InputSpan sums[] = {{0, 199999}, {200000, MOST - 1}, {1, 0}};
    char in[] = "in", out[] = "out";
    SumResult result = result_of(in, out);
    Text text = {0};

    sums[2] = input_span(INTERVAL_TOP);
    result.n = MOST;
    sum_check(sums, MANY, &result);
    g_assert_cmpuint(result.kind, ==, SUM_OTHER); /* there is an output more */
    sum_check(sums, 2, &result);
    g_assert_cmpuint(result.kind, ==, SUM_REDUCE);
    result = result_of(in, out);
    result.n = MOST;
    result.cut = 1;
    sum_check(sums, MANY, &result);
    g_assert_cmpuint(result.kind, ==, SUM_REDUCE);
    result_write(&no_trace, &result, &text);
    g_assert_nonnull(strstr(text.text, "; elements after 262143 not checked"));
    text_free(&text);
    sum_check(sums + 2, 1, &result);
    g_assert_cmpuint(result.nearest, ==, SUM_OTHER);
    sum_check(sums, 1, &result);
    g_assert_cmpuint(result.nearest, ==, SUM_OTHER); /* of how many? */
}

/* Launches are reported; what was not checked has its reason, and no odds. */
static void test_words(void)
{
    char in[] = "in", out[] = "out", why[] = "launch 2 loads no array";
    SumResult result = result_of(in, out);
    Text text = {0};

    result.kind = result.nearest = SUM_EXCLUSIVE;
    result.count = result.segment = N;
    result.last = 3;
    result_write(&no_trace, &result, &text);
    g_assert_cmpstr(
        text.text, ==,
        "out is the exclusive sum of in, through 3 launches (checked on 4 "
        "random inputs; a wrong program passes with a chance below 10^-35)");
    g_assert_cmpfloat(sum_result_odds(&result), <, -35);
    g_assert_cmpfloat(sum_result_odds(&result), >, -36);
    text_free(&text);
    SumResult few = result;
    few.bits = few.trials = 2;
    result_write(&no_trace, &few, &text);
    g_assert_null(strstr(text.text, "a chance")); /* at most once is no odds */
    text_free(&text);
    result.first = 2;
    result_write(&no_trace, &result, &text);
    g_assert_nonnull(strstr(text.text, "in, through launches 2 to 3"));
    text_free(&text);
    result.kind = result.nearest = SUM_UNKNOWN;
    result.unchecked = why;
    result_write(&no_trace, &result, &text);
    g_assert_cmpstr(text.text, ==, "not checked: launch 2 loads no array");
    g_assert_true(sum_result_odds(&result) == 0);
    text_free(&text);
}

/* A trace of launch 1 of four, with results of further launches behind it:
 * launch 2, and its other array, and launches 3 and 4. */
static void test_further(void)
{
    char in[] = "in", out[] = "out", sums[] = "sums", why[] = "they are late";
    Grid grid = {.blocks = 1};
    SumResult results[4];
    Trace trace = {.grids = &grid,
                   .grids_count = 1,
                   .results = results,
                   .results_count = 4,
                   .run = {.device = in}};
    Text text = {0};

    for (size_t i = 0; i < 4; ++i) {
        results[i] = result_of(in, i == 2 ? sums : out);
        results[i].kind = results[i].nearest = SUM_EXCLUSIVE;
        results[i].count = results[i].segment = N;
        results[i].first = results[i].last = i == 2 ? 2 : (uint32_t)i + 1;
    }
    results[3] = (SumResult){
        .input = in, .output = out, .unchecked = why, .first = 3, .last = 4};
    g_assert_null(sum_result_whole(&trace));
    g_assert_true(sum_result_further(&trace, 0) == &results[1]);
    g_assert_true(sum_result_other(&trace, &results[1], 0) == &results[2]);
    g_assert_null(sum_result_other(&trace, &results[1], 1));
    g_assert_true(sum_result_further(&trace, 1) == &results[3]);
    g_assert_null(sum_result_further(&trace, 2));
    g_assert_false(sum_result_is_further(&trace, &results[0]));
    g_assert_true(sum_result_is_further(&trace, &results[2]));
    result_write(&trace, &results[1], &text);
    g_assert_true(g_str_has_prefix(text.text, "launch 2: out is the excl"));
    text_free(&text);
    result_write(&trace, &results[3], &text);
    g_assert_cmpstr(text.text, ==,
                    "launches 3 and 4 not checked: they are late");
    text_free(&text);
    /* all of launches 2 and 1 do what is expected, or one of them does not */
    trace.expected = SUM_EXCLUSIVE;
    g_assert_true(sum_result_has(&trace, SUM_EXCLUSIVE));
    results[1].kind = SUM_OTHER;
    results[2].kind = SUM_REDUCE;
    results[1].wrong = 1;
    g_assert_false(sum_result_has(&trace, SUM_EXCLUSIVE));
    g_assert_true(sum_result_further_not(&trace, SUM_EXCLUSIVE) == &results[1]);
    Statement statement = {0};
    result_expected(&trace, &statement);
    statement_write_plain(&statement, 0, &text);
    statement_free(&statement);
    g_assert_cmpstr(
        text.text, ==,
        "the exclusive sum is expected, which launch 2 does not compute");
    text_free(&text);
    /* one that is to be compared with others need not be known */
    results[1].kind = results[2].kind = SUM_UNKNOWN;
    g_assert_true(sum_result_has(&trace, SUM_EXCLUSIVE));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sum_check/scans", test_scans);
    g_test_add_func("/sum_check/reduce", test_reduce);
    g_test_add_func("/sum_check/sum of all", test_sum_of_all);
    g_test_add_func("/sum_check/adds up", test_adds_up);
    g_test_add_func("/sum_check/short part", test_short_part);
    g_test_add_func("/sum_check/first parts", test_first_parts);
    g_test_add_func("/sum_check/missing", test_missing);
    g_test_add_func("/sum_check/places", test_places);
    g_test_add_func("/sum_check/half", test_half);
    g_test_add_func("/sum_check/wrong", test_wrong);
    g_test_add_func("/sum_check/no segment", test_no_segment);
    g_test_add_func("/sum_check/no last segment", test_no_last_segment);
    g_test_add_func("/sum_check/zeros", test_zeros);
    g_test_add_func("/sum_check/beyond", test_beyond);
    g_test_add_func("/sum_check/words", test_words);
    g_test_add_func("/sum_check/further", test_further);
    return g_test_run();
}
