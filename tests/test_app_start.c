/* SPDX-License-Identifier: MIT
 *
 * Tests of the start page in the window: src/window/start.c, start_page.c, and
 * what src/window/app_files.c does with them; and of src/cli/recent.c.
 */
#include "cli/recent.h"
#include "legible.h"
#include "lesson/lesson_done.h"
#include "trace/store.h"
#include "user.h"
#include "util/printable.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void open_page(int width, int height, double scale)
{
    AppOptions options = {.width = width,
                          .height = height,
                          .scale = scale,
                          .start = true};

    user_open_with(NULL, 0, &options);
    g_assert_true(user_app()->state.start);
}

static void press_widget(const char *name)
{
    Rect box = ui_box_of(user_look().chrome, ui_id(name));

    g_assert_false(rect_is_empty(box));
    user_click(box.x + box.w / 2, box.y + box.h / 2);
}

/* Nothing is recorded before something is chosen, and then nothing is to be
 * done; no command ends the page. */
static void test_empty(void)
{
    open_page(1600, 900, 1);
    g_assert_cmpint(user_look().player->count, ==, 0);
    g_assert_true(user_reads("Learn"));
    g_assert_true(user_reads("Compare"));
    g_assert_true(user_reads("My program"));
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    static const SDL_Keycode keys[] = {SDLK_o, SDLK_SPACE, SDLK_r, SDLK_d,
                                       SDLK_g, SDLK_n,     SDLK_w, SDLK_ESCAPE};
    for (size_t i = 0; i < G_N_ELEMENTS(keys); ++i) {
        if (keys[i] != SDLK_SPACE)
            user_press(keys[i]);
        user_settle();
        if (user_app()->dialog || user_app()->session.player.count)
            break;
        g_assert_true(user_app()->state.start);
    }
    user_close();
}

/* All that the page says can be read, and nothing is over anything else. */
static void test_legible(void)
{
    static const struct {
        int width, height;
        double scale;
    } sizes[] = {{1920, 1080, 1},
                 {1280, 720, 1.6},
                 {700, 1200, 1},
                 {640, 480, 1}};

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        open_page(sizes[i].width, sizes[i].height, sizes[i].scale);
        legible_check_chrome(user_look().chrome, user_look().player,
                             user_app()->ui.least);
        g_assert_true(user_reads("With and"));
        g_assert_true(user_reads("Open ..."));
        user_close();
    }
}

/* The four comparisons run, with what they are about; the drawings have the
 * same waits and mistakes. */
static void test_pairs(void)
{
    open_page(1600, 900, 1);
    for (int i = 0; i < START_PAIRS; ++i) {
        if (i)
            user_press(SDLK_o);
        user_settle();
        user_press(SDLK_RIGHT);
        for (int down = 0; down < i; ++down)
            user_press(SDLK_DOWN);
        user_press(SDLK_RETURN);
        g_assert_false(user_app()->state.start);
        g_assert_cmpint(user_look().player->count, ==, 2);
        for (int t = 0; t < 2; ++t) {
            const char *drawing = start_pairs[i].drawings[t];
            const Trace *trace = user_look().player->traces[t];
            g_assert_cmpstr(trace->run.algorithm, ==, start_pairs[i].names[t]);
            g_assert_cmpuint(trace->run.n, ==, 64);
            g_assert_cmpuint(trace->run.k, ==, 4);
            const uint8_t *marks = user_look().player->marks[t];
            bool wrong = false;
            for (size_t at = 0; at < trace->instructions_count; ++at)
                wrong |= (marks[at] & MARK_FAULT) != 0;
            g_assert_true(wrong == (strchr(drawing, 'w') != NULL));
        }
    }
    user_close();
}

