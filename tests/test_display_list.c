/* SPDX-License-Identifier: MIT
 *
 * Tests of src/draw/display_list.c and src/draw/layout.c: text stays within its
 * box for every string and size.
 */
#include "draw/display_list.h"
#include "draw/font.h"
#include "draw/layout.h"
#include "view/plot.h"

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
    DisplayList list = {0};

    for (size_t i = 0; i < G_N_ELEMENTS(texts); ++i)
        for (double w = 1; w < 600; w *= 1.7)
            for (double h = 1; h < 60; h *= 1.6)
                for (int align = ALIGN_LEFT; align <= ALIGN_RIGHT; ++align)
                    for (int font = 0; font < FONT_COUNT; ++font) {
                        Rect box = {3.25, 7.5, w, h};
                        display_list_clear(&list, 800, 100);
                        Shape *shape =
                            draw_text(&list, box, (Align)align, (Font)font, 24,
                                      9, COLOR_INK, texts[i]);
                        if (!shape)
                            continue;
                        assert_within(shape->box, box);
                        g_assert_cmpfloat(shape->size, <=, 24 + hair);
                        g_assert_cmpfloat(shape->size, >=, 9 - hair);
                    }
    display_list_free(&list);
}

static void test_text_is_cut(void)
{
    DisplayList list = {0};
    double whole = font_width(FONT_TEXT, 20, "LeftRight");
    Rect box = {0, 0, whole + hair, 40};

    Shape *shape = draw_text(&list, box, ALIGN_LEFT, FONT_TEXT, 20, 20,
                             COLOR_INK, "LeftRight");
    g_assert_cmpstr(shape_text(&list, shape), ==, "LeftRight");
    box.w = whole / 2;
    shape = draw_text(&list, box, ALIGN_LEFT, FONT_TEXT, 20, 20, COLOR_INK,
                      "LeftRight");
    g_assert_true(g_str_has_prefix(shape_text(&list, shape), "Le"));
    g_assert_true(g_str_has_suffix(shape_text(&list, shape), "…"));
    shape = draw_text(&list, box, ALIGN_LEFT, FONT_TEXT, 20, 8, COLOR_INK,
                      "LeftRight");
    g_assert_cmpstr(shape_text(&list, shape), ==, "LeftRight");
    g_assert_cmpfloat(shape->size, <, 20);
    g_assert_null(
        draw_text(&list, box, ALIGN_LEFT, FONT_TEXT, 20, 8, COLOR_INK, ""));
    box.w = 2;
    g_assert_null(draw_text(&list, box, ALIGN_LEFT, FONT_TEXT, 20, 8, COLOR_INK,
                            "LeftRight"));
    display_list_free(&list);
}

static void test_tags(void)
{
    DisplayList list = {0};

    draw_thing(&list, THING_CELL, 1, 7);
    draw_rect(&list, (Rect){10, 10, 20, 20}, 0, COLOR_CELL);
    draw_thing(&list, THING_NODE, 0, 3);
    draw_rect(&list, (Rect){15, 15, 20, 20}, 0, COLOR_HELD);
    draw_line(&list, 0, 0, 40, 40, 1, COLOR_LINK);
    const Shape *shape = display_list_at(&list, 16, 16, THING_CELL);
    g_assert_nonnull(shape);
    g_assert_cmpuint(shape->thing.a, ==, 7);
    g_assert_cmpint(shape->thing.trace - 1, ==, 1);
    g_assert_nonnull(display_list_at(&list, 34, 34, THING_NODE));
    g_assert_null(display_list_at(&list, 34, 34, THING_CELL));
    g_assert_null(display_list_at(&list, 35, 35, THING_NODE));
    g_assert_null(display_list_at(&list, 35, 20, THING_NODE)); /* its side */
    g_assert_null(display_list_at(&list, 20, 35, THING_NODE));
    draw_thing(&list, THING_NODE, 0, 4); /* what lies above is what is hit */
    draw_rect(&list, (Rect){15, 15, 5, 5}, 0, COLOR_HELD);
    g_assert_cmpuint(display_list_at(&list, 16, 16, THING_NODE)->thing.a, ==,
                     4);
    g_assert_cmpuint(display_list_at(&list, 21, 16, THING_NODE)->thing.a, ==,
                     3);
    display_list_clear(&list, 10, 10);
    g_assert_cmpuint(list.shapes_count, ==, 0);
    g_assert_null(display_list_at(&list, 16, 16, THING_CELL));
    draw_rect(&list, (Rect){0, 0, 9, 9}, 0, COLOR_HELD);
    g_assert_cmpint(list.shapes->thing.kind, ==, THING_NONE);
    display_list_free(&list);
}

