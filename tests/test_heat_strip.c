/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/heat_strip.c.
 */
#include "view/pixel_bins.h"

#include <glib.h>

static void test_draw(void)
{
    HeatStrip heat = heat_strip_new(10);
    DisplayList list = {0};
    Rect box = {5, 7, 10, 3};

    display_list_clear(&list, 100, 100);
    heat_strip_draw(&heat, &list, box, false);
    g_assert_cmpuint(list.shapes_count, ==, 0); /* nothing was added */
    heat_strip_add(&heat, 2, 4, 10, false);
    heat_strip_add(&heat, 6.2, 6.3, 1, true); /* thin, but seen */
    heat_strip_add(&heat, 6.4, 6.5, 1, false);
    heat_strip_add(&heat, -9, -1, 99, true); /* outside */
    heat_strip_add(&heat, 10, 12, 99, true);
    heat_strip_draw(&heat, &list, box, false);
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
    heat_strip_draw(&heat, &list, box, true); /* from top to bottom */
    g_assert_cmpfloat(list.shapes[0].box.y, ==, 9);
    g_assert_cmpfloat(list.shapes[0].box.h, ==, 2);
    g_assert_cmpfloat(list.shapes[0].box.w, ==, 10);
    heat_strip_free(&heat);
    display_list_free(&list);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/heat/draw", test_draw);
    return g_test_run();
}