/* The next lesson has the focus, and those that are done are marked. */
static void test_lessons(void)
{
    LessonList list = lesson_list();
    char *folder = g_get_current_dir();

    g_setenv("XDG_STATE_HOME", folder, TRUE);
    lesson_done_note(list.lessons[0], (uint32_t)list.lessons[0]->stops_count);
    open_page(1600, 900, 1);
    const Start *start = user_app()->start;
    g_assert_true(start->lessons[0].done);
    g_assert_cmpuint(start->next, ==, 1);
    g_assert_true(user_reads("next"));
    g_assert_true(user_reads("1 of "));
    user_press(SDLK_RETURN);
    g_assert_nonnull(user_app()->lesson);
    g_assert_cmpstr(user_app()->lesson->lesson->name, ==,
                    list.lessons[1]->name);
    app_tick(user_app(), 0);
    user_settle();
    g_assert_cmpint(user_look().player->count, >, 0);
    g_assert_null(user_app()->session.wanted);
    user_close();
    g_setenv("XDG_STATE_HOME", "/dev/null", TRUE);
    g_unlink("upsweep/lessons");
    g_rmdir("upsweep");
    g_free(folder);
    lesson_list_free(&list);
}

/* An example is copied here, and no file is overwritten. */
static void test_example(void)
{
    g_assert_true(g_file_set_contents("reduction.cu", "mine", -1, NULL));
    open_page(1280, 720, 1);
    press_widget("examples");
    user_type(SDLK_UNKNOWN, "reduction");
    user_press(SDLK_RETURN);
    user_settle();
    g_assert_true(g_file_test("reduction-2.cu", G_FILE_TEST_IS_REGULAR));
    char *text;
    g_assert_true(g_file_get_contents("reduction.cu", &text, NULL, NULL));
    g_assert_cmpstr(text, ==, "mine");
    g_assert_null(user_look().dialog); /* it comes with Upsweep */
    user_close();
    g_free(text);
    g_unlink("reduction.cu");
    g_unlink("reduction-2.cu");
}

