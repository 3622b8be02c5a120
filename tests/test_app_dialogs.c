/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/app.c, more of them: the set-up, dialogs, files that are
 * dropped, a blank screen and the size of text.
 */
#include "trace/store.h"
#include "window/chrome.h"
#include "user.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <stdlib.h>
#include <string.h>

static void press_widget(const char *name)
{
    Rect box = ui_box_of(user_look().chrome, ui_id(name));

    g_assert_false(rect_is_empty(box));
    user_click(box.x + box.w / 2, box.y + box.h / 2);
}

static void press_times(SDL_Keycode key, int times)
{
    while (times-- > 0)
        user_press(key);
}

/* Replaces the text where the focus is. */
static void write_text(const char *text)
{
    press_times(SDLK_BACKSPACE, 12);
    user_type(SDLK_UNKNOWN, text);
}

static const Run *run_of(int t)
{
    return &user_look().player->traces[t]->run;
}

/* The set-up: the picture follows each field at once, at the same step. */
static void test_setup(void)
{
    AppOptions options = {.width = 1600, .height = 900, .start = true};

    user_open_with(NULL, 0, &options);
    user_press(SDLK_RIGHT); /* with and without conflicts */
    user_press(SDLK_RETURN);
    g_assert_cmpint(user_look().player->count, ==, 2);
    user_press(SDLK_DOWN);
    uint32_t step = player_step(user_look().player);
    double width = user_look().frame->width;
    user_press(SDLK_u);
    g_assert_true(user_reads("Set-up"));
    g_assert_cmpfloat(user_look().frame->width, <, width);
    press_widget("n more");
    g_assert_cmpuint(run_of(1)->n, ==, 128);
    g_assert_cmpuint(run_of(1)->k, ==, 4); /* which stays */
    g_assert_cmpuint(player_step(user_look().player), ==, step);
    press_widget("n");
    write_text("16");
    g_assert_cmpuint(run_of(0)->n, ==, 128);
    user_press(SDLK_RETURN);
    g_assert_cmpuint(run_of(0)->n, ==, 16);
    press_widget("input");
    write_text("4,3,2,1");
    user_press(SDLK_TAB); /* leaving a field applies it, too */
    user_settle();
    g_assert_cmpuint(run_of(0)->n, ==, 4);
    g_assert_false(user_reads("Elements, n"));
    press_widget("second none");
    g_assert_cmpint(user_look().player->count, ==, 1);
    press_widget("second");
    g_assert_nonnull(user_look().dialog);
    user_type(SDLK_UNKNOWN, "leftr");
    user_press(SDLK_RETURN);
    g_assert_cmpint(user_look().player->count, ==, 2);
    g_assert_cmpstr(run_of(1)->algorithm, ==, "leftright");
    user_press(SDLK_ESCAPE);
    g_assert_false(user_reads("Set-up"));
    g_assert_cmpfloat(user_look().frame->width, ==, width);
    user_close();
}

/* What is wrong is said at the field; the picture stays. */
static void test_setup_fails(void)
{
    static const struct {
        const char *field, *text, *why;
    } cases[] = {{"n", "0", "type an integer from 1"},
                 {"n", "many", "type an integer from 1"},
                 {"input", "-", "type a list such as"},
                 {"input", "/dev/zero", "type a list such as"},
                 {"input", "1,x", ""}};
    AppOptions options = {.width = 1600, .height = 900, .start = true};

    user_open_with(NULL, 0, &options);
    user_press(SDLK_RIGHT);
    user_press(SDLK_RETURN);
    user_press(SDLK_u);
    uint64_t changes = user_app()->session.changes;
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        press_widget(cases[i].field);
        write_text(cases[i].text);
        user_press(SDLK_RETURN);
        g_assert_cmpuint(user_app()->session.changes, ==, changes);
        g_assert_true(user_reads(cases[i].why));
        g_assert_cmpstr(user_app()->setup.error, !=, "");
        press_times(SDLK_ESCAPE, 1);
        user_press(SDLK_u);
    }
    user_close();
}

/* Folders, programs and traces are listed; by keys, by a part of a name, and by
 * a path. */
