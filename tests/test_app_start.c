/* SPDX-License-Identifier: MIT
 *
 * Tests of the start page in the window: src/window/start.c, start_page.c,
 * the small pictures, and what src/window/app.c does with them.
 */
#include "cli/recent.h"
#include "export/image_file.h"
#include "legible.h"
#include "trace/store.h"
#include "user.h"
#include "util/printable.h"

#include <glib.h>
#include <glib/gstdio.h>

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

    user_open_with(user_traces, 2, &options);
    g_assert_true(user_app()->state.start);
}

/* Lets the page make all its pictures. */
static int settle(void)
{
    int ticks = 0;

    for (; app_due(user_app()) == 0; ++ticks) {
        g_assert_cmpint(ticks, <, 200);
        app_tick(user_app(), 0);
        app_draw(user_app());
    }
    return ticks;
}

static size_t entry_of(const char *what)
{
    const Start *start = user_app()->start;

    for (size_t i = 0; i < start->entries_count; ++i)
        if (strcmp(start->entries[i].what, what) == 0)
            return i;
    g_error("there is no entry %s", what);
    return 0;
}

/* Saves what is seen where UPSWEEP_PICTURES names a folder. */
static void keep_picture(const char *name)
{
    const char *folder = g_getenv("UPSWEEP_PICTURES");
    char *path = folder ? g_strdup_printf("%s/%s.png", folder, name) : NULL;
    int width, height;
    Error error;

    if (!path)
        return;
    SDL_GetWindowSize(user_window(), &width, &height);
    uint32_t *pixels = user_pixels();
    g_assert_true(png_write(path, pixels, width, height, false, &error));
    free(pixels);
    g_free(path);
}

/* The page is there before its pictures, which come one by one; then nothing
 * is to be done. */
static void test_pictures(void)
{
    open_page(1600, 900, 1);
    g_assert_true(user_reads("Help"));
    g_assert_cmpfloat(app_due(user_app()), ==, 0);
    g_assert_cmpuint(user_look().paints, ==, 1);
    size_t shapes = user_look().frame->shapes_count;
    int ticks = settle();
    g_assert_cmpint(ticks, >, 5);
    g_assert_cmpuint(user_look().frame->shapes_count, >,
                     shapes + 50 * (size_t)ticks);
    uint64_t paints = user_look().paints;
    app_tick(user_app(), 10);
    app_draw(user_app());
    g_assert_cmpuint(user_look().paints, ==, paints);
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    keep_picture("light");
    const Start *start = user_app()->start;
    for (size_t e = 0; e < start->entries_count; ++e)
        g_assert_true(start->entries[e].kind != START_LESSON ||
                      start->entries[e].picture.list.shapes_count > 0);
    for (int i = 0; i < 4; ++i)
        user_wheel(-1);
    g_assert_cmpint(settle(), >, 0); /* of those that are seen now */
    for (int theme = THEME_DARK; theme < THEME_COUNT; ++theme) {
        user_press(SDLK_t);
        g_assert_cmpint(user_look().theme, ==, theme);
        keep_picture(theme == THEME_DARK ? "dark" : "print");
    }
    user_close();
}

/* All that the page says can be read, at any size, where it is scrolled to.
 */
static void test_legible(void)
{
    static const struct {
        int width, height;
        double scale;
    } sizes[] = {{1600, 900, 1},  {1280, 720, 1},   {1280, 720, 1.6},
                 {1024, 768, 1},  {640, 360, 1},    {640, 360, 0.5},
                 {700, 1200, 1},  {1600, 900, 0.5}, {1600, 900, 2},
                 {2560, 1080, 1}, {800, 600, 3}};

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        open_page(sizes[i].width, sizes[i].height, sizes[i].scale);
        const Start *start = user_app()->start;
        size_t seen = 0;
        char name[64];
        for (double top = -1; start->top > top; user_wheel(-1)) {
            top = start->top;
            settle();
            legible_check(user_look().frame, user_look().player, start->least);
            g_snprintf(name, sizeof name, "%dx%d-%g-%g", sizes[i].width,
                       sizes[i].height, sizes[i].scale, top);
            keep_picture(name);
        }
        for (size_t e = 0; e < start->entries_count; ++e)
            seen += start->entries[e].kind == START_RUN &&
                    start->entries[e].picture.list.shapes_count > 0;
        size_t count;
        catalog_all(&count);
        g_assert_cmpuint(seen, ==, count); /* each was seen somewhere */
        user_close();
    }
}

/* What is opened has something to see: 64 elements on 4 banks, lanes that wait
 * where the heading says so, several blocks, and the mistake. */