/* Left, in the middle, right; and never a blank before an ellipsis. */
static void test_align(void)
{
    DisplayList list = {0};
    Rect box = {10, 10, 200, 30};
    double width = font_width(FONT_TEXT, 20, "two words");
    const double lefts[] = {[ALIGN_LEFT] = 10,
                            [ALIGN_CENTER] = 110 - width / 2,
                            [ALIGN_RIGHT] = 210 - width};

    for (int align = ALIGN_LEFT; align <= ALIGN_RIGHT; ++align) {
        const Shape *shape = draw_text(&list, box, (Align)align, FONT_TEXT, 20,
                                       20, COLOR_INK, "two words");
        g_assert_cmpfloat_with_epsilon(shape->box.x, lefts[align], hair);
    }
    for (box.w = 20; box.w < width; box.w += 1) {
        const Shape *shape = draw_text(&list, box, ALIGN_LEFT, FONT_TEXT, 20,
                                       20, COLOR_INK, "two words");
        g_assert_true(!shape || !strstr(shape_text(&list, shape), " …"));
    }
    display_list_free(&list);
}

static double channel(uint32_t rgb, int shift)
{
    double c = (rgb >> shift & 255) / 255.0;

    return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(Theme theme, Color color)
{
    uint32_t rgb = theme_color(theme, color);

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
                 {COLOR_DIM, COLOR_PAPER, 4.5},
                 {COLOR_DIM, COLOR_PANEL, 4.5},
                 {COLOR_DIM, COLOR_CELL, 4.5},
                 {COLOR_ALARM, COLOR_PANEL, 4.5},
                 {COLOR_FAULT, COLOR_PANEL, 4.5},
                 {COLOR_FAULT, COLOR_CELL, 4.5},
                 {COLOR_ON_STRONG, COLOR_FAULT, 4.5},
                 {COLOR_GOOD, COLOR_PANEL, 4.5},
                 {COLOR_ON_STRONG, COLOR_LOAD, 4.5},
                 {COLOR_ON_STRONG, COLOR_CONFLICT, 3.5},
                 {COLOR_ON_BRIGHT, COLOR_STORE, 4.5}};

    for (int theme = 0; theme < THEME_COUNT; ++theme)
        for (size_t i = 0; i < G_N_ELEMENTS(pairs); ++i) {
            double a = luminance((Theme)theme, pairs[i].text) + 0.05;
            double b = luminance((Theme)theme, pairs[i].ground) + 0.05;
            g_assert_cmpfloat(a > b ? a / b : b / a, >=, pairs[i].least);
        }
}

/* What eyes without one kind of cones see of a colour (Machado, Oliveira and
 * Fernandes 2009, full severity), as lightness and two hues (CIE Lab). */
enum { EYES = 4 };

static void seen_color(int eyes, Theme theme, Color color, double lab[3])
{
    static const double views[EYES][9] = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1},
        {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882,
         -0.048116, 1.051998},
        {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820,
         0.042940, 0.968881},
        {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602,
         0.004733, 0.691367, 0.303900}};
    static const double white[3] = {0.9505, 1, 1.089};
    static const double xyz[9] = {0.4124, 0.3576, 0.1805, 0.2126, 0.7152,
                                  0.0722, 0.0193, 0.1192, 0.9505};
    uint32_t rgb = theme_color(theme, color);
    double in[3] = {channel(rgb, 16), channel(rgb, 8), channel(rgb, 0)};
    double out[3], f[3];

    for (int i = 0; i < 3; ++i) {
        out[i] = 0;
        for (int j = 0; j < 3; ++j)
            out[i] += views[eyes][3 * i + j] * in[j];
        out[i] = CLAMP(out[i], 0, 1);
    }
    for (int i = 0; i < 3; ++i) {
        double sum = 0;
        for (int j = 0; j < 3; ++j)
            sum += xyz[3 * i + j] * out[j];
        f[i] = cbrt(sum / white[i]);
    }
    lab[0] = 116 * f[1] - 16;
    lab[1] = 500 * (f[0] - f[1]);
    lab[2] = 200 * (f[1] - f[2]);
}

