/* SPDX-License-Identifier: MIT
 *
 * Tests of src/export/html_delta.c: decoded again, the stored frames are
 * exactly the pictures that were encoded; and each shape's word has its places
 * and colours.
 */
#include "draw/paint_cairo.h"
#include "export/html_delta.h"

#include <glib.h>
#include <string.h>

enum { PICTURES = 40, MOST = 60 };

/* A picture of random boxes, of which most are the previous picture's. */
static void draw(DisplayList *list, uint64_t *seed)
{
    display_list_clear(list, 100, 100);
    for (uint32_t i = 0; i < MOST; ++i) {
        uint64_t dice = base_random(seed) % 16;
        if (dice == 0)
            continue; /* gone */
        draw_thing(list, dice == 1 ? THING_NODE : THING_CELL, 0, i / 3);
        draw_rect(list, (Rect){i, dice == 2, 1, 1}, 0, COLOR_INK);
        if (dice == 3) /* one more in between */
            draw_line(list, i, 0, i, (double)(base_random(seed) % 9), 1,
                      COLOR_LINK);
        if (dice == 4)
            draw_text(list, (Rect){i, 0, 90, 20}, ALIGN_LEFT, FONT_CODE, 12, 9,
                      COLOR_INK, "a <b> & c");
    }
}

static void add_words(const DisplayList *list, GString *all)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        Text word = {0};
        html_delta_word(&word, list, list->shapes + i);
        g_string_append_printf(all, "%s\n", word.text);
        text_free(&word);
    }
    g_string_append(all, "--\n");
}

/* All pictures, as the page reads them. */
static GString *read_back(const HtmlDelta *delta)
{
    Text shapes = {0}, pictures = {0};
    GString *all = g_string_new("");
    size_t slots = html_delta_slots(delta), fresh = 1;
    guint64 *shown = g_new0(guint64, slots);

    html_delta_shapes(delta, &shapes);
    html_delta_pictures(delta, &pictures);
    char **words = g_strsplit(shapes.text, "\n", -1);
    char **lines = g_strsplit(pictures.text, "\n", -1);
    for (int p = 0; lines[p + 1]; ++p) {
        char **pairs = g_strsplit(lines[p], " ", -1);
        guint64 slot = 0;
        for (int i = 0; pairs[i] && *pairs[i]; ++i) {
            char *end;
            slot += g_ascii_strtoull(pairs[i], &end, 36);
            g_assert_cmpuint(slot, <, slots);
            shown[slot] =
                *end == ':' ? g_ascii_strtoull(end + 1, NULL, 36) : fresh++;
        }
        for (size_t s = 0; s < slots; ++s)
            if (shown[s])
                g_string_append_printf(all, "%s\n", words[shown[s] - 1]);
        g_string_append(all, "--\n");
        g_strfreev(pairs);
    }
    g_strfreev(words);
    g_strfreev(lines);
    g_free(shown);
    text_free(&shapes);
    text_free(&pictures);
    return all;
}

/* Very many slots, and each picture has shapes of kinds that were never seen:
 * none is lost, and the memory that it takes is reported. */
static void test_many_kinds(void)
{
    enum { FRAMES = 60, EACH = 100 };
    HtmlDelta *delta = html_delta_new();
    GString *wanted = g_string_new("");
    DisplayList list = {0};
    size_t before = 0;

    for (uint32_t p = 0; p < FRAMES; ++p) {
        display_list_clear(&list, 100, 100);
        for (uint32_t i = 0; i < EACH; ++i) {
            draw_thing(&list, THING_CELL, 0, i % 10 ? p * EACH + i : i);
            draw_rect(&list, (Rect){i, i % 10 ? p : 0, 1, 1}, 0, COLOR_INK);
        }
        add_words(&list, wanted);
        html_delta_add(delta, &list);
        g_assert_cmpuint(html_delta_bytes(delta), >=, before);
        before = html_delta_bytes(delta);
    }
    g_assert_cmpuint(html_delta_slots(delta), >, FRAMES * EACH / 2);
    g_assert_cmpuint(before, >, FRAMES * EACH * 50);
    GString *got = read_back(delta);
    g_assert_cmpstr(got->str, ==, wanted->str);
    g_string_free(got, TRUE);
    g_string_free(wanted, TRUE);
    display_list_free(&list);
    html_delta_free(delta);
}

static void test_read_back(void)
{
    for (uint64_t seed = 1; seed < 20; ++seed) {
        uint64_t state = seed;
        HtmlDelta *delta = html_delta_new();
        GString *wanted = g_string_new("");
        DisplayList list = {0};
        for (int p = 0; p < PICTURES; ++p) {
            draw(&list, &state);
            add_words(&list, wanted);
            html_delta_add(delta, &list);
        }
        GString *got = read_back(delta);
        g_assert_cmpstr(got->str, ==, wanted->str);
        g_string_free(got, TRUE);
        g_string_free(wanted, TRUE);
        display_list_free(&list);
        html_delta_free(delta);
    }
}

