/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/app.c: sessions of a user who never sees the window,
 * under SDL's dummy driver and its software renderer.
 */
#include "window/chrome.h"
#include "window/sdl_events.h"
#include "user.h"

#include <glib.h>
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
    g_assert_cmpuint(player->tick, ==, player->step_ticks[2]);
    user_press(SDLK_PAGEUP);
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

    user_type(SDLK_PLUS, "+");
    g_assert_cmpfloat(user_look().player->speed, ==, 2 * speed);
    user_type(SDLK_KP_MINUS, "-");
    g_assert_cmpfloat(user_look().player->speed, ==, speed);
    user_type(SDLK_t, "t"); /* a letter counts once */
    g_assert_cmpint(user_look().theme, ==, THEME_DARK);
    user_type(SDLK_PERIOD, ".");
    g_assert_true(user_look().blank);
    user_type(SDLK_PERIOD, ".");
    g_assert_false(user_look().blank);
    user_type(SDLK_SPACE, " ");
    g_assert_true(user_look().player->playing);
    user_type(SDLK_e, "é");
    user_close();
}

static void test_play(void)
{
    user_open(user_traces, 2, 1280, 720);
    const Player *player = user_look().player;

    user_still(); /* without animation */
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
    user_still(); /* nothing moves any more */
    g_assert_cmpfloat(app_due(user_app()), <, 0);
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
    user_close();
}

static void test_position(void)
{
    user_open(user_traces, 2, 1280, 720);
    const Player *player = user_look().player;
    Rect box = ui_box_of(user_look().chrome, ui_id("Position"));
    double y = box.y + box.h / 2;

    user_click(box.x + box.w / 2, y);
    g_assert_cmpuint(player->tick, >, player->ticks * 4 / 10);
    g_assert_cmpuint(player->tick, <, player->ticks * 6 / 10);
    user_button(SDL_BUTTON_LEFT, true, box.x + 30, y);
    user_move(1279, 5, true);
    g_assert_cmpuint(player->tick, ==, player->ticks);
    user_move(600, 5, false); /* released where nobody saw it */
    user_move(600, y, false);
    g_assert_cmpuint(player->tick, ==, player->ticks);
    user_close();
}

/* What a command may have changed. */
typedef struct {
    uint32_t tick;
    Theme theme;
    int help, menu, full_screen, playing, open, blank, labels, details, asking;
    double scale, speed;
} End;

static void walk_in(void)
{
    user_open(user_traces, 2, 1024, 720);
    user_still();
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
    end.menu = at.menu;
    end.full_screen = at.full_screen;
    end.playing = at.player->playing;
    end.open = user_is_in();
    end.blank = at.blank;
    end.labels = at.labels;
    end.details = user_app()->state.details;
    end.asking = user_app()->state.asking;
    end.scale = at.scale;
    end.speed = at.player->speed;
    user_close();
    return end;
}

/* Runs a command by its button, or by its row of the menu. */
static void click_command(const Command *command)
{
    size_t count;
    const Command *all = command_all(&count);
    int row = 0;

    if (command->place == COMMAND_BAR) {
        user_widget(command->name);
        return;
    }
    user_widget("More");
    for (const Command *other = all; other < command; ++other)
        row += other->place == COMMAND_MENU;
    Rect box = ui_box_of(user_look().chrome, ui_id("item") + (uint32_t)row);
    g_assert_cmpfloat(box.w, >, 0);
    user_click(box.x + 30, box.y + box.h / 2);
}

/* Every button and every row of the menu does what its key does. */
static void test_buttons(void)
{
    size_t count;
    const Command *all = command_all(&count);

    for (size_t i = 0; i < count; ++i) {
        const Command *command = all + i;
        SDL_Keycode code =
            command->keys[0] ? SDL_GetKeyFromName(command->keys[0]) : 0;
        if (command->place == COMMAND_HIDDEN || !code ||
            strcmp(command->name, "Save picture") == 0 ||
            strcmp(command->name, "Speaker notes") == 0)
            continue;
        walk_in();
        if (key_is_sign(command->keys[0]))
            user_type(code, command->keys[0]);
        else
            user_press(code);
        End by_key = walk_out();
        walk_in();
        click_command(command);
        End by_mouse = walk_out();
        g_test_message("%s", command->name);
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
    user_press(SDLK_F1);
    g_assert_true(user_look().help);
    user_click(5, 5); /* beside the keys: only closes them */
    g_assert_false(user_look().help);
    g_assert_cmpuint(user_look().player->tick, ==, 2);
    user_press(SDLK_m);
    g_assert_true(user_look().menu);
    user_wheel(-1); /* scrolls, if anything */
    g_assert_cmpuint(user_look().player->tick, ==, 2);
    user_press(SDLK_ESCAPE);
    g_assert_false(user_look().menu);
    user_close();
}

/* The menu goes by keys, too. */
static void test_menu(void)
{
    user_open(user_traces, 2, 1280, 720);
    user_press(SDLK_m);
    user_press(SDLK_DOWN);
    user_press(SDLK_RETURN); /* the first: a race */
    g_assert_false(user_look().menu);
    g_assert_cmpint(user_look().player->clock, ==, CLOCK_CYCLES);
    g_assert_true(user_look().player->playing);
    user_press(SDLK_q);
    g_assert_true(user_is_in());
    user_key(SDLK_q, KMOD_CTRL, false);
    g_assert_false(user_is_in());
    user_close();
}

static const UserTest tests[] = {
    {"/app/keys", test_keys},         {"/app/signs", test_signs},
    {"/app/play", test_play},         {"/app/animation", test_animation},
    {"/app/timeline", test_timeline}, {"/app/position", test_position},
    {"/app/buttons", test_buttons},   {"/app/mouse", test_mouse},
    {"/app/menu", test_menu},
};

int main(int argc, char **argv)
{
    return user_main(argc, argv, 32, tests, G_N_ELEMENTS(tests));
}
