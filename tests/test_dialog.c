/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/dialog.c: fields filled in by keys and by the mouse.
 */
#include "window/dialog.h"

#include <glib.h>
#include <string.h>

static const char *const names[] = {"none", "leftright", "padding", NULL};

static Dialog dialog_new(void)
{
    Dialog dialog = {.title = "A dialog",
                     .verb = "Do",
                     .count = 3,
                     .fresh = true};

    dialog.fields[0] = (DialogField){.label = "name", .choices = names};
    dialog_set(dialog.fields, "leftright");
    dialog.fields[1] =
        (DialogField){.label = "n", .least = 1, .most = 100, .doubles = true};
    dialog_set(dialog.fields + 1, "16");
    dialog.fields[2] = (DialogField){.label = "step", .least = 2, .most = 9};
    dialog_set(dialog.fields + 2, "5");
    return dialog;
}

static void keys(Dialog *dialog, const char *list)
{
    char **each = g_strsplit(list, " ", -1);

    for (int i = 0; each[i]; ++i)
        g_assert_cmpint(dialog_key(dialog, each[i]), ==, DIALOG_GOES_ON);
    g_strfreev(each);
}

static void test_fields(void)
{
    Dialog dialog = dialog_new();

    keys(&dialog, "Down");
    g_assert_cmpint(dialog.focus, ==, 1);
    keys(&dialog, "Tab Tab");
    g_assert_cmpint(dialog.focus, ==, 3); /* the button */
    keys(&dialog, "Left Right Backspace Down");
    g_assert_cmpint(dialog.focus, ==, 0);
    keys(&dialog, "Shift+Tab Up");
    g_assert_cmpint(dialog.focus, ==, 2);
}

static void test_steps(void)
{
    Dialog dialog = dialog_new();

    keys(&dialog, "Right");
    g_assert_cmpstr(dialog.fields[0].value, ==, "padding");
    keys(&dialog, "Right"); /* round */
    g_assert_cmpstr(dialog.fields[0].value, ==, "none");
    keys(&dialog, "Left Left");
    g_assert_cmpstr(dialog.fields[0].value, ==, "leftright");
    g_assert_cmpint(dialog_choice(dialog.fields), ==, 1);
    keys(&dialog, "Down Right Right Right Right");
    g_assert_cmpstr(dialog.fields[1].value, ==, "100"); /* the most */
    keys(&dialog, "Left Left Left Left Left Left Left Left Left");
    g_assert_cmpstr(dialog.fields[1].value, ==, "1");
    keys(&dialog, "Down PageDown PageUp PageUp");
    g_assert_cmpstr(dialog.fields[2].value, ==, "4");
    dialog_set(dialog.fields + 2, "no number");
    keys(&dialog, "Right");
    g_assert_cmpstr(dialog.fields[2].value, ==, "2");
}

static void test_typing(void)
{
    Dialog dialog = dialog_new();
    char long_text[2 * DIALOG_TEXT];
    uint32_t number;
    Error error;

    dialog_type(&dialog, "P"); /* instead of what was there */
    dialog_type(&dialog, "a");
    g_assert_cmpstr(dialog.fields[0].value, ==, "Pa");
    keys(&dialog, "Tab"); /* and becomes what begins like it */
    g_assert_cmpstr(dialog.fields[0].value, ==, "padding");
    dialog_type(&dialog, "x"); /* no digit */
    g_assert_cmpstr(dialog.fields[1].value, ==, "16");
    dialog_type(&dialog, "6");
    dialog_type(&dialog, "4");
    g_assert_true(dialog_number(dialog.fields + 1, &number, &error));
    g_assert_cmpuint(number, ==, 64);
    dialog_type(&dialog, "0");
    g_assert_false(dialog_number(dialog.fields + 1, &number, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_nonnull(strstr(error.text, "from 1 to 100"));
    keys(&dialog, "Backspace Backspace Backspace Backspace");
    g_assert_cmpstr(dialog.fields[1].value, ==, "");
    g_assert_false(dialog_number(dialog.fields + 1, &number, &error));

    keys(&dialog, "Up");
    dialog_type(&dialog, "aé"); /* é is two bytes, and goes as one */
    keys(&dialog, "Backspace");
    g_assert_cmpstr(dialog.fields[0].value, ==, "a");
    dialog_type(&dialog, "\n");
    g_assert_cmpstr(dialog.fields[0].value, ==, "a");
    memset(long_text, 'x', sizeof long_text);
    long_text[DIALOG_TEXT - 2] = '\0';
    dialog_type(&dialog, long_text); /* just too much for what is there */
    long_text[DIALOG_TEXT - 3] = '\0';
    dialog_type(&dialog, long_text);
    g_assert_cmpuint(strlen(dialog.fields[0].value), <, DIALOG_TEXT);
    dialog_type(&dialog, "yy");
    g_assert_cmpuint(strlen(dialog.fields[0].value), <, DIALOG_TEXT);
}

static void test_answers(void)
{
    Dialog dialog = dialog_new();

    g_assert_cmpint(dialog_key(&dialog, "Return"), ==, DIALOG_IS_DONE);
    g_assert_cmpint(dialog_key(&dialog, "Escape"), ==, DIALOG_IS_LEFT);
    g_assert_cmpint(dialog_key(&dialog, "Space"), ==, DIALOG_GOES_ON);
    keys(&dialog, "Up");
    g_assert_cmpint(dialog_key(&dialog, "Space"), ==, DIALOG_IS_DONE);
    dialog_set(dialog.fields, "pad");
    g_assert_cmpint(dialog_press(&dialog, DIALOG_BUTTON, 0), ==,
                    DIALOG_IS_DONE);
    g_assert_cmpstr(dialog.fields[0].value, ==, "padding");
    g_assert_cmpint(dialog_press(&dialog, DIALOG_CLOSE, 0), ==, DIALOG_IS_LEFT);
}

/* Whatever keys do, the mouse can do; what is not there cannot be pressed. */
static void test_presses(void)
{
    Dialog dialog = dialog_new();
    Error error = {ERROR_USAGE, "wrong"};

    dialog_press(&dialog, DIALOG_FIELD, 1);
    g_assert_cmpint(dialog.focus, ==, 1);
    dialog_fail(&dialog, &error);
    g_assert_cmpstr(dialog.error, ==, "wrong");
    dialog_press(&dialog, DIALOG_MORE, 1);
    g_assert_cmpstr(dialog.fields[1].value, ==, "32");
    g_assert_cmpstr(dialog.error, ==, "");
    dialog_press(&dialog, DIALOG_LESS, 2);
    g_assert_cmpstr(dialog.fields[2].value, ==, "4");
    g_assert_cmpint(dialog.focus, ==, 2);
    dialog_press(&dialog, DIALOG_FIELD, 0);
    dialog_press(&dialog, DIALOG_CHOICE, 2);
    g_assert_cmpstr(dialog.fields[0].value, ==, "padding");
    Dialog was = dialog;
    dialog_press(&dialog, DIALOG_CHOICE, 3);
    dialog_press(&dialog, DIALOG_GROUND, 0);
    dialog_press(&dialog, DIALOG_FIELD, 3);
    dialog_press(&dialog, DIALOG_MORE, 99);
    g_assert_true(memcmp(&was, &dialog, sizeof dialog) == 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/dialog/fields", test_fields);
    g_test_add_func("/dialog/steps", test_steps);
    g_test_add_func("/dialog/typing", test_typing);
    g_test_add_func("/dialog/answers", test_answers);
    g_test_add_func("/dialog/presses", test_presses);
    return g_test_run();
}
