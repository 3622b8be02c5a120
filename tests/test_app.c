/* SPDX-License-Identifier: MIT
 *
 * Tests of src/app.c: sessions of a user who never sees the window.  Events go
 * through SDL's own queue, under its dummy driver and its software renderer.
 */
#include "../src/app.h"
#include "../src/chrome.h"
#include "../src/paint_cairo.h"
#include "fixture.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <SDL.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Trace *traces[2];
static App *app;
static bool is_open; /* what app_handle said last */

/* ---- The user ---- */

static AppLook look(void)
{
    return app_look(app);
}

/* Lets the app have all events that wait, then draw, as app_run does. */
static void settle(void)
{
    SDL_Event event;

    while (SDL_PollEvent(&event))
        is_open = app_handle(app, &event);
    app_draw(app);
}

static SDL_Window *window_of_app(void)
{
    for (Uint32 id = 1; id < 1000; ++id)
        if (SDL_GetWindowFromID(id))
            return SDL_GetWindowFromID(id);
    g_error("there is no window");
    return NULL;
}

static void open_app(int count, int width, int height)
{
    AppOptions options = {.width = width, .height = height};
    Error error = {ERROR_NONE, ""};

    app = app_open((const Trace *const *)traces, count, &options, &error);
    if (!app)
        g_error("%s", error.text);
    is_open = true;
    /* Also where that is more than the screen has, which app_open minds. */
    SDL_SetWindowSize(window_of_app(), width, height);
    settle();
}

static void close_app(void)
{
    app_close(app);
    app = NULL;
}

static void push(SDL_Event event)
{
    g_assert_cmpint(SDL_PushEvent(&event), ==, 1);
    settle();
}

static void push_key(SDL_Keycode key, int modifiers, bool repeat)
{
    SDL_Event event = {
        .key = {.type = SDL_KEYDOWN,
                .state = SDL_PRESSED,
                .repeat = repeat,
                .keysym = {.sym = key, .mod = (Uint16)modifiers}}};

    push(event);
}

static void key(SDL_Keycode code)
{
    push_key(code, KMOD_NONE, false);
}

/* A key that types a sign: both events, as a keyboard sends them. */
static void type(SDL_Keycode code, const char *sign)
{
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT}};

    push_key(code, KMOD_NONE, false);
    g_strlcpy(event.text.text, sign, sizeof event.text.text);
    push(event);
}

static void move(double x, double y, bool held)
{
    SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION,
                                  .state = held ? SDL_BUTTON_LMASK : 0,
                                  .x = (int)x,
                                  .y = (int)y}};

    push(event);
}

static void button(Uint8 which, bool down, double x, double y)
{
    Uint32 kind = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
    SDL_Event event = {.button = {.type = kind,
                                  .button = which,
                                  .state = down ? SDL_PRESSED : SDL_RELEASED,
                                  .x = (int)x,
                                  .y = (int)y}};

    push(event);
}

static void click(double x, double y)
{
    move(x, y, false);
    button(SDL_BUTTON_LEFT, true, x, y);
    button(SDL_BUTTON_LEFT, false, x, y);
}

static void wheel(int y)
{
    SDL_Event event = {.wheel = {.type = SDL_MOUSEWHEEL, .y = y}};

    push(event);
}

static void happen(Uint32 kind, Uint8 what)
{
    SDL_Event event = {.type = kind};

    if (kind == SDL_WINDOWEVENT)
        event.window.event = what;
    push(event);
}

/* The first rectangle with a tag; it must be there. */
static const Shape *find(const Canvas *canvas, Tag tag)
{
    for (size_t i = 0; i < canvas->shapes_count; ++i) {
        const Shape *shape = canvas->shapes + i;
        if (shape->tag.kind == tag.kind && shape->tag.panel == tag.panel &&
            shape->tag.index == tag.index && shape->kind == SHAPE_RECT)
            return shape;
    }
    g_error("there is no shape with tag %d %d %u", (int)tag.kind, tag.panel,
            tag.index);
    return NULL;
}

/* Does the chrome have a text that starts so? */
static bool chrome_says(const char *start)
{
    const Canvas *canvas = look().chrome;

    for (size_t i = 0; i < canvas->shapes_count; ++i)
        if (canvas->shapes[i].kind == SHAPE_TEXT &&
            g_str_has_prefix(canvas_shape_text(canvas, canvas->shapes + i),
                             start))
            return true;
    return false;
}

