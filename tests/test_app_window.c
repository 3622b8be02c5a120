/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/app.c: what is in the window, what
 * becomes of it when the system meddles, what is saved, and what is refused.
 */
#include "cli/command_line.h"
#include "draw/paint_cairo.h"
#include "export/export.h"
#include "view/view.h"
#include "window/chrome.h"
#include "window/sdl_events.h"
#include "fixture.h"
#include "user.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <SDL.h>
#include <png.h>

#include <stdlib.h>
#include <string.h>

/* What was painted is in the window, pixel for pixel, and the chrome under it;
 * nothing is painted twice, and nothing presented without a reason. */
static void test_drawing(void)
{
    user_open(user_traces, 2, 1280, 720);
    user_still(); /* without animation */
    UserLook before = user_look();
    int height = (int)before.frame->height;
    uint32_t *meant = base_alloc(1280 * (size_t)height, 4);

    g_assert_cmpuint(before.paints, ==, 1);
    user_settle();
    user_move(640, 300, false);
    user_settle();
    app_tick(user_app(), 100);
    app_draw(user_app());
    g_assert_cmpuint(user_look().paints, ==, before.paints);
    g_assert_cmpuint(user_look().presents, ==, before.presents);
    user_press(SDLK_RIGHT);
    g_assert_cmpuint(user_look().paints, ==, before.paints + 1);
    g_assert_cmpuint(user_look().presents, ==, before.presents + 1);
    user_press(SDLK_F1); /* the frame stays as it is */
    user_press(SDLK_F1);
    g_assert_cmpuint(user_look().paints, ==, before.paints + 1);
    g_assert_cmpuint(user_look().presents, ==, before.presents + 3);

    uint32_t *seen = user_pixels();
    paint_cairo(user_look().frame, THEME_LIGHT, meant, 1280, height);
    for (int i = 0; i < 1280 * height; ++i)
        g_assert_cmphex(seen[i], ==, meant[i] & 0xffffff);
    int inked = 0;
    for (int i = 1280 * height; i < 1280 * 720; ++i)
        inked += (seen[i] & 0xff) < 0x60;
    g_assert_cmpint(inked, >, 300); /* buttons and text */
    free(seen);
    free(meant);
    user_close();
}

static uint32_t *file_pixels(const char *name, int width, int height)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint32_t *pixels = base_alloc((size_t)width * (size_t)height, 4);

    g_assert_true(png_image_begin_read_from_file(&image, name));
    g_assert_cmpuint(image.width, ==, (unsigned)width);
    g_assert_cmpuint(image.height, ==, (unsigned)height);
    image.format = PNG_FORMAT_BGRA;
    g_assert_true(png_image_finish_read(&image, NULL, pixels, width * 4, NULL));
    return pixels;
}

/* What is exported is what is seen: pixel for pixel. */
static void test_exported(void)
{
    const Trace *traces[] = {user_traces[0], user_traces[1]};
    char *folder = g_dir_make_tmp("test_app_XXXXXX", NULL);
    char *name = g_build_filename(folder, "seen.png", NULL);
    Error error;

    user_open(user_traces, 2, 1280, 800);
    user_still();
    for (int theme = 0; theme < THEME_COUNT; ++theme) {
        for (int i = 0; i < 7; ++i)
            user_press(SDLK_RIGHT);
        user_settle();
        int height = (int)user_look().frame->height;
        ExportOptions options = {
            .spec = {.width = 1280,
                     .height = height,
                     .scale = 1,
                     .text_scale = 800.0 / height, /* text as large as the
                                                 window asks for */
                     .theme = (Theme)theme},
            .moments = {.at = AT_INSTRUCTION,
                        .moment = (uint32_t)user_look().player->tick},
            .fps = 2};
        g_assert_true(export_traces(traces, 2, &options, name, NULL, &error));
        uint32_t *seen = user_pixels();
        uint32_t *saved = file_pixels(name, 1280, height);
        for (int i = 0; i < 1280 * height; ++i)
            g_assert_cmphex(seen[i], ==, saved[i] & 0xffffff);
        free(seen);
        free(saved);
        user_press(SDLK_t);
    }
    user_close();
    g_unlink(name);
    g_rmdir(folder);
    g_free(name);
    g_free(folder);
}

