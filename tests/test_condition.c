/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/condition.c: the conditions on x by which compact keeps
 * elements, valid and hostile ones.
 */
#include "analysis/condition.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* Of these, by rising place. */
static const int32_t inputs[] = {0, 1, 2, 3, 7, -1, -8, INT32_MAX, INT32_MIN};
enum { COUNT = G_N_ELEMENTS(inputs) };

static Word *flags_of(const char *test, Error *error)
{
    Word words[COUNT];

    memcpy(words, inputs, sizeof words);
    *error = (Error){ERROR_NONE, ""};
    return condition_flags(test, words, COUNT, error);
}

static void test_right(void)
{
    static const struct {
        const char *test, *kept; /* 1 for each input that is */
    } cases[] = {
        {CONDITION_USUAL, "011111111"},
        {"x", "011111111"},
        {"x>2", "000110010"},
        {"x >= 2", "001110010"},
        {"x<0", "000001101"},
        {"x<=0", "100001101"},
        {"x==7", "000010000"},
        {"7==x", "000010000"},
        {"\tx\n%2 == 1 ", "010110010"},
        {"x%2!=0", "010111010"},
        {"x/2==1", "001100000"},
        {"x*2147483648*2147483648*2%-1==0", "111111111"}, /* x * 2^63 */
        {"x*2147483648*2147483648*2/-1!=0", "010111010"},
        {"x/2==-4", "000000100"},
        {"x%3==-2", "000000101"},
        {"x*x<10", "111101000"},
        {"x*x*x*x*x>0", "011110000"}, /* 64 bits, and around */
        {"x+1>x", "111111111"},
        {"2147483647+x > 2147483647", "011110010"},
        {"x-1-1==0", "001000000"},
        {"x-(1-1)==0", "100000000"},
        {"1+x*2==7", "000100000"},
        {"(1+x)*2==8", "000100000"},
        {"--x==7", "000010000"},
        {"x==-x", "100000000"},
        {"x/-1==-7", "000010000"},
        {"x%-1==0", "111111111"},
        {"x==0x7", "000010000"},
        {"x==010-1", "000010000"},
        {"x==4294967295-4294967294", "010000000"},
        {"x<0 || x>2", "000111111"},
        {"x<0 || x>2 && x<4", "000101101"},
        {"(x<0 || x>2) && x<4", "000101101"},
        {"x>0 && x<4 && x!=2", "010100000"},
        {"(x>2)==(x<5)", "000100000"},
        {"x!=0 && 8/x>1", "011100000"},
        {"x==0 || 8/x>1", "111100000"},
        {"x==0 || (1 && 8/x>1)", "111100000"},
        {"1 || 1/0 && 1/0", "111111111"},
        {"1", "111111111"},
        {"0", "000000000"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Error error;
        char kept[COUNT + 1] = "";
        Word *flags = flags_of(cases[i].test, &error);
        if (!flags)
            g_error("%s", error.text);
        for (size_t j = 0; j < COUNT; ++j) {
            g_assert_cmpuint(flags[j], <=, 1);
            kept[j] = (char)('0' + flags[j]);
        }
        if (strcmp(kept, cases[i].kept) != 0)
            g_error("\"%s\" keeps %s, but should keep %s", cases[i].test, kept,
                    cases[i].kept);
        free(flags);
    }
}

static void check_wrong(const char *test, const char *said)
{
    Error error;
    Word *flags = flags_of(test, &error);

    g_assert_null(flags);
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    if (!g_str_has_prefix(error.text, "--where \"") ||
        !strstr(error.text, said) || !strstr(error.text, "such as x>4") ||
        strchr(error.text, '\n'))
        g_error("\"%.80s\": %s", test, error.text);
}

static void test_wrong(void)
{
    static const struct {
        const char *test, *said;
    } cases[] = {
        {"", "missing at letter 1"},
        {"  ", "missing at letter 3"},
        {"x>", "missing at letter 3"},
        {">4", "missing at letter 1"},
        {"y>4", "missing at letter 1"},
        {"x=4", "left over at letter 2"},
        {"x>4;", "left over at letter 4"},
        {"xx", "left over at letter 2"},
        {"x 4", "left over at letter 3"},
        {"x<4<5", "left over at letter 4"},
        {"x&1", "left over"},
        {"x|1", "left over"},
        {"x!1", "left over"},
        {"x>4 &&", "missing at letter 7"},
        {"x>4 || && 1", "missing"},
        {"(x>4", "parenthesis is missing at letter 5"},
        {"x>4)", "left over at letter 4"},
        {"()", "missing at letter 2"},
        {"x==08", "left over"},
        {"x==0x", "left over"},
        {"x==1.5", "left over"},
        {"x==1e3", "left over"},
        {"x<4294967296", "does not fit in 32 bits at letter 3"},
        {"x<99999999999999999999999", "does not fit in 32 bits"},
        {"1/x>0", "divides by zero"},
        {"x%0==0", "divides by zero"},
        {"x/(x-7)", "divides by zero"},
        {"0 || 1/x", "divides by zero"},
        {"%s%n%s%n", "missing at letter 1"},
        {"x>4\n&& y", "missing"},
        {"x>\xff", "missing at letter 3"},
        {"x>4\xc2\xa0", "left over at letter 4"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        check_wrong(cases[i].test, cases[i].said);
}

/* UNIT many times, then x. */
static char *repeated(const char *unit, size_t count)
{
    GString *text = g_string_new(NULL);

    for (size_t i = 0; i < count; ++i)
        g_string_append(text, unit);
    g_string_append_c(text, 'x');
    return g_string_free(text, FALSE);
}

static void test_deep(void)
{
    static const char *const deep[] = {"(", "-", "-(", "1+(", "x&&("};
    static const char *const flat[] = {"1+", "x-", "1*", "1||", "0&&"};
    Error error;

    for (size_t i = 0; i < G_N_ELEMENTS(deep); ++i) {
        char *text = repeated(deep[i], 100000);
        check_wrong(text, "nested too deeply");
        g_free(text);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(flat); ++i) {
        char *text = repeated(flat[i], 10000);
        Word *flags = flags_of(text, &error);
        if (!flags)
            g_error("%s", error.text);
        free(flags);
        g_free(text);
    }
}

/* Any text is a test, or wrong with a line that says so. */
static void test_any(void)
{
    static const char letters[] = "x019-+*/%()<>=!&| \n.y";
    uint64_t random = 1;

    for (int round = 0; round < 20000; ++round) {
        char text[24] = "";
        Error error;
        size_t length = base_random(&random) % (sizeof text - 1);
        for (size_t i = 0; i < length; ++i)
            text[i] = letters[base_random(&random) % (sizeof letters - 1)];
        Word *flags = flags_of(text, &error);
        g_assert_true((flags != NULL) == (error.kind == ERROR_NONE));
        g_assert_null(strchr(error.text, '\n'));
        free(flags);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/condition/right", test_right);
    g_test_add_func("/condition/wrong", test_wrong);
    g_test_add_func("/condition/deep", test_deep);
    g_test_add_func("/condition/any", test_any);
    return g_test_run();
}
