/* SPDX-License-Identifier: MIT
 *
 * Tests of src/ui: what widgets do with input.
 */
#include "ui/ui.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

/* A form with two buttons side by side over a list, and maybe a panel. */
typedef struct {
    Ui ui;
    DisplayList list;
    bool panel;
    char field[16];
    int first;
    /* what happened in the last frame */
    const char *pressed;
    int row;
    bool closed, changed;
} Form;

static void show(Form *form, const UiInput *input)
{
    Ui *ui = &form->ui;
    UiButton left = {.text = "left", .tip = "the left one"};
    UiButton right = {.text = "right"};
    Rect inside;

    ui->unit = 1;
    ui->least = 12;
    form->pressed = "";
    form->row = -1;
    form->closed = false;
    ui_begin(ui, &form->list, 1000, 600, input);
    if (ui_button(ui, (Rect){0, 0, 100, 50}, ui_id("left"), &left))
        form->pressed = "left";
    if (ui_button(ui, (Rect){200, 0, 100, 50}, ui_id("right"), &right))
        form->pressed = "right";
    UiRows rows = ui_rows(ui, (Rect){0, 100, 300, 90}, ui_id("rows"),
                          &form->first, 10, 30);
    while (ui_next_row(&rows))
        if (rows.area.pressed)
            form->row = rows.i;
    if (form->panel) {
        UiPanel panel = {"panel", "Title", {400, 100, 400, 300}, true, 0};
        form->closed = ui_panel(ui, &panel, &inside);
        form->changed = ui_field(ui, rect_cut_top(&inside, 50), ui_id("field"),
                                 form->field, sizeof form->field, NULL);
        ui_panel_end(ui);
    }
    ui_end(ui);
}

static void key(Form *form, const char *name)
{
    show(form, &(UiInput){.x = -1, .y = -1, .key = name});
}

static void type(Form *form, const char *text)
{
    show(form, &(UiInput){.x = -1, .y = -1, .text = text});
}

static void press(Form *form, double x, double y)
{
    show(form, &(UiInput){.x = x, .y = y, .down = true, .press = true});
}

static void draw(Form *form)
{
    show(form, &(UiInput){.x = -1, .y = -1});
}

static void end(Form *form)
{
    display_list_free(&form->list);
}

static void test_press(void)
{
    Form form = {0};

    draw(&form);
    press(&form, 250, 20);
    g_assert_cmpstr(form.pressed, ==, "right");
    press(&form, 150, 20); /* between them */
    g_assert_cmpstr(form.pressed, ==, "");
    g_assert_true(ui_box_of(&form.list, ui_id("left")).w == 100);
    end(&form);
}

static void test_keys(void)
{
    Form form = {0};

    draw(&form);
    key(&form, "Return");
    g_assert_cmpstr(form.pressed, ==, "");
    key(&form, "Tab");
    key(&form, "Return");
    g_assert_cmpstr(form.pressed, ==, "left");
    key(&form, "Right");
    key(&form, "Space");
    g_assert_cmpstr(form.pressed, ==, "right");
    key(&form, "Down");
    key(&form, "Return");
    g_assert_cmpint(form.row, ==, 0);
    end(&form);
}

static void test_rows(void)
{
    Form form = {0};

    draw(&form);
    press(&form, 20, 140);
    g_assert_cmpint(form.row, ==, 1);
    for (int i = 0; i < 3; ++i)
        key(&form, "Down");
    key(&form, "Return");
    g_assert_cmpint(form.row, ==, 4); /* scrolled to it */
    g_assert_cmpint(form.first, ==, 2);
    key(&form, "End");
    key(&form, "Return");
    g_assert_cmpint(form.row, ==, 9);
    show(&form, &(UiInput){.x = 20, .y = 140, .wheel = -2});
    g_assert_cmpint(form.first, ==, 5);
    end(&form);
}

static void test_panel(void)
{
    Form form = {.panel = true};

    draw(&form);
    press(&form, 250, 20); /* what the panel covers */
    g_assert_cmpstr(form.pressed, ==, "");
    g_assert_true(form.closed);
    press(&form, 500, 350);
    g_assert_false(form.closed);
    Rect close = ui_box_of(&form.list, ui_id("panel close"));
    press(&form, close.x + 5, close.y + 5);
    g_assert_true(form.closed);
    g_assert_true(ui_is_covered(&form.ui, 10, 10));
    form.panel = false;
    draw(&form);
    g_assert_false(ui_is_covered(&form.ui, 10, 10));
    press(&form, 250, 20);
    g_assert_cmpstr(form.pressed, ==, "right");
    end(&form);
}

static void test_field(void)
{
    Form form = {.panel = true};

    draw(&form);
    type(&form, "lost");
    g_assert_cmpstr(form.field, ==, "");
    ui_focus(&form.ui, ui_id("field"));
    type(&form, "a\tb");
    type(&form, "ü");
    g_assert_cmpstr(form.field, ==, "abü");
    key(&form, "Backspace");
    g_assert_true(form.changed);
    g_assert_cmpstr(form.field, ==, "ab");
    key(&form, "Space"); /* comes as text */
    g_assert_cmpstr(form.field, ==, "ab");
    type(&form, "0123456789abcdefgh");
    g_assert_cmpuint(strlen(form.field), ==, sizeof form.field - 1);
    end(&form);
}

static bool has_text(const DisplayList *list, const char *text)
{
    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT &&
            strcmp(shape_text(list, list->shapes + i), text) == 0)
            return true;
    return false;
}

static void test_tooltip(void)
{
    Form form = {0};

    draw(&form);
    g_assert_false(has_text(&form.list, "the left one"));
    show(&form, &(UiInput){.x = 20, .y = 20});
    g_assert_true(has_text(&form.list, "the left one"));
    end(&form);
}

static void test_table(void)
{
    static const double widths[] = {0.3, 0.7};
    static const char *cells[40 * 2];
    UiTable table = {.columns = 2,
                     .rows = 40,
                     .widths = widths,
                     .styles = {&ui_strong, &ui_text},
                     .cells = cells};
    DisplayList list = {0};
    Ui ui = {.unit = 1, .least = 12};
    char words[40][8];
    int first = 0;

    for (int i = 0; i < 40; ++i) {
        snprintf(words[i], sizeof words[i], "%d", i);
        cells[2 * i] = words[i];
        cells[2 * i + 1] = i == 3 ? NULL : "what it means";
    }
    ui_begin(&ui, &list, 500, 300, &(UiInput){.x = -1, .y = -1});
    ui_table(&ui, (Rect){0, 0, 500, 300}, ui_id("table"), &table, &first);
    ui_end(&ui);
    g_assert_true(has_text(&list, "0"));
    g_assert_false(has_text(&list, "39"));
    first = 1000; /* is as far as there are rows */
    ui_begin(&ui, &list, 500, 300, &(UiInput){.x = -1, .y = -1});
    ui_table(&ui, (Rect){0, 0, 500, 300}, ui_id("table"), &table, &first);
    ui_end(&ui);
    g_assert_true(has_text(&list, "39"));
    g_assert_cmpint(first, <, 40);
    display_list_free(&list);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ui/press", test_press);
    g_test_add_func("/ui/keys", test_keys);
    g_test_add_func("/ui/rows", test_rows);
    g_test_add_func("/ui/panel", test_panel);
    g_test_add_func("/ui/field", test_field);
    g_test_add_func("/ui/tooltip", test_tooltip);
    g_test_add_func("/ui/table", test_table);
    return g_test_run();
}
