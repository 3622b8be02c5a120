/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/icon.c: each icon is a sign of its kind only, and back
 * is the mirror image of forward.
 */
#include "window/icon.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

static const Rect box = {10, 20, 24, 24};

static DisplayList drawn(Icon icon, double alpha)
{
    DisplayList list = {0};

    icon_draw(&list, box, icon, alpha);
    return list;
}

static gint by_text(gconstpointer a, gconstpointer b)
{
    return g_strcmp0(*(char *const *)a, *(char *const *)b);
}

/* The lines of an icon, in a fixed order; as a mirror shows them. */
static char *lines_of(Icon icon, bool mirrored)
{
    DisplayList list = drawn(icon, 1);
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    GString *all = g_string_new("");

    for (size_t i = 0; i < list.shapes_count; ++i) {
        const Shape *shape = list.shapes + i;
        double x[2];
        for (int p = 0; p < 2; ++p)
            x[p] = mirrored ? 2 * box.x + box.w - shape->x[p] : shape->x[p];
        g_ptr_array_add(lines, g_strdup_printf("%d %.3f %.3f %.3f %.3f\n",
                                               (int)shape->kind, x[0],
                                               shape->y[0], x[1], shape->y[1]));
    }
    g_ptr_array_sort(lines, by_text);
    for (guint i = 0; i < lines->len; ++i)
        g_string_append(all, lines->pdata[i]);
    g_ptr_array_free(lines, TRUE);
    display_list_free(&list);
    return g_string_free(all, FALSE);
}

static void test_mirrors(void)
{
    static const Icon pairs[][2] = {
        {ICON_BACK, ICON_FORWARD},
        {ICON_BACK_STEP, ICON_FORWARD_STEP},
        {ICON_BACK_PHASE, ICON_FORWARD_PHASE},
        {ICON_FIRST, ICON_LAST},
        {ICON_BACK_CONFLICT, ICON_CONFLICT},
        {ICON_BACK_RACE, ICON_RACE},
        {ICON_PREVIOUS_MARK, ICON_NEXT_MARK},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(pairs); ++i) {
        char *back = lines_of(pairs[i][0], false);
        char *forward = lines_of(pairs[i][1], false);
        char *mirrored = lines_of(pairs[i][1], true);
        g_assert_cmpstr(back, !=, "");
        g_assert_cmpstr(back, ==, mirrored);
        g_assert_cmpstr(back, !=, forward);
        g_free(back);
        g_free(forward);
        g_free(mirrored);
    }
}

/* Within its box, and as faint as it is asked to be. */
static void test_box(void)
{
    DisplayList list = drawn(ICON_FORWARD, 0.3);

    g_assert_cmpuint(list.shapes_count, >, 0);
    for (size_t i = 0; i < list.shapes_count; ++i) {
        const Shape *shape = list.shapes + i;
        g_assert_cmpfloat(shape->alpha, ==, 0.3);
        g_assert_cmpfloat(shape->box.x, >=, box.x);
        g_assert_cmpfloat(shape->box.y, >=, box.y);
        g_assert_cmpfloat(shape->box.x + shape->box.w, <=, box.x + box.w);
        g_assert_cmpfloat(shape->box.y + shape->box.h, <=, box.y + box.h);
    }
    display_list_free(&list);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/icon/mirrors", test_mirrors);
    g_test_add_func("/icon/box", test_box);
    return g_test_run();
}
