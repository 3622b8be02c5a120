/* SPDX-License-Identifier: MIT
 *
 * Tests of src/util/printable.c and printable_line of base.c: what is kept,
 * what is replaced, and that nothing else is left.
 */
#include "util/base.h"
#include "util/plain_output.h"
#include "util/printable.h"

#include <glib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *text;
    const char *line;
} cases[] = {
    {"", ""},
    {"plain ~ \"quotes\"", "plain ~ \"quotes\""},
    {"\u03a3 \u2192 \u2026 \U00013000 \u00a0x", NULL}, /* as it is */
    {"a\nb\tc\rd", "a\ufffdb\ufffdc\ufffdd"},
    {"\x1b[31m\x7f", "\ufffd[31m\ufffd"},
    {"\xc2\x9b"
     "31m",
     "\ufffd31m"},
    {"\u202egnp.exe\u202c", "\ufffdgnp.exe\ufffd"},
    {"a\u2066b\u2069c", "a\ufffdb\ufffdc"},
    {"\u200e\u200f\u061c\u2028\u2029", "\ufffd\ufffd\ufffd\ufffd\ufffd"},
    {"a\u200bb\u200dc\ufeffd\u00ade", "a\ufffdb\ufffdc\ufffdd\ufffde"},
    {"\ufe0f\U000e0041\U000e0100\u2060\u3164",
     "\ufffd\ufffd\ufffd\ufffd\ufffd"},
    {"\xef\xbf\xbe\xef\xbf\xbf\xf0\x9f\xbf\xbe", "\ufffd\ufffd\ufffd"},
    {"\xff\xfe", "\ufffd\ufffd"},              /* never in UTF-8 */
    {"a\x80z", "a\ufffdz"},                    /* what should follow */
    {"\xe2\x80", "\ufffd"},                    /* cut short */
    {"\xe2\x80z", "\ufffdz"},                  /* ... before a letter */
    {"\xc0\x8a\xe0\x80\x8a", "\ufffd\ufffd"},  /* line breaks, too long */
    {"\xed\xa0\x80", "\ufffd"},                /* half of a pair */
    {"\xf4\x90\x80\x80\xf8z", "\ufffd\ufffdz"} /* beyond Unicode */
};

static void test_line(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        const char *line = cases[i].line ? cases[i].line : cases[i].text;
        char *made = printable_line(cases[i].text), fixed[64];
        g_assert_cmpstr(made, ==, line);
        g_assert_true(printable_is(made));
        g_assert_true(printable_is(cases[i].text) ==
                      (strcmp(cases[i].text, line) == 0));
        g_strlcpy(fixed, cases[i].text, sizeof fixed);
        printable_fix(fixed, sizeof fixed);
        g_assert_cmpstr(fixed, ==, line);
        g_free(made);
    }
}

/* Each code point: GLib, which has Unicode's own tables, finds no control,
 * format or separator among those that are printable, and calls printable what
 * is graphic, but for what is ignored when drawn. */
static void test_every_code(void)
{
    for (gunichar code = 1; code < 0x110000; ++code) {
        char text[8] = "";
        if (code >= 0xd800 && code < 0xe000)
            continue;
        text[g_unichar_to_utf8(code, text)] = '\0';
        GUnicodeType type = g_unichar_type(code);
        bool is = printable_length(text) == strlen(text);
        if (type == G_UNICODE_CONTROL || type == G_UNICODE_LINE_SEPARATOR ||
            type == G_UNICODE_PARAGRAPH_SEPARATOR ||
            (g_unichar_iszerowidth(code) && type == G_UNICODE_FORMAT &&
             code < 0x600))
            g_assert_false(is);
        if (type == G_UNICODE_UPPERCASE_LETTER ||
            type == G_UNICODE_LOWERCASE_LETTER ||
            type == G_UNICODE_DECIMAL_NUMBER || type == G_UNICODE_MATH_SYMBOL ||
            type == G_UNICODE_DASH_PUNCTUATION ||
            type == G_UNICODE_SPACE_SEPARATOR)
            g_assert_true(is);
    }
}

static void test_lines(void)
{
    char *lines = printable_lines("\ufeffa\r\n\tb\n12345678\tc\u202e\rd\n");

    g_assert_cmpstr(lines, ==,
                    "\ufffda\n        b\n12345678        c\ufffd\ufffdd\n");
    g_free(lines);
    lines = printable_lines("a\tb\tc"); /* to columns 8 and 16 */
    g_assert_cmpstr(lines, ==, "a       b       c");
    free(lines);
    lines = printable_lines("ab ~\x7f!\u00e9c\td\n"); /* plain beside other */
    g_assert_cmpstr(lines, ==, "ab ~\ufffd!\u00e9c        d\n");
    free(lines);
    lines = printable_lines("");
    g_assert_cmpstr(lines, ==, "");
    g_free(lines);
}

static void check_name(const char *text, size_t most, const char *name)
{
    char *made = printable_name(text, "none", most);

    g_assert_cmpstr(made, ==, name);
    g_free(made);
}

/* A name that is cut says so, and between characters. */
static void test_names(void)
{
    check_name("abcdefg", 8, "abcdefg");
    check_name("abcdefgh", 8, "abcd\u2026");
    check_name("abc\u00e9fgh", 8, "abc\u2026");
    check_name("", 8, "none");
}

/* What is replaced takes three bytes where there may have been one. */
static void test_fix_is_cut(void)
{
    char line[8] = "ab\x01\x02\x03xy";

    printable_fix(line, sizeof line);
    g_assert_cmpstr(line, ==, "ab\ufffd");
}

#define FFFD "\xef\xbf\xbd"

/* Pieces of what another program prints may be cut anywhere. */
static void test_output(void)
{
    static const char said[] = "a\tb\n\303\244\033[31m\302\233m\342\200\256"
                               "\377\0\r\360\237\230\200\303";
    static const char plain[] = "a\tb\n\303\244" FFFD "[31m" FFFD
                                "m" FFFD FFFD FFFD FFFD "\360\237\230\200" FFFD;
    char seen[sizeof plain];

    for (size_t piece = 1; piece < sizeof said; ++piece) {
        PlainOutput output = {.count = 0};
        int ends[2];
        g_assert_cmpint(pipe(ends), ==, 0);
        for (size_t at = 0; at < sizeof said - 1; at += piece)
            plain_output_write(&output, ends[1], said + at,
                               piece < sizeof said - 1 - at
                                   ? piece
                                   : sizeof said - 1 - at);
        plain_output_end(&output, ends[1]);
        close(ends[1]);
        ssize_t count = read(ends[0], seen, sizeof seen);
        close(ends[0]);
        g_assert_cmpint(count, ==, sizeof plain - 1);
        g_assert_cmpint(memcmp(seen, plain, sizeof plain - 1), ==, 0);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/printable/line", test_line);
    g_test_add_func("/printable/every code point", test_every_code);
    g_test_add_func("/printable/lines", test_lines);
    g_test_add_func("/printable/names", test_names);
    g_test_add_func("/printable/fixed in its place", test_fix_is_cut);
    g_test_add_func("/printable/output", test_output);
    return g_test_run();
}
