/* SPDX-License-Identifier: MIT
 *
 * Tests of src/report.c: the JSON has the keys and types that are listed here
 * and no others, its steps add up to its totals, and the table shows the same.
 */
#include "../src/catalog.h"
#include "../src/record.h"
#include "../src/report.h"
#include "../src/value.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MAX_N = 2048 };

static Recorder *recorder;

static Trace *run(const char *name, uint32_t n, uint32_t k, Op op)
{
    static Word input[MAX_N];
    Error error = {ERROR_NONE, ""};
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .passes = RECORD_USUAL,
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

/* ---- Keys and types ------------------------------------------------------*/

/* s text, i whole number, r any number, b truth, o object, a list; in capitals
 * it may be null. */
static bool is_type(const json_t *value, char type)
{
    if (g_ascii_isupper(type) && json_is_null(value))
        return true;
    switch (g_ascii_tolower(type)) {
    case 's':
        return json_is_string(value);
    case 'i':
        return json_is_integer(value);
    case 'r':
        return json_is_number(value);
    case 'b':
        return json_is_boolean(value);
    case 'o':
        return json_is_object(value);
    default:
        return json_is_array(value);
    }
}

/* KEYS is "name:type name:type ...": these, and no others, in this order. */
static void check_keys(const json_t *object, const char *keys)
{
    char **wanted = g_strsplit(keys, " ", -1);
    void *at = json_object_iter((json_t *)(uintptr_t)object);

    for (int i = 0; wanted[i]; ++i) {
        char *colon = strchr(wanted[i], ':');
        if (!at)
            g_error("%s is missing", wanted[i]);
        g_assert_cmpint((int)strlen(json_object_iter_key(at)), ==,
                        (int)(colon - wanted[i]));
        g_assert_true(g_str_has_prefix(wanted[i], json_object_iter_key(at)));
        if (!is_type(json_object_iter_value(at), colon[1]))
            g_error("%s has another type", wanted[i]);
        at = json_object_iter_next((json_t *)(uintptr_t)object, at);
    }
    if (at)
        g_error("%s is too much", json_object_iter_key(at));
    g_strfreev(wanted);
}

#define RUN_KEYS                                                               \
    "algorithm:s n:i k:i threads:i passes:I op:s inclusive:b device:s "        \
    "device_name:s "                                                           \
    "correct:b input:a output:a space:o counted:o closed_form:O proof:o "      \
    "steps:a"
#define COUNTED_KEYS                                                           \
    "T:i W:i rounds:i G_read:i G_write:i instructions:i conflicts_load:i "     \
    "conflicts_store:i upsweep_store_T:i"
#define STEP_KEYS                                                              \
    "index:i phase:s level:i T:i accesses:i max_queue:i cycles:I snapshot:a "  \
    "instructions:a"
#define INSTRUCTION_KEYS                                                       \
    "site:i kind:s warp:i lanes:i latency:i wavefronts:i queues:a"

static json_int_t whole(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void check_shape(const json_t *json)
{
    const json_t *closed = json_object_get(json, "closed_form");
    const json_t *step, *instruction;
    size_t s, i;

    check_keys(json, RUN_KEYS);
    check_keys(json_object_get(json, "space"), "words:i extra:i");
    check_keys(json_object_get(json, "counted"), COUNTED_KEYS);
    if (!json_is_null(closed))
        check_keys(closed, "T:R W:R G:R l:R efficiency:R run_W:R rounds:R");
    check_keys(json_object_get(json, "proof"),
               "race_free:b intervals_ok:b proved:b");
    json_array_foreach(json_object_get(json, "steps"), s, step)
    {
        check_keys(step, STEP_KEYS);
        g_assert_cmpint(whole(step, "index"), ==, (json_int_t)s);
        g_assert_cmpuint(json_array_size(json_object_get(step, "snapshot")), ==,
                         (size_t)whole(json_object_get(json, "space"),
                                       "words"));
        json_array_foreach(json_object_get(step, "instructions"), i,
                           instruction)
            check_keys(instruction, INSTRUCTION_KEYS);
    }
}

/* ---- Sums ----------------------------------------------------------------*/

typedef struct {
    json_int_t T, instructions, loads, stores;
} Totals;

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
    g_assert_cmpint(requests, ==, whole(at, "lanes"));
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
            lanes += whole(instruction, "lanes");
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
    json_t *json = report_json(trace);
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
            Trace *trace =
                run(all[i]->name, n, n % 2 ? 4 : 16, (Op)(n % OP_COUNT));
            json_t *json = parsed(trace);
            check_shape(json);
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

static void test_numbers(void)
{
    Trace *trace = run("leftright", 2048, 32, OP_ADD);
    json_t *json = parsed(trace);
    const json_t *closed = json_object_get(json, "closed_form");
    const json_t *proof = json_object_get(json, "proof");

    g_assert_cmpint(whole(closed, "T"), ==, 68);
    g_assert_cmpint(whole(closed, "l"), ==, 68);
    g_assert_cmpint(whole(closed, "W"), ==, 2047);
    g_assert_cmpint(whole(closed, "G"), ==, 64);
    g_assert_cmpfloat(fabs(json_real_value(
                               json_object_get(closed, "efficiency")) -
                           2047.0 / 2176),
                      <, 1e-12);
    g_assert_cmpint(whole(json_object_get(json, "counted"), "upsweep_store_T"),
                    ==, 68);
    g_assert_true(json_is_true(json_object_get(proof, "proved")));
    g_assert_cmpint(whole(json_object_get(json, "space"), "extra"), ==, 0);
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

/* Words as their operator writes them; a cell never stored to is null. */
static void test_words(void)
{
    Trace *floats = run("padding", 8, 4, OP_FADD);
    Trace *maps = run("sequential", 2, 4, OP_AFFINE);
    json_t *json = parsed(floats);
    const json_t *input = json_object_get(json, "input");
    const json_t *step = json_array_get(json_object_get(json, "steps"), 0);

    g_assert_true(json_is_real(json_array_get(input, 0)));
    g_assert_cmpfloat(json_real_value(json_array_get(input, 1)), ==, -0.75);
    g_assert_true(
        json_is_null(json_array_get(json_object_get(step, "snapshot"), 4)));
    json_decref(json);
    json = parsed(maps);
    g_assert_true(
        json_is_string(json_array_get(json_object_get(json, "input"), 0)));
    json_decref(json);
    trace_free(floats);
    trace_free(maps);
}

/* ---- The table -----------------------------------------------------------*/

static void test_table(void)
{
    const Trace *traces[] = {run("leftright", 2048, 32, OP_ADD),
                             run("padding", 2048, 32, OP_ADD)};
    Text text = {0};

    report_text(traces, 2, &text);
    char *squeezed = g_strdup(text.text);
    char *to = squeezed;
    for (const char *at = text.text; *at; ++at)
        if (*at != ' ' || at[1] != ' ')
            *to++ = *at;
    *to = '\0';
    static const char *const rows[] = {" leftright padding\n",
                                       " n, k 2048, 32 2048, 32\n",
                                       " proved for all yes yes\n",
                                       " conflicts on loads 0 20\n",
                                       " conflicts on stores 0 15\n",
                                       " T 68 73\n"};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i)
        if (!strstr(squeezed, rows[i]))
            g_error("no row \"%s\" in\n%s", rows[i], squeezed);
    g_free(squeezed);
    text_free(&text);
    for (int i = 0; i < 2; ++i)
        trace_free((Trace *)(uintptr_t)traces[i]);
}

/* Without an up-sweep there is no count to set beside the closed form, and what
 * one thread moves is no n/k. */
static void test_flat(void)
{
    static const char *const names[] = {"hillis-steele", "ping-pong",
                                        "sequential"};

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        const Trace *trace = run(names[i], 2048, 32, OP_ADD);
        Text text = {0};
        report_text(&trace, 1, &text);
        char **lines = g_strsplit(text.text, "\n", -1);
        char **at = lines;
        while (*at && !g_str_has_prefix(*at, "Counted as the paper does"))
            ++at;
        g_assert_nonnull(*at);
        g_assert_true(g_str_has_prefix(at[1], "  T "));
        g_assert_true(g_str_has_suffix(at[1], " -"));
        g_assert_true(g_str_has_prefix(at[2], "  W "));
        g_assert_true(g_str_has_suffix(at[2], " -"));
        while (*at && !g_str_has_prefix(*at, "  G, to read or to write"))
            ++at;
        g_assert_nonnull(*at);
        g_assert_true(g_str_has_suffix(*at, i == 2 ? " -" : " 64"));
        g_strfreev(lines);
        text_free(&text);
        trace_free((Trace *)(uintptr_t)trace);
    }
}

static void test_wrong(void)
{
    const Trace *trace = run("leftright-eq2", 64, 4, OP_ADD);
    Text text = {0};

    report_text(&trace, 1, &text);
    g_assert_nonnull(strstr(text.text, "NO"));
    g_assert_nonnull(strstr(text.text, "leftright-eq2: output 17 is"));
    text_free(&text);
    trace_free((Trace *)(uintptr_t)trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/report/all", test_all);
    g_test_add_func("/report/numbers", test_numbers);
    g_test_add_func("/report/null", test_null);
    g_test_add_func("/report/words", test_words);
    g_test_add_func("/report/table", test_table);
    g_test_add_func("/report/flat", test_flat);
    g_test_add_func("/report/wrong", test_wrong);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
