/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/app.c: sessions of a user who never sees the window,
 * under SDL's dummy driver and its software renderer.
 */
#include "window/chrome.h"
#include "user.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static void test_keys(void)
{
    user_open(user_traces, 2, 1280, 720);
    const Player *player = user_look().player;

    g_assert_cmpuint(player->tick, ==, 0);
    user_press(SDLK_RIGHT);
    user_press(SDLK_RIGHT);
    g_assert_cmpuint(player->tick, ==, 2);
    user_press(SDLK_LEFT);
    g_assert_cmpuint(player->tick, ==, 1);
    user_press(SDLK_DOWN);
    g_assert_cmpuint(player->tick, ==, player->step_ticks[1]);
    user_press(SDLK_PAGEDOWN);
    user_key(SDLK_RIGHT, KMOD_LSHIFT, false);
    g_assert_cmpuint(player->tick, ==, player->step_ticks[3]);
    user_press(SDLK_PAGEUP);
    g_assert_cmpuint(player->tick, ==, player->step_ticks[2]);
    user_key(SDLK_LEFT, KMOD_RCTRL, false);
    g_assert_cmpuint(player->tick, ==, player->step_ticks[1]);
    user_press(SDLK_END);
    g_assert_cmpuint(player->tick, ==, player->ticks);
    user_press(SDLK_HOME);
    g_assert_cmpuint(player->tick, ==, 0);
    user_key(SDLK_RIGHT, KMOD_NONE, true); /* held down */
    g_assert_cmpuint(player->tick, ==, 1);
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
    user_open(user_traces, 1, 1280, 720);
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
    user_open(user_traces, 2, 1280, 720);
    const Player *player = user_look().player;

    user_press(SDLK_a); /* without animation */
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    user_press(SDLK_SPACE);
    g_assert_true(player->playing);
    g_assert_cmpfloat(app_due(user_app()), <=, 1 / player->speed);
    app_tick(user_app(), 2.5 / player->speed);
    g_assert_cmpuint(player->tick, ==, 2);
    app_tick(user_app(), app_due(user_app()));
    g_assert_cmpuint(player->tick, ==, 3);
    app_draw(user_app());
    user_press(SDLK_RIGHT); /* taken over by hand */
    g_assert_false(player->playing);
    user_press(SDLK_SPACE);
    app_tick(user_app(), 1e6);
    g_assert_cmpuint(player->tick, ==, player->ticks);
    g_assert_false(player->playing);
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    user_close();
}

/* A step by hand is there at once, and what is seen follows until it rests. */
static void test_animation(void)
{
    user_open(user_traces, 2, 1280, 720);
    const Player *player = user_look().player;
    uint64_t paints = user_look().paints;

    g_assert_true(player->animated);
    user_press(SDLK_RIGHT);
    g_assert_cmpuint(player->tick, ==, 1);
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
    g_assert_cmpuint(player->tick, ==, 2);
    user_press(SDLK_SPACE); /* ends what is under way, and rests */
    g_assert_cmpuint(player->tick, ==, 3);
    g_assert_cmpfloat(app_due(user_app()), >, 0);
    app_tick(user_app(), 10);
    g_assert_cmpuint(player->tick, ==, 3);
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    user_press(SDLK_RIGHT);
    user_press(SDLK_a); /* off: nothing moves any more */
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    user_close();
}

/* Wheel with Ctrl, drag, keys and the middle button: closer, along, back. */
static void test_zoom(void)
{
    user_open(user_traces, 2, 1280, 720);
    for (int i = 0; i < 9; ++i)
        user_press(SDLK_DOWN);
    user_press(SDLK_a);
    size_t whole = user_look().frame->shapes_count;
    Rect node =
        user_find(user_look().frame, (Thing){THING_NODE, 0, 20, 1})->box;
    Rect next =
        user_find(user_look().frame, (Thing){THING_NODE, 0, 21, 1})->box;
    uint32_t tick = user_look().player->tick;

    SDL_SetModState(KMOD_LCTRL);
    user_move(node.x + 1, node.y + 1, false);
    user_wheel(4);
    SDL_SetModState(KMOD_NONE);
    g_assert_cmpuint(user_look().player->tick, ==, tick);
    g_assert_cmpuint(user_look().frame->shapes_count, <, whole);
    Rect there =
        user_find(user_look().frame, (Thing){THING_NODE, 0, 20, 1})->box;
    Rect beyond =
        user_find(user_look().frame, (Thing){THING_NODE, 0, 21, 1})->box;
    g_assert_cmpfloat(beyond.x - there.x, >, (next.x - node.x) * 1.2);
    user_move(there.x, there.y + 1, false); /* lights what is there */
    uint64_t paints = user_look().paints;
    user_button(SDL_BUTTON_LEFT, true, there.x, there.y + 1);
    user_move(there.x + 60, there.y + 1, true);
    g_assert_cmpuint(user_look().paints, ==, paints + 1);
    Rect moved =
        user_find(user_look().frame, (Thing){THING_NODE, 0, 20, 1})->box;
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
    user_open(user_traces, 2, 1280, 720);
    user_press(SDLK_END);
    user_press(SDLK_r);
    g_assert_cmpint(user_look().player->clock, ==, CLOCK_CYCLES);
    g_assert_cmpuint(user_look().player->tick, ==, user_look().player->ticks);
    user_press(SDLK_x);
    user_key(SDLK_x, KMOD_SHIFT, false);
    user_press(SDLK_r);
    g_assert_cmpint(user_look().player->clock, ==, CLOCK_STEPS);
    user_close();
}