static void test_entries(void)
{
    open_page(1280, 720, 1);
    const Start *start = user_app()->start;
    size_t count = start->entries_count;

    for (size_t i = 0; i < count; ++i) {
        StartEntry entry = user_app()->start->entries[i];
        if (entry.kind != START_RUN)
            continue;
        char *what = g_strdup(entry.what);
        user_app()->start->focus = i;
        user_press(SDLK_RETURN);
        g_assert_true(user_reads("recording "));
        app_tick(user_app(), 0);
        app_draw(user_app());
        g_assert_false(user_app()->state.start);
        const Trace *trace = user_look().player->traces[0];
        g_assert_cmpstr(trace->run.algorithm, ==, what);
        g_assert_cmpuint(trace->run.n, ==, 64);
        g_assert_cmpuint(trace->run.k, ==, 4);
        uint32_t tick = user_look().player->tick;
        g_assert_cmpuint(tick, ==, 0);
        bool waits = player_find(user_look().player, MARK_CONFLICT, 1) > 0;
        bool wrong = player_find(user_look().player, MARK_FAULT, 1) > 0;
        if (entry.section == START_IDEAS + IDEA_CONFLICTS)
            g_assert_true(waits);
        if (entry.section == START_IDEAS + IDEA_BLOCKS)
            g_assert_cmpuint(trace->run.blocks, >, 2);
        g_assert_true(entry.section != START_IDEAS + IDEA_MISTAKES || wrong ||
                      waits);
        g_assert_true(entry.section == START_IDEAS + IDEA_MISTAKES || !wrong);
        g_free(what);
        user_press(SDLK_o);
        g_assert_true(user_app()->state.start);
    }
    user_close();
}

static void check_focus(const char *what)
{
    const Start *start = user_app()->start;

    g_assert_cmpstr(start->entries[start->focus].what, ==, what);
}

static void test_keys(void)
{
    open_page(1600, 900, 1);
    check_focus("what-for");
    user_press(SDLK_RIGHT);
    check_focus("one-thread");
    user_app()->start->focus = entry_of("brent-kung");
    uint32_t tick = user_look().player->tick;
    user_press(SDLK_RIGHT);
    check_focus("nopadding");
    user_press(SDLK_TAB);
    check_focus("reduce-downsweep");
    user_key(SDLK_TAB, KMOD_SHIFT, false);
    user_press(SDLK_DOWN);
    check_focus("hillis-steele");
    user_press(SDLK_UP);
    check_focus("nopadding");
    user_press(SDLK_END);
    const Start *start = user_app()->start;
    check_focus(start->entries[start->entries_count - 1].what);
    g_assert_cmpfloat(start->top, >, 0); /* it is seen */
    for (int i = 0; i < 8; ++i)
        user_press(SDLK_PAGEUP);
    g_assert_cmpfloat(start->top, ==, 0);
    user_press(SDLK_HOME);
    g_assert_cmpuint(start->focus, ==, 0);
    user_press(SDLK_RETURN); /* the form, over the page */
    g_assert_nonnull(user_look().dialog);
    user_press(SDLK_ESCAPE);
    g_assert_null(user_look().dialog);
    g_assert_true(user_app()->state.start);
    user_press(SDLK_x); /* which is for frames */
    user_press(SDLK_p);
    g_assert_true(user_app()->state.start);
    g_assert_cmpint(user_look().chart, ==, CHART_NONE);
    user_press(SDLK_h);
    g_assert_true(user_look().help);
    user_press(SDLK_DOWN); /* which the help does not take */
    user_press(SDLK_ESCAPE);
    g_assert_true(user_app()->state.start);
    g_assert_cmpuint(user_look().player->tick, ==, tick);
    user_press(SDLK_ESCAPE); /* there is nothing left to leave */
    g_assert_true(user_app()->state.start && user_is_in());
    user_press(SDLK_o);
    g_assert_false(user_app()->state.start);
    g_assert_cmpint(user_look().player->count, ==, 2);
    user_press(SDLK_DOWN);
    g_assert_cmpuint(user_look().player->tick, >, tick);
    user_close();
}

