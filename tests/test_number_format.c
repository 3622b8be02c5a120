/* SPDX-License-Identifier: MIT
 *
 * Tests of text_add_number of src/util/base.c.
 */
#include "util/base.h"

#include <glib.h>

static void test_decimal(void)
{
    static const struct {
        double x;
        const char *text;
    } cases[] = {{0, "0"},       {17, "17"},         {0.25, ".25"},
                 {-3.999, "-4"}, {0.004, "0"},       {-0.004, "0"},
                 {-0.5, "-.5"},  {1.005, "1"},       {100.1, "100.1"},
                 {0.05, ".05"},  {-12.34, "-12.34"}, {1e300, "1000000000000"},
                 {1920, "1920"}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Text text = {0};
        text_add_number(&text, cases[i].x);
        g_assert_cmpstr(text.text, ==, cases[i].text);
        text_free(&text);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/decimal/as short as can be", test_decimal);
    return g_test_run();
}
