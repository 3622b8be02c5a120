/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/listing.c: functions are found by their braces, and a long
 * line is never longer than its room where it can be broken.
 */
#include "view/listing.h"

#include <glib.h>
#include <string.h>

static const char source[] = "/* A { comment */\n"
                             "#include <cstdio>\n"
                             "\n"
                             "template <class T>\n"
                             "__global__ void f(T *out,\n"
                             "                  int n)\n"
                             "{\n"
                             "\tchar c = '}'; // not }\n"
                             "\tif (n) {\n"
                             "\t\tout[0] = n;\n"
                             "\t}\n"
                             "}\n"
                             "int x;\n"
                             "int main() {\n"
                             "}\n";

static void check_function(int line, int first, int last)
{
    Listing all = listing_of(source);
    LineRange range = listing_function(&all, line);

    g_assert_cmpint(range.first, ==, first);
    g_assert_cmpint(range.last, ==, last);
    listing_free(&all);
}

static void test_function(void)
{
    Listing all = listing_of(source);

    g_assert_cmpuint(all.lines_count, ==, 15);
    g_assert_cmpint(listing_find(&all, "__global__"), ==, 4);
    g_assert_cmpint(listing_find(&all, "absent"), ==, -1);
    listing_free(&all);
    check_function(9, 3, 11); /* out[0] = n; */
    check_function(4, 3, 11); /* its head */
    check_function(12, 12, 12);
    check_function(13, 13, 14);
}

/* The rows of all lines of TEXT, joined by '|', with '_' for their columns of
 * indentation. */
static char *rows(const char *text, int most)
{
    Listing all = listing_of(text);
    ListingRows made =
        listing_rows(&all, (LineRange){0, (int)all.lines_count - 1}, most);
    GString *joined = g_string_new(NULL);

    for (size_t i = 0; i < made.rows_count; ++i) {
        const ListingRow *row = made.rows + i;
        g_assert_cmpint(row->follows, ==,
                        i > 0 && row->number == row[-1].number);
        if (i > 0)
            g_string_append_c(joined, '|');
        for (int column = 0; column < row->indent; ++column)
            g_string_append_c(joined, '_');
        if (row->text.text)
            g_string_append(joined, row->text.text);
    }
    listing_rows_free(&made);
    listing_free(&all);
    return g_string_free(joined, FALSE);
}

static void check_rows(const char *text, int most, const char *expected)
{
    char *made = rows(text, most);

    g_assert_cmpstr(made, ==, expected);
    g_free(made);
}

static void test_rows(void)
{
    check_rows("    a;\n\n\tif (b)\n\t    c;  \n", 40, "a;||if (b)|____c;");
    check_rows("a;\n    long = 1; // why\n", 12, "a;|__long = 1;");
    check_rows("  f(first, second);\n", 12, "f(first,|____second);");
    check_rows("unbreakable_name_of_a_function();\n", 8,
               "unbreakable_name_of_a_function();");
    check_rows("print(\"// no\"); // yes\n", 16,
               "print(\"// no\");|____// yes");
    check_rows("", 8, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/listing/function", test_function);
    g_test_add_func("/listing/rows", test_rows);
    return g_test_run();
}