/* Loads, stores, conflicts, global accesses and faults are distinguished by all
 * eyes: the distance is many times the least that is noticed, which is 2. */
static void test_eyes(void)
{
    static const Color roles[] = {COLOR_LOAD, COLOR_STORE, COLOR_CONFLICT,
                                  COLOR_FAULT};

    for (int theme = THEME_LIGHT; theme <= THEME_DARK; ++theme)
        for (int eyes = 0; eyes < EYES; ++eyes)
            for (size_t i = 0; i < G_N_ELEMENTS(roles); ++i)
                for (size_t j = 0; j < i; ++j) {
                    double a[3], b[3];
                    seen_color(eyes, (Theme)theme, roles[i], a);
                    seen_color(eyes, (Theme)theme, roles[j], b);
                    double far =
                        sqrt(pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) +
                             pow(a[2] - b[2], 2));
                    g_test_message("theme %d, eyes %d: %d and %d are %g apart",
                                   theme, eyes, (int)roles[i], (int)roles[j],
                                   far);
                    g_assert_cmpfloat(far, >=, 12);
                }
}

/* Print has no colours; a grey or a weight replaces each. */
static void test_print(void)
{
    static const Color strong[] = {COLOR_LOAD, COLOR_STORE, COLOR_CONFLICT};

    for (int color = 0; color < COLOR_NONE; ++color) {
        uint32_t rgb = theme_color(THEME_PRINT, (Color)color);
        g_assert_cmphex(rgb >> 16, ==, rgb & 255);
        g_assert_cmphex(rgb >> 8 & 255, ==, rgb & 255);
        g_assert_cmpfloat(theme_line(THEME_PRINT, (Color)color).weight, >=, 1);
    }
    g_assert_cmphex(theme_color(THEME_PRINT, COLOR_PAPER), ==, 0xffffff);
    for (size_t i = 0; i < G_N_ELEMENTS(strong); ++i)
        for (size_t j = 0; j < i; ++j)
            g_assert_cmpfloat(fabs(luminance(THEME_PRINT, strong[i]) -
                                   luminance(THEME_PRINT, strong[j])),
                              >, 0.1);
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
    Rect page = {5, 6, 40, 50}, foot = rect_cut_bottom(&page, 20);
    g_assert_cmpfloat(foot.y, ==, 36);
    g_assert_cmpfloat(foot.h, ==, 20);
    g_assert_cmpfloat(page.h, ==, 30);
    Rect side = rect_cut_right(&page, 10);
    g_assert_cmpfloat(side.x, ==, 35);
    g_assert_cmpfloat(side.w, ==, 10);
    g_assert_true(rect_is_empty(rect_inset(top, 1000, 0)));
}

static void test_paragraph(void)
{
    DisplayList list = {0};
    const char *text = "Threads 0 to 3 store their sums; each meets a bank of "
                       "its own.";
    Rect box = {5, 5, 200, 60};

    int lines =
        layout_paragraph(&list, box, 20, FONT_TEXT, 14, 12, COLOR_INK, text);
    g_assert_cmpint(lines, ==, 3);
    g_assert_cmpuint(list.shapes_count, ==, 3);
    for (size_t i = 0; i < list.shapes_count; ++i)
        assert_within(list.shapes[i].box, box);
    for (size_t i = 0; i < list.shapes_count; ++i)
        g_assert_cmpint(shape_text(&list, list.shapes + i)[0], !=, ' ');
    g_assert_true(
        g_str_has_prefix(shape_text(&list, list.shapes), "Threads 0"));
    display_list_clear(&list, 10, 10);
    box = (Rect){5, 5, 60, 60};
    lines = layout_paragraph(&list, box, 20, FONT_TEXT, 14, 12, COLOR_INK,
                             "Incommensurable a b"); /* wider than the box */
    g_assert_cmpint(lines, ==, 2);
    g_assert_cmpstr(shape_text(&list, list.shapes + 1), ==, "a b");
    display_list_clear(&list, 10, 10);
    box = (Rect){5, 5, 200, 20};
    layout_paragraph(&list, box, 20, FONT_TEXT, 14, 12, COLOR_INK, text);
    g_assert_true(g_str_has_suffix(shape_text(&list, list.shapes), "…"));
    display_list_free(&list);
}