static void test_files(void)
{
    char *folder = g_dir_make_tmp("test_app_XXXXXX", NULL);
    char *sub = g_build_filename(folder, "sub", NULL);
    char *path = g_build_filename(sub, "some.upsweep", NULL);
    char *other = g_build_filename(sub, "other.txt", NULL);
    char *before = g_get_current_dir();
    Error error;

    g_assert_cmpint(g_mkdir(sub, 0700), ==, 0);
    g_assert_true(store_write(user_traces[1], path, &error));
    g_assert_true(g_file_set_contents(other, "text", -1, NULL));
    g_assert_cmpint(g_chdir(folder), ==, 0);
    AppOptions options = {.width = 1280, .height = 720, .start = true};
    user_open_with(NULL, 0, &options);
    press_widget("open");
    const Dialog *dialog = user_look().dialog;
    g_assert_nonnull(dialog);
    g_assert_cmpuint(dialog->rows_count, ==, 2); /* the one above, and sub */
    user_type(SDLK_UNKNOWN, "su");
    user_press(SDLK_RETURN);
    g_assert_true(g_str_has_suffix(dialog->folder, "/sub"));
    g_assert_cmpuint(dialog->rows_count, ==, 2);
    g_assert_cmpstr(dialog->rows[1].name, ==, "some.upsweep");
    user_press(SDLK_BACKSPACE); /* back to the folder above */
    g_assert_cmpstr(dialog->rows[1].name, ==, "sub");
    user_type(SDLK_UNKNOWN, "sub/none.cu");
    user_press(SDLK_RETURN);
    g_assert_true(strstr(dialog->error, "no such file") != NULL);
    press_times(SDLK_BACKSPACE, 7);
    user_type(SDLK_UNKNOWN, "some.upsweep");
    user_press(SDLK_RETURN);
    user_settle();
    g_assert_null(user_look().dialog);
    g_assert_cmpint(user_look().player->count, ==, 1);
    g_assert_false(user_app()->state.start);
    user_close();
    g_assert_cmpint(g_chdir(before), ==, 0);
    g_unlink(path);
    g_unlink(other);
    g_rmdir(sub);
    g_rmdir(folder);
    g_free(before);
    g_free(other);
    g_free(path);
    g_free(sub);
    g_free(folder);
}

static void test_drop(void)
{
    char *folder = g_dir_make_tmp("test_app_XXXXXX", NULL);
    char *path = g_build_filename(folder, "some.upsweep", NULL);
    Error error;

    g_assert_true(store_write(user_traces[1], path, &error));
    user_open(user_traces, 2, 1280, 720);
    user_drop(SDL_DROPFILE, path);
    g_assert_cmpint(user_look().player->count, ==, 1);
    user_drop(SDL_DROPBEGIN, NULL);
    for (int i = 0; i < 3; ++i)
        user_drop(SDL_DROPFILE, path);
    g_assert_cmpint(user_look().player->count, ==, 1);
    user_drop(SDL_DROPCOMPLETE, NULL);
    g_assert_cmpint(user_look().player->count, ==, 3);
    user_drop(SDL_DROPBEGIN, NULL);
    for (int i = 0; i < 7; ++i)
        user_drop(SDL_DROPFILE, path);
    user_drop(SDL_DROPCOMPLETE, NULL);
    g_assert_cmpint(user_look().player->count, ==, 3);
    g_assert_true(user_reads("needs 1 to 4 "));
    user_drop(SDL_DROPFILE, folder);
    g_assert_cmpint(user_look().player->count, ==, 3);
    user_key(SDLK_o, KMOD_CTRL, false);
    g_assert_nonnull(user_look().dialog);
    user_drop(SDL_DROPFILE, path);
    g_assert_null(user_look().dialog);
    g_assert_cmpint(user_look().player->count, ==, 1);
    user_close();
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

static const UserTest tests[] = {
    {"/app_dialogs/setup", test_setup},
    {"/app_dialogs/setup-fails", test_setup_fails},
    {"/app_dialogs/files", test_files},
    {"/app_dialogs/drop", test_drop},
};

int main(int argc, char **argv)
{
    return user_main(argc, argv, 32, tests, G_N_ELEMENTS(tests));
}