/* ---- Sessions ---- */

static void test_keys(void)
{
    open_app(2, 1280, 720);
    const Player *player = look().player;

    g_assert_cmpuint(player->beat, ==, 0);
    key(SDLK_RIGHT);
    key(SDLK_RIGHT);
    g_assert_cmpuint(player->beat, ==, 2);
    key(SDLK_LEFT);
    g_assert_cmpuint(player->beat, ==, 1);
    key(SDLK_DOWN);
    g_assert_cmpuint(player->beat, ==, player->step_beats[1]);
    key(SDLK_PAGEDOWN);
    push_key(SDLK_RIGHT, KMOD_LSHIFT, false);
    g_assert_cmpuint(player->beat, ==, player->step_beats[3]);
    key(SDLK_PAGEUP);
    g_assert_cmpuint(player->beat, ==, player->step_beats[2]);
    push_key(SDLK_LEFT, KMOD_RCTRL, false);
    g_assert_cmpuint(player->beat, ==, player->step_beats[1]);
    key(SDLK_END);
    g_assert_cmpuint(player->beat, ==, player->beats);
    key(SDLK_HOME);
    g_assert_cmpuint(player->beat, ==, 0);
    push_key(SDLK_RIGHT, KMOD_NONE, true); /* held down */
    g_assert_cmpuint(player->beat, ==, 1);
    push_key(SDLK_t, KMOD_NONE, true); /* which does not switch for ever */
    g_assert_cmpint(look().theme, ==, THEME_LIGHT);
    push_key(SDLK_t, KMOD_NUM | KMOD_CAPS, false); /* locks do not matter */
    g_assert_cmpint(look().theme, ==, THEME_DARK);
    key(SDLK_F12); /* which means nothing */
    g_assert_true(is_open);
    close_app();
}

static void test_signs(void)
{
    open_app(1, 1280, 720);
    double speed = look().player->speed;

    type(SDLK_EQUALS, "+");
    g_assert_cmpfloat(look().player->speed, ==, 2 * speed);
    type(SDLK_KP_MINUS, "-");
    g_assert_cmpfloat(look().player->speed, ==, speed);
    type(SDLK_t, "t"); /* a letter counts once */
    g_assert_cmpint(look().theme, ==, THEME_DARK);
    type(SDLK_SLASH, "?");
    g_assert_true(look().help);
    type(SDLK_QUESTION, "?");
    g_assert_false(look().help);
    type(SDLK_SPACE, " ");
    g_assert_true(look().player->playing);
    type(SDLK_e, "é");
    close_app();
}

static void test_play(void)
{
    open_app(2, 1280, 720);
    const Player *player = look().player;

    g_assert_cmpfloat(app_due(app), <, 0);
    key(SDLK_SPACE);
    g_assert_true(player->playing);
    g_assert_cmpfloat(app_due(app), <=, 1 / player->speed);
    app_tick(app, 2.5 / player->speed);
    g_assert_cmpuint(player->beat, ==, 2);
    app_tick(app, app_due(app));
    g_assert_cmpuint(player->beat, ==, 3);
    app_draw(app);
    key(SDLK_RIGHT); /* taken over by hand */
    g_assert_false(player->playing);
    key(SDLK_SPACE);
    app_tick(app, 1e6);
    g_assert_cmpuint(player->beat, ==, player->beats);
    g_assert_false(player->playing);
    g_assert_cmpfloat(app_due(app), <, 0);
    close_app();
}

/* A click on any bar goes to just after that instruction. */
static void test_timeline(void)
{
    open_app(2, 1280, 720);
    const Player *player = look().player;

    for (int panel = 0; panel < 2; ++panel)
        for (uint32_t i = 0; i < 60; i += 7) {
            Rect box = find(look().frame, (Tag){TAG_TIMELINE, panel, i})->box;
            click(box.x + box.w / 2, box.y + box.h / 2);
            g_assert_cmpuint(player_position(player, panel), ==, i + 1);
        }
    Rect from = find(look().frame, (Tag){TAG_TIMELINE, 0, 8})->box;
    Rect to = find(look().frame, (Tag){TAG_TIMELINE, 0, 30})->box;
    button(SDL_BUTTON_LEFT, true, from.x + 1, from.y + 1);
    g_assert_cmpuint(player_position(player, 0), ==, 9);
    move(to.x + 1, to.y - 300, true); /* far above, and held */
    g_assert_cmpuint(player_position(player, 0), ==, 31);
    button(SDL_BUTTON_LEFT, false, to.x + 1, to.y - 300);
    move(from.x + 1, from.y + 1, false); /* let go: only looks */
    g_assert_cmpuint(player_position(player, 0), ==, 31);
    close_app();
}