static void test_mouse(void)
{
    open_page(1600, 900, 1);
    settle();
    size_t entry = entry_of("banks");
    Rect box = user_find(user_look().frame,
                         (Thing){THING_ENTRY, (uint32_t)entry, 0, 1})
                   ->box;
    uint64_t paints = user_look().paints;
    user_move(box.x + 9, box.y + 9, false);
    g_assert_cmpint(user_app()->start->hover, ==, (int)entry);
    g_assert_cmpuint(user_look().paints, ==, paints + 1);
    user_move(box.x + 20, box.y + 9, false);
    g_assert_cmpuint(user_look().paints, ==, paints + 1);
    user_move(3, 3, false);
    g_assert_cmpint(user_app()->start->hover, ==, -1);
    user_click(3, 3); /* beside all */
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    user_wheel(-1);
    g_assert_cmpfloat(user_app()->start->top, >, 0);
    user_wheel(1);
    user_click(box.x + 30, box.y + 60);
    app_tick(user_app(), 0);
    app_draw(user_app());
    g_assert_false(user_app()->state.start);
    g_assert_nonnull(user_app()->lesson);
    g_assert_cmpstr(user_app()->lesson->lesson->name, ==, "banks");
    user_close();
}

/* Files of the current folder, with names that nobody should choose. */
static void test_folder(void)
{
    Error error;

    g_assert_true(store_write(user_traces[0], "-o.upsweep", &error));
    g_assert_true(
        g_file_set_contents("\033[31m\nred.cu", "int x;\n", -1, NULL));
    g_assert_true(g_file_set_contents("none.upsweep", "no trace", -1, NULL));
    g_assert_true(g_file_set_contents("notes.txt", "", -1, NULL));
    g_assert_cmpint(mkfifo("pipe.cu", 0600), ==, 0);
    g_assert_cmpint(g_mkdir("folder.upsweep", 0700), ==, 0);
    open_page(1600, 900, 1);
    const Start *start = user_app()->start;
    int files = 0;
    for (size_t i = 0; i < start->entries_count; ++i)
        files += start->entries[i].section == START_FILES;
    g_assert_cmpint(files, ==, 4);
    size_t red = entry_of("./\033[31m\nred.cu");
    g_assert_true(printable_is(start->entries[red].title));
    settle();
    keep_picture("folder");
    legible_check(user_look().frame, user_look().player, start->least);
    g_assert_cmpuint(start->entries[red].picture.list.shapes_count, >, 0);
    user_app()->start->focus = entry_of("./none.upsweep");
    user_press(SDLK_RETURN);
    app_tick(user_app(), 0);
    app_draw(user_app());
    g_assert_true(user_app()->state.start); /* and says why */
    g_assert_true(user_reads("./none.upsweep"));
    user_app()->start->focus = entry_of("./-o.upsweep");
    user_press(SDLK_SPACE);
    app_tick(user_app(), 0);
    app_draw(user_app());
    g_assert_false(user_app()->state.start);
    g_assert_cmpint(user_look().player->count, ==, 1);
    user_press(SDLK_o);
    user_drop(SDL_DROPFILE, "-o.upsweep");
    g_assert_false(user_app()->state.start);
    user_close();
    g_unlink("-o.upsweep");
    g_unlink("\033[31m\nred.cu");
    g_unlink("none.upsweep");
    g_unlink("notes.txt");
    g_unlink("pipe.cu");
    g_rmdir("folder.upsweep");
}

/* What was opened or recorded last, newest first; what is gone is left out, and
 * a list that cannot be written stays as it is. */
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
    recent_add(names[10]); /* again: it moves to the head */
    recent_add("missing.upsweep");
    recent_add(".");
    g_unlink(names[9]);
    recent = recent_read();
    g_assert_cmpint(recent.count, ==, RECENT_MOST - 1);
    g_assert_true(g_str_has_suffix(recent.paths[0], names[10]));
    g_assert_true(g_str_has_suffix(recent.paths[1], names[11]));
    g_assert_true(g_str_has_suffix(recent.paths[2], names[8]));
    recent_free(&recent);
    struct stat status;
    g_assert_cmpint(stat(kept, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 0777, ==, 0600);
    for (int i = 0; i < 12; ++i)
        if (i < 8)
            g_unlink(names[i]);
    g_mkdir("sub", 0700); /* from where the folder's own are not listed */
    g_assert_cmpint(chdir("sub"), ==, 0);
    open_page(1600, 900, 1);
    settle();
    keep_picture("recent");
    const Start *start = user_app()->start;
    legible_check(user_look().frame, user_look().player, start->least);
    int seen = 0;
    for (size_t i = 0; i < start->entries_count; ++i) {
        const StartEntry *entry = start->entries + i;
        seen += entry->section == START_RECENT;
        g_assert_true(printable_is(entry->title) && printable_is(entry->text));
        if (entry->section == START_RECENT)
            g_assert_cmpuint(entry->picture.list.shapes_count, >, 0);
    }
    g_assert_cmpint(seen, ==, 3);
    user_close();
    for (int i = 0; i < 12; ++i) {
        char *path = g_build_filename(folder, names[i], NULL);
        g_unlink(path);
        g_free(path);
        g_free(names[i]);
    }
    g_assert_cmpint(chdir(folder), ==, 0);
    static const char *const lists[] = {"no path\n", "/etc/%00passwd\n%", "",
                                        "/\n//\n\n/dev/null\n", "\xff\n"};
    for (size_t i = 0; i < G_N_ELEMENTS(lists); ++i) {
        g_assert_true(g_file_set_contents(kept, lists[i], -1, NULL));
        recent = recent_read();
        g_assert_cmpint(recent.count, ==, 0);
        recent_free(&recent);
    }
    g_unlink(kept);
    g_assert_cmpint(mkfifo(kept, 0600), ==, 0);
    recent = recent_read(); /* and does not wait */
    g_assert_cmpint(recent.count, ==, 0);
    g_unlink(kept);
    g_rmdir("upsweep");
    g_rmdir("sub");
    g_free(kept);
    g_free(folder);
}

