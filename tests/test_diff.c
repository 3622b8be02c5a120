/* SPDX-License-Identifier: MIT
 *
 * diff: two recordings of one thing are equal; each kind of difference is told
 * with step, instruction, lane and both values; a comment is no difference.
 */
#include "machine/input.h"
#include "machine/record.h"
#include "trace/diff.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static Trace *recorded(const char *name, uint32_t n, const char *spec)
{
    Error error;
    Recorder *recorder = recorder_new();
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = 4,
                             .passes = RECORD_USUAL,
                             .op = OP_ADD,
                             .device = DEVICE_CPU};

    g_assert_nonnull(options.algorithm);
    Word *input = input_read(spec, OP_ADD, &n, &error);
    g_assert_nonnull(input);
    options.input = input;
    Trace *trace = record(recorder, &options, &error);
    g_assert_nonnull(trace);
    free(input);
    recorder_free(recorder);
    return trace;
}

/* A and B differ, and what is said of it has all of WORDS. */
static void differ(Trace *a, Trace *b, const char *const words[])
{
    Text where = {0};

    g_assert_false(diff_traces(a, b, &where));
    for (; *words; ++words)
        if (!strstr(where.text, *words))
            g_error("\"%s\" is not in \"%s\"", *words, where.text);
    g_assert_null(strchr(where.text, '\n'));
    text_free(&where);
    trace_free(a);
    trace_free(b);
}

static void test_equal(void)
{
    Trace *a = recorded("leftright", 16, "random:1");
    Trace *b = recorded("leftright", 16, "random:1");
    Text where = {0};

    b->steps[1].cycles = 99; /* time is no difference, nor is the machine */
    free(b->run.device_name);
    b->run.device_name = base_strdup("another machine");
    g_assert_true(diff_traces(a, b, &where));
    g_assert_cmpuint(where.length, ==, 0);
    trace_free(a);
    trace_free(b);
}

/* A line more at the top of the kernel moves every site by one. */
static void test_comment(void)
{
    Trace *a = recorded("padding", 16, "random:1");
    Trace *b = recorded("padding", 16, "random:1");
    Text where = {0}, source = {0};

    text_add(&source, "/* a comment */\n");
    text_add_bytes(&source, b->sources->text, strlen(b->sources->text));
    free(b->sources->text);
    b->sources->text = source.text;
    for (size_t i = 0; i < b->instructions_count; ++i)
        ++b->instructions[i].site;
    for (size_t s = 0; s < b->steps_count; ++s)
        ++b->steps[s].site;
    g_assert_true(diff_traces(a, b, &where));
    ++b->instructions[5].site;
    differ(a, b, (const char *const[]){"instruction 6", NULL});
}

static void test_run(void)
{
    differ(recorded("leftright", 16, "random:1"),
           recorded("padding", 16, "random:1"),
           (const char *const[]){"algorithm", "leftright", "padding", NULL});
    differ(recorded("leftright", 16, "random:1"),
           recorded("leftright", 32, "random:1"),
           (const char *const[]){"n: 16", "32", NULL});
    differ(recorded("leftright", 16, "random:1"),
           recorded("leftright", 16, "ones"),
           (const char *const[]){"input, word 0", "6 in one", "1 in", NULL});
}

static void test_events(void)
{
    Trace *a = recorded("leftright", 16, "random:1");
    Trace *b = recorded("leftright", 16, "random:1");
    size_t i = 12;
    Access *access = &b->accesses[b->instructions[i].first_access + 2];

    access->value += 1000;
    char lane[16], value[16];
    g_snprintf(lane, sizeof lane, "lane %u", access->lane);
    g_snprintf(value, sizeof value, "%d", (int)access->value);
    differ(a, b,
           (const char *const[]){"step 2", "instruction 13", lane, value,
                                 NULL});

    a = recorded("leftright", 16, "random:1");
    b = recorded("leftright", 16, "random:1");
    ++b->steps[3].level;
    differ(a, b, (const char *const[]){"step 4", "level 3", "level 4", NULL});

    a = recorded("leftright", 16, "random:1");
    b = recorded("leftright", 16, "random:1");
    b->sums[0].left += 5;
    differ(a, b, (const char *const[]){"step 2", "instruction", NULL});
}

static void test_memory(void)
{
    Trace *a = recorded("leftright", 16, "random:1");
    Trace *b = recorded("leftright", 16, "random:1");

    b->snapshot_values[20] += 7;
    differ(a, b, (const char *const[]){"snapshots, word 20", NULL});

    a = recorded("leftright", 16, "random:1");
    b = recorded("leftright", 16, "random:1");
    b->output[3] += 7;
    differ(a, b, (const char *const[]){"output, word 3", NULL});
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/diff/equal", test_equal);
    g_test_add_func("/diff/comment", test_comment);
    g_test_add_func("/diff/run", test_run);
    g_test_add_func("/diff/events", test_events);
    g_test_add_func("/diff/memory", test_memory);
    return g_test_run();
}
