/* SPDX-License-Identifier: MIT
 *
 * What arrays are called after the arguments of a launch.
 */
#include "program/arguments.h"

#include <glib.h>

static void test_names(void)
{
    static const struct {
        const char *argument, *name, *whole;
    } cases[] = {
        {"sum", "sum", "sum"},
        {"  sum ", "sum", "sum"},
        {"sum + 1", "sum", "(sum + 1)"},
        {"sum+n*4-1", "sum", "(sum+n*4-1)"},
        {"sum - 1", "sum", "(sum - 1)"},
        {"&sum[i][2]", "sum[i]", "(&sum[i][2])"},
        {"(float *)sum", "sum", "((float *)sum)"},
        {"(const float4*) (sum + 4)", "sum", "((const float4*) (sum + 4))"},
        {"(Numbers)sum", "sum", "((Numbers)sum)"},
        {"((sum))", "sum", "(((sum)))"},
        {"reinterpret_cast<int *>(sum + 2)", "sum",
         "(reinterpret_cast<int *>(sum + 2))"},
        {"thrust::raw_pointer_cast(sum.data())", "sum",
         "(thrust::raw_pointer_cast(sum.data()))"},
        {"thrust::raw_pointer_cast(&sum[0])", "sum",
         "(thrust::raw_pointer_cast(&sum[0]))"},
        {"sum.data().get() + 1", "sum", "(sum.data().get() + 1)"},
        {"p->sum", "p->sum", "p->sum"},
        {"p->sum - 2", "p->sum", "(p->sum - 2)"},
        {"levels[1]", "levels[1]", "levels[1]"},
        {"f(x + 1, y)", "f(x + 1, y)", "f(x + 1, y)"},
        {"std::data(v) + 1", "std::data(v)", "(std::data(v) + 1)"},
        {"first ? a : b", "(first ? a : b)", "(first ? a : b)"},
        {"*sums", "(*sums)", "(*sums)"},
        {"3 + sum", "(3 + sum)", "(3 + sum)"},
        {"(a)[2]", "(a)[2]", "(a)[2]"},
        {"sum[", "(sum[)", "(sum[)"},
    };
    char name[64];

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        char *text = g_strdup_printf("n, %s", cases[i].argument);
        g_assert_true(arguments_array(text, 2, false, name, sizeof name));
        g_assert_cmpstr(name, ==, cases[i].name);
        g_assert_true(arguments_array(text, 2, true, name, sizeof name));
        g_assert_cmpstr(name, ==, cases[i].whole);
        g_free(text);
    }
    g_assert_false(arguments_array("a, b", 3, false, name, sizeof name));
    g_assert_false(arguments_array("", 1, false, name, sizeof name));
}

/* A long argument is cut, and has its brackets all the same. */
static void test_long(void)
{
    char name[16];

    g_assert_true(arguments_array("a ? the_first_one : another_one", 1, false,
                                  name, sizeof name));
    g_assert_cmpstr(name, ==, "(a ? the_first)");
    g_assert_true(
        arguments_array("the_first_one_of_all", 1, false, name, sizeof name));
    g_assert_cmpstr(name, ==, "the_first_one_o");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/arguments/names", test_names);
    g_test_add_func("/arguments/long", test_long);
    return g_test_run();
}
