/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/app.c, more of them: dialogs, files that are dropped, a
 * blank screen, bookmarks and the size of text.
 */
#include "trace/store.h"
#include "window/chrome.h"
#include "user.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <stdlib.h>
#include <string.h>

/* A dialog takes the keys, and its parts the presses. */
static void test_dialog(void)
{
    user_open(user_traces, 2, 1280, 720);
    user_type(SDLK_n, "n"); /* opens the dialog, and is not written into it */
    g_assert_nonnull(user_look().dialog);
    g_assert_cmpstr(user_look().dialog->fields[0].value, ==, "fixture");
    user_press(SDLK_DOWN);
    g_assert_cmpuint(user_look().player->tick, ==, 0);
    g_assert_cmpint(user_look().dialog->focus, ==, 1);
    user_type(SDLK_UNKNOWN, "padd");
    user_press(SDLK_UP);
    user_type(SDLK_UNKNOWN, "leftr");
    const Shape *more =
        user_find(user_look().chrome, (Thing){THING_DIALOG, DIALOG_MORE, 5, 1});
    user_click(more->box.x + 4, more->box.y + 4); /* banks: 8 */
    g_assert_cmpstr(user_look().dialog->fields[5].value, ==, "8");
    g_assert_cmpstr(user_look().dialog->fields[0].value, ==, "leftright");
    user_press(SDLK_RETURN);
    g_assert_true(user_reads("recording leftright, padding ..."));
    g_assert_cmpfloat(app_due(user_app()), ==, 0);
    app_tick(user_app(), 0);
    app_draw(user_app());
    g_assert_null(user_look().dialog);
    g_assert_cmpuint(user_look().player->traces[1]->run.k, ==, 8);
    g_assert_cmpstr(user_look().player->traces[1]->run.algorithm, ==,
                    "padding");
    g_assert_nonnull(strstr(SDL_GetWindowTitle(user_window()),
                            "LeftRight beside Padding · 32 numbers on a small "
                            "GPU with 8 banks · start · "));
    user_close();
}

/* A file in the first field takes the place of all that is shown. */
static void test_file(void)
{
    user_open(user_traces, 2, 1280, 720);
    user_type(SDLK_n, "n");
    user_type(SDLK_UNKNOWN, "new.");
    g_assert_cmpstr(user_look().dialog->fields[1].value, !=, "none");
    user_type(SDLK_UNKNOWN, "cu");
    g_assert_cmpstr(user_look().dialog->fields[0].value, ==, "new.cu");
    g_assert_cmpstr(user_look().dialog->fields[1].value, ==, "none");
    user_press(SDLK_DOWN); /* what is chosen then stays */
    user_type(SDLK_UNKNOWN, "other.cu");
    user_press(SDLK_UP);
    user_type(SDLK_UNKNOWN, "./new.cu");
    g_assert_cmpstr(user_look().dialog->fields[1].value, ==, "other.cu");
    user_close();
}

static void test_dialog_fails(void)
{
    user_open(user_traces, 1, 1280, 720);
    user_press(SDLK_n);
    for (int i = 0; i < 4; ++i)
        user_press(SDLK_DOWN);
    user_type(SDLK_0, "0");
    const Shape *button = user_find(user_look().chrome,
                                    (Thing){THING_DIALOG, DIALOG_BUTTON, 0, 1});
    user_click(button->box.x + 4, button->box.y + 4);
    app_tick(user_app(), 0);
    app_draw(user_app());
    g_assert_nonnull(user_look().dialog); /* still there, and says why */
    g_assert_true(user_reads("elements, n \"0\": type"));
    user_click(3, 3); /* beside it */
    g_assert_null(user_look().dialog);
    user_press(SDLK_g);
    user_type(SDLK_4, "4");
    user_press(SDLK_RETURN);
    app_tick(user_app(), 0);
    g_assert_null(user_look().dialog);
    g_assert_cmpuint(user_look().player->tick, ==,
                     user_look().player->step_ticks[4]);
    user_close();
}

/* Nothing is to be seen, until something is done. */
static void test_blank(void)
{
    user_open(user_traces, 2, 1280, 720);

    user_type(SDLK_PERIOD, ".");
    g_assert_true(user_look().blank);
    uint32_t *seen = user_pixels();
    for (int i = 0; i < 1280 * 720; ++i)
        g_assert_cmphex(seen[i], ==, 0);
    user_click(640, 700); /* where a button was */
    g_assert_false(user_look().blank);
    g_assert_cmpuint(user_look().player->tick, ==, 0);
    user_press(SDLK_b);
    user_press(SDLK_PAGEDOWN);
    g_assert_false(user_look().blank);
    g_assert_cmpuint(user_look().player->tick, >, 0);
    free(seen);
    user_close();
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
    g_assert_true(user_reads("opened"));
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
    user_press(SDLK_n);
    user_drop(SDL_DROPFILE, path); /* into the dialog */
    g_assert_cmpstr(user_look().dialog->fields[0].value, ==, path);
    user_close();
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

/* Letters grow with the scale, and marks stand on the strip. */
static void test_sizes(void)
{
    user_open(user_traces, 1, 1280, 720);
    double strip = 720 - user_look().frame->height;
    double speed = user_look().player->speed;
    user_key(SDLK_EQUALS, KMOD_CTRL, false);
    user_text("="); /* which some keyboards send all the same */
    g_assert_cmpfloat(user_look().player->speed, ==, speed);
    g_assert_cmpfloat(user_look().scale, ==, 1.25);
    g_assert_cmpfloat(720 - user_look().frame->height, >, strip);
    user_key(SDLK_MINUS, KMOD_CTRL, false);
    g_assert_cmpfloat(720 - user_look().frame->height, ==, strip);
    user_press(SDLK_END);
    user_press(SDLK_m);
    user_press(SDLK_HOME);
    const Shape *flag =
        user_find(user_look().chrome, (Thing){THING_CHROME, CHROME_MARK, 0, 1});
    g_assert_cmpfloat(flag->box.x, >, 1200);
    uint64_t paints = user_look().paints;
    user_press(SDLK_v);
    g_assert_cmpuint(user_look().paints, ==, paints + 1);
    user_close();
}

static const UserTest tests[] = {
    {"/app_dialogs/dialog", test_dialog},
    {"/app_dialogs/file", test_file},
    {"/app_dialogs/dialog-fails", test_dialog_fails},
    {"/app_dialogs/blank", test_blank},
    {"/app_dialogs/drop", test_drop},
    {"/app_dialogs/sizes", test_sizes},
};

int main(int argc, char **argv)
{
    return user_main(argc, argv, 32, tests, G_N_ELEMENTS(tests));
}
