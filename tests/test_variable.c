/* SPDX-License-Identifier: MIT
 *
 * Names and values of a program's memory.
 */
#include "trace/variable.h"

#include <glib.h>
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/variable/cells", test_cells);
    g_test_add_func("/variable/members", test_members);
    return g_test_run();
}
