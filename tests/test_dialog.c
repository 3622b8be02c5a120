/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/dialog.c without a window: keys, filters, and what is
 * chosen.
 */
#include "catalog/catalog.h"
#include "draw/layout.h"
#include "legible.h"
#include "window/dialog.h"

#include <glib.h>
#include <glib/gstdio.h>

static Ui ui;
static DisplayList list;

static DialogAnswer show(Dialog *dialog, const UiInput *input)
{
    ui.unit = 1;
    ui.least = 12;
    ui_begin(&ui, &list, 1600, 900, input);
    DialogAnswer answer = dialog_show(&ui, dialog);
    ui_end(&ui);
    return answer;
}

static DialogAnswer key(Dialog *dialog, const char *name)
{
    return show(dialog, &(UiInput){.x = -1, .y = -1, .key = name});
}

static void type(Dialog *dialog, const char *text)
{
    show(dialog, &(UiInput){.x = -1, .y = -1, .text = text});
}

/* A dialog that has been seen. */
static Dialog *seen(Dialog *dialog)
{
    show(dialog, &(UiInput){.x = -1, .y = -1});
    return dialog;
}

static void test_catalog(void)
{
    size_t count;
    Dialog *dialog = seen(dialog_catalog(DIALOGS_CATALOG));

    catalog_all(&count);
    g_assert_cmpuint(dialog->rows_count, ==, count);
    legible_check_chrome(&list, NULL, 12);
    for (size_t i = 0; i < count; ++i)
        key(dialog, "PageDown");
    g_assert_cmpint(dialog->chosen, ==, (int)count - 1);
    key(dialog, "Down");
    g_assert_cmpint(dialog->chosen, ==, (int)count - 1);
    for (size_t i = 0; i < count; ++i)
        key(dialog, "PageUp");
    key(dialog, "Down");
    g_assert_cmpint(dialog->chosen, ==, 1);
    type(dialog, "LEFTRIGHT");
    g_assert_cmpint(dialog->chosen, ==, 0);
    g_assert_cmpint(key(dialog, "Return"), ==, DIALOG_IS_DONE);
    g_assert_cmpstr(dialog_value(dialog), ==, "leftright");
    type(dialog, "!");
    g_assert_cmpint(key(dialog, "Return"), ==, DIALOG_GOES_ON);
    g_assert_cmpstr(dialog->error, !=, "");
    g_assert_cmpint(key(dialog, "Escape"), ==, DIALOG_IS_LEFT);
    dialog_free(dialog);

    dialog = seen(dialog_catalog(DIALOGS_SECOND));
    g_assert_cmpint(key(dialog, "Return"), ==, DIALOG_IS_DONE);
    g_assert_cmpstr(dialog_value(dialog), ==, "none");
    dialog_free(dialog);
}

static void test_mouse(void)
{
    Dialog *dialog = seen(dialog_examples());
    Rect row = ui_box_of(&list, ui_id("choices") + 2);
    UiInput press = {.x = row.x + 5, .y = row.y + 5, .press = true};

    g_assert_cmpuint(dialog->rows_count, >, 4);
    g_assert_cmpint(show(dialog, &press), ==, DIALOG_IS_DONE);
    g_assert_cmpstr(dialog_value(dialog), ==, dialog->rows[2].value);
    press = (UiInput){.x = 3, .y = 3, .press = true};
    g_assert_cmpint(show(dialog, &press), ==, DIALOG_IS_LEFT);
    dialog_free(dialog);
}

/* A folder that cannot be read, and a path that is none, leave what is there.
 */
static void test_files(void)
{
    Dialog *dialog = seen(dialog_files("/no/such/folder"));

    g_assert_cmpstr(dialog->folder, ==, "/");
    type(dialog, "/no/such.cu");
    g_assert_cmpint(key(dialog, "Return"), ==, DIALOG_GOES_ON);
    g_assert_cmpstr(dialog->folder, ==, "/");
    g_assert_cmpstr(dialog->error, !=, "");
    dialog_free(dialog);
}

/* "2" stands before "10", as in every file manager. */
static void test_numbers(void)
{
    static const char *const names[] = {"a-10.cu", "a-2.cu", "a.cu", "b",
                                        "a-1.cu"};
    static const char *const order[] = {"a-1.cu", "a-2.cu", "a-10.cu", "a.cu"};
    char *folder = g_dir_make_tmp("test_dialog_XXXXXX", NULL);

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        char *path = g_build_filename(folder, names[i], NULL);
        g_assert_true(g_file_set_contents(path, "", 0, NULL));
        g_free(path);
    }
    Dialog *dialog = dialog_files(folder);
    g_assert_cmpuint(dialog->rows_count, ==, 1 + G_N_ELEMENTS(order));
    for (size_t i = 0; i < G_N_ELEMENTS(order); ++i)
        g_assert_true(g_str_has_suffix(dialog->rows[i + 1].value, order[i]));
    dialog_free(dialog);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        char *path = g_build_filename(folder, names[i], NULL);
        g_unlink(path);
        g_free(path);
    }
    g_rmdir(folder);
    g_free(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/dialog/catalog", test_catalog);
    g_test_add_func("/dialog/mouse", test_mouse);
    g_test_add_func("/dialog/files", test_files);
    g_test_add_func("/dialog/numbers", test_numbers);
    int status = g_test_run();
    display_list_free(&list);
    return status;
}
