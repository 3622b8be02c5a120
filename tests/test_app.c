/* SPDX-License-Identifier: MIT
 *
 * Tests of src/app.c: sessions of a user who never sees the window, under SDL's
 * dummy driver and its software renderer.
 */
#include "../src/chrome.h"
#include "../src/loop.h"
#include "../src/paint_cairo.h"
#include "fixture.h"
#include "user.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Trace *traces[2];

static void test_keys(void)
{
    user_open(traces, 2, 1280, 720);
    const Player *player = user_look().player;

    g_assert_cmpuint(player->beat, ==, 0);
    user_press(SDLK_RIGHT);
    user_press(SDLK_RIGHT);
    g_assert_cmpuint(player->beat, ==, 2);
    user_press(SDLK_LEFT);
    g_assert_cmpuint(player->beat, ==, 1);
    user_press(SDLK_DOWN);
    g_assert_cmpuint(player->beat, ==, player->step_beats[1]);
    user_press(SDLK_PAGEDOWN);
    user_key(SDLK_RIGHT, KMOD_LSHIFT, false);
    g_assert_cmpuint(player->beat, ==, player->step_beats[3]);
    user_press(SDLK_PAGEUP);
    g_assert_cmpuint(player->beat, ==, player->step_beats[2]);
    user_key(SDLK_LEFT, KMOD_RCTRL, false);
    g_assert_cmpuint(player->beat, ==, player->step_beats[1]);
    user_press(SDLK_END);
    g_assert_cmpuint(player->beat, ==, player->beats);
    user_press(SDLK_HOME);
    g_assert_cmpuint(player->beat, ==, 0);
    user_key(SDLK_RIGHT, KMOD_NONE, true); /* held down */
    g_assert_cmpuint(player->beat, ==, 1);
    user_key(SDLK_t, KMOD_NONE, true); /* which does not switch for ever */
    g_assert_cmpint(user_look().theme, ==, THEME_LIGHT);
    user_key(SDLK_t, KMOD_NUM | KMOD_CAPS, false); /* locks do not matter */
    g_assert_cmpint(user_look().theme, ==, THEME_DARK);
    user_press(SDLK_F12); /* which means nothing */
    g_assert_true(user_is_in());
    user_close();
}

static void test_signs(void)
{
    user_open(traces, 1, 1280, 720);
    double speed = user_look().player->speed;

    user_type(SDLK_EQUALS, "+");
    g_assert_cmpfloat(user_look().player->speed, ==, 2 * speed);
    user_type(SDLK_KP_MINUS, "-");
    g_assert_cmpfloat(user_look().player->speed, ==, speed);
    user_type(SDLK_t, "t"); /* a letter counts once */
    g_assert_cmpint(user_look().theme, ==, THEME_DARK);
    user_type(SDLK_SLASH, "?");
    g_assert_true(user_look().help);
    user_type(SDLK_QUESTION, "?");
    g_assert_false(user_look().help);
    user_type(SDLK_SPACE, " ");
    g_assert_true(user_look().player->playing);
    user_type(SDLK_e, "é");
    user_close();
}

static void test_play(void)
{
    user_open(traces, 2, 1280, 720);
    const Player *player = user_look().player;

    user_press(SDLK_a); /* without animation */
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    user_press(SDLK_SPACE);
    g_assert_true(player->playing);
    g_assert_cmpfloat(app_due(user_app()), <=, 1 / player->speed);
    app_tick(user_app(), 2.5 / player->speed);
    g_assert_cmpuint(player->beat, ==, 2);
    app_tick(user_app(), app_due(user_app()));
    g_assert_cmpuint(player->beat, ==, 3);
    app_draw(user_app());
    user_press(SDLK_RIGHT); /* taken over by hand */
    g_assert_false(player->playing);
    user_press(SDLK_SPACE);
    app_tick(user_app(), 1e6);
    g_assert_cmpuint(player->beat, ==, player->beats);
    g_assert_false(player->playing);
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    user_close();
}

