/* SPDX-License-Identifier: MIT
 *
 * The locals of a thread at each instruction, against a replay of all changes.
 */
#include "program/local_values.h"

#include "trace/element.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 3, EACH = 40, THREADS = 36, WARPS = 2, DEPTHS = 3 };

/* "x" of the second stands in a block within the scope of the first. */
static Local locals[] = {
    {"f", "x", "int", 0, 1, 9, LOCAL_NUMBER, ELEMENT_I32},
    {"f", "y", "int", 0, 2, 9, LOCAL_NUMBER, ELEMENT_I32},
    {"f", "x", "int", 0, 3, 5, LOCAL_NUMBER, ELEMENT_I32},
    {"g", "z", "int", 0, 4, 9, LOCAL_NUMBER, ELEMENT_I32},
};
enum { LOCALS = sizeof locals / sizeof *locals };

/* A trace of BLOCKS blocks with EACH instructions, each of a whole warp, and no
 * accesses. */
static Trace *empty(void)
{
    Trace *trace = trace_new();

    trace->borrows = true;
    trace->run.origin = ORIGIN_PROGRAM;
    trace->run.k = 32;
    trace->run.threads = THREADS;
    trace->locals = locals;
    trace->locals_count = LOCALS;
    for (uint32_t b = 0; b < BLOCKS; ++b) {
        base_push(trace, blocks, ((Block){0, b, b, 1}));
        base_push(trace, steps,
                  ((Step){.block = b,
                          .first_instruction = b * EACH,
                          .instruction_count = EACH}));
        for (uint32_t i = 0; i < EACH; ++i)
            base_push(trace, instructions,
                      ((Instruction){.step = b, .warp = i % WARPS}));
    }
    return trace;
}

static uint32_t thread_of(const Trace *trace, const LocalChange *change)
{
    return trace->instructions[change->instruction].warp * 32u + change->lane;
}

/* Changes by chance, as a log has them: by rising instructions. */
static void add_changes(Trace *trace, uint64_t *random)
{
    for (uint32_t b = 0; b < BLOCKS; ++b) {
        size_t first = trace->local_changes_count;
        for (uint32_t i = 0; i < 8 * EACH; ++i) {
            LocalChange change = {.instruction = b * EACH + i / 8,
                                  .local =
                                      (uint16_t)(base_random(random) % LOCALS),
                                  .depth =
                                      (uint8_t)(base_random(random) % DEPTHS),
                                  .ends = base_random(random) % 3 == 0,
                                  .value = (int64_t)(base_random(random) % 3)};
            uint32_t warp = trace->instructions[change.instruction].warp;
            /* few lanes, so that each has many */
            change.lane = (uint8_t)(base_random(random) % (warp ? 2 : 3));
            base_push(trace, local_changes, change);
        }
        local_sort(trace, first);
    }
}

/* What a thread's locals are, by the changes one after the other. */
typedef struct {
    bool in_scope, known, changed;
    int64_t value, before;
    uint32_t since;
} State;

static void replay(const Trace *trace, uint32_t instruction, uint32_t thread,
                   State states[DEPTHS][LOCALS])
{
    uint32_t block = instruction / EACH;

    memset(states, 0, DEPTHS * sizeof *states);
    for (size_t c = 0; c < trace->local_changes_count; ++c) {
        const LocalChange *change = trace->local_changes + c;
        if (change->instruction / EACH != block ||
            change->instruction > instruction ||
            thread_of(trace, change) != thread)
            continue;
        State *state = &states[change->depth][change->local];
        state->in_scope = !change->ends;
        if (change->ends || (state->known && state->value == change->value))
            continue;
        state->before = state->value;
        state->changed = state->known;
        state->known = true;
        state->value = change->value;
        state->since = change->instruction;
    }
}

static void check(const Trace *trace, uint32_t instruction, uint32_t thread,
                  const LocalValue *values, size_t count)
{
    State states[DEPTHS][LOCALS];
    size_t at = 0;

    replay(trace, instruction, thread, states);
    for (int depth = 0; depth < DEPTHS; ++depth)
        for (int l = 0; l < LOCALS; ++l) {
            const State *state = &states[depth][l];
            if (!state->in_scope || (l == 0 && states[depth][2].in_scope))
                continue;
            g_assert_cmpuint(at, <, count);
            g_assert_true(values[at].local == locals + l);
            g_assert_cmpint(values[at].depth, ==, depth);
            g_assert_cmpint(values[at].value, ==, state->value);
            g_assert_cmpint(values[at].changed, ==, state->changed);
            if (state->changed)
                g_assert_cmpint(values[at].before, ==, state->before);
            g_assert_cmpuint(values[at].since, ==, state->since);
            ++at;
        }
    g_assert_cmpuint(at, ==, count);
}

