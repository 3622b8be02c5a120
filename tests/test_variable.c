/* SPDX-License-Identifier: MIT
 *
 * Names and values of a program's memory and local variables; the locals of a
 * thread at each instruction, against a replay of all changes.
 */
#include "program/local_values.h"
#include "trace/element.h"
#include "trace/variable.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Variable variables[] = {
    {"temp", "float [64]", 0, 0, 256, {64}, 4, ELEMENT_F32, {0, 0}, {0, 0}},
    {"tile",
     "int [32][33]",
     0,
     256,
     4224,
     {32, 33},
     4,
     ELEMENT_I32,
     {0, 0},
     {0, 0}},
    {"c", "char [6]", 0, 4480, 6, {6}, 1, ELEMENT_I8, {0, 0}, {0, 0}},
    {"flag", "bool", 0, 4486, 1, {0}, 1, ELEMENT_U8, {0, 0}, {0, 0}},
    {"d", "double [8]", 0, 4488, 64, {8}, 8, ELEMENT_F64, {0, 0}, {0, 0}},
    {"s", "Item [4]", 0, 4552, 48, {4}, 12, ELEMENT_OTHER, {0, 0}, {0, 0}},
    {"h", "short [2][3]", 0, 4600, 12, {2, 3}, 2, ELEMENT_U16, {0, 0}, {0, 0}},
    {"cube",
     "unsigned [2][3][4]",
     1,
     0,
     96,
     {2, 3, 4},
     4,
     ELEMENT_U32,
     {0, 0},
     {0, 0}},
    {"total", "int", 1, 96, 4, {0}, 4, ELEMENT_I32, {0, 0}, {0, 0}},
};

static Trace *made(void)
{
    Trace *trace = trace_new();

    trace->borrows = true;
    trace->run.origin = ORIGIN_PROGRAM;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; ++i)
        base_push(trace, variables, variables[i]);
    base_push(trace, arrays,
              ((Array){.name = "d_in",
                       .words = 8,
                       .element = ELEMENT_F32,
                       .element_bytes = 4}));
    base_push(trace, arrays,
              ((Array){.name = "d_bytes",
                       .words = 8,
                       .element = ELEMENT_U8,
                       .element_bytes = 1}));
    base_push(trace, arrays, ((Array){.name = "d_other", .words = 8}));
    return trace;
}

static void test_cells(void)
{
    static const struct {
        uint32_t grid, cell;
        Word word;
        const char *name, *value;
    } cases[] = {
        {0, 0, 0x3f000000, "temp[0]", "0.5"},
        {0, 17, 0xc0000000, "temp[17]", "-2"},
        {0, 64, 0xffffffff, "tile[0][0]", "-1"},
        {0, 64 + 37, 12, "tile[1][4]", "12"},
        {0, 1119, 7, "tile[31][32]", "7"},
        {0, 1120, 0xff020180, "c[0..3]", "-128 1 2 -1"},
        {0, 1121, 0x00010203, "c[4..5]", "3 2 1 0"},
        {0, 1122, 0x3ff00000, "d[0] low", "0x3ff00000"},
        {0, 1125, 0x40080000, "d[1] high", "0x40080000"},
        {0, 1138, 42, "s[0]+0", "0x0000002a"},
        {0, 1142, 42, "s[1]+4", "0x0000002a"},
        {0, 1150, 0xffff0001, "h[0][0]..[0][1]", "1 65535"},
        {0, 1151, 0, "h[0][2]..[1][0]", "0 0"},
        {0, 1153, 5, "cell 1153", "5"},
        {1, 0, 0xffffffff, "cube[0][0][0]", "4294967295"},
        {1, 23, 1, "cube[1][2][3]", "1"},
        {1, 17, 1, "cube[1][1][1]", "1"},
        {1, 24, 9, "total", "9"},
        {2, 0, 9, "cell 0", "9"},
    };
    Trace *trace = made();
    char value[VALUE_TEXT];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Text name = {0};
        variable_cell_name(trace, cases[i].grid, cases[i].cell, &name);
        g_assert_cmpstr(name.text, ==, cases[i].name);
        g_assert_cmpstr(variable_cell_value(trace, cases[i].grid, cases[i].cell,
                                            cases[i].word, value),
                        ==, cases[i].value);
        text_free(&name);
    }
    trace_free(trace);
}

