/* SPDX-License-Identifier: MIT
 *
 * Tests of src/report/report.c: its launches, steps and instructions add up to
 * its totals, and the table shows the same.  tests/golden has all keys.
 */
#include "analysis/issue_order.h"
#include "catalog/catalog.h"
#include "record/input.h"
#include "record/record.h"
#include "report/report.h"
#include "trace/value.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MAX_N = 2048 };

static const DiagnosticStyle whole_style = {.verbose = true};
static Recorder *recorder;

static Trace *run(const char *name, uint32_t n, uint32_t k, Op op)
{
    static Word input[MAX_N];
    Error error = {ERROR_NONE, ""};
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = op,
                             .device = DEVICE_CPU,
                             .input = input};

    g_assert_nonnull(options.algorithm);
    for (uint32_t i = 0; i < n; ++i)
        input[i] = op == OP_INTERVAL ? interval_make(i, i)
                   : op == OP_FADD   ? op_from_float((float)i / 4 - 1)
                                     : (Word)(int32_t)(i * 7 % 11) - 5;
    Trace *trace = record(recorder, &options, &error);
    if (!trace)
        g_error("%s: %s", name, error.text);
    return trace;
}

static json_int_t whole(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* What is counted of the launches adds up to what is counted of the run. */
static void check_launches(const json_t *json)
{
    static const char *const sums[] = {
        "T",       "W",        "G_read",         "instructions",
        "G_write", "shuffles", "conflicts_load", "conflicts_store",
    };
    const json_t *launch;
    json_int_t totals[G_N_ELEMENTS(sums)] = {0}, steps = 0;
    size_t i;

    json_array_foreach(json_object_get(json, "launches"), i, launch)
    {
        const json_t *counted = json_object_get(launch, "counted");
        for (size_t j = 0; j < G_N_ELEMENTS(sums); ++j)
            totals[j] += whole(counted, sums[j]);
        steps += whole(counted, "steps");
    }
    for (size_t j = 0; j < G_N_ELEMENTS(sums); ++j)
        g_assert_cmpint(totals[j], ==,
                        whole(json_object_get(json, "counted"), sums[j]));
    g_assert_cmpint(steps, ==,
                    (json_int_t)json_array_size(
                        json_object_get(json, "steps")));
}

/* ---- Sums ----------------------------------------------------------------*/

typedef struct {
    json_int_t T, instructions, loads, stores;
} Totals;

/* Words that an instruction moves: one for each lane, four for 16 bytes. */
static json_int_t words_of(const json_t *at)
{
    return whole(at, "lanes") * whole(at, "bytes") / (json_int_t)sizeof(Word);
}

/* Adds up an instruction, and checks it against its own queues. */
static void add_instruction(const json_t *at, uint32_t k, Totals *totals)
{
    const char *kind = json_string_value(json_object_get(at, "kind"));
    const json_t *queues = json_object_get(at, "queues");
    bool load = strcmp(kind, "load") == 0;
    bool store = strcmp(kind, "store") == 0;
    json_int_t longest = 0, requests = 0;
    const json_t *queue;
    size_t b;

    g_assert_cmpuint(json_array_size(queues), ==, load || store ? k : 0);
    json_array_foreach(queues, b, queue)
    {
        longest = MAX(longest, json_integer_value(queue));
        requests += json_integer_value(queue);
    }
    g_assert_cmpint(whole(at, "latency"), ==, longest);
    if (!load && !store)
        return;
    g_assert_cmpint(requests, ==, words_of(at));
    totals->T += longest;
    ++totals->instructions;
    *(load ? &totals->loads : &totals->stores) += whole(at, "wavefronts") - 1;
}

static void check_sums(const json_t *json)
{
    const json_t *counted = json_object_get(json, "counted");
    Totals totals = {0};
    json_int_t T = 0;
    const json_t *step, *instruction;
    size_t s, i;

    json_array_foreach(json_object_get(json, "steps"), s, step)
    {
        json_int_t lanes = 0, longest = 0;
        T += whole(step, "T");
        json_array_foreach(json_object_get(step, "instructions"), i,
                           instruction)
        {
            add_instruction(instruction, (uint32_t)whole(json, "k"), &totals);
            lanes += words_of(instruction);
            longest = MAX(longest, whole(instruction, "latency"));
        }
        g_assert_cmpint(whole(step, "accesses"), ==, lanes);
        g_assert_cmpint(whole(step, "max_queue"), ==, longest);
    }
    g_assert_cmpint(whole(counted, "T"), ==, T);
    g_assert_cmpint(totals.T, ==, T);
    g_assert_cmpint(whole(counted, "instructions"), ==, totals.instructions);
    g_assert_cmpint(whole(counted, "conflicts_load"), ==, totals.loads);
    g_assert_cmpint(whole(counted, "conflicts_store"), ==, totals.stores);
}

/* What a program that reads the text would see. */
static json_t *parsed(const Trace *trace)
{
    json_t *json = report_json(trace, &schedule_costs);
    char *text = json_dumps(json, JSON_COMPACT);
    json_error_t error;

    json_decref(json);
    json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        g_error("%s", error.text);
    free(text);
    return json;
}

static void test_all(void)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    for (size_t i = 0; i < count; ++i)
        for (uint32_t n = 1; n <= 256; n = n * 3 + n % 2) {
            bool sums = all[i]->result == RESULT_SCAN;
            Trace *trace = run(all[i]->name, n, n % 2 ? 4 : 16,
                               sums ? (Op)(n % OP_COUNT) : OP_ADD);
            json_t *json = parsed(trace);
            check_launches(json);
            check_sums(json);
            g_assert_cmpstr(json_string_value(
                                json_object_get(json, "algorithm")),
                            ==, all[i]->name);
            g_assert_cmpuint(json_array_size(json_object_get(json, "input")),
                             ==, n);
            g_assert_cmpuint(json_array_size(json_object_get(json, "output")),
                             ==, n);
            json_decref(json);
            trace_free(trace);
        }
}