/* As long and as broad as the shape is wide, whichever way it points. */
static void test_arrow_head(void)
{
    DisplayList list = {0};
    double x[3], y[3];

    Shape *arrow = draw_arrow(&list, 1, 2, 1 + 3, 2 + 4, 10, COLOR_INK);
    g_assert_true(draw_arrow_head(arrow, x, y));
    g_assert_cmpfloat(x[0], ==, 4);
    g_assert_cmpfloat(y[0], ==, 6);
    g_assert_cmpfloat_with_epsilon((x[1] + x[2]) / 2, 4 - 6, hair);
    g_assert_cmpfloat_with_epsilon((y[1] + y[2]) / 2, 6 - 8, hair);
    g_assert_cmpfloat_with_epsilon(hypot(x[2] - x[1], y[2] - y[1]), 10, hair);
    g_assert_cmpfloat_with_epsilon(hypot(x[0] - x[1], y[0] - y[1]),
                                   hypot(x[0] - x[2], y[0] - y[2]), hair);
    arrow = draw_arrow(&list, 7, 8, 7, 8, 10, COLOR_INK);
    g_assert_false(draw_arrow_head(arrow, x, y));
    g_assert_cmpfloat(x[2], ==, 7);
    g_assert_cmpfloat(y[1], ==, 8);
    display_list_free(&list);
}

/* What a mark looks like, in words. */
static char *mark_words(size_t style, Rect *extent)
{
    DisplayList list = {0};
    GString *words = g_string_new("");
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;

    marker_draw(&list, style, 100, 80, 20, 2, COLOR_INK);
    for (size_t i = 0; i < list.shapes_count; ++i) {
        const Shape *shape = list.shapes + i;
        g_string_append_printf(words, "%d %g %g %g %g %g %g %g %g %g %d %d\n",
                               (int)shape->kind, shape->box.x, shape->box.y,
                               shape->box.w, shape->box.h, shape->radius,
                               shape->x[0], shape->y[0], shape->x[1],
                               shape->y[1], (int)shape->fill, (int)shape->edge);
        double broad =
            shape->kind == SHAPE_ARROW ? shape->width / 2 : 0; /* its foot */
        left = fmin(left, shape->box.x - broad);
        right = fmax(right, shape->box.x + shape->box.w + broad);
        top = fmin(top, shape->box.y);
        bottom = fmax(bottom, shape->box.y + shape->box.h);
    }
    *extent = (Rect){left, top, right - left, bottom - top};
    display_list_free(&list);
    return g_string_free(words, FALSE);
}

/* Each style has its own sign, about as high as was asked, around its
 * point; then they start again. */
static void test_marks(void)
{
    char *all[MARKER_COUNT];

    for (size_t i = 0; i < MARKER_COUNT; ++i) {
        Rect extent;
        all[i] = mark_words(i, &extent);
        g_assert_cmpfloat(fabs(extent.x + extent.w / 2 - 100), <, 2.5);
        g_assert_cmpfloat(fabs(extent.y + extent.h / 2 - 80), <, 2.5);
        g_assert_cmpfloat(extent.h, >, 12);
        g_assert_cmpfloat(extent.h, <, 28);
        for (size_t j = 0; j < i; ++j)
            g_assert_cmpstr(all[i], !=, all[j]);
        char *again = mark_words(i + MARKER_COUNT, &extent);
        g_assert_cmpstr(again, ==, all[i]);
        g_free(again);
    }
    for (size_t i = 0; i < MARKER_COUNT; ++i)
        g_free(all[i]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/display_list/text keeps to its box",
                    test_text_keeps_to_its_box);
    g_test_add_func("/display_list/text is cut", test_text_is_cut);
    g_test_add_func("/display_list/tags", test_tags);
    g_test_add_func("/display_list/align", test_align);
    g_test_add_func("/display_list/arrow-head", test_arrow_head);
    g_test_add_func("/display_list/marks", test_marks);
    g_test_add_func("/display_list/contrast", test_contrast);
    g_test_add_func("/display_list/eyes", test_eyes);
    g_test_add_func("/display_list/print", test_print);
    g_test_add_func("/display_list/cutting", test_cutting);
    g_test_add_func("/display_list/paragraph", test_paragraph);
    int failed = g_test_run();
    font_done();
    return failed;
}
