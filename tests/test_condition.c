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
        {CONDITION_USUAL, "011111111"}, {"x>2", "000110010"},
        {"x >= 2", "001110010"},        {"x<0", "000001101"},
        {"x<=0", "100001101"},          {"x==7", "000010000"},
        {"x==-8", "000000100"},         {"\tx\n%2 == 1 ", "010110010"},
        {"x%2!=0", "010111010"},        {"x%3==- 2", "000000101"},
        {"x%-1==0", "111111111"},       {"x==0x7", "000010000"},
        {"x==07", "000010000"},         {"x<4294967295", "111111111"},
        {"x>-4294967295", "111111111"},
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
        {"", "x is missing at letter 1"},
        {"  ", "missing at letter 3"},
        {">4", "missing at letter 1"},
        {"y>4", "missing at letter 1"},
        {"x", "comparison is missing at letter 2"},
        {"x=4", "comparison is missing at letter 2"},
        {"x>", "number is missing at letter 3"},
        {"x%", "number is missing at letter 3"},
        {"x%2", "comparison is missing at letter 4"},
        {"x>x", "number is missing at letter 3"},
        {"x>--1", "number is missing at letter 4"},
        {"x>4;", "left over at letter 4"},
        {"x<4<5", "left over at letter 4"},
        {"x==08", "left over"},
        {"x==1.5", "left over"},
        {"x<4294967296", "does not fit in 32 bits at letter 3"},
        {"x<99999999999999999999999", "does not fit in 32 bits"},
        {"x%0==0", "divides by zero at letter 4"},
        {"%s%n%s%n", "missing at letter 1"},
        {"x>\xff", "missing at letter 3"},
        {"x>4\xc2\xa0", "left over at letter 4"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        check_wrong(cases[i].test, cases[i].said);
}

/* Any text is a test, or wrong with a line that says so. */
static void test_any(void)
{
    static const char letters[] = "x019-%<>=! \n.y";
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
    g_test_add_func("/condition/keeps-what-c-does", test_right);
    g_test_add_func("/condition/wrong-tests-name-the-place", test_wrong);
    g_test_add_func("/condition/any-text-is-judged", test_any);
    return g_test_run();
}