static void test_replay(void)
{
    uint64_t random = 1;
    Trace *trace = empty();
    size_t seen = 0;

    add_changes(trace, &random);
    for (size_t c = 1; c < trace->local_changes_count; ++c)
        g_assert_cmpint(local_change_compare(trace,
                                             trace->local_changes + c - 1,
                                             trace->local_changes + c),
                        <=, 0);
    for (uint32_t b = 0; b < BLOCKS; ++b)
        for (uint32_t thread = 0; thread < THREADS; ++thread) {
            LocalCursor cursor = local_begin(trace, trace->blocks + b, thread);
            for (uint32_t i = 0; i < 3 * EACH; ++i) {
                /* on, then anywhere */
                uint32_t at =
                    b * EACH +
                    (i < EACH ? i : (uint32_t)(base_random(&random) % EACH));
                size_t count, other;
                const LocalValue *values = local_at(&cursor, at, &count);
                check(trace, at, thread, values, count);
                LocalValue *own = trace_locals(trace, at, thread, &other);
                check(trace, at, thread, own, other);
                free(own);
                seen += count;
            }
            local_end(&cursor);
        }
    g_assert_cmpuint(seen, >, 1000);
    trace->locals = NULL;
    trace_free(trace);
}

static int64_t bits(double value)
{
    int64_t number;

    memcpy(&number, &value, sizeof number);
    return number;
}

static void test_values(void)
{
    static Variable variables[] = {
        {"temp", "float [4]", 0, 0, 16, {4}, 4, ELEMENT_F32, {0, 0}},
        {"tile", "int [2][3]", 0, 16, 24, {2, 3}, 4, ELEMENT_I32, {0, 0}},
        {"total", "int", 0, 40, 4, {0}, 4, ELEMENT_I32, {0, 0}},
        {"pairs", "double [2]", 0, 48, 16, {2}, 8, ELEMENT_F64, {0, 0}},
    };
    static Array arrays[] = {
        {"in", 8, HOLDS_SUMS, ELEMENT_F32, 4, false},
        {"items", 8, HOLDS_SUMS, ELEMENT_OTHER, 12, false},
    };
    const struct {
        uint8_t kind, element;
        int64_t value;
        const char *text;
    } cases[] = {
        {LOCAL_NUMBER, ELEMENT_I32, -5, "-5"},
        {LOCAL_NUMBER, ELEMENT_U32, 4000000000, "4000000000"},
        {LOCAL_NUMBER, ELEMENT_U64, -1, "18446744073709551615"},
        {LOCAL_NUMBER, ELEMENT_I8, 65, "65"},
        {LOCAL_NUMBER, ELEMENT_F32, 0x3f000000, "0.5"},
        {LOCAL_NUMBER, ELEMENT_F64, bits(-0.1), "-0.1"},
        {LOCAL_NUMBER, ELEMENT_F64, bits(INFINITY), "inf"},
        {LOCAL_BOOL, ELEMENT_U8, 1, "true"},
        {LOCAL_BOOL, ELEMENT_U8, 0, "false"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_NULL, 0, 0), "null"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_OTHER, 0, 0), "elsewhere"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_ARRAY, 0, 0), "in"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_ARRAY, 0, 32), "&in[8]"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_ARRAY, 1, 28),
         "&items[2] + 4"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_ARRAY, 9, 28), "elsewhere"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 0), "temp"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 12), "&temp[3]"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 32), "&tile[1][1]"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 40), "&total"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 60),
         "&pairs[1] + 4"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 44),
         "byte 44 of shared memory"},
        {LOCAL_POINTER, 0, -1, "elsewhere"},
    };
    Trace *trace = empty();

    trace->variables = variables;
    trace->variables_count = sizeof variables / sizeof *variables;
    trace->arrays = arrays;
    trace->arrays_count = 2;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Local local = {.kind = cases[i].kind, .element = cases[i].element};
        Text text = {0};
        local_value_add(trace, 0, &local, cases[i].value, &text);
        g_assert_cmpstr(text.text, ==, cases[i].text);
        text_free(&text);
    }
    trace->variables = NULL;
    trace->arrays = NULL;
    trace->locals = NULL;
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/local/replay", test_replay);
    g_test_add_func("/local/values", test_values);
    return g_test_run();
}