/* A step by hand is there at once, and what is seen follows until it rests. */
static void test_animation(void)
{
    user_open(traces, 2, 1280, 720);
    const Player *player = user_look().player;
    uint64_t paints = user_look().paints;

    g_assert_true(player->animated);
    user_press(SDLK_RIGHT);
    g_assert_cmpuint(player->beat, ==, 1);
    for (int i = 0; i < 4; ++i) {
        g_assert_cmpfloat(app_due(user_app()), >, 0);
        app_tick(user_app(), 0.1);
        app_draw(user_app());
        g_assert_cmpuint(user_look().paints, ==, ++paints);
    }
    app_tick(user_app(), 10);
    app_draw(user_app());
    g_assert_cmpuint(user_look().paints, ==, ++paints);
    g_assert_cmpfloat(app_due(user_app()), <, 0); /* idle */
    app_tick(user_app(), 10);
    app_draw(user_app());
    g_assert_cmpuint(user_look().paints, ==, paints);
    user_key(SDLK_RIGHT, KMOD_NONE, true); /* held down: no waiting */
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    user_press(SDLK_SPACE);
    app_tick(user_app(), 0.6 / player->speed);
    g_assert_cmpuint(player->beat, ==, 2);
    user_press(SDLK_SPACE); /* ends what is under way, and rests */
    g_assert_cmpuint(player->beat, ==, 3);
    g_assert_cmpfloat(app_due(user_app()), >, 0);
    app_tick(user_app(), 10);
    g_assert_cmpuint(player->beat, ==, 3);
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    user_press(SDLK_RIGHT);
    user_press(SDLK_a); /* off: nothing moves any more */
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    user_close();
}

/* Wheel with Ctrl, drag, keys and the middle button: closer, along, back. */
static void test_zoom(void)
{
    user_open(traces, 2, 1280, 720);
    for (int i = 0; i < 9; ++i)
        user_press(SDLK_DOWN);
    user_press(SDLK_a);
    size_t whole = user_look().frame->shapes_count;
    Rect node = user_find(user_look().frame, (Tag){TAG_NODE, 0, 20})->box;
    uint32_t beat = user_look().player->beat;

    SDL_SetModState(KMOD_LCTRL);
    user_move(node.x + 1, node.y + 1, false);
    user_wheel(4);
    SDL_SetModState(KMOD_NONE);
    g_assert_cmpuint(user_look().player->beat, ==, beat);
    g_assert_cmpuint(user_look().frame->shapes_count, <, whole);
    Rect there = user_find(user_look().frame, (Tag){TAG_NODE, 0, 20})->box;
    g_assert_cmpfloat(there.w, >, node.w);
    uint64_t paints = user_look().paints;
    user_button(SDL_BUTTON_LEFT, true, there.x, there.y + 1);
    user_move(there.x + 60, there.y + 1, true);
    g_assert_cmpuint(user_look().paints, ==, paints + 1);
    Rect moved = user_find(user_look().frame, (Tag){TAG_NODE, 0, 20})->box;
    g_assert_cmpfloat(fabs(moved.x - there.x - 60), <, 6);
    user_button(SDL_BUTTON_LEFT, false, there.x + 60, there.y + 1);
    user_button(SDL_BUTTON_MIDDLE, true, 300, 300);
    g_assert_cmpuint(user_look().frame->shapes_count, ==, whole);
    user_press(SDLK_z);
    user_press(SDLK_z);
    g_assert_cmpuint(user_look().frame->shapes_count, !=, whole);
    user_key(SDLK_RIGHT, KMOD_ALT, false);
    user_key(SDLK_z, KMOD_SHIFT, false);
    user_press(SDLK_0);
    g_assert_cmpuint(user_look().frame->shapes_count, ==, whole);
    user_close();
}

/* The clock changes by key, and with it what the frame says. */
static void test_clock(void)
{
    user_open(traces, 2, 1280, 720);
    user_press(SDLK_END);
    user_press(SDLK_r);
    g_assert_cmpint(user_look().player->clock, ==, COURSE_RACE);
    g_assert_cmpuint(user_look().player->beat, ==, user_look().player->beats);
    user_press(SDLK_x);
    user_key(SDLK_x, KMOD_SHIFT, false);
    user_press(SDLK_r);
    g_assert_cmpint(user_look().player->clock, ==, COURSE_STEP);
    user_close();
}

