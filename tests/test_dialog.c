/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/dialog.c: dialogs filled in by keys and by the mouse.
 */
#include "window/dialog.h"

#include <glib.h>
#include <string.h>

static const char *const names[] = {"none", "leftright", "padding", NULL};

static Dialog form_new(void)
{
    Dialog form = {.title = "A form", .verb = "Do", .count = 3, .fresh = true};

    form.fields[0] = (DialogField){.label = "name", .choices = names};
    dialog_set(form.fields, "leftright");
    form.fields[1] =
        (DialogField){.label = "n", .least = 1, .most = 100, .doubles = true};
    dialog_set(form.fields + 1, "16");
    form.fields[2] = (DialogField){.label = "step", .least = 2, .most = 9};
    dialog_set(form.fields + 2, "5");
    return form;
}

static void keys(Dialog *form, const char *list)
{
    char **each = g_strsplit(list, " ", -1);

    for (int i = 0; each[i]; ++i)
        g_assert_cmpint(dialog_key(form, each[i]), ==, DIALOG_GOES_ON);
    g_strfreev(each);
}

static void test_fields(void)
{
    Dialog form = form_new();

    keys(&form, "Down");
    g_assert_cmpint(form.focus, ==, 1);
    keys(&form, "Tab Tab");
    g_assert_cmpint(form.focus, ==, 3); /* the button */
    keys(&form, "Left Right Backspace Down");
    g_assert_cmpint(form.focus, ==, 0);
    keys(&form, "Shift+Tab Up");
    g_assert_cmpint(form.focus, ==, 2);
}

static void test_steps(void)
{
    Dialog form = form_new();

    keys(&form, "Right");
    g_assert_cmpstr(form.fields[0].value, ==, "padding");
    keys(&form, "Right"); /* round */
    g_assert_cmpstr(form.fields[0].value, ==, "none");
    keys(&form, "Left Left");
    g_assert_cmpstr(form.fields[0].value, ==, "leftright");
    g_assert_cmpint(dialog_choice(form.fields), ==, 1);
    keys(&form, "Down Right Right Right Right");
    g_assert_cmpstr(form.fields[1].value, ==, "100"); /* the most */
    keys(&form, "Left Left Left Left Left Left Left Left Left");
    g_assert_cmpstr(form.fields[1].value, ==, "1");
    keys(&form, "Down PageDown PageUp PageUp");
    g_assert_cmpstr(form.fields[2].value, ==, "4");
    dialog_set(form.fields + 2, "no number");
    keys(&form, "Right");
    g_assert_cmpstr(form.fields[2].value, ==, "2");
}

static void test_typing(void)
{
    Dialog form = form_new();
    char long_text[2 * DIALOG_TEXT];
    uint32_t number;
    Error error;

    dialog_type(&form, "P"); /* in place of what was there */
    dialog_type(&form, "a");
    g_assert_cmpstr(form.fields[0].value, ==, "Pa");
    keys(&form, "Tab"); /* and becomes what begins like it */
    g_assert_cmpstr(form.fields[0].value, ==, "padding");
    dialog_type(&form, "x"); /* no digit */
    g_assert_cmpstr(form.fields[1].value, ==, "16");
    dialog_type(&form, "6");
    dialog_type(&form, "4");
    g_assert_true(dialog_number(form.fields + 1, &number, &error));
    g_assert_cmpuint(number, ==, 64);
    dialog_type(&form, "0");
    g_assert_false(dialog_number(form.fields + 1, &number, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_nonnull(strstr(error.text, "from 1 to 100"));
    keys(&form, "Backspace Backspace Backspace Backspace");
    g_assert_cmpstr(form.fields[1].value, ==, "");
    g_assert_false(dialog_number(form.fields + 1, &number, &error));

    keys(&form, "Up");
    dialog_type(&form, "aé"); /* é is two bytes, and goes as one */
    keys(&form, "Backspace");
    g_assert_cmpstr(form.fields[0].value, ==, "a");
    dialog_type(&form, "\n");
    g_assert_cmpstr(form.fields[0].value, ==, "a");
    memset(long_text, 'x', sizeof long_text);
    long_text[DIALOG_TEXT - 2] = '\0';
    dialog_type(&form, long_text); /* just too much for what is there */
    long_text[DIALOG_TEXT - 3] = '\0';
    dialog_type(&form, long_text);
    g_assert_cmpuint(strlen(form.fields[0].value), <, DIALOG_TEXT);
    dialog_type(&form, "yy");
    g_assert_cmpuint(strlen(form.fields[0].value), <, DIALOG_TEXT);
}

static void test_answers(void)
{
    Dialog form = form_new();

    g_assert_cmpint(dialog_key(&form, "Return"), ==, DIALOG_IS_DONE);
    g_assert_cmpint(dialog_key(&form, "Escape"), ==, DIALOG_IS_LEFT);
    g_assert_cmpint(dialog_key(&form, "Space"), ==, DIALOG_GOES_ON);
    keys(&form, "Up");
    g_assert_cmpint(dialog_key(&form, "Space"), ==, DIALOG_IS_DONE);
    dialog_set(form.fields, "pad");
    g_assert_cmpint(dialog_press(&form, DIALOG_BUTTON, 0), ==, DIALOG_IS_DONE);
    g_assert_cmpstr(form.fields[0].value, ==, "padding");
    g_assert_cmpint(dialog_press(&form, DIALOG_CLOSE, 0), ==, DIALOG_IS_LEFT);
}

/* Whatever keys do, the mouse can do; what is not there cannot be pressed. */
static void test_presses(void)
{
    Dialog form = form_new();
    Error error = {ERROR_USAGE, "wrong"};

    dialog_press(&form, DIALOG_FIELD, 1);
    g_assert_cmpint(form.focus, ==, 1);
    dialog_fail(&form, &error);
    g_assert_cmpstr(form.error, ==, "wrong");
    dialog_press(&form, DIALOG_MORE, 1);
    g_assert_cmpstr(form.fields[1].value, ==, "32");
    g_assert_cmpstr(form.error, ==, "");
    dialog_press(&form, DIALOG_LESS, 2);
    g_assert_cmpstr(form.fields[2].value, ==, "4");
    g_assert_cmpint(form.focus, ==, 2);
    dialog_press(&form, DIALOG_FIELD, 0);
    dialog_press(&form, DIALOG_CHOICE, 2);
    g_assert_cmpstr(form.fields[0].value, ==, "padding");
    Dialog was = form;
    dialog_press(&form, DIALOG_CHOICE, 3);
    dialog_press(&form, DIALOG_GROUND, 0);
    dialog_press(&form, DIALOG_FIELD, 3);
    dialog_press(&form, DIALOG_MORE, 99);
    g_assert_true(memcmp(&was, &form, sizeof form) == 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/form/fields", test_fields);
    g_test_add_func("/form/steps", test_steps);
    g_test_add_func("/form/typing", test_typing);
    g_test_add_func("/form/answers", test_answers);
    g_test_add_func("/form/presses", test_presses);
    return g_test_run();
}
