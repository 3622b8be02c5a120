/* SPDX-License-Identifier: MIT
 *
 * Tests of src/trace/variable.c, src/trace/value.c and src/text/short_number.c:
 * which words move which numbers, and their sums and texts.
 */
#include "say/short_number.h"
#include "trace/variable.h"
#include "fixture.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static Number of_double(double value)
{
    Number number = {0, ELEMENT_F64};

    memcpy(&number.bits, &value, sizeof value);
    return number;
}

/* A program with one array of ELEMENT; lane 0 makes accesses of WIDTH bytes. */
static Fixture *start(ElementKind element)
{
    Fixture *f = fixture_new(OP_ADD, 8, 4, 4, 4);

    f->trace->run.origin = ORIGIN_PROGRAM;
    f->trace->arrays[GLOBAL_IN].element = (uint8_t)element;
    fixture_step(f, "start", 0);
    return f;
}

static Instruction *begin(Fixture *f, AccessKind kind, uint8_t width,
                          uint32_t occurrence)
{
    fixture_instruction(f, 0, kind, 7);
    Instruction *at = f->trace->instructions + f->trace->instructions_count - 1;
    at->array = GLOBAL_IN;
    at->width = width;
    at->occurrence = occurrence;
    return at;
}

/* What access number I of a trace moves. */
static Number moved(const Trace *trace, uint32_t i)
{
    return number_moved(trace, trace_instruction_of(trace, i),
                        trace->accesses + i);
}

static Half half(const Trace *trace, uint32_t i)
{
    const Access *other = NULL;
    Half is = number_half(trace, trace_instruction_of(trace, i),
                          trace->accesses + i, &other);

    if (is != HALF_NONE)
        g_assert_true(other ==
                      trace->accesses + (is == HALF_LOW ? i + 1 : i - 1));
    return is;
}

static void test_halves(void)
{
    Fixture *f = start(ELEMENT_F64);

    begin(f, ACCESS_GLOAD, 8, 0);
    fixture_access(f, 0, 2, 0, INTERVAL_TOP);
    fixture_access(f, 0, 3, 0x3ff80000, INTERVAL_TOP);
    begin(f, ACCESS_GLOAD, 4, 8); /* half of a number */
    fixture_access(f, 0, 3, 0x3ff80000, INTERVAL_TOP);
    Trace *trace = fixture_done(f);

    g_assert_cmpint(half(trace, 0), ==, HALF_LOW);
    g_assert_cmpint(half(trace, 1), ==, HALF_HIGH);
    g_assert_cmpint(half(trace, 2), ==, HALF_NONE);
    for (uint32_t i = 0; i < 2; ++i) {
        g_assert_cmpuint(moved(trace, i).element, ==, ELEMENT_F64);
        g_assert_cmphex(moved(trace, i).bits, ==, of_double(1.5).bits);
    }
    g_assert_cmpuint(moved(trace, 2).element, ==, ELEMENT_OTHER);
    g_assert_cmphex(moved(trace, 2).bits, ==, 0x3ff80000);
    trace->run.op = OP_INTERVAL; /* words are labels */
    g_assert_cmpint(half(trace, 0), ==, HALF_NONE);
    g_assert_cmpuint(moved(trace, 0).element, ==, ELEMENT_OTHER);
    trace_free(trace);
}

/* Two shuffles move a number if they are one execution of their line; an int
 * that is shuffled in a loop is none. */
static void test_shuffles(void)
{
    static const struct {
        uint32_t first, second; /* occurrences */
        Half halves[2];
    } cases[] = {{0, 1, {HALF_LOW, HALF_HIGH}},
                 {16, 17, {HALF_LOW, HALF_HIGH}},
                 {0, 8, {HALF_NONE, HALF_NONE}},
                 {1, 2, {HALF_NONE, HALF_NONE}}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Fixture *f = start(ELEMENT_F64);
        begin(f, ACCESS_SHFL, 4, cases[i].first);
        fixture_access(f, 0, 1, 0, INTERVAL_TOP);
        begin(f, ACCESS_SHFL, 4, cases[i].second);
        fixture_access(f, 0, 1, 0xc0080000, INTERVAL_TOP);
        Trace *trace = fixture_done(f);
        for (uint32_t a = 0; a < 2; ++a) {
            bool number = cases[i].halves[a] != HALF_NONE;
            g_assert_cmpint(half(trace, a), ==, cases[i].halves[a]);
            g_assert_cmpuint(moved(trace, a).element, ==,
                             number ? ELEMENT_F64 : ELEMENT_OTHER);
            if (number)
                g_assert_cmphex(moved(trace, a).bits, ==, of_double(-3).bits);
        }
        trace->arrays[GLOBAL_IN].element = ELEMENT_I32;
        for (uint32_t a = 0; a < 2; ++a)
            g_assert_cmpuint(moved(trace, a).element, ==,
                             cases[i].halves[a] == HALF_NONE ? ELEMENT_I32
                                                             : ELEMENT_OTHER);
        trace_free(trace);
    }
}

static void test_sums(void)
{
    static const struct {
        Number a, b, sum;
    } cases[] = {{{3, ELEMENT_I32},
                  {0xffffffff, ELEMENT_I32},
                  {2, ELEMENT_I32}},
                 {{0xffff, ELEMENT_U16}, {2, ELEMENT_U16}, {1, ELEMENT_U16}},
                 {{0x80, ELEMENT_I8}, {0x80, ELEMENT_I8}, {0, ELEMENT_I8}},
                 {{0xffffffff, ELEMENT_U64},
                  {1, ELEMENT_U64},
                  {1ull << 32, ELEMENT_U64}},
                 {{0x3f800000, ELEMENT_F32},
                  {0x3f000000, ELEMENT_F32},
                  {0x3fc00000, ELEMENT_F32}},
                 {{3, ELEMENT_I32}, {3, ELEMENT_U32}, {0, ELEMENT_OTHER}},
                 {{3, ELEMENT_OTHER}, {3, ELEMENT_OTHER}, {0, ELEMENT_OTHER}}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Number sum = number_sum(cases[i].a, cases[i].b);
        g_assert_cmphex(sum.bits, ==, cases[i].sum.bits);
        g_assert_cmpuint(sum.element, ==, cases[i].sum.element);
    }
    g_assert_cmphex(number_sum(of_double(0.5), of_double(-2)).bits, ==,
                    of_double(-1.5).bits);
}