/* One block that never waits for another is at work from start to end; of
 * several, no one works longer than the run, and dearer loads lengthen it. */
static void test_model_time(void)
{
    static const char *const names[] = {"leftright", "look-back"};

    for (size_t i = 0; i < 2; ++i) {
        Trace *trace = run(names[i], 64, 4, OP_ADD);
        ScheduleCosts dearer = schedule_costs;
        dearer.dram += 100;
        json_t *cheap = report_json(trace, &schedule_costs);
        json_t *dear = report_json(trace, &dearer);
        json_t *time = json_object_get(cheap, "model_time");
        json_t *later = json_object_get(dear, "model_time");
        json_int_t span = whole(time, "span"), work = whole(time, "work");
        if (trace->blocks_count == 1)
            g_assert_cmpint(span, ==, work);
        else
            g_assert_cmpint(span, <, work);
        g_assert_cmpint(work, <=, span * (json_int_t)trace->blocks_count);
        g_assert_cmpint(span, >=, 100);
        g_assert_cmpint(whole(later, "span"), >=, span + 100);
        g_assert_cmpint(whole(json_object_get(later, "costs"), "dram"), ==,
                        dearer.dram);
        json_decref(cheap);
        json_decref(dear);
        trace_free(trace);
    }
}

/* ---- Launches, blocks and floats -----------------------------------------*/

static Trace *run_blocks(const char *name, uint32_t n, uint32_t block_n, Op op,
                         const char *numbers, const BlockRange *held)
{
    Error error = {ERROR_NONE, ""};
    Word *input = input_read(numbers, op, &n, &error);
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = 4,
                             .block_n = block_n,
                             .passes = PLAN_USUAL,
                             .some_blocks = held != NULL,
                             .op = op,
                             .device = DEVICE_CPU,
                             .input = input};

    if (held)
        options.blocks = *held;
    Trace *trace = record(recorder, &options, &error);
    if (!trace)
        g_error("%s: %s", name, error.text);
    g_free(input);
    return trace;
}

static void has(const Text *text, const char *part)
{
    if (!strstr(text->text, part))
        g_error("\"%s\" is not in\n%s", part, text->text);
}