static int strip_of(int width, int height)
{
    ChromeSize size = {width, height, 1, 1, false};

    return chrome_strip(&size);
}

static void test_resize(void)
{
    static const int sizes[][2] = {
        {1920, 1080}, {640, 360}, {1280, 720}, {900, 900}, {3840, 2160}};

    user_open(user_traces, 2, 1280, 720);
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        int width = sizes[i][0], height = sizes[i][1];
        SDL_SetWindowSize(user_window(), width, height);
        user_settle();
        g_assert_cmpfloat(user_look().frame->width, ==, width);
        g_assert_cmpfloat(user_look().frame->height, ==,
                          height - strip_of(width, height));
        g_assert_cmpfloat(user_look().chrome->height, ==, height);
    }
    SDL_SetWindowSize(user_window(), 10, 10); /* not that small */
    user_settle();
    g_assert_cmpfloat(user_look().frame->width, >=, 640);
    user_close();
}

static void check_png(const char *name, bool there)
{
    char *bytes = NULL;
    gsize length = 0;

    g_assert_true(g_file_test(name, G_FILE_TEST_EXISTS) == there);
    if (!there)
        return;
    g_assert_true(g_file_get_contents(name, &bytes, &length, NULL));
    g_assert_cmpuint(length, >, 1000);
    g_assert_true(memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0);
    g_assert_true(memcmp(bytes + 16, "\0\0\5\0\0\0\2\xd0", 8) ==
                  0); /* 1280, 720 */
    g_free(bytes);
}

static void test_save(void)
{
    static const char first[] = "fixture-vs-___other-instruction002.png";
    static const char second[] = "fixture-vs-___other-instruction002-2.png";
    char *home = g_get_current_dir();
    char *folder = g_dir_make_tmp("test_app_XXXXXX", NULL);

    /* A name that tries to leave the folder. */
    free(user_traces[1]->run.algorithm);
    user_traces[1]->run.algorithm = base_strdup("../other");
    g_assert_cmpint(g_chdir(folder), ==, 0);
    user_open(user_traces, 2, 1280, 720);
    user_still();
    user_press(SDLK_RIGHT);
    user_press(SDLK_RIGHT);
    check_png(first, false);
    user_press(SDLK_s);
    check_png(first, true);
    g_assert_true(user_reads("saved fixture-vs-___other-instruction002.png"));
    check_png(second, false);
    user_press(SDLK_s); /* nothing is replaced */
    check_png(second, true);
    g_assert_nonnull(user_look().message);
    app_tick(user_app(), app_due(user_app()));
    g_assert_null(user_look().message);
    g_unlink(first);
    g_unlink(second);

    g_assert_cmpint(g_rmdir(folder), ==, 0); /* the folder goes away */
    user_press(SDLK_s);
    g_assert_nonnull(user_look().message);
    g_assert_nonnull(strstr(user_look().message, "cannot"));
    g_assert_nonnull(strstr(user_look().message, first));
    user_close();
    g_assert_cmpint(g_chdir(home), ==, 0);
    g_free(folder);
    g_free(home);
}

/* A presenter's remote sends F5 and Escape in turn. */
static void test_remote(void)
{
    AppOptions options = {.full_screen = true, .width = 1280, .height = 720};

    user_open_with(user_traces, 1, &options);
    user_press(SDLK_p); /* a question is open */
    user_press(SDLK_TAB);
    for (int i = 0; i < 3; ++i) {
        user_press(SDLK_ESCAPE);
        g_assert_false(user_look().full_screen);
        user_press(SDLK_F5);
        g_assert_true(user_look().full_screen);
    }
    user_press(SDLK_F5);
    g_assert_false(user_look().full_screen);
    g_assert_true(user_is_in() && app_is_asking(user_app()));
    user_close();
}

/* A screen and the borders of its windows.  SDL's invisible driver has no
 * borders, so these functions replace SDL's. */
static SDL_Rect screen;
static int border;

int SDL_GetDisplayUsableBounds(int display, SDL_Rect *room)
{
    if (screen.w == 0)
        return SDL_GetDisplayBounds(display, room);
    *room = screen;
    return 0;
}

