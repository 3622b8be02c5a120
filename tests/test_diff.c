/* SPDX-License-Identifier: MIT
 *
 * diff: two recordings of one thing are equal; each kind of difference is
 * reported with step, instruction, lane and both values; a comment is no
 * difference.
 */
#include "record/input.h"
#include "record/record.h"
#include "report/diff.h"

#include <glib.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static Trace *recorded(const char *name, uint32_t n, const char *spec)
{
    Error error;
    Recorder *recorder = recorder_new();
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = 4,
                             .passes = PLAN_USUAL,
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

    /* the machine is no difference */
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

/* ---- Every number that is compared ---- */

typedef enum { OF_RUN, OF_STEP, OF_INSTRUCTION, OF_ACCESS, OF_SUM } Owner;

typedef struct {
    Owner owner;
    const char *name;
    size_t offset, size;
    const char *said; /* in what is said of it */
} Field;

#define FIELD(owner, type, name, said)                                         \
    {                                                                          \
        owner, #type "." #name, offsetof(type, name), sizeof((type){0}.name),  \
            said                                                               \
    }

/* All that the algorithm did: diff.h. */
static const Field compared[] = {
    FIELD(OF_RUN, Run, n, "n: "),
    FIELD(OF_RUN, Run, k, "k: "),
    FIELD(OF_RUN, Run, threads, "threads"),
    FIELD(OF_RUN, Run, blocks, "blocks"),
    FIELD(OF_RUN, Run, block_n, "block_n"),
    FIELD(OF_RUN, Run, words, "words"),
    FIELD(OF_RUN, Run, passes, "passes"),
    FIELD(OF_RUN, Run, op, "op"),
    FIELD(OF_RUN, Run, inclusive, "inclusive"),
    FIELD(OF_STEP, Step, block, "step 3"),
    FIELD(OF_STEP, Step, phase, "step 3"),
    FIELD(OF_STEP, Step, level, "step 3"),
    FIELD(OF_STEP, Step, site, "step 3"),
    FIELD(OF_STEP, Step, instruction_count, "instructions of step 3"),
    FIELD(OF_INSTRUCTION, Instruction, kind, "step 1, instruction 1: "),
    FIELD(OF_INSTRUCTION, Instruction, warp, "step 1, instruction 1: "),
    FIELD(OF_INSTRUCTION, Instruction, site, "step 1, instruction 1: "),
    FIELD(OF_INSTRUCTION, Instruction, occurrence, "step 1, instruction 1: "),
    FIELD(OF_INSTRUCTION, Instruction, lanes, "step 1, instruction 1: "),
    FIELD(OF_INSTRUCTION, Instruction, array, "step 1, instruction 1: "),
    FIELD(OF_ACCESS, Access, cell, "step 1, instruction 1, line "),
    FIELD(OF_ACCESS, Access, value, "step 1, instruction 1, line "),
    FIELD(OF_ACCESS, Access, interval, "step 1, instruction 1, line "),
    FIELD(OF_ACCESS, Access, lane, "step 1, instruction 1, line "),
    FIELD(OF_SUM, Sum, left, "step 2, instruction "),
    FIELD(OF_SUM, Sum, right, "step 2, instruction "),
    FIELD(OF_SUM, Sum, left_interval, "step 2, instruction "),
    FIELD(OF_SUM, Sum, right_interval, "step 2, instruction "),
};

/* When it ran and how long it took are no differences. */
static const Field ignored[] = {
    FIELD(OF_RUN, Run, seed, ""),
    FIELD(OF_INSTRUCTION, Instruction, time, ""),
};

/* Changes the lowest bit of the field: the step's is step 3's, the rest
 * are the first of their kind. */
static void delta(Trace *trace, const Field *field)
{
    void *const owners[] = {&trace->run, trace->steps + 2, trace->instructions,
                            trace->accesses, trace->sums};
    unsigned char *at = (unsigned char *)owners[field->owner] + field->offset;

    g_assert_cmpint(G_BYTE_ORDER, ==, G_LITTLE_ENDIAN);
    *at ^= 1;
}

static void test_fields(void)
{
    Text where = {0};
    Trace *a = recorded("leftright", 16, "random:1");
    Trace *b = recorded("leftright", 16, "random:1");

    base_push(a, blocks, ((Block){.index = 1})); /* for a step to be of */
    base_push(b, blocks, ((Block){.index = 1}));
    for (size_t i = 0; i < G_N_ELEMENTS(compared); ++i)
        for (int left = 0; left < 2; ++left) {
            Trace *odd = left ? a : b;
            where.length = 0;
            delta(odd, compared + i);
            if (diff_traces(a, b, &where))
                g_error("%s makes no difference", compared[i].name);
            if (!strstr(where.text, compared[i].said))
                g_error("%s: \"%s\"", compared[i].name, where.text);
            delta(odd, compared + i);
        }
    for (size_t i = 0; i < G_N_ELEMENTS(ignored); ++i)
        delta(b, ignored + i);
    g_assert_true(diff_traces(a, b, &where));
    text_free(&where);
    trace_free(a);
    trace_free(b);
}

/* The last word of each kind of words; and nothing of it is read beyond. */
static void test_last_words(void)
{
    Trace *a = recorded("leftright", 16, "random:1");
    Trace *b = recorded("leftright", 16, "random:1");
    size_t cells = a->snapshots_count * a->run.words;
    const struct {
        const char *said;
        Word *last;
    } cases[] = {
        {"input, element 15", b->input + 15},
        {"output, element 15", b->output + 15},
        {"output's intervals, element 15", b->output_interval + 15},
        {"snapshots, element ", b->snapshot_values + cells - 1},
        {"snapshots' intervals, element ", b->snapshot_intervals + cells - 1},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Text where = {0};
        *cases[i].last += 1;
        g_assert_false(diff_traces(a, b, &where));
        g_assert_true(g_str_has_prefix(where.text, cases[i].said));
        *cases[i].last -= 1;
        text_free(&where);
    }
    trace_free(a);
    trace_free(b);
}

/* A line is the same however it is indented and whatever ends it; not when a
 * blank within it, or one letter, differs. */
static void test_lines(void)
{
    static const struct {
        const char *from, *to;
        bool same;
    } cases[] = {{"\n    ", "\n\t ", true}, {";\n", ";\r\n", true},
                 {";\n", "; \n", true},     {"s[p]", "s [p]", false},
                 {"s[p]", "s[o]", false},   {"s[p]", "ss[p]", false}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Trace *a = recorded("leftright", 16, "random:1");
        Trace *b = recorded("leftright", 16, "random:1");
        char **parts = g_strsplit(b->sources->text, cases[i].from, -1);
        char *joined = g_strjoinv(cases[i].to, parts);
        Text where = {0};

        g_assert_cmpuint(g_strv_length(parts), >, 1);
        free(b->sources->text);
        b->sources->text = base_strdup(joined);
        if (diff_traces(a, b, &where) != cases[i].same)
            g_error("\"%s\" for \"%s\": \"%s\"", cases[i].to, cases[i].from,
                    where.length ? where.text : "equal");
        text_free(&where);
        g_free(joined);
        g_strfreev(parts);
        trace_free(a);
        trace_free(b);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/diff/equal", test_equal);
    g_test_add_func("/diff/comment", test_comment);
    g_test_add_func("/diff/every field", test_fields);
    g_test_add_func("/diff/last words", test_last_words);
    g_test_add_func("/diff/lines", test_lines);
    return g_test_run();
}