static void test_position_strip(void)
{
    open_app(2, 1280, 720);
    const Player *player = look().player;
    Rect box = find(look().chrome, (Tag){TAG_CHROME, 0, CHROME_POSITION})->box;
    double y = box.y + box.h / 2;

    click(box.x + box.w / 2, y);
    g_assert_cmpuint(player->beat, >, player->beats * 4 / 10);
    g_assert_cmpuint(player->beat, <, player->beats * 6 / 10);
    button(SDL_BUTTON_LEFT, true, box.x + 30, y);
    move(1279, 5, true);
    g_assert_cmpuint(player->beat, ==, player->beats);
    move(600, 5, false); /* released where nobody saw it */
    g_assert_cmpuint(player->beat, ==, player->beats);
    close_app();
}

/* The button whose name the toolbar tells when the pointer is on it. */
static Rect find_button(const char *name)
{
    char *start = g_strconcat(name, "  ·", NULL);
    size_t count = look().chrome->shapes_count;
    Rect found = {0, 0, 0, 0};

    for (size_t i = 0; i < count; ++i) {
        const Shape *shape = look().chrome->shapes + i;
        Rect box = shape->box;
        if (shape->tag.kind != TAG_BUTTON || shape->kind != SHAPE_RECT)
            continue;
        move(box.x + box.w / 2, box.y + box.h / 2, false);
        if (chrome_says(start))
            found = found.w > 0 ? found : box;
    }
    g_free(start);
    g_assert_cmpfloat(found.w, >, 0);
    return found;
}

/* What a command may have changed. */
typedef struct {
    uint32_t beat;
    Theme theme;
    int help, toolbar, full_screen, playing, open;
} End;

static void walk_in(void)
{
    open_app(2, 1280, 720);
    key(SDLK_DOWN);
    key(SDLK_DOWN);
    key(SDLK_RIGHT);
}

static End walk_out(void)
{
    AppLook at = look();
    End end = {at.player->beat, at.theme,           at.help, at.toolbar,
               at.full_screen,  at.player->playing, is_open};

    close_app();
    return end;
}

/* Every button does what its key does. */
static void test_buttons(void)
{
    static const struct {
        const char *name;
        SDL_Keycode key;
        int modifiers;
    } buttons[] = {
        {"First", SDLK_HOME, 0},
        {"Previous phase", SDLK_LEFT, KMOD_CTRL},
        {"Previous step", SDLK_UP, 0},
        {"Previous instruction", SDLK_LEFT, 0},
        {"Play or pause", SDLK_SPACE, 0},
        {"Next instruction", SDLK_RIGHT, 0},
        {"Next step", SDLK_DOWN, 0},
        {"Next phase", SDLK_RIGHT, KMOD_CTRL},
        {"Last", SDLK_END, 0},
        {"Light or dark", SDLK_t, 0},
        {"Full screen", SDLK_F11, 0},
        {"Toolbar", SDLK_c, 0},
        {"Help", SDLK_h, 0},
        {"Quit", SDLK_q, 0},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(buttons); ++i) {
        End by_key, by_mouse;
        walk_in();
        push_key(buttons[i].key, buttons[i].modifiers, false);
        by_key = walk_out();
        walk_in();
        Rect box = find_button(buttons[i].name);
        click(box.x + 3, box.y + 3);
        by_mouse = walk_out();
        g_test_message("%s", buttons[i].name);
        g_assert_true(memcmp(&by_key, &by_mouse, sizeof by_key) == 0);
    }
}