int SDL_GetWindowBordersSize(SDL_Window *window, int *top, int *left,
                             int *bottom, int *right)
{
    (void)window;
    *top = 5 * border;
    *left = *bottom = *right = border;
    return border ? 0 : -1;
}

/* The window and its borders are on the screen, with every button. */
static void test_fits(void)
{
    static const SDL_Rect screens[] = {{0, 27, 1366, 741},
                                       {0, 0, 1366, 768},
                                       {0, 0, 1024, 768}};
    size_t count;
    const Command *commands = command_all(&count);

    for (size_t i = 0; i < G_N_ELEMENTS(screens); ++i) {
        int x, y, width, height;
        screen = screens[i];
        border = 0; /* they come after the window */
        user_open_with(user_traces, 2, &(AppOptions){.theme = THEME_LIGHT});
        border = 5;
        user_event(SDL_WINDOWEVENT, SDL_WINDOWEVENT_SHOWN);
        user_settle();
        SDL_GetWindowPosition(user_window(), &x, &y);
        SDL_GetWindowSize(user_window(), &width, &height);
        g_assert_cmpint(x - border, >=, screen.x);
        g_assert_cmpint(y - 5 * border, >=, screen.y);
        g_assert_cmpint(x + width + border, <=, screen.x + screen.w);
        g_assert_cmpint(y + height + border, <=, screen.y + screen.h);
        for (size_t c = 0; c < count; ++c) {
            Rect box = ui_box_of(user_look().chrome, ui_id(commands[c].name));
            if (commands[c].place != COMMAND_BAR)
                continue;
            g_assert_cmpfloat(box.w, >, 0);
            g_assert_cmpfloat(box.x, >=, 0);
            g_assert_cmpfloat(box.x + box.w, <=, width);
            g_assert_cmpfloat(box.y + box.h, <=, height);
        }
        user_close();
    }
    screen.w = border = 0;
}

/* What `upsweep view` was asked for. */
static void test_options(void)
{
    static const struct {
        const char *line;
        AppOptions app;
    } cases[] = {
        {"view", {.theme = THEME_LIGHT, .scale = 1}},
        {"view --size 800x600 --theme dark",
         {.scale = 1, .width = 800, .height = 600, .theme = THEME_DARK}},
        {"view --projector", {.scale = 1, .projector = true}},
        {"view --text-scale 2 --projector", {.scale = 2, .projector = true}},
        {"view --text-scale 0.5 --projector",
         {.scale = 0.5, .projector = true}},
        {"view --text-scale 0.5", {.scale = 0.5}},
        {"view --full-screen --clock cycles",
         {.scale = 1, .full_screen = true, .clock = CLOCK_CYCLES}},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        char **words = g_strsplit(cases[i].line, " ", -1);
        const AppOptions *wanted = &cases[i].app;
        Options options;
        Error error;
        g_assert_true(command_line_read(&options, ~UINT64_C(0),
                                        (int)g_strv_length(words), words,
                                        &error));
        AppOptions app = app_options(&options);
        g_assert_cmpint(app.theme, ==, wanted->theme);
        g_assert_cmpfloat(app.scale, ==, wanted->scale);
        g_assert_cmpint(app.projector, ==, wanted->projector);
        g_assert_cmpint(app.width, ==, wanted->width);
        g_assert_cmpint(app.height, ==, wanted->height);
        g_assert_cmpint(app.full_screen, ==, wanted->full_screen);
        g_assert_cmpint(app.clock, ==, wanted->clock);
        g_strfreev(words);
    }
}

/* The whole loop, with a user who was faster than the program. */
static void test_run(void)
{
    AppOptions options = {.width = 1280, .height = 720, .theme = THEME_DARK};
    SDL_Event play = {.key = {.type = SDL_KEYDOWN,
                              .state = SDL_PRESSED,
                              .keysym = {.sym = SDLK_SPACE}}};
    SDL_Event leave = {.type = SDL_QUIT};
    Error error = {ERROR_NONE, ""};

    g_assert_cmpint(SDL_Init(SDL_INIT_EVENTS), ==, 0);
    SDL_PushEvent(&play);
    SDL_PushEvent(&leave);
    g_assert_true(
        app_run((const Trace *const *)user_traces, 2, &options, &error));
    g_assert_cmpstr(error.text, ==, "");
}

