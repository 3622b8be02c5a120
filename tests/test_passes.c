/* SPDX-License-Identifier: MIT
 *
 * Tests of src/report/passes.c: a row for each number of passes, the used one
 * and the best one marked; the same numbers as JSON.
 */
#include "report/report.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static Recorder *recorder;

static Trace *run(const char *name, uint32_t n, int passes)
{
    Word input[1024] = {0};
    Error error = {ERROR_NONE, ""};
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = 32,
                             .passes = passes,
                             .inclusive = true,
                             .device = DEVICE_CPU,
                             .input = input};
    Trace *trace = record(recorder, &options, &error);

    if (!trace)
        g_error("%s", error.text);
    return trace;
}

/* The words of a line, without the blanks between them. */
static char **words_of(const char *line)
{
    GRegex *blanks = g_regex_new(" +", 0, 0, NULL);
    char *bare = g_strstrip(g_strdup(line));
    char **words = g_regex_split(blanks, bare, 0);

    g_free(bare);
    g_regex_unref(blanks);
    return words;
}

/* Does the line of PASSES have W and rounds as the formulas say? */
static void check_line(const char *line, int passes, uint32_t n)
{
    char **words = words_of(line);
    bool used = strcmp(words[0], "*") == 0;
    char **at = words + used;
    ClosedWork closed =
        cost_closed_work(FORM_HYBRID, n, true, (uint32_t)passes);

    g_assert_true(used == (passes == 3));
    g_assert_cmpint(atoi(at[0]), ==, passes);
    g_assert_cmpint(atoi(at[1]), ==, (int)(n >> passes));
    g_assert_cmpint(atoi(at[2]), ==, (int)closed.W);
    g_assert_cmpstr(at[2], ==, at[3]);
    g_assert_cmpint(atoi(at[4]), ==, (int)closed.rounds);
    g_assert_cmpstr(at[4], ==, at[5]);
    g_assert_true((at[9] != NULL) == (passes == 5)); /* least T: 32 left */
    g_strfreev(words);
}

static void test_text(void)
{
    Trace *trace = run("hybrid", 1024, 3);
    Text text = {0};
    Error error;

    g_assert_true(passes_text(recorder, trace, &text, &error));
    char **lines = g_strsplit(text.text, "\n", -1);
    g_assert_cmpuint(g_strv_length(lines), ==, 3 + 11 + 1);
    g_assert_nonnull(strstr(lines[1], "hybrid, n = 1024, k = 32"));
    for (int passes = 0; passes <= 10; ++passes)
        check_line(lines[3 + passes], passes, 1024);
    g_strfreev(lines);
    text_free(&text);
    trace_free(trace);
}

/* No formula where n is no power of two: counted all the same. */
static void test_any_n(void)
{
    Trace *trace = run("hybrid", 100, PLAN_USUAL);
    Error error;
    json_t *list = passes_json(recorder, trace, &error);

    g_assert_cmpuint(json_array_size(list), ==, 8);
    for (size_t i = 0; i < 8; ++i) {
        const json_t *choice = json_array_get(list, i);
        g_assert_true(json_is_null(json_object_get(choice, "closed_W")));
        g_assert_cmpint(json_integer_value(json_object_get(choice, "passes")),
                        ==, (json_int_t)i);
        g_assert_cmpint(json_integer_value(json_object_get(choice, "W")), >,
                        200);
    }
    json_decref(list);
    trace_free(trace);
}

static void test_apply(void)
{
    Trace *hybrid = run("hybrid", 8, 1);
    Trace *other = run("ping-pong", 8, 0);

    g_assert_true(passes_apply(hybrid));
    g_assert_false(passes_apply(other));
    trace_free(hybrid);
    trace_free(other);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/passes/apply", test_apply);
    g_test_add_func("/passes/text", test_text);
    g_test_add_func("/passes/any-n", test_any_n);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