/* What stays is not said again. */
static void test_small(void)
{
    HtmlDelta *delta = html_delta_new();
    DisplayList list = {0};
    Text pictures = {0};
    uint64_t seed = 1;

    draw(&list, &seed);
    for (int p = 0; p < 3; ++p)
        html_delta_add(delta, &list);
    html_delta_pictures(delta, &pictures);
    g_assert_true(g_str_has_suffix(pictures.text, "\n\n\n"));
    g_assert_cmpuint(html_delta_slots(delta), ==, list.shapes_count);
    text_free(&pictures);
    display_list_free(&list);
    html_delta_free(delta);
}

/* ---- Shapes as words ----------------------------------------------------- */

static char *word_of(const Shape *shape, const char *text)
{
    DisplayList list = {0};
    Text word = {0};

    text_add(&list.texts, "%s", text);
    html_delta_word(&word, &list, shape);
    char *copy = g_strdup(word.text);
    text_free(&list.texts);
    text_free(&word);
    return copy;
}

/* Places are as exact as other formats have them: to a hundredth of a pixel
 * along lines, and whole pixels for boxes, each side the nearest. */
static void test_words(void)
{
    static const struct {
        Shape shape;
        const char *text, *wanted;
    } cases[] = {
        {{.kind = SHAPE_RECT,
          .box = {1.6, 2.4, 10.3, 20.7},
          .fill = COLOR_INK,
          .edge = COLOR_NONE,
          .radius = 3,
          .alpha = 1},
         "",
         "r2 2 10 21 3 d 1"},
        {{.kind = SHAPE_RECT, /* no rounder than it is high */
          .box = {0, 0, 30, 8},
          .fill = COLOR_CELL,
          .edge = COLOR_NONE,
          .radius = 9,
          .alpha = 0.5},
         "",
         "r0 0 30 8 4 f .5"},
        {{.kind = SHAPE_RECT, /* nor than it is wide */
          .box = {0, 0, 6, 80},
          .fill = COLOR_CELL,
          .edge = COLOR_NONE,
          .radius = 9,
          .alpha = 1},
         "",
         "r0 0 6 80 3 f 1"},
        {{.kind = SHAPE_RECT, /* ground and edge as one */
          .box = {10, 20, 30, 40},
          .fill = COLOR_PAPER,
          .edge = COLOR_EDGE,
          .radius = 5,
          .width = 2.2,
          .alpha = 1},
         "",
         "e11 21 28 38 4 a c 2 1 0"},
        {{.kind = SHAPE_RECT, /* at least one pixel */
          .box = {10, 20, 30, 40},
          .fill = COLOR_NONE,
          .edge = COLOR_EDGE,
          .width = 0.3,
          .alpha = 1},
         "",
         "e10.5 20.5 29 39 0 - c 1 1 0"},
        {{.kind = SHAPE_RECT, /* ground, then dashes */
          .box = {10, 20, 30, 40},
          .fill = COLOR_PAPER,
          .edge = COLOR_INK,
          .width = 1.5,
          .dashed = true,
          .alpha = 1},
         "",
         "r10 20 30 40 0 a 1\te10.75 20.75 28.5 38.5 0 - d 1.5 1 4.5"},
        {{.kind = SHAPE_RECT, /* one behind the other can be seen through */
          .box = {10, 20, 30, 40},
          .fill = COLOR_HELD,
          .edge = COLOR_INK,
          .width = 1,
          .alpha = 0.25},
         "",
         "r10 20 30 40 0 g .25\te10.5 20.5 29 39 0 - d 1 .25 0"},
        {{.kind = SHAPE_LINE,
          .x = {1.256, 7.5},
          .y = {2.5, 9.999},
          .edge = COLOR_LINK,
          .width = 1.25,
          .dashed = true,
          .alpha = 0.75},
         "",
         "lM1.26_2.5L7.5_10 r 1.25 .75 3.75"},
        {{.kind = SHAPE_CURVE,
          .x = {1, 2.25, 3, 4.75},
          .y = {5, 6, 7.5, 8},
          .edge = COLOR_GOOD,
          .width = 2,
          .alpha = 1},
         "",
         "lM1_5C2.25_6_3_7.5_4.75_8 k 2 1 0"},
        {{.kind = SHAPE_ARROW, /* its tip first */
          .x = {0, 10},
          .y = {4, 4},
          .fill = COLOR_STORE,
          .width = 4,
          .alpha = 1},
         "",
         "pM10_4L6_6L6_2z i 1"},
        {{.kind = SHAPE_TEXT,
          .box = {7.125, 1, 30, 12},
          .font = FONT_CODE,
          .size = 12.5,
          .baseline = 10.6,
          .fill = COLOR_DIM,
          .alpha = 1},
         "a < b & \"c\"",
         "t2 12.5 7.13 11 e 1 a &lt; b &amp; &quot;c&quot;"},
        {{.kind = SHAPE_CLIP, .box = {1, 2, 3, 4}, .alpha = 1}, "", NULL},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        char *word = word_of(&cases[i].shape, cases[i].text);
        g_assert_cmpstr(word, ==, cases[i].wanted);
        g_free(word);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/html_delta/read back", test_read_back);
    g_test_add_func("/html_delta/what stays", test_small);
    g_test_add_func("/html_delta/words", test_words);
    g_test_add_func("/html_delta/many kinds", test_many_kinds);
    int failed = g_test_run();
    paint_cairo_done();
    return failed;
}
