/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/pixel_bins.c: of several values that share a pixel the most
 * important one is shown.
 */
#include "view/pixel_bins.h"

#include <glib.h>

static void test_what_wins(void)
{
    /* What matters more, later. */
    static const Color ranks[] = {COLOR_PANEL, COLOR_CELL,   COLOR_HELD,
                                  COLOR_LINK,  COLOR_GLOBAL, COLOR_GOOD,
                                  COLOR_LOAD,  COLOR_STORE,  COLOR_CONFLICT};

    for (size_t a = 0; a < G_N_ELEMENTS(ranks); ++a)
        for (size_t b = 0; b < G_N_ELEMENTS(ranks); ++b) {
            PixelBins strip = pixel_bins_new((Rect){0, 0, 3, 1}, false);
            pixel_bins_mark(&strip, 1, 2, ranks[a]);
            pixel_bins_mark(&strip, 1, 2, ranks[b]);
            g_assert_cmpint(strip.colors[1], ==, ranks[MAX(a, b)]);
            g_assert_cmpint(strip.colors[0], ==, COLOR_NONE);
            g_assert_cmpint(strip.colors[2], ==, COLOR_NONE);
            pixel_bins_free(&strip);
        }
}

/* However thin something is, and at whatever side it sticks out. */
static void test_thin(void)
{
    PixelBins strip = pixel_bins_new((Rect){0, 0, 9.5, 1}, false);

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
    pixel_bins_free(&strip);
}

/* Pixels of one colour are one box; boxes meet; lines are paler. */
static void test_draw(void)
{
    for (int down = 0; down < 2; ++down) {
        PixelBins strip = pixel_bins_new((Rect){20, 30, 8, 8}, down);
        DisplayList list = {0};
        pixel_bins_mark(&strip, 1, 4, COLOR_LINK);
        pixel_bins_mark(&strip, 4, 8, COLOR_STORE);
        display_list_clear(&list, 100, 100);
        pixel_bins_draw(&strip, &list);
        g_assert_cmpuint(list.shapes_count, ==, 2);
        const Shape *link = list.shapes, *store = link + 1;
        double from = down ? link->box.y - 30 : link->box.x - 20;
        double to = down ? store->box.y - 30 : store->box.x - 20;
        g_assert_cmpfloat(from, ==, 1);
        g_assert_cmpfloat(down ? link->box.h : link->box.w, ==, 3);
        g_assert_cmpfloat(to, ==, 4);
        g_assert_cmpfloat(down ? store->box.h : store->box.w, ==, 4);
        g_assert_cmpfloat(down ? link->box.x : link->box.y, ==, down ? 20 : 30);
        g_assert_cmpfloat(down ? link->box.w : link->box.h, ==, 8);
        g_assert_cmpfloat(link->alpha, <, 1);
        g_assert_cmpfloat(store->alpha, ==, 1);
        display_list_free(&list);
    }
}

/* Two shares of a strip in use, one of them with conflicts, and heat that is
 * outside; returns the strip. */
static PixelBins hot_strip(bool down)
{
    PixelBins heat = pixel_bins_new((Rect){5, 7, 10, 10}, down);

    pixel_bins_heat(&heat, 2, 4, 10, false);
    pixel_bins_heat(&heat, 6.2, 6.3, 1, true); /* thin, but seen */
    pixel_bins_heat(&heat, 6.4, 6.5, 1, false);
    pixel_bins_heat(&heat, -9, -1, 99, true); /* outside */
    pixel_bins_heat(&heat, 10, 12, 99, true);
    return heat;
}

static void test_heat(void)
{
    PixelBins none = pixel_bins_new((Rect){5, 7, 10, 3}, false);
    PixelBins across = hot_strip(false), down = hot_strip(true);
    DisplayList list = {0};

    display_list_clear(&list, 100, 100);
    pixel_bins_draw(&none, &list);
    g_assert_cmpuint(list.shapes_count, ==, 0); /* nothing was added */
    pixel_bins_draw(&across, &list);
    g_assert_cmpuint(list.shapes_count, ==, 2);
    const Shape *busy = list.shapes, *hot = busy + 1;
    g_assert_cmpfloat(busy->box.x, ==, 7);
    g_assert_cmpfloat(busy->box.w, ==, 2);
    g_assert_cmpfloat(busy->alpha, ==, 1);
    g_assert_cmpint(busy->fill, ==, COLOR_LINK);
    g_assert_cmpfloat(hot->box.x, ==, 11);
    g_assert_cmpfloat(hot->box.w, ==, 1);
    g_assert_cmpfloat(hot->alpha, <, 0.5);
    g_assert_cmpint(hot->fill, ==, COLOR_CONFLICT);
    display_list_clear(&list, 100, 100);
    pixel_bins_draw(&down, &list);
    g_assert_cmpfloat(list.shapes[0].box.y, ==, 9);
    g_assert_cmpfloat(list.shapes[0].box.h, ==, 2);
    g_assert_cmpfloat(list.shapes[0].box.w, ==, 10);
    display_list_free(&list);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pixel_bins/what wins", test_what_wins);
    g_test_add_func("/pixel_bins/thin", test_thin);
    g_test_add_func("/pixel_bins/draw", test_draw);
    g_test_add_func("/pixel_bins/heat", test_heat);
    return g_test_run();
}