/* A click on any bar goes to just after that instruction. */
static void test_timeline(void)
{
    user_open(traces, 2, 1280, 720);
    const Player *player = user_look().player;

    for (int panel = 0; panel < 2; ++panel)
        for (uint32_t i = 0; i < 60; i += 7) {
            Rect box =
                user_find(user_look().frame, (Tag){TAG_TIMELINE, panel, i})
                    ->box;
            user_click(box.x + box.w / 2, box.y + box.h / 2);
            g_assert_cmpuint(player_position(player, panel), ==, i + 1);
        }
    Rect from = user_find(user_look().frame, (Tag){TAG_TIMELINE, 0, 8})->box;
    Rect to = user_find(user_look().frame, (Tag){TAG_TIMELINE, 0, 30})->box;
    user_button(SDL_BUTTON_LEFT, true, from.x + 1, from.y + 1);
    g_assert_cmpuint(player_position(player, 0), ==, 9);
    user_move(to.x + 1, to.y - 300, true); /* far above, and held */
    g_assert_cmpuint(player_position(player, 0), ==, 31);
    user_button(SDL_BUTTON_LEFT, false, to.x + 1, to.y - 300);
    user_move(from.x + 1, from.y + 1, false); /* let go: only looks */
    g_assert_cmpuint(player_position(player, 0), ==, 31);
    user_close();
}

static void test_position_strip(void)
{
    user_open(traces, 2, 1280, 720);
    const Player *player = user_look().player;
    Rect box =
        user_find(user_look().chrome, (Tag){TAG_CHROME, 0, CHROME_POSITION})
            ->box;
    double y = box.y + box.h / 2;

    user_click(box.x + box.w / 2, y);
    g_assert_cmpuint(player->beat, >, player->beats * 4 / 10);
    g_assert_cmpuint(player->beat, <, player->beats * 6 / 10);
    user_button(SDL_BUTTON_LEFT, true, box.x + 30, y);
    user_move(1279, 5, true);
    g_assert_cmpuint(player->beat, ==, player->beats);
    user_move(600, 5, false); /* released where nobody saw it */
    g_assert_cmpuint(player->beat, ==, player->beats);
    user_close();
}

/* The button whose name the toolbar tells when the pointer is on it. */
static Rect find_button(const char *name)
{
    char *start = g_strconcat(name, "  ·", NULL);
    size_t count = user_look().chrome->shapes_count;
    Rect found = {0, 0, 0, 0};

    for (size_t i = 0; i < count; ++i) {
        const Shape *shape = user_look().chrome->shapes + i;
        Rect box = shape->box;
        if (shape->tag.kind != TAG_BUTTON || shape->kind != SHAPE_RECT)
            continue;
        user_move(box.x + box.w / 2, box.y + box.h / 2, false);
        if (user_reads(start))
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
    int help, toolbar, full_screen, playing, open, blank, labels, form;
    int marks;
    double scale;
} End;

static void walk_in(void)
{
    user_open(traces, 2, 1280, 720);
    user_press(SDLK_DOWN);
    user_press(SDLK_DOWN);
    user_press(SDLK_RIGHT);
}

static End walk_out(void)
{
    AppLook at = user_look();
    End end;

    memset(&end, 0, sizeof end); /* also what lies between the fields */
    end.beat = at.player->beat;
    end.theme = at.theme;
    end.help = at.help;
    end.toolbar = at.toolbar;
    end.full_screen = at.full_screen;
    end.playing = at.player->playing;
    end.open = user_is_in();
    end.blank = at.blank;
    end.labels = at.labels;
    end.form = at.form != NULL;
    end.marks = (int)at.bookmarks->beats_count;
    end.scale = at.scale;
    user_close();
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
        {"Bookmark", SDLK_m, 0},
        {"Go to step", SDLK_g, 0},
        {"What runs", SDLK_n, 0},
        {"Values", SDLK_v, 0},
        {"Smaller", SDLK_MINUS, KMOD_CTRL},
        {"Larger", SDLK_EQUALS, KMOD_CTRL},
        {"Colours", SDLK_t, 0},
        {"Blank", SDLK_b, 0},
        {"Full screen", SDLK_F11, 0},
        {"Toolbar", SDLK_c, 0},
        {"Help", SDLK_h, 0},
        {"Quit", SDLK_q, 0},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(buttons); ++i) {
        End by_key, by_mouse;
        walk_in();
        user_key(buttons[i].key, buttons[i].modifiers, false);
        by_key = walk_out();
        walk_in();
        Rect box = find_button(buttons[i].name);
        user_click(box.x + 3, box.y + 3);
        by_mouse = walk_out();
        g_test_message("%s", buttons[i].name);
        g_assert_true(memcmp(&by_key, &by_mouse, sizeof by_key) == 0);
    }
}

