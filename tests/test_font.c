/* SPDX-License-Identifier: MIT
 *
 * Tests of src/draw/font.c.
 */
#include "draw/font.h"

#include <glib.h>

/* Every sign that frames draw is in both families. */
static void test_signs(void)
{
    const char *text = "→ ← ▶ ◀ · × Σ ∞ … ² 0 9 A z + - = ( ) ; ^ > < ? & | %";

    for (int font = 0; font < FONT_COUNT; ++font) {
        const char *at = text;
        uint32_t code;
        while ((code = font_next(&at))) {
            double advance;
            g_assert_cmpuint(font_glyph((Font)font, code, &advance), !=, 0);
            g_assert_cmpfloat(advance, >, 0);
        }
    }
}

static void test_widths(void)
{
    double one = font_width(FONT_CODE, 10, "0");

    g_assert_cmpfloat(one, >, 5);
    g_assert_cmpfloat_with_epsilon(font_width(FONT_CODE, 10, "→42"), 3 * one,
                                   1e-6);
    g_assert_cmpfloat_with_epsilon(font_width(FONT_TEXT, 30, "LeftRight"),
                                   3 * font_width(FONT_TEXT, 10, "LeftRight"),
                                   1e-6);
    g_assert_cmpfloat(font_width(FONT_TEXT, 10, ""), ==, 0);
    g_assert_cmpfloat(font_width(FONT_TEXT, 10, "i"), <,
                      font_width(FONT_TEXT, 10, "W"));
}

static void test_heights(void)
{
    for (int i = 0; i < FONT_COUNT; ++i) {
        Font font = (Font)i;
        double above, below;
        g_assert_cmpfloat(font_capital(font, 100), >, 60);
        g_assert_cmpfloat(font_capital(font, 100), <, 100);
        font_ink(font, 100, "H", &above, &below);
        g_assert_cmpfloat_with_epsilon(above, font_capital(font, 100), 1);
        g_assert_cmpfloat_with_epsilon(below, 0, 1);
        font_ink(font, 100, "g", &above, &below);
        g_assert_cmpfloat(below, >, 10);
        font_ink(font, 100, "  ", &above, &below);
        g_assert_cmpfloat(above, ==, 0);
        g_assert_cmpfloat(below, ==, 0);
    }
}

/* Broken UTF-8 is read to its end, one mark at a time, and never past it. */
static void test_broken_text(void)
{
    static const struct {
        const char *text;
        int marks;
    } cases[] = {{"", 0},         {"a", 1},         {"\xff", 1},
                 {"\xe2\x86", 1}, {"\xe2z", 2},     {"\x80\x80", 2},
                 {"\xf0\x9f", 1}, {"\xc3\xa9x", 2}, {"\xf8\x88", 1}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        const char *at = cases[i].text;
        int marks = 0;
        while (font_next(&at))
            ++marks;
        g_assert_cmpint(marks, ==, cases[i].marks);
        g_assert_cmpint(*at, ==, 0);
        g_assert_cmpfloat(font_width(FONT_TEXT, 10, cases[i].text), >=, 0);
    }
}

/* Written and read back; what is no character becomes the sign for that. */
static void test_add(void)
{
    static const struct {
        uint32_t code, read;
    } cases[] = {{0x41, 0x41},      {0x7ff, 0x7ff},     {0x800, 0x800},
                 {0xd7ff, 0xd7ff},  {0xd800, 0xfffd},   {0xdfff, 0xfffd},
                 {0xe000, 0xe000},  {0x1f600, 0x1f600}, {0x10ffff, 0x10ffff},
                 {0x110000, 0xfffd}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Text text = {0};
        font_add(&text, cases[i].code);
        const char *at = text.text;
        g_assert_cmphex(font_next(&at), ==, cases[i].read);
        g_assert_cmpint(*at, ==, 0);
        text_free(&text);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/font/signs", test_signs);
    g_test_add_func("/font/widths", test_widths);
    g_test_add_func("/font/heights", test_heights);
    g_test_add_func("/font/broken text", test_broken_text);
    g_test_add_func("/font/add", test_add);
    int failed = g_test_run();
    font_done();
    return failed;
}
