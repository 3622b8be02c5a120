/* SPDX-License-Identifier: MIT
 *
 * Tests of src/proof.c.
 */
#include "../src/proof.h"
#include "fixture.h"

#include <glib.h>
#include <string.h>

/* What proof_explain says of a trace, and the proof; frees the trace. */
static Proof prove(Trace *trace, Text *text)
{
    RaceList races = race_find(trace);
    Proof proof = proof_of(trace, &races);

    text_free(text);
    proof_explain(trace, &proof, &races, text);
    g_assert_null(strchr(text->text, '\n'));
    race_free(&races);
    trace_free(trace);
    return proof;
}

static void test_proved(void)
{
    Text text = {0};

    for (uint32_t n = 1; n <= 40; ++n)
        for (int op = 0; op < OP_COUNT; ++op) {
            Proof proof =
                prove(fixture_scan(PLACE_LEFTRIGHT, (Op)op, n, 4), &text);
            g_assert_true(proof.correct);
            g_assert_true(proof.proved);
            g_assert_cmpuint(proof.wrong, ==, n);
            g_assert_true(g_str_has_prefix(text.text, "proved"));
        }
    g_assert_true(prove(fixture_hillis(16, 4, true), &text).proved);
    text_free(&text);
}

static void test_wrong_interval(void)
{
    Trace *trace = fixture_scan(PLACE_PADDING, OP_ADD, 16, 4);
    Text text = {0};

    trace->output_interval[5] = interval_make(0, 3);
    trace->output[5] = 10;
    Proof proof = prove(trace, &text);
    g_assert_false(proof.correct);
    g_assert_false(proof.intervals_ok);
    g_assert_false(proof.proved);
    g_assert_true(proof.race_free);
    g_assert_cmpuint(proof.wrong, ==, 5);
    g_assert_cmpuint(proof.wrong_value, ==, 5);
    g_assert_cmphex(proof.wanted_interval, ==, interval_make(0, 4));
    g_assert_nonnull(strstr(text.text, "output 5 is \u03a3x0..x3"));
    g_assert_nonnull(strstr(text.text, "\u03a3x0..x4"));

    trace = fixture_scan(PLACE_PADDING, OP_ADD, 16, 4);
    trace->output_interval[0] = INTERVAL_TOP;
    proof = prove(trace, &text);
    g_assert_cmphex(proof.wanted_interval, ==, INTERVAL_IDENTITY);
    g_assert_true(proof.correct);
    g_assert_nonnull(strstr(text.text, "no sum of neighbours"));
    text_free(&text);
}

static void test_race(void)
{
    Text text = {0};
    Proof proof = prove(fixture_hillis(16, 4, false), &text);

    g_assert_false(proof.proved);
    g_assert_false(proof.race_free);
    g_assert_true(proof.intervals_ok);
    g_assert_nonnull(strstr(text.text, "race in step 2"));
    g_assert_nonnull(strstr(text.text, "stores it (fixture.cu:6)"));
    g_assert_nonnull(strstr(text.text, "more"));
    text_free(&text);
}

static void test_wrong_value_only(void)
{
    Trace *trace = fixture_scan(PLACE_NOPADDING, OP_ADD, 16, 4);
    Text text = {0};

    trace->output[7] = 99;
    Proof proof = prove(trace, &text);
    g_assert_false(proof.correct);
    g_assert_true(proof.proved);
    g_assert_nonnull(strstr(text.text, "output 7 is 99"));
    text_free(&text);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/proof/proved", test_proved);
    g_test_add_func("/proof/wrong-interval", test_wrong_interval);
    g_test_add_func("/proof/race", test_race);
    g_test_add_func("/proof/wrong-value-only", test_wrong_value_only);
    return g_test_run();
}
