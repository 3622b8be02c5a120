/* SPDX-License-Identifier: MIT
 *
 * Tests of src/program/assignment_lines.h: the line of what is assigned to, by
 * the place of the statement's last token.
 */
#include "program/assignment_lines.h"

#include <glib.h>
#include <string.h>

/* TEXT has a $ before the last token of an assignment; what is assigned to
 * stands on line WANTED. */
static void check(const char *text, uint32_t wanted)
{
    const char *mark = strchr(text, '$'), *begin = mark;
    char *plain = g_strdup_printf("%.*s%s", (int)(mark - text), text, mark + 1);
    AssignmentFiles files = {0};
    uint32_t line = 1;

    for (const char *c = text; c < mark; ++c)
        line += *c == '\n';
    while (begin > text && begin[-1] != '\n')
        --begin;
    assignment_lines_add(&files, "dir/a.cu", plain);
    g_assert_cmpuint(assignment_lines_find(&files, "/tmp/dir/a.cu", line,
                                           (uint32_t)(mark - begin) + 1),
                     ==, wanted);
    g_assert_cmpuint(assignment_lines_find(&files, "/tmp/b.cu", line,
                                           (uint32_t)(mark - begin) + 1),
                     ==, line);
    g_assert_cmpuint(assignment_lines_find(&files, "dir/a.cu", line, 0), ==,
                     line);
    g_assert_cmpuint(assignment_lines_find(&files, "dir/a.cu", line + 9, 1), ==,
                     line + 9);
    assignment_lines_free(&files);
    g_free(plain);
}

static void test_begins(void)
{
    check("f();\ns[i] =\n    t[i$];", 2);
    check("s[i] = add(a,\n           b$);", 1);
    check("s[\n i] /* = */ =\n // =\n add(a[x = 1]\n$);", 2);
    check("if (a == b) s[i]\n = c ? x\n : $yes;", 1);
    check("s[i] = Pair{\n 1,\n 2$};", 1);
    check("a = b;\nc = d\n + $e;", 2);
    check("f([&]() { a =\n $b; });", 1);
    check("for (;; s[i] =\n $t)\n ;", 1);
    check("f(a =\n $b, c);", 1);
    check("a =\nb =\n $c;", 2);
}

static void test_none(void)
{
    check("a = b;\nf(c,\n d$);", 3);
    check("a = b; {\n $c;", 2);
    check("a +=\n $b;", 2);
    check("a ==\n $b;", 2);
    check("a <=\n $b;", 2);
    check("a =\n $b + c;", 2); /* not the last token */
    check("a =\n b $ ;", 2);   /* no token */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/assignment_lines/begins", test_begins);
    g_test_add_func("/assignment_lines/none", test_none);
    return g_test_run();
}