static void test_mouse(void)
{
    open_app(2, 1280, 720);

    wheel(-1);
    wheel(-2);
    g_assert_cmpuint(look().player->beat, ==, 3);
    wheel(1);
    g_assert_cmpuint(look().player->beat, ==, 2);
    g_assert_cmpfloat(look().frame->height, <, 720);
    button(SDL_BUTTON_RIGHT, true, 300, 300);
    g_assert_false(look().toolbar);
    g_assert_cmpfloat(look().frame->height, ==, 720);
    button(SDL_BUTTON_RIGHT, true, 300, 300);
    g_assert_true(look().toolbar);
    key(SDLK_h);
    g_assert_true(look().help);
    Rect bar = find(look().frame, (Tag){TAG_TIMELINE, 0, 20})->box;
    click(bar.x + 1, bar.y + 1); /* under the help: only closes it */
    g_assert_false(look().help);
    g_assert_cmpuint(look().player->beat, ==, 2);
    close_app();
}

static void test_help(void)
{
    open_app(1, 1280, 720);
    key(SDLK_F1);
    g_assert_true(look().help);
    g_assert_true(chrome_says("save the frame as a PNG file"));
    key(SDLK_ESCAPE);
    g_assert_false(look().help);
    g_assert_true(is_open);
    key(SDLK_ESCAPE);
    g_assert_false(is_open);
    close_app();
}

/* What was painted is in the window, pixel for pixel, and the chrome under it;
 * nothing is painted twice, and nothing presented without a reason. */
static void test_drawing(void)
{
    open_app(2, 1280, 720);
    AppLook before = look();
    int height = (int)before.frame->height;
    uint32_t *seen = base_alloc(1280 * 720, 4);
    uint32_t *meant = base_alloc(1280 * (size_t)height, 4);

    g_assert_cmpuint(before.paints, ==, 1);
    settle();
    move(640, 300, false);
    settle();
    app_tick(app, 100);
    app_draw(app);
    g_assert_cmpuint(look().paints, ==, before.paints);
    g_assert_cmpuint(look().presents, ==, before.presents);
    key(SDLK_RIGHT);
    g_assert_cmpuint(look().paints, ==, before.paints + 1);
    g_assert_cmpuint(look().presents, ==, before.presents + 1);
    key(SDLK_h); /* the frame stays as it is */
    key(SDLK_h);
    g_assert_cmpuint(look().paints, ==, before.paints + 1);
    g_assert_cmpuint(look().presents, ==, before.presents + 3);

    SDL_Renderer *renderer = SDL_GetRenderer(window_of_app());
    g_assert_cmpint(SDL_RenderReadPixels(renderer, NULL,
                                         SDL_PIXELFORMAT_ARGB8888, seen,
                                         1280 * 4),
                    ==, 0);
    paint_cairo(look().frame, THEME_LIGHT, meant, 1280, height, 1280 * 4);
    for (int i = 0; i < 1280 * height; ++i)
        g_assert_cmphex(seen[i] & 0xffffff, ==, meant[i] & 0xffffff);
    int inked = 0;
    for (int i = 1280 * height; i < 1280 * 720; ++i)
        inked += (seen[i] & 0xff) < 0x60;
    g_assert_cmpint(inked, >, 300); /* buttons and text */
    free(seen);
    free(meant);
    close_app();
}

static void test_resize(void)
{
    static const int sizes[][2] = {
        {1920, 1080}, {640, 360}, {1280, 720}, {900, 900}, {3840, 2160}};

    open_app(2, 1280, 720);
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        int width = sizes[i][0], height = sizes[i][1];
        SDL_SetWindowSize(window_of_app(), width, height);
        settle();
        g_assert_cmpfloat(look().frame->width, ==, width);
        g_assert_cmpfloat(look().frame->height, ==,
                          height - chrome_strip(width, height, true));
        g_assert_cmpfloat(look().chrome->height, ==, height);
    }
    SDL_SetWindowSize(window_of_app(), 10, 10); /* not that small */
    settle();
    g_assert_cmpfloat(look().frame->width, >=, 640);
    close_app();
}

/* Lost textures are made anew from the same pixels; a hidden window is left
 * alone. */
