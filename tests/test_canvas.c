/* SPDX-License-Identifier: MIT
 *
 * Tests of src/canvas.c and src/layout.c: text keeps to its box, whatever is
 * asked of it.
 */
#include "../src/font.h"
#include "../src/layout.h"

#include <glib.h>
#include <math.h>

static const double hair = 1e-6;

static void assert_within(Rect inner, Rect outer)
{
    g_assert_cmpfloat(inner.x, >=, outer.x - hair);
    g_assert_cmpfloat(inner.y, >=, outer.y - hair);
    g_assert_cmpfloat(inner.x + inner.w, <=, outer.x + outer.w + hair);
    g_assert_cmpfloat(inner.y + inner.h, <=, outer.y + outer.h + hair);
}

static void test_text_keeps_to_its_box(void)
{
    static const char *const texts[] = {
        "0",
        "-2147483648",
        "T12 → cell 2047, bank 31",
        "gjpqy",
        "x0..x32767",
        "sums go left or right: a warp meets every bank once",
        "Σ ∞ … ²"};
    Canvas canvas = {0};

    for (size_t i = 0; i < G_N_ELEMENTS(texts); ++i)
        for (double w = 1; w < 600; w *= 1.7)
            for (double h = 1; h < 60; h *= 1.6)
                for (int align = ALIGN_LEFT; align <= ALIGN_RIGHT; ++align)
                    for (int font = 0; font < FONT_COUNT; ++font) {
                        Rect box = {3.25, 7.5, w, h};
                        canvas_clear(&canvas, 800, 100);
                        Shape *shape =
                            canvas_text(&canvas, box, (Align)align, (Font)font,
                                        24, 9, COLOR_INK, texts[i]);
                        if (!shape)
                            continue;
                        assert_within(shape->box, box);
                        g_assert_cmpfloat(shape->size, <=, 24 + hair);
                        g_assert_cmpfloat(shape->size, >=, 9 - hair);
                    }
    canvas_free(&canvas);
}

static void test_text_is_cut(void)
{
    Canvas canvas = {0};
    double whole = font_width(FONT_TEXT, 20, "LeftRight");
    Rect box = {0, 0, whole + hair, 40};

    Shape *shape = canvas_text(&canvas, box, ALIGN_LEFT, FONT_TEXT, 20, 20,
                               COLOR_INK, "LeftRight");
    g_assert_cmpstr(canvas_shape_text(&canvas, shape), ==, "LeftRight");
    box.w = whole / 2;
    shape = canvas_text(&canvas, box, ALIGN_LEFT, FONT_TEXT, 20, 20, COLOR_INK,
                        "LeftRight");
    g_assert_true(g_str_has_prefix(canvas_shape_text(&canvas, shape), "Le"));
    g_assert_true(g_str_has_suffix(canvas_shape_text(&canvas, shape), "…"));
    shape = canvas_text(&canvas, box, ALIGN_LEFT, FONT_TEXT, 20, 8, COLOR_INK,
                        "LeftRight");
    g_assert_cmpstr(canvas_shape_text(&canvas, shape), ==, "LeftRight");
    g_assert_cmpfloat(shape->size, <, 20);
    g_assert_null(
        canvas_text(&canvas, box, ALIGN_LEFT, FONT_TEXT, 20, 8, COLOR_INK, ""));
    box.w = 2;
    g_assert_null(canvas_text(&canvas, box, ALIGN_LEFT, FONT_TEXT, 20, 8,
                              COLOR_INK, "LeftRight"));
    canvas_free(&canvas);
}

static void test_tags(void)
{
    Canvas canvas = {0};

    canvas_tag(&canvas, TAG_CELL, 1, 7);
    canvas_rect(&canvas, (Rect){10, 10, 20, 20}, 0, COLOR_CELL);
    canvas_tag(&canvas, TAG_NODE, 0, 3);
    canvas_rect(&canvas, (Rect){15, 15, 20, 20}, 0, COLOR_HELD);
    canvas_line(&canvas, 0, 0, 40, 40, 1, COLOR_LINK);
    const Shape *shape = canvas_at(&canvas, 16, 16, TAG_CELL);
    g_assert_nonnull(shape);
    g_assert_cmpuint(shape->tag.index, ==, 7);
    g_assert_cmpint(shape->tag.panel, ==, 1);
    g_assert_nonnull(canvas_at(&canvas, 34, 34, TAG_NODE));
    g_assert_null(canvas_at(&canvas, 34, 34, TAG_CELL));
    g_assert_null(canvas_at(&canvas, 35, 35, TAG_NODE));
    canvas_clear(&canvas, 10, 10);
    g_assert_cmpuint(canvas.shapes_count, ==, 0);
    g_assert_null(canvas_at(&canvas, 16, 16, TAG_CELL));
    canvas_free(&canvas);
}

