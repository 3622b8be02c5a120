/* SPDX-License-Identifier: MIT
 *
 * Tests of src/say/text_dump.c: the text of any algorithm, in full and
 * shortened.
 */
#include "catalog/catalog.h"
#include "record/input.h"
#include "record/record.h"
#include "say/text_dump.h"
#include "trace/value.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Recorder *recorder;

/* What is shown of ALGORITHM on INPUT, as lines; free with g_strfreev. */
static uint32_t block_n; /* elements of a block; 0: the default */

static char **lines_of(const char *name, const char *input, uint32_t n,
                       uint32_t k, Op op, bool full)
{
    Error error = {ERROR_NONE, ""};
    Text text = {0};
    Word *words = input_read(input, op, &n, &error);
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .block_n = block_n,
                             .passes = PLAN_USUAL,
                             .op = op,
                             .device = DEVICE_CPU,
                             .input = words};

    g_assert_true(words && options.algorithm);
    options.inclusive = options.algorithm->inclusive;
    Trace *trace = record(recorder, &options, &error);
    if (!trace)
        g_error("%s: %s", name, error.text);
    text_dump_trace(trace, full, &text);
    char **lines = g_strsplit(text.text, "\n", -1);
    text_free(&text);
    trace_free(trace);
    free(words);
    return lines;
}

/* The first line from AT on that begins with START. */
static char **find_line(char **at, const char *start)
{
    while (*at && !g_str_has_prefix(*at, start))
        ++at;
    if (!*at)
        g_error("no line begins \"%s\"", start);
    return at;
}

static bool is_folded(char **lines)
{
    for (; *lines; ++lines)
        if (strstr(*lines, "(--full shows them)"))
            return true;
    return false;
}

/* A page a step however large n is; all of it when asked for; nothing lost in
 * what fits. */
static void test_folding(void)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    for (size_t i = 0; i < count; ++i) {
        const char *name = all[i]->name;
        char **small = lines_of(name, "random:1", 8, 8, OP_ADD, false);
        char **large = lines_of(name, "random:1", 1024, 32, OP_ADD, false);
        char **full = lines_of(name, "random:1", 1024, 32, OP_ADD, true);
        if (!all[i]->waits) /* a warp that looks back has much to say */
            g_assert_false(is_folded(small));
        g_assert_true(is_folded(large));
        g_assert_false(is_folded(full));
        guint most = all[i]->plan ? 1200 : 800;
        g_assert_cmpuint(g_strv_length(large), <, most);
        g_assert_cmpuint(g_strv_length(full), >, 2 * 1024);
        for (char **line = large; *line; ++line)
            if (!g_str_has_prefix(*line, "WRONG")) /* is one long line */
                g_assert_cmpuint(strlen(*line), <, 280);
        g_strfreev(small);
        g_strfreev(large);
        g_strfreev(full);
    }
}

/* Every size from one on, every operator: something is shown, and it ends in
 * the output. */
static void test_sizes(void)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    for (size_t i = 0; i < count; ++i)
        for (uint32_t n = 1; n <= 40; ++n) {
            bool counts = all[i]->result == RESULT_COMPACT;
            Op op = counts ? OP_ADD : (Op)(n % OP_INTERVAL);
            char **lines =
                lines_of(all[i]->name, "random:3", n, 2u << n % 6, op, n % 2);
            find_line(find_line(lines, all[i]->title), "Output");
            g_strfreev(lines);
        }
}

/* A line of a sum adds up, its label names the inputs that it is the sum of,
 * and a cell lies in its bank. */
static void test_lines(void)
{
    static const struct {
        const char *name, *format;
    } cases[] = {{"nopadding",
                  "  T%*d %d + %d = %d -> cell %d (bank %d)   Σx%d..x%d"},
                 {"warp-shuffle",
                  "  T%*d %d from T%*d: %*d + %*d = %d   Σx%d..x%d"}};
    static const int inputs[] = {5, 1, 7, 2, 0, 9, 4, 4};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        char **lines =
            lines_of(cases[i].name, "5,1,7,2,0,9,4,4", 0, 8, OP_ADD, false);
        int sums = 0, at[7];
        for (char **line = lines; *line; ++line) {
            int found = sscanf(*line, cases[i].format, at, at + 1, at + 2,
                               at + 3, at + 4, at + 5, at + 6);
            bool stored = i == 0;
            int sum = 0;
            if (found != (stored ? 7 : 4))
                continue;
            for (int x = at[found - 2]; x <= at[found - 1]; ++x)
                sum += inputs[x];
            g_assert_cmpint(at[stored ? 2 : 1], ==, sum);
            if (stored) {
                g_assert_cmpint(at[0] + at[1], ==, sum);
                g_assert_cmpint(at[4], ==, at[3] % 8);
            }
            ++sums;
        }
        g_assert_cmpint(sums, >=, 7);
        g_strfreev(lines);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/text_dump/folding", test_folding);
    g_test_add_func("/text_dump/lines-add-up", test_lines);
    g_test_add_func("/text_dump/sizes", test_sizes);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