static void test_survival(void)
{
    open_app(2, 1280, 720);
    settle();
    AppLook before = look();

    happen(SDL_RENDER_TARGETS_RESET, 0);
    happen(SDL_RENDER_DEVICE_RESET, 0);
    g_assert_cmpuint(look().paints, ==, before.paints);
    g_assert_cmpuint(look().presents, ==, before.presents + 2);
    happen(SDL_WINDOWEVENT, SDL_WINDOWEVENT_EXPOSED);
    g_assert_cmpuint(look().presents, ==, before.presents + 3);
    SDL_HideWindow(window_of_app());
    settle();
    before = look();
    key(SDLK_RIGHT);
    key(SDLK_s);
    g_assert_cmpuint(look().presents, ==, before.presents);
    SDL_ShowWindow(window_of_app());
    settle();
    g_assert_cmpuint(look().presents, >, before.presents);
    g_assert_cmpuint(look().player->beat, ==, 1);
    happen(SDL_WINDOWEVENT, SDL_WINDOWEVENT_LEAVE);
    g_assert_true(is_open);
    close_app();
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
    static const char first[] = "fixture-vs-___other-beat002.png";
    static const char second[] = "fixture-vs-___other-beat002-2.png";
    char *home = g_get_current_dir();
    char *folder = g_dir_make_tmp("test_app_XXXXXX", NULL);

    /* A name that tries to leave the folder. */
    free(traces[1]->run.algorithm);
    traces[1]->run.algorithm = base_strdup("../other");
    g_assert_cmpint(g_chdir(folder), ==, 0);
    open_app(2, 1280, 720);
    key(SDLK_RIGHT);
    key(SDLK_RIGHT);
    check_png(first, false);
    key(SDLK_s);
    check_png(first, true);
    g_assert_true(chrome_says("saved fixture-vs-___other-beat002.png"));
    check_png(second, false);
    key(SDLK_s); /* nothing is replaced */
    check_png(second, true);
    g_assert_nonnull(look().message);
    app_tick(app, app_due(app));
    g_assert_null(look().message);
    g_unlink(first);
    g_unlink(second);

    g_assert_cmpint(g_rmdir(folder), ==, 0); /* the folder goes away */
    key(SDLK_s);
    g_assert_nonnull(look().message);
    g_assert_nonnull(strstr(look().message, "cannot"));
    g_assert_nonnull(strstr(look().message, first));
    key(SDLK_c); /* said also without toolbar */
    g_assert_true(chrome_says(look().message));
    close_app();
    g_assert_cmpint(g_chdir(home), ==, 0);
    g_free(folder);
    g_free(home);
}

static void test_full_screen(void)
{
    open_app(1, 1280, 720);
    key(SDLK_F11);
    g_assert_true(look().full_screen);
    g_assert_true(SDL_GetWindowFlags(window_of_app()) & SDL_WINDOW_FULLSCREEN);
    key(SDLK_ESCAPE);
    g_assert_false(look().full_screen);
    g_assert_false(SDL_GetWindowFlags(window_of_app()) & SDL_WINDOW_FULLSCREEN);
    g_assert_true(is_open);
    close_app();
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
    g_assert_true(app_run((const Trace *const *)traces, 2, &options, &error));
    g_assert_cmpstr(error.text, ==, "");
}

static void test_refusals(void)
{
    AppOptions options = {.width = 1280, .height = 720};
    Error error = {ERROR_NONE, ""};
    Trace *other = fixture_scan(PLACE_PADDING, OP_ADD, 8, 4);
    const Trace *pair[] = {traces[0], other};

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

static const struct {
    const char *path;
    void (*test)(void);
} tests[] = {
    {"/app/keys", test_keys},
    {"/app/signs", test_signs},
    {"/app/play", test_play},
    {"/app/timeline", test_timeline},
    {"/app/position-strip", test_position_strip},
    {"/app/buttons", test_buttons},
    {"/app/mouse", test_mouse},
    {"/app/help", test_help},
    {"/app/drawing", test_drawing},
    {"/app/resize", test_resize},
    {"/app/survival", test_survival},
    {"/app/save", test_save},
    {"/app/full-screen", test_full_screen},
    {"/app/run", test_run},
    {"/app/refusals", test_refusals},
};

static void skip(void)
{
    g_test_skip("SDL does not start, not even with its dummy driver");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_setenv("SDL_VIDEODRIVER", "dummy", true);
    g_setenv("SDL_RENDER_DRIVER", "software", true);
    bool starts = SDL_Init(SDL_INIT_VIDEO) == 0;
    SDL_Quit();
    traces[0] = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 32, 4);
    traces[1] = fixture_scan(PLACE_PADDING, OP_ADD, 32, 4);
    for (size_t i = 0; i < G_N_ELEMENTS(tests); ++i)
        g_test_add_func(tests[i].path, starts ? tests[i].test : skip);
    int status = g_test_run();
    trace_free(traces[0]);
    trace_free(traces[1]);
    paint_cairo_done();
    return status;
}