static void test_boxes_of_strokes(void)
{
    Canvas canvas = {0};
    Shape *line = canvas_line(&canvas, 9, 2, 3, 8, 1, COLOR_LINK);

    g_assert_cmpfloat(line->box.x, ==, 3);
    g_assert_cmpfloat(line->box.y, ==, 2);
    g_assert_cmpfloat(line->box.w, ==, 6);
    g_assert_cmpfloat(line->box.h, ==, 6);
    canvas_free(&canvas);
}

static double channel(uint32_t rgb, int shift)
{
    double c = (rgb >> shift & 255) / 255.0;

    return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(Theme theme, Color color)
{
    uint32_t rgb = canvas_color(theme, color);

    return 0.2126 * channel(rgb, 16) + 0.7152 * channel(rgb, 8) +
           0.0722 * channel(rgb, 0);
}

/* Words can be read on what they stand on: WCAG's 4.5, and 3 for the bold
 * numbers on strong colours. */
static void test_contrast(void)
{
    static const struct {
        Color text, ground;
        double least;
    } pairs[] = {{COLOR_INK, COLOR_PAPER, 7},
                 {COLOR_INK, COLOR_PANEL, 7},
                 {COLOR_INK, COLOR_CELL, 7},
                 {COLOR_INK, COLOR_HELD, 7},
                 {COLOR_INK, COLOR_RUNNING, 7},
                 {COLOR_DIM, COLOR_PAPER, 4.5},
                 {COLOR_DIM, COLOR_PANEL, 4.5},
                 {COLOR_DIM, COLOR_CELL, 4.5},
                 {COLOR_ALARM, COLOR_PANEL, 4.5},
                 {COLOR_GOOD, COLOR_PANEL, 4.5},
                 {COLOR_ON_STRONG, COLOR_LOAD, 4.5},
                 {COLOR_ON_STRONG, COLOR_CONFLICT, 3.5},
                 {COLOR_ON_BRIGHT, COLOR_STORE, 4.5},
                 {COLOR_ON_BRIGHT, COLOR_GLOBAL, 4.5}};

    for (int theme = 0; theme < THEME_COUNT; ++theme)
        for (size_t i = 0; i < G_N_ELEMENTS(pairs); ++i) {
            double a = luminance((Theme)theme, pairs[i].text) + 0.05;
            double b = luminance((Theme)theme, pairs[i].ground) + 0.05;
            g_assert_cmpfloat(a > b ? a / b : b / a, >=, pairs[i].least);
        }
}

static void test_cutting(void)
{
    Rect box = {10, 20, 100, 50};
    Rect top = rect_cut_top(&box, 10), left = rect_cut_left(&box, 30);
    Rect right = rect_cut_right(&box, 500), none = rect_cut_bottom(&box, -4);

    g_assert_cmpfloat(top.h, ==, 10);
    g_assert_cmpfloat(left.y, ==, 30);
    g_assert_cmpfloat(right.x, ==, 40);
    g_assert_cmpfloat(right.w, ==, 70);
    g_assert_cmpfloat(none.h, ==, 0);
    g_assert_true(rect_is_empty(box));
    g_assert_true(rect_is_empty(rect_inset(top, 1000, 0)));
}

static void test_paragraph(void)
{
    Canvas canvas = {0};
    const char *text = "Threads 0 to 3 store their sums; each meets a bank of "
                       "its own.";
    Rect box = {5, 5, 200, 60};

    int lines =
        layout_paragraph(&canvas, box, 20, FONT_TEXT, 14, 12, COLOR_INK, text);
    g_assert_cmpint(lines, ==, 3);
    g_assert_cmpuint(canvas.shapes_count, ==, 3);
    for (size_t i = 0; i < canvas.shapes_count; ++i)
        assert_within(canvas.shapes[i].box, box);
    g_assert_true(g_str_has_prefix(canvas_shape_text(&canvas, canvas.shapes),
                                   "Threads 0"));
    canvas_clear(&canvas, 10, 10);
    box.h = 20;
    layout_paragraph(&canvas, box, 20, FONT_TEXT, 14, 12, COLOR_INK, text);
    g_assert_true(
        g_str_has_suffix(canvas_shape_text(&canvas, canvas.shapes), "…"));
    canvas_free(&canvas);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/canvas/text keeps to its box",
                    test_text_keeps_to_its_box);
    g_test_add_func("/canvas/text is cut", test_text_is_cut);
    g_test_add_func("/canvas/tags", test_tags);
    g_test_add_func("/canvas/boxes of strokes", test_boxes_of_strokes);
    g_test_add_func("/canvas/contrast", test_contrast);
    g_test_add_func("/layout/cutting", test_cutting);
    g_test_add_func("/layout/paragraph", test_paragraph);
    int failed = g_test_run();
    font_done();
    return failed;
}