static void test_refusals(void)
{
    AppOptions options = {.width = 1280, .height = 720};
    Error error = {ERROR_NONE, ""};
    Trace *other = fixture_scan(PLACE_PADDING, OP_ADD, 8, 4);
    const Trace *pair[] = {user_traces[0], other};

    g_assert_false(app_run(pair, 2, &options, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_nonnull(strstr(error.text, "cannot compare"));
    trace_free(other);

    char **kept = g_get_environ();
    g_unsetenv("SDL_VIDEODRIVER");
    g_unsetenv("DISPLAY");
    g_unsetenv("WAYLAND_DISPLAY");
    g_assert_false(app_run(pair, 1, &options, &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_true(g_str_has_prefix(error.text, "no display: "));
    g_assert_nonnull(strstr(error.text, "`upsweep export`"));
    g_setenv("SDL_VIDEODRIVER", "no-such-driver", true);
    g_assert_false(app_run(pair, 1, &options, &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_true(g_str_has_prefix(error.text, "no display: "));
    g_setenv("SDL_VIDEODRIVER", g_environ_getenv(kept, "SDL_VIDEODRIVER"),
             true);
    g_strfreev(kept);
}

/* A key is called what the help calls it; a sign has no name, since it comes as
 * text, unless with Ctrl or Alt; Ctrl and F1 to F12 are commands even where
 * text is typed. */
static void test_keys(void)
{
    static const struct {
        SDL_Keycode code;
        Uint16 held;
        const char *name;
        bool commands;
    } cases[] = {{SDLK_RIGHT, 0, "Right", false},
                 {SDLK_RIGHT, KMOD_LSHIFT, "Shift+Right", false},
                 {SDLK_a, 0, "A", false},
                 {SDLK_7, 0, "7", false},
                 {SDLK_PLUS, 0, "", false},
                 {SDLK_PLUS, KMOD_RSHIFT, "", false},
                 {SDLK_PLUS, KMOD_LCTRL, "Ctrl++", true},
                 {SDLK_EQUALS, KMOD_LCTRL, "Ctrl++", true},
                 {SDLK_EQUALS, KMOD_LCTRL | KMOD_LSHIFT, "Ctrl++", true},
                 {SDLK_MINUS, KMOD_LALT, "Alt+-", false},
                 {SDLK_o, KMOD_RCTRL, "Ctrl+O", true},
                 {SDLK_o, KMOD_LCTRL | KMOD_LALT | KMOD_LSHIFT,
                  "Ctrl+Alt+Shift+O", true},
                 {SDLK_F1, 0, "F1", true},
                 {SDLK_F5, 0, "F5", true},
                 {SDLK_F12, 0, "F12", true},
                 {SDLK_F13, 0, "F13", false},
                 {SDLK_CAPSLOCK, 0, "CapsLock", false},
                 {SDLK_PRINTSCREEN, 0, "PrintScreen", false}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        SDL_Event event = {.type = SDL_KEYDOWN};
        char name[KEY_TEXT] = "what was there";
        event.key.keysym.sym = cases[i].code;
        event.key.keysym.mod = cases[i].held;
        key_name(&event, name);
        g_assert_cmpstr(name, ==, cases[i].name);
        g_assert_cmpint(key_is_for_commands(&event), ==, cases[i].commands);
    }
    g_assert_true(key_is_sign("+") && key_is_sign("?"));
    g_assert_false(key_is_sign("") || key_is_sign("++") || key_is_sign("a"));
}

static const UserTest tests[] = {
    {"/app_window/drawing", test_drawing},
    {"/app_window/exported", test_exported},
    {"/app_window/resize", test_resize},
    {"/app_window/save", test_save},
    {"/app_window/remote", test_remote},
    {"/app_window/fits", test_fits},
    {"/app_window/options", test_options},
    {"/app_window/run", test_run},
    {"/app_window/refusals", test_refusals},
    {"/app_window/keys", test_keys},
};

int main(int argc, char **argv)
{
    return user_main(argc, argv, 32, tests, G_N_ELEMENTS(tests));
}