/* A click on any bar goes to just after that instruction. */
static void test_timeline(void)
{
    user_open(user_traces, 2, 1280, 720);
    const Player *player = user_look().player;

    for (int panel = 0; panel < 2; ++panel)
        for (uint32_t i = 0; i < 60; i += 7) {
            Rect box = user_find(user_look().frame,
                                 (Thing){THING_INSTRUCTION, i, 0, panel + 1})
                           ->box;
            user_click(box.x + box.w / 2, box.y + box.h / 2);
            g_assert_cmpuint(player_position(player, panel), ==, i + 1);
        }
    Rect from =
        user_find(user_look().frame, (Thing){THING_INSTRUCTION, 8, 0, 1})->box;
    Rect to =
        user_find(user_look().frame, (Thing){THING_INSTRUCTION, 30, 0, 1})->box;
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
    user_open(user_traces, 2, 1280, 720);
    const Player *player = user_look().player;
    Rect box = user_find(user_look().chrome,
                         (Thing){THING_CHROME, CHROME_POSITION, 0, 1})
                   ->box;
    double y = box.y + box.h / 2;

    user_click(box.x + box.w / 2, y);
    g_assert_cmpuint(player->tick, >, player->ticks * 4 / 10);
    g_assert_cmpuint(player->tick, <, player->ticks * 6 / 10);
    user_button(SDL_BUTTON_LEFT, true, box.x + 30, y);
    user_move(1279, 5, true);
    g_assert_cmpuint(player->tick, ==, player->ticks);
    user_move(600, 5, false); /* released where nobody saw it */
    g_assert_cmpuint(player->tick, ==, player->ticks);
    user_close();
}

/* The button whose name the toolbar shows when the pointer is on it. */
static Rect find_button(const char *name)
{
    char *start = g_strconcat(name, "  ·", NULL);
    size_t count = user_look().chrome->shapes_count;
    Rect found = {0, 0, 0, 0};

    for (size_t i = 0; i < count; ++i) {
        const Shape *shape = user_look().chrome->shapes + i;
        Rect box = shape->box;
        if (shape->thing.kind != THING_BUTTON || shape->kind != SHAPE_RECT)
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
    uint32_t tick;
    Theme theme;
    int help, toolbar, full_screen, playing, open, blank, labels, dialog;
    int marks;
    double scale;
} End;

static void walk_in(void)
{
    user_open(user_traces, 2, 1280, 720);
    user_press(SDLK_DOWN);
    user_press(SDLK_DOWN);
    user_press(SDLK_RIGHT);
}

static End walk_out(void)
{
    UserLook at = user_look();
    End end;

    memset(&end, 0, sizeof end); /* also what lies between the fields */
    end.tick = at.player->tick;
    end.theme = at.theme;
    end.help = at.help;
    end.toolbar = at.toolbar;
    end.full_screen = at.full_screen;
    end.playing = at.player->playing;
    end.open = user_is_in();
    end.blank = at.blank;
    end.labels = at.labels;
    end.dialog = at.dialog != NULL;
    end.marks = (int)at.bookmarks->ticks_count;
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
        {"Record a run", SDLK_n, 0},
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
    user_open(user_traces, 2, 1280, 720);

    user_wheel(-1);
    user_wheel(-2);
    g_assert_cmpuint(user_look().player->tick, ==, 3);
    user_wheel(1);
    g_assert_cmpuint(user_look().player->tick, ==, 2);
    g_assert_cmpfloat(user_look().frame->height, <, 720);
    user_button(SDL_BUTTON_RIGHT, true, 300, 300);
    g_assert_false(user_look().toolbar);
    g_assert_cmpfloat(user_look().frame->height, ==, 720);
    user_button(SDL_BUTTON_RIGHT, true, 300, 300);
    g_assert_true(user_look().toolbar);
    user_press(SDLK_h);
    g_assert_true(user_look().help);
    Rect bar =
        user_find(user_look().frame, (Thing){THING_INSTRUCTION, 20, 0, 1})->box;
    user_click(bar.x + 1, bar.y + 1); /* under the help: only closes it */
    g_assert_false(user_look().help);
    g_assert_cmpuint(user_look().player->tick, ==, 2);
    user_close();
}

static void test_help(void)
{
    user_open(user_traces, 1, 1280, 720);
    user_press(SDLK_F1);
    g_assert_true(user_look().help);
    g_assert_true(user_reads("save the frame as PNG"));
    user_press(SDLK_ESCAPE);
    g_assert_false(user_look().help);
    g_assert_true(user_is_in());
    for (int i = 0; i < 3; ++i) {
        user_press(SDLK_ESCAPE);
        g_assert_true(user_is_in() && user_app()->state.start);
    }
    user_press(SDLK_q);
    g_assert_false(user_is_in());
    user_close();
}

static const UserTest tests[] = {
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
};

int main(int argc, char **argv)
{
    return user_main(argc, argv, 32, tests, G_N_ELEMENTS(tests));
}