/* What was opened last, newest first, with what was found in it then. */
static void test_recent(void)
{
    Error error;
    char *folder = g_get_current_dir();
    char *kept = g_build_filename(folder, "upsweep", "recent", NULL);
    char *names[12];

    g_setenv("XDG_STATE_HOME", "/dev/null", TRUE);
    recent_add("/etc/passwd");
    Recent recent = recent_read();
    g_assert_cmpint(recent.count, ==, 0);
    g_setenv("XDG_STATE_HOME", "relative", TRUE); /* which is ignored */
    g_setenv("HOME", "relative", TRUE);
    recent_add("/etc/passwd");
    g_assert_false(g_file_test("relative", G_FILE_TEST_EXISTS));
    g_setenv("XDG_STATE_HOME", folder, TRUE);
    for (int i = 0; i < 12; ++i) {
        names[i] = g_strdup_printf("%d\n\033%%0A.upsweep", i);
        g_assert_true(store_write(user_traces[0], names[i], &error));
        recent_add(names[i]);
    }
    recent_add_found(names[10], RECENT_FAULT, "race, line 31\n\t\033[2J");
    recent_add_found(names[11], RECENT_COST, "12 bank conflicts");
    recent_add(names[10]); /* it moves to the head, with what was found */
    recent_add("missing.upsweep");
    recent_add(".");
    g_unlink(names[9]);
    recent = recent_read();
    g_assert_cmpint(recent.count, ==, RECENT_MOST - 1);
    g_assert_true(g_str_has_suffix(recent.files[0].path, names[10]));
    g_assert_cmpint(recent.files[0].state, ==, RECENT_FAULT);
    g_assert_cmpstr(recent.files[0].found, ==, "race, line 31\n\t\033[2J");
    g_assert_cmpint(recent.files[1].state, ==, RECENT_COST);
    g_assert_cmpint(recent.files[2].state, ==, RECENT_UNKNOWN);
    g_assert_cmpstr(recent.files[2].found, ==, "");
    recent_free(&recent);
    struct stat status;
    g_assert_cmpint(stat(kept, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 0777, ==, 0600);

    open_page(1600, 900, 1);
    g_assert_true(user_reads("Recent"));
    g_assert_true(user_reads("race, line 31"));
    g_assert_true(user_reads("12 bank conflicts"));
    legible_check_chrome(user_look().chrome, user_look().player,
                         user_app()->ui.least);
    user_close();

    struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    g_assert_cmpint(utimensat(AT_FDCWD, names[10], times, 0), ==, 0);
    recent = recent_read(); /* it was changed: nobody knows what is in it */
    g_assert_cmpint(recent.files[0].state, ==, RECENT_UNKNOWN);
    recent_free(&recent);
    for (int i = 0; i < 12; ++i) {
        g_unlink(names[i]);
        g_free(names[i]);
    }

    static const char *const lists[] = {"no path\n", "/etc/%00passwd\n%", "",
                                        "/\n//\n\n/dev/null\n", "\xff\n"};
    for (size_t i = 0; i < G_N_ELEMENTS(lists); ++i) {
        g_assert_true(g_file_set_contents(kept, lists[i], -1, NULL));
        recent = recent_read();
        g_assert_cmpint(recent.count, ==, 0);
        recent_free(&recent);
    }
    static const char *const found[] = {"",
                                        "\t",
                                        "\tgood",
                                        "\tgood\t1",
                                        "\tgood\tx\tfine",
                                        "\tbad\t1\tfine",
                                        "\t\t\t\t\t\t",
                                        "\tfault\t-9e99\t%"};
    for (size_t i = 0; i < G_N_ELEMENTS(found); ++i) {
        char *text = g_strdup_printf("/etc/passwd%s\n", found[i]);
        g_assert_true(g_file_set_contents(kept, text, -1, NULL));
        recent = recent_read();
        g_assert_cmpint(recent.count, ==, 1);
        g_assert_cmpint(recent.files[0].state, ==, RECENT_UNKNOWN);
        recent_free(&recent);
        g_free(text);
    }
    g_unlink(kept);
    g_assert_cmpint(mkfifo(kept, 0600), ==, 0);
    recent = recent_read(); /* and does not wait */
    g_assert_cmpint(recent.count, ==, 0);
    g_unlink(kept);
    g_rmdir("upsweep");
    g_setenv("XDG_STATE_HOME", "/dev/null", TRUE);
    g_free(kept);
    g_free(folder);
}

/* What is found in a file is noted when it is shown. */
static void test_found(void)
{
    char *folder = g_get_current_dir();
    Error error;

    g_setenv("XDG_STATE_HOME", folder, TRUE);
    g_assert_true(store_write(user_traces[1], "run.upsweep", &error));
    char *path = g_build_filename(folder, "run.upsweep", NULL);
    open_page(1280, 720, 1);
    user_drop(SDL_DROPFILE, path);
    app_tick(user_app(), 0);
    user_press(SDLK_o);
    g_assert_cmpint(user_app()->start->recent.count, ==, 1);
    const RecentFile *file = user_app()->start->recent.files;
    g_assert_cmpstr(file->path, ==, path);
    g_assert_cmpint(file->state, !=, RECENT_UNKNOWN);
    g_assert_true(user_reads(file->found));
    user_close();
    g_unlink("run.upsweep");
    g_unlink("upsweep/recent");
    g_rmdir("upsweep");
    g_setenv("XDG_STATE_HOME", "/dev/null", TRUE);
    g_free(path);
    g_free(folder);
}

static const UserTest tests[] = {
    {"/app_start/empty", test_empty},     {"/app_start/legible", test_legible},
    {"/app_start/pairs", test_pairs},     {"/app_start/lessons", test_lessons},
    {"/app_start/example", test_example}, {"/app_start/recent", test_recent},
    {"/app_start/found", test_found},
};

int main(int argc, char **argv)
{
    char *folder = g_dir_make_tmp("test_start_XXXXXX", NULL);

    g_setenv("XDG_STATE_HOME", "/dev/null", TRUE); /* keeps nothing */
    g_assert_cmpint(chdir(folder), ==, 0);
    int status = user_main(argc, argv, 32, tests, G_N_ELEMENTS(tests));
    g_assert_cmpint(chdir("/"), ==, 0);
    g_rmdir(folder);
    g_free(folder);
    return status;
}
