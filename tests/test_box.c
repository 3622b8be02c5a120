/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/box.c: boxes share room, texts are measured, and what has
 * no room is left out, the least important first.
 */
#include "view/box.h"

#include <glib.h>
#include <string.h>

static const TextStyle style = {FONT_TEXT, 20, COLOR_INK, ALIGN_LEFT};

static void assert_place(const Box *box, double x, double y, double w, double h)
{
    Rect place = box_place(box);

    g_assert_cmpfloat_with_epsilon(place.x, x, 0.01);
    g_assert_cmpfloat_with_epsilon(place.y, y, 0.01);
    g_assert_cmpfloat_with_epsilon(place.w, w, 0.01);
    g_assert_cmpfloat_with_epsilon(place.h, h, 0.01);
}

static bool is_shown(const Box *box)
{
    Rect place = box_place(box);

    return place.w > 0 && place.h > 0;
}

static void test_share(void)
{
    Box *row = box_pad(box_row(NULL, 10), 5, 5);
    Box *fixed = box_part(row, 100, 20);
    Box *likes = box_likes(box_part(row, 50, 20), 80, 20);
    Box *one = box_grow(box_part(row, 0, 0), 1);
    Box *three = box_grow(box_part(row, 0, 0), 3);
    Box *limited = box_grow_to(box_part(row, 0, 0), 4, 40);

    box_layout(row, (Rect){0, 0, 460, 50});
    assert_place(fixed, 5, 5, 100, 40);
    assert_place(likes, 115, 5, 80, 40);
    assert_place(one, 205, 5, 47.5, 40);
    assert_place(three, 262.5, 5, 142.5, 40);
    assert_place(limited, 415, 5, 40, 40);
    box_free(row);
}

/* What is more important stays; what was left out before it comes back if
 * there is room after all. */
static void test_left_out(void)
{
    Box *column = box_column(NULL, 10);
    Box *head = box_row(column, 10);
    Box *badge = box_importance(box_part(head, 40, 20), 1);
    Box *name = box_part(head, 40, 20);
    Box *large = box_importance(box_part(column, 50, 100), 3);
    Box *small = box_importance(box_part(column, 50, 30), 2);

    box_layout(column, (Rect){0, 0, 100, 170});
    g_assert_true(is_shown(badge) && is_shown(large) && is_shown(small));
    box_layout(column, (Rect){0, 0, 100, 140});
    g_assert_true(is_shown(badge) && is_shown(large) && !is_shown(small));
    box_layout(column, (Rect){0, 0, 100, 70});
    g_assert_true(is_shown(badge) && !is_shown(large) && is_shown(small));
    box_layout(column, (Rect){0, 0, 60, 170});
    g_assert_true(!is_shown(badge) && is_shown(name) && is_shown(large));
    box_free(column);
}

/* Panels side by side show the same. */
static void test_same(void)
{
    Box *row = box_row(NULL, 0), *parts[2], *kept[2];

    for (int i = 0; i < 2; ++i) {
        Box *panel = box_column(row, 0);
        kept[i] = box_part(panel, 50, i ? 60 : 80);
        parts[i] = box_importance(box_part(panel, 50, 30), 1);
    }
    box_layout(row, (Rect){0, 0, 100, 100});
    for (int i = 0; i < 2; ++i) {
        g_assert_true(is_shown(kept[i]));
        g_assert_false(is_shown(parts[i]));
    }
    box_free(row);
}

static const char *drawn(Box *root, double width)
{
    static char text[64];
    DisplayList list = {0};

    display_list_clear(&list, width, 100);
    box_layout(root, (Rect){0, 0, width, 100});
    box_draw(root, &list);
    g_assert_cmpuint(list.shapes_count, <=, 1);
    text[0] = '\0';
    if (list.shapes_count) {
        g_assert_cmpfloat(list.shapes[0].size, ==, 20);
        g_strlcpy(text, shape_text(&list, list.shapes), sizeof text);
    }
    display_list_free(&list);
    return text;
}

static void test_text(void)
{
    Box *row = box_row(NULL, 0);

    box_or(box_text(row, &style, "64 numbers, 4 banks"), "4 banks");
    g_assert_cmpstr(drawn(row, 400), ==, "64 numbers, 4 banks");
    g_assert_cmpstr(drawn(row, 100), ==, "4 banks");
    g_assert_cmpstr(drawn(row, 20), ==, "");
    box_free(row);
}

static void test_paragraph(void)
{
    const char *text = "Each of the four lanes has a separate bank";
    Box *column = box_column(NULL, 0);
    Box *paragraph = box_paragraph(column, &style, text, 100);
    Box *below = box_part(column, 10, 10);
    double wide = box_height(column, 1000), narrow = box_height(column, 200);
    DisplayList list = {0};

    g_assert_cmpfloat(narrow, >, wide + 20);
    display_list_clear(&list, 200, narrow);
    box_layout(column, (Rect){0, 0, 200, narrow});
    box_draw(column, &list);
    g_assert_cmpfloat(box_place(below).y, ==, box_place(paragraph).h);
    g_assert_cmpuint(list.shapes_count, >, 1);
    Text all = {0};
    for (size_t i = 0; i < list.shapes_count; ++i)
        text_add(&all, "%s%s", i ? " " : "",
                 shape_text(&list, list.shapes + i));
    g_assert_cmpstr(all.text, ==, text);
    text_free(&all);
    display_list_free(&list);
    box_free(column);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/box/share", test_share);
    g_test_add_func("/box/left-out", test_left_out);
    g_test_add_func("/box/same-in-all-panels", test_same);
    g_test_add_func("/box/text", test_text);
    g_test_add_func("/box/paragraph", test_paragraph);
    return g_test_run();
}