static void test_texts(void)
{
    static const struct {
        Number number;
        const char *full, *brief;
    } cases[] = {{{0xff, ELEMENT_I8}, "-1", "-1"},
                 {{0xff, ELEMENT_U8}, "255", "255"},
                 {{0x8000, ELEMENT_I16}, "-32768", "-32768"},
                 {{0xfffffffe, ELEMENT_I32}, "-2", "-2"},
                 {{0xfffffffe, ELEMENT_U32}, "4294967294", "4294967294"},
                 {{UINT64_MAX, ELEMENT_I64}, "-1", "-1"},
                 {{0x3eaaaaab, ELEMENT_F32}, "0.333333", "0.3333"},
                 {{0x3fd5555555555555, ELEMENT_F64}, "0.333333333", "0.3333"},
                 {{0x40c81c8000000000, ELEMENT_F64}, "12345", "12345"},
                 {{0x12, ELEMENT_OTHER}, "0x00000012", "0x00000012"}};
    char text[VALUE_TEXT];

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        if (cases[i].number.element != ELEMENT_F32)
            g_assert_cmpstr(number_text(cases[i].number, false, text), ==,
                            cases[i].full);
        g_assert_cmpstr(number_text(cases[i].number, true, text), ==,
                        cases[i].brief);
    }
}

/* A number that is too long for its place is rounded, and looks like it. */
static void test_shorten(void)
{
    const struct {
        Number number;
        size_t most;
        const char *text; /* NULL: there is no room */
    } cases[] = {
        {of_double(1.0 / 3), 9, "0.3333"},
        {of_double(1.0 / 3), 4, "0.33"},
        {of_double(1.0 / 3), 3, "0.3"},
        {of_double(1.0 / 3), 2, NULL},
        {of_double(-1.0 / 15), 5, "-0.07"},
        {of_double(3.981), 3, "4.0"},
        {of_double(0.8968), 4, "0.90"},
        {of_double(-123.456), 5, "-123"},
        {of_double(-123.456), 3, NULL},
        {of_double(1e-5), 4, "1e-5"},
        {of_double(1.26e-5), 6, "1.3e-5"},
        {of_double(HUGE_VAL), 3, "inf"},
        {of_double(99.5), 3, "100"},
        {of_double(1040.5), 4, "1040"},
        {of_double(1040.5), 3, NULL},
        {{UINT64_C(1099511627776), ELEMENT_I64}, 8, "1.1e12"},
        {{UINT64_C(1099611627776), ELEMENT_I64}, 8, "1.1e12"},
        {{UINT64_C(1234511627776), ELEMENT_I64}, 8, "1.235e12"},
        {{UINT64_C(0) - 1234567, ELEMENT_I64}, 8, "-1.235e6"},
        {{UINT64_C(0) - 1234567, ELEMENT_I64}, 5, NULL},
        {{0xffffff85, ELEMENT_I32}, 4, "-123"},
        {{12345, ELEMENT_U16}, 4, NULL},
        {{10034, ELEMENT_I32}, 4, NULL},
        {{1957747793, ELEMENT_I32}, 5, "2.0e9"},
        {{1957747793, ELEMENT_I32}, 7, "1.958e9"},
        {{1000000, ELEMENT_I32}, 6, "1.00e6"},
        {{UINT64_C(0) - 1000000, ELEMENT_I64}, 5, NULL},
        {{1000, ELEMENT_I32}, 3, NULL},
        {{5, ELEMENT_OTHER}, 10, NULL},
    };
    char text[VALUE_TEXT];

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        strcpy(text, "none");
        bool fits = number_shorten(cases[i].number, cases[i].most, text);
        g_assert_cmpint(fits, ==, cases[i].text != NULL);
        g_assert_cmpstr(text, ==, fits ? cases[i].text : "none");
    }
}

/* All of a row with as many decimals, and what is less than four digits. */
static void test_rounded(void)
{
    const struct {
        Number number;
        const char *text;
        bool rounded;
    } cases[] = {
        {of_double(-25.25), "-25.25", false},
        {of_double(-25.25), "-25", true},
        {of_double(-25.25), "-25.3", true},
        {of_double(99.5), "100", true},
        {of_double(1.0 / 3), "0.3333", false},
        {of_double(1.0 / 3), "0.33", true},
        {of_double(37.699), "37.7", false},
        {of_double(4), "4.00", false},
        {{1000000, ELEMENT_I32}, "1e6", false},
        {{1234567, ELEMENT_I32}, "1.2e6", true},
        {{1234567, ELEMENT_I32}, "1.235e6", false},
        {{5, ELEMENT_OTHER}, "0x5", false},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        g_assert_cmpint(number_is_rounded(cases[i].number, cases[i].text), ==,
                        cases[i].rounded);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/number/halves", test_halves);
    g_test_add_func("/number/shuffles", test_shuffles);
    g_test_add_func("/number/rounded", test_rounded);
    g_test_add_func("/number/sums", test_sums);
    g_test_add_func("/number/texts", test_texts);
    g_test_add_func("/number/shorten", test_shorten);
    return g_test_run();
}