static void test_mouse(void)
{
    user_open(traces, 2, 1280, 720);

    user_wheel(-1);
    user_wheel(-2);
    g_assert_cmpuint(user_look().player->beat, ==, 3);
    user_wheel(1);
    g_assert_cmpuint(user_look().player->beat, ==, 2);
    g_assert_cmpfloat(user_look().frame->height, <, 720);
    user_button(SDL_BUTTON_RIGHT, true, 300, 300);
    g_assert_false(user_look().toolbar);
    g_assert_cmpfloat(user_look().frame->height, ==, 720);
    user_button(SDL_BUTTON_RIGHT, true, 300, 300);
    g_assert_true(user_look().toolbar);
    user_press(SDLK_h);
    g_assert_true(user_look().help);
    Rect bar = user_find(user_look().frame, (Tag){TAG_TIMELINE, 0, 20})->box;
    user_click(bar.x + 1, bar.y + 1); /* under the help: only closes it */
    g_assert_false(user_look().help);
    g_assert_cmpuint(user_look().player->beat, ==, 2);
    user_close();
}

static void test_help(void)
{
    user_open(traces, 1, 1280, 720);
    user_press(SDLK_F1);
    g_assert_true(user_look().help);
    g_assert_true(user_reads("save the frame as a PNG file"));
    user_press(SDLK_ESCAPE);
    g_assert_false(user_look().help);
    g_assert_true(user_is_in());
    user_press(SDLK_ESCAPE);
    g_assert_false(user_is_in());
    user_close();
}

/* What was painted is in the window, pixel for pixel, and the chrome under it;
 * nothing is painted twice, and nothing presented without a reason. */
static void test_drawing(void)
{
    user_open(traces, 2, 1280, 720);
    user_press(SDLK_a); /* without animation */
    AppLook before = user_look();
    int height = (int)before.frame->height;
    uint32_t *seen = base_alloc(1280 * 720, 4);
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
    user_press(SDLK_h); /* the frame stays as it is */
    user_press(SDLK_h);
    g_assert_cmpuint(user_look().paints, ==, before.paints + 1);
    g_assert_cmpuint(user_look().presents, ==, before.presents + 3);

    SDL_Renderer *renderer = SDL_GetRenderer(user_window());
    g_assert_cmpint(SDL_RenderReadPixels(renderer, NULL,
                                         SDL_PIXELFORMAT_ARGB8888, seen,
                                         1280 * 4),
                    ==, 0);
    paint_cairo(user_look().frame, THEME_LIGHT, meant, 1280, height, 1280 * 4);
    for (int i = 0; i < 1280 * height; ++i)
        g_assert_cmphex(seen[i] & 0xffffff, ==, meant[i] & 0xffffff);
    int inked = 0;
    for (int i = 1280 * height; i < 1280 * 720; ++i)
        inked += (seen[i] & 0xff) < 0x60;
    g_assert_cmpint(inked, >, 300); /* buttons and text */
    free(seen);
    free(meant);
    user_close();
}

static int strip_of(int width, int height)
{
    ChromeSize size = {width, height, 1, 1};

    return chrome_strip(&size, true);
}

