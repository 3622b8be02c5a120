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

/* ---- Random results -------------------------------------------------------*/

static uint32_t below(uint64_t *seed, uint32_t count)
{
    return (uint32_t)(base_random(seed) >> 32) % count;
}

/* Outputs of KIND on n inputs, in segments of LENGTH; returns how many. */
static uint32_t fill(Word *outputs, SumKind kind, uint32_t n, uint32_t length)
{
    uint32_t count = kind == SUM_REDUCE ? (n + length - 1) / length : n;

    for (uint32_t i = 0; i < count; ++i) {
        uint32_t first = i / length * length;
        if (kind == SUM_REDUCE)
            outputs[i] = sum_of(i * length, MIN((i + 1) * length, n));
        else if (kind == SUM_COPY || kind == SUM_PERMUTE)
            outputs[i] = sum_of(kind == SUM_COPY ? i : n - 1 - i,
                                kind == SUM_COPY ? i + 1 : n - i);
        else
            outputs[i] = sum_of(first, i + (kind == SUM_INCLUSIVE));
    }
    return count;
}

/* Makes some outputs wrong, fewer than a third of them: no sum, a sum too
 * short or one too long.  Returns how many, and sets *FIRST to the first. */
static uint32_t spoil(Word *outputs, uint32_t count, uint32_t n, uint64_t *seed,
                      uint32_t *first)
{
    uint32_t most = (count - 1) / 3, wrong = 0, left = below(seed, most + 1);

    *first = count;
    for (uint32_t i = 0; i < count && left; ++i) {
        Word old = outputs[i];
        uint32_t from = interval_first(old), last = interval_last(old);
        uint32_t how = below(seed, 6);
        if (!interval_is_range(old) || below(seed, 2))
            continue;
        outputs[i] = how == 0                   ? INTERVAL_TOP
                     : how == 1 && from > 0     ? interval_make(from - 1, last)
                     : how == 2 && last > from  ? interval_make(from, last - 1)
                     : how == 3 && last > from  ? interval_make(from + 1, last)
                     : how == 4 && last < n - 1 ? interval_make(from, last + 1)
                     : count < n                ? INTERVAL_TOP
                                                : INTERVAL_UNSET;
        *first = MIN(*first, i);
        ++wrong;
        --left;
    }
    return wrong;
}

/* The kind, its segments, and which outputs are wrong are found again. */
static void test_found_again(void)
{
    static const SumKind kinds[] = {SUM_EXCLUSIVE, SUM_INCLUSIVE, SUM_REDUCE,
                                    SUM_COPY, SUM_PERMUTE};
    uint64_t seed = 4;
    uint32_t spoilt = 0;
    char empty[] = "";

    for (int round = 0; round < 20000; ++round) {
        SumKind kind = kinds[below(&seed, G_N_ELEMENTS(kinds))];
        uint32_t n = 12 + below(&seed, 52), first = 0;
        bool whole = below(&seed, 2) || kind == SUM_COPY || kind == SUM_PERMUTE;
        uint32_t length = whole ? n : 3 + below(&seed, n / 4 - 2);
        Word outputs[64];
        uint32_t count = fill(outputs, kind, n, length), wrong = 0;
        SumResult result = result_of(empty, empty);
        result.n = n;
        if (kind < SUM_REDUCE && whole)
            wrong = spoil(outputs, count, n, &seed, &first);
        InputSpan *spans = input_spans(outputs, count);
        sum_check(spans, count, &result);
        if (wrong == 0) {
            g_assert_cmpuint(result.kind, ==, kind);
        } else {
            uint8_t *all = sum_result_wrong(&result, spans, count);
            Word right[64];
            fill(right, kind, n, length);
            g_assert_cmpuint(result.kind, ==, SUM_OTHER);
            g_assert_cmpuint(result.nearest, ==, kind);
            g_assert_cmpuint(result.first_wrong, ==, first);
            g_assert_true(input_span_is(result.is, outputs[first]));
            g_assert_true(input_span_is(result.wanted, right[first]));
            for (uint32_t i = 0; i < count; ++i)
                g_assert_cmpuint(all[i], ==, outputs[i] != right[i]);
            free(all);
            ++spoilt;
        }
        g_assert_cmpuint(result.wrong, ==, wrong);
        if (kind != SUM_COPY && kind != SUM_PERMUTE)
            g_assert_cmpuint(result.segment, ==, length);
        free(spans);
    }
    g_assert_cmpuint(spoilt, >, 2000);
}

/* ---- Cases ----------------------------------------------------------------*/

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
    g_test_add_func("/sum_check/further-launches", test_further);
    g_test_add_func("/sum_check/wrong-parts-are-named", test_first_parts);
    g_test_add_func("/sum_check/found-again", test_found_again);
    g_test_add_func("/sum_check/adds up", test_adds_up);
    g_test_add_func("/sum_check/places", test_places);
    g_test_add_func("/sum_check/beyond", test_beyond);
    return g_test_run();
}