static void test_blocks(void)
{
    const BlockRange held = {1, 2};
    Trace *trace = run_blocks("three-phase", 48, 4, OP_ADD, "random:1", NULL);
    json_t *json = parsed(trace);
    Text text = {0};

    check_launches(json);
    g_assert_cmpint(whole(json, "blocks"), ==, 12);
    g_assert_cmpint(whole(json, "block_n"), ==, 4);
    g_assert_cmpuint(json_array_size(json_object_get(json, "launches")), ==, 7);
    g_assert_cmpuint(json_array_size(json_object_get(json, "arrays")), ==, 6);
    g_assert_true(json_is_true(json_object_get(json, "whole")));
    g_assert_true(json_is_null(
        json_object_get(json_object_get(json, "counted"), "rounds")));
    report_text((const Trace *const *)&trace, 1, &schedule_costs, &whole_style,
                &text);
    has(&text, " 12 of 4\n");
    has(&text, "three-phase: 12 blocks of 4 elements, 7 launches\n");
    json_decref(json);
    trace_free(trace);

    text_free(&text);
    trace = run_blocks("three-phase", 48, 4, OP_ADD, "random:1", &held);
    json = parsed(trace);
    const json_t *proof = json_object_get(json, "proof");
    g_assert_true(json_is_false(json_object_get(json, "whole")));
    g_assert_true(json_is_true(json_object_get(json, "correct")));
    g_assert_true(json_is_true(json_object_get(proof, "intervals_ok")));
    g_assert_true(json_is_false(json_object_get(proof, "proved")));
    report_text((const Trace *const *)&trace, 1, &schedule_costs, &whole_style,
                &text);
    has(&text, " not all blocks held\n");
    has(&text, "launch 1, 1 to 2 of 12; ");
    g_assert_null(strstr(text.text, "NO"));
    json_decref(json);
    trace_free(trace);
    text_free(&text);
}

/* A rounding error is no fault; how far it goes is reported. */
static void test_floats(void)
{
    Trace *trace = run_blocks("hillis-steele", 0, 0, OP_FADD,
                              "1e8,1,1,-1e8,1,1,1,1", NULL);
    json_t *json = parsed(trace);
    const json_t *rounding = json_object_get(json, "rounding");
    const json_t *apart = json_object_get(rounding, "scan_from_sequential");
    Text text = {0};

    g_assert_true(json_is_true(json_object_get(json, "correct")));
    g_assert_cmpint(whole(rounding, "differ"), ==, 3);
    g_assert_cmpint(whole(apart, "output"), ==, 7);
    g_assert_cmpfloat(json_real_value(json_object_get(apart, "ulps")), ==,
                      6291456); /* 0 for 3, where floats are 2^-21 apart */
    report_text((const Trace *const *)&trace, 1, &schedule_costs, &whole_style,
                &text);
    has(&text, " yes, to rounding\n");
    has(&text, "3 of 8 outputs differ from the sequential sum");
    has(&text, "not associative");
    g_assert_null(strstr(text.text, "NO"));
    text_free(&text);
    json_decref(json);
    trace_free(trace);
    trace = run("leftright", 16, 4, OP_ADD);
    json = parsed(trace);
    g_assert_true(json_is_null(json_object_get(json, "rounding")));
    json_decref(json);
    trace_free(trace);
}

/* null outside the domain: all of it, or a part. */
static void test_null(void)
{
    Trace *odd = run("leftright", 100, 32, OP_ADD);
    Trace *small = run("padding", 64, 16, OP_ADD);
    json_t *odd_json = parsed(odd);
    json_t *small_json = parsed(small);
    const json_t *closed = json_object_get(small_json, "closed_form");

    g_assert_true(json_is_null(json_object_get(odd_json, "closed_form")));
    g_assert_true(json_is_null(json_object_get(closed, "T")));
    g_assert_cmpint(whole(closed, "W"), ==, 63);
    json_decref(odd_json);
    json_decref(small_json);
    trace_free(odd);
    trace_free(small);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/report/closed-forms-are-null-outside-their-domain",
                    test_null);
    g_test_add_func("/report/parts-add-up-to-totals", test_all);
    g_test_add_func("/report/dearer-loads-take-longer", test_model_time);
    g_test_add_func("/report/blocks-not-held-are-not-proved", test_blocks);
    g_test_add_func("/report/rounding-is-no-fault", test_floats);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