static void test_resize(void)
{
    static const int sizes[][2] = {
        {1920, 1080}, {640, 360}, {1280, 720}, {900, 900}, {3840, 2160}};

    user_open(traces, 2, 1280, 720);
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

/* Lost textures are made anew from the same pixels; a hidden window is left
 * alone. */
static void test_survival(void)
{
    user_open(traces, 2, 1280, 720);
    user_settle();
    AppLook before = user_look();

    user_event(SDL_RENDER_TARGETS_RESET, 0);
    user_event(SDL_RENDER_DEVICE_RESET, 0);
    g_assert_cmpuint(user_look().paints, ==, before.paints);
    g_assert_cmpuint(user_look().presents, ==, before.presents + 2);
    user_event(SDL_WINDOWEVENT, SDL_WINDOWEVENT_EXPOSED);
    g_assert_cmpuint(user_look().presents, ==, before.presents + 3);
    SDL_HideWindow(user_window());
    user_settle();
    before = user_look();
    user_press(SDLK_RIGHT);
    user_press(SDLK_s);
    g_assert_cmpuint(user_look().presents, ==, before.presents);
    SDL_ShowWindow(user_window());
    user_settle();
    g_assert_cmpuint(user_look().presents, >, before.presents);
    g_assert_cmpuint(user_look().player->beat, ==, 1);
    user_event(SDL_WINDOWEVENT, SDL_WINDOWEVENT_LEAVE);
    g_assert_true(user_is_in());
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
    static const char first[] = "fixture-vs-___other-beat002.png";
    static const char second[] = "fixture-vs-___other-beat002-2.png";
    char *home = g_get_current_dir();
    char *folder = g_dir_make_tmp("test_app_XXXXXX", NULL);

    /* A name that tries to leave the folder. */
    free(traces[1]->run.algorithm);
    traces[1]->run.algorithm = base_strdup("../other");
    g_assert_cmpint(g_chdir(folder), ==, 0);
    user_open(traces, 2, 1280, 720);
    user_press(SDLK_a);
    user_press(SDLK_RIGHT);
    user_press(SDLK_RIGHT);
    check_png(first, false);
    user_press(SDLK_s);
    check_png(first, true);
    g_assert_true(user_reads("saved fixture-vs-___other-beat002.png"));
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
    user_press(SDLK_c); /* said also without toolbar */
    g_assert_true(user_reads(user_look().message));
    user_close();
    g_assert_cmpint(g_chdir(home), ==, 0);
    g_free(folder);
    g_free(home);
}

static void test_full_screen(void)
{
    user_open(traces, 1, 1280, 720);
    user_press(SDLK_F11);
    g_assert_true(user_look().full_screen);
    g_assert_true(SDL_GetWindowFlags(user_window()) & SDL_WINDOW_FULLSCREEN);
    user_press(SDLK_ESCAPE);
    g_assert_false(user_look().full_screen);
    g_assert_false(SDL_GetWindowFlags(user_window()) & SDL_WINDOW_FULLSCREEN);
    g_assert_true(user_is_in());
    user_close();
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
    g_assert_true(loop_run((const Trace *const *)traces, 2, &options, &error));
    g_assert_cmpstr(error.text, ==, "");
}

static void test_refusals(void)
{
    AppOptions options = {.width = 1280, .height = 720};
    Error error = {ERROR_NONE, ""};
    Trace *other = fixture_scan(PLACE_PADDING, OP_ADD, 8, 4);
    const Trace *pair[] = {traces[0], other};

    g_assert_false(loop_run(pair, 2, &options, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_nonnull(strstr(error.text, "cannot compare"));
    trace_free(other);

    char **kept = g_get_environ();
    g_unsetenv("SDL_VIDEODRIVER");
    g_unsetenv("DISPLAY");
    g_unsetenv("WAYLAND_DISPLAY");
    g_assert_false(loop_run(pair, 1, &options, &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_true(g_str_has_prefix(error.text, "no display: "));
    g_assert_nonnull(strstr(error.text, "`upsweep export`"));
    g_setenv("SDL_VIDEODRIVER", "no-such-driver", true);
    g_assert_false(loop_run(pair, 1, &options, &error));
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
    {"/app/animation", test_animation},
    {"/app/zoom", test_zoom},
    {"/app/clock", test_clock},
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
