/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/items.c: a row shows the numbers of all items or of none,
 * and of items that share a pixel the most important one is seen.
 */
#include "view/items.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

static void test_what_wins(void)
{
    /* What matters more, later. */
    static const Color ranks[] = {COLOR_PANEL, COLOR_CELL,    COLOR_HELD,
                                  COLOR_LINK,  COLOR_GOOD,    COLOR_LOAD,
                                  COLOR_STORE, COLOR_CONFLICT};

    for (size_t a = 0; a < G_N_ELEMENTS(ranks); ++a)
        for (size_t b = 0; b < G_N_ELEMENTS(ranks); ++b) {
            PixelBins strip = pixel_bins_new((Rect){0, 0, 3, 1});
            pixel_bins_mark(&strip, 1, 2, ranks[a]);
            pixel_bins_mark(&strip, 1, 2, ranks[b]);
            g_assert_cmpint(strip.colors[1], ==, ranks[MAX(a, b)]);
            g_assert_cmpint(strip.colors[0], ==, COLOR_NONE);
            g_assert_cmpint(strip.colors[2], ==, COLOR_NONE);
            free(strip.colors);
        }
}

/* However thin something is, and at whatever side it sticks out. */
static void test_thin(void)
{
    PixelBins strip = pixel_bins_new((Rect){0, 0, 9.5, 1});

    g_assert_cmpint(strip.length, ==, 10);
    pixel_bins_mark(&strip, 3.2, 3.4, COLOR_LOAD);
    pixel_bins_mark(&strip, -7, -5, COLOR_STORE);
    pixel_bins_mark(&strip, 30, 40, COLOR_CONFLICT);
    pixel_bins_mark(&strip, 5, 7, COLOR_GOOD);
    for (int i = 0; i < 10; ++i)
        g_assert_cmpint(strip.colors[i], ==,
                        i == 0             ? COLOR_STORE
                        : i == 3           ? COLOR_LOAD
                        : i == 5 || i == 6 ? COLOR_GOOD
                        : i == 9           ? COLOR_CONFLICT
                                           : COLOR_NONE);
    free(strip.colors);
}

/* Pixels of one colour are one box; boxes meet; lines are paler. */
static void test_draw(void)
{
    PixelBins strip = pixel_bins_new((Rect){20, 30, 8, 8});
    DisplayList list = {0};

    pixel_bins_mark(&strip, 1, 4, COLOR_LINK);
    pixel_bins_mark(&strip, 4, 8, COLOR_STORE);
    display_list_clear(&list, 100, 100);
    pixel_bins_draw(&strip, &list);
    g_assert_cmpuint(list.shapes_count, ==, 2);
    const Shape *link = list.shapes, *store = link + 1;
    g_assert_cmpfloat(link->box.x, ==, 21);
    g_assert_cmpfloat(link->box.w, ==, 3);
    g_assert_cmpfloat(link->box.h, ==, 8);
    g_assert_cmpfloat(store->box.x, ==, 24);
    g_assert_cmpfloat(store->box.w, ==, 4);
    g_assert_cmpfloat(link->alpha, <, 1);
    g_assert_cmpfloat(store->alpha, ==, 1);
    display_list_free(&list);
}

/* ---- Rows -----------------------------------------------------------------*/

enum { LOUD = 37, LONG = 3 };

/* Item LONG has a longer text, and item LOUD a conflict. */
static void look(const void *data, uint32_t i, int form, Item *item)
{
    (void)data;
    if (i == LOUD)
        item->fill = COLOR_CONFLICT;
    snprintf(item->text, sizeof item->text, "%s",
             form        ? "1"
             : i == LONG ? "1234567"
                         : "12");
}

static View view_of(DisplayList *list)
{
    display_list_clear(list, 1000, 100);
    return (View){.list = list, .unit = 1, .least = 20};
}

static Items row_of(uint32_t count)
{
    return (Items){.count = count,
                   .group = 8,
                   .font = FONT_CODE,
                   .size = 24,
                   .thing = {THING_NODE, 2, 0, 1},
                   .look = look};
}

static int texts_in(const DisplayList *list)
{
    int texts = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        texts += list->shapes[i].kind == SHAPE_TEXT;
    return texts;
}

static int count_in(uint32_t count, int forms, ItemDetail detail)
{
    DisplayList list = {0};
    View view = view_of(&list);
    Items items = row_of(count);

    items.forms = forms;
    ItemFit fit = items_draw_fitting(&view, &items, (Rect){0, 0, 1000, 40});
    g_assert_cmpint(fit.detail, ==, detail);
    int texts = texts_in(&list);
    for (size_t i = 0; i < list.shapes_count; ++i) {
        g_assert_cmpfloat(list.shapes[i].box.x, >=, 0);
        g_assert_cmpfloat(list.shapes[i].box.x + list.shapes[i].box.w, <=,
                          1000 + 1e-6);
        if (list.shapes[i].kind == SHAPE_TEXT)
            g_assert_cmpfloat(list.shapes[i].size, >=, 20);
    }
    display_list_free(&list);
    return texts;
}

static void test_all_or_none(void)
{
    g_assert_cmpint(count_in(8, 1, ITEMS_TEXT), ==, 8);
    /* All but one would fit. */
    g_assert_cmpint(count_in(16, 1, ITEMS_CELLS), ==, 0);
    g_assert_cmpint(count_in(16, 2, ITEMS_TEXT), ==, 16);
    g_assert_cmpint(count_in(160, 2, ITEMS_CELLS), ==, 0);
    g_assert_cmpint(count_in(800, 2, ITEMS_WARPS), ==, 0);
    g_assert_cmpint(count_in(8000, 2, ITEMS_STRIP), ==, 0);
}

/* Its colour, and the thing under the pointer. */
static void test_seen(void)
{
    static const uint32_t counts[] = {40, 160, 800, 8000};

    for (size_t c = 0; c < G_N_ELEMENTS(counts); ++c) {
        DisplayList list = {0};
        View view = view_of(&list);
        Items items = row_of(counts[c]);
        bool seen = false;
        items_draw_fitting(&view, &items, (Rect){0, 0, 1000, 40});
        for (size_t i = 0; i < list.shapes_count; ++i)
            seen |= list.shapes[i].fill == COLOR_CONFLICT;
        g_assert_true(seen);
        g_assert_cmpuint(list.shapes[0].thing.a, ==, 2);
        display_list_free(&list);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/items/all or none", test_all_or_none);
    g_test_add_func("/items/seen", test_seen);
    g_test_add_func("/items/what wins", test_what_wins);
    g_test_add_func("/items/thin", test_thin);
    g_test_add_func("/items/draw", test_draw);
    return g_test_run();
}