/* The glossary lies over the page, and over a frame. */
static void test_words(void)
{
    static const struct {
        int width, height;
        double scale;
    } sizes[] = {{1600, 900, 1},
                 {1280, 720, 1.6},
                 {640, 360, 1},
                 {700, 1200, 1}};

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        open_page(sizes[i].width, sizes[i].height, sizes[i].scale);
        user_press(SDLK_i);
        g_assert_true(user_app()->state.words);
        char name[64];
        g_snprintf(name, sizeof name, "words-%d", sizes[i].width);
        keep_picture(name);
        g_assert_true(user_reads("prefix sum, scan"));
        g_assert_true(user_reads("Each output is the sum"));
        g_assert_true(user_reads("race") || sizes[i].height < 400);
        legible_check_chrome(user_look().chrome, user_look().player,
                             user_app()->start->least);
        user_press(SDLK_RETURN); /* which opens nothing now */
        g_assert_cmpint(user_app()->opens, ==, -1);
        user_press(SDLK_ESCAPE);
        g_assert_false(user_app()->state.words);
        g_assert_true(user_app()->state.start);
        user_press(SDLK_i);
        user_click(sizes[i].width / 2, sizes[i].height / 3);
        g_assert_false(user_app()->state.words);
        g_assert_true(user_app()->state.start);
        user_close();
    }
}

/* The form of what runs: at least some fields, that in focus among them. */
static void test_form(void)
{
    static const struct {
        int width, height;
        double scale;
    } sizes[] = {{1600, 900, 1},
                 {1280, 720, 1.6},
                 {640, 360, 1},
                 {700, 1200, 1}};
    char name[64];

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        open_page(sizes[i].width, sizes[i].height, sizes[i].scale);
        user_press(SDLK_n);
        const Dialog *dialog = user_look().dialog;
        for (int f = 0; f < dialog->count; ++f) {
            g_assert_cmpint(dialog->focus, ==, f);
            if (!user_reads(dialog->fields[f].label))
                g_error("%s is not seen in %d x %d", dialog->fields[f].label,
                        sizes[i].width, sizes[i].height);
            g_assert_true(user_reads(dialog->fields[f].value));
            user_find(user_look().chrome,
                      (Thing){THING_DIALOG, DIALOG_MORE, (uint32_t)f, 1});
            legible_check_chrome(user_look().chrome, user_look().player,
                                 user_app()->start->least);
            g_snprintf(name, sizeof name, "form-%d-%d", sizes[i].width, f);
            if (f == 0 || f == 9 || f == dialog->count - 1)
                keep_picture(name);
            user_press(SDLK_DOWN);
        }
        user_close();
    }
}

static const UserTest tests[] = {
    {"/app_start/pictures", test_pictures},
    {"/app_start/legible", test_legible},
    {"/app_start/entries", test_entries},
    {"/app_start/keys", test_keys},
    {"/app_start/mouse", test_mouse},
    {"/app_start/folder", test_folder},
    {"/app_start/recent", test_recent},
    {"/app_start/words", test_words},
    {"/app_start/form", test_form},
};

/* In a folder that has no files. */
int main(int argc, char **argv)
{
    char *folder = g_dir_make_tmp("test_app_XXXXXX", NULL);

    g_assert_cmpint(chdir(folder), ==, 0);
    int status = user_main(argc, argv, 32, tests, G_N_ELEMENTS(tests));
    g_assert_cmpint(chdir("/"), ==, 0);
    g_rmdir(folder);
    g_free(folder);
    return status;
}
