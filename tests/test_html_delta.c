/* SPDX-License-Identifier: MIT
 *
 * Tests of src/export/html_delta.c: decoded again, the stored frames are
 * exactly the pictures that were encoded.
 */
#include "draw/paint_cairo.h"
#include "export/html_delta.h"

#include <glib.h>
#include <string.h>

enum { PICTURES = 40, MOST = 60 };

/* A picture of random boxes, of which most are those of the one before. */
static void draw(DisplayList *list, uint64_t *seed)
{
    display_list_clear(list, 100, 100);
    for (uint32_t i = 0; i < MOST; ++i) {
        uint64_t dice = base_random(seed) % 16;
        if (dice == 0)
            continue; /* gone */
        draw_tag(list, dice == 1 ? TAG_NODE : TAG_CELL, 0, i / 3);
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/flip/read back", test_read_back);
    g_test_add_func("/flip/what stays", test_small);
    int failed = g_test_run();
    paint_cairo_done();
    return failed;
}