/* Members of structs: in their order, with padding at 1 and a union at 16. */
static void add_members(Trace *trace, Space space, uint32_t owner)
{
    static const Member members[] = {
        {"flag", 0, 0, 0, ELEMENT_I8},     {"pair[0]", 0, 0, 2, ELEMENT_I16},
        {"pair[1]", 0, 0, 4, ELEMENT_I16}, {"sum", 0, 0, 8, ELEMENT_F64},
        {"at.x", 0, 0, 20, ELEMENT_F32},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(members); ++i) {
        Member member = members[i];
        member.space = (uint32_t)space;
        member.owner = owner;
        base_push(trace, members, member);
    }
}

static Trace *with_members(void)
{
    Trace *trace = made();

    trace->arrays[2].element = ELEMENT_OTHER;
    trace->arrays[2].element_bytes = 24;
    trace->variables[5].bytes = 48;
    trace->variables[5].element_bytes = 24;
    trace->variables[5].extents[0] = 2;
    add_members(trace, SPACE_SHARED, 5);
    add_members(trace, SPACE_GLOBAL, 2);
    member_link(trace);
    trace->run.words = 2048;
    return trace;
}

static void test_members(void)
{
    static const struct {
        uint32_t word; /* of the variable, or of the array */
        const char *name, *value;
    } cases[] = {
        {0, "[0].flag..pair[0]", "-1 5"}, {1, "[0].pair[1]", "7"},
        {2, "[0].sum low", "0.5"},        {3, "[0].sum high", ""},
        {4, "[0]+16", "0x0000002a"},      {5, "[0].at.x", "1.5"},
        {6, "[1].flag..pair[0]", "0 0"},  {11, "[1].at.x", "0"},
    };
    enum { FIRST = 1138 };
    Trace *trace = with_members();
    Word words[2048] = {0};
    Word *at = words + FIRST;
    double sum = 0.5;
    char value[VALUE_TEXT];

    at[0] = 0x000512ff;
    at[1] = 0x12340007;
    memcpy(at + 2, &sum, sizeof sum);
    at[4] = 42;
    at[5] = 0x3fc00000;
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        uint32_t word = cases[i].word;
        Text shared = {0}, global = {0};
        variable_cell_name(trace, 0, FIRST + word, &shared);
        variable_word_name(trace, 2, word, &global);
        g_assert_cmpstr(shared.text + strlen("s"), ==, cases[i].name);
        g_assert_cmpstr(global.text + strlen(trace->arrays[2].name), ==,
                        cases[i].name);
        g_assert_cmpstr(variable_memory_value(trace, 0, FIRST + word, words,
                                              false, value),
                        ==, cases[i].value);
        g_assert_cmpstr(variable_words_value(trace, 2, word, at + word, 12,
                                             false, value),
                        ==, cases[i].value);
        text_free(&shared);
        text_free(&global);
    }
    g_assert_cmpint(number_word_half(trace, 2, 8, 9), ==, HALF_NONE);
    Text pointer = {0};
    variable_array_pointer(trace, 2, 24 + 20, &pointer);
    text_add(&pointer, " ");
    variable_array_pointer(trace, 2, 24 + 21, &pointer);
    g_assert_true(g_str_has_suffix(pointer.text, "[1] + 21"));
    g_assert_nonnull(strstr(pointer.text, "[1].at.x &"));
    text_free(&pointer);
    trace_free(trace);
}

/* ---- Local variables ------------------------------------------------------*/

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
        {LOCAL_POINTER, 0, local_pointer(POINTER_ARRAY, 0, 0), "d_in"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_ARRAY, 0, 32), "&d_in[8]"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_ARRAY, 9, 28), "elsewhere"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 0), "temp"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 12), "&temp[3]"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 392),
         "&tile[1][1]"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 4486), "&c[6]"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 4500), "&d[1] + 4"},
        {LOCAL_POINTER, 0, local_pointer(POINTER_SHARED, 0, 4612),
         "byte 4612 of shared memory"},
        {LOCAL_POINTER, 0, -1, "elsewhere"},
    };
    Trace *trace = made();

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Local local = {.kind = cases[i].kind, .element = cases[i].element};
        Text text = {0};
        local_value_add(trace, 0, &local, cases[i].value, &text);
        g_assert_cmpstr(text.text, ==, cases[i].text);
        text_free(&text);
    }
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/variable/cells", test_cells);
    g_test_add_func("/variable/members", test_members);
    g_test_add_func("/variable/local-values", test_values);
    g_test_add_func("/variable/locals-as-replayed", test_replay);
    return g_test_run();
}
