/* SPDX-License-Identifier: MIT
 *
 * Tests of the questions in the window: keys and presses that answer, and
 * commands that are off meanwhile.
 */
#include "window/chrome.h"
#include "fixture.h"
#include "user.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static const Asking *asking(void)
{
    return &user_app()->asking;
}

static void open_asking(uint64_t seed, bool projector)
{
    AppOptions options = {.width = 1280,
                          .height = 720,
                          .ask = true,
                          .seed = seed,
                          .projector = projector};

    user_open_with(user_traces, 2, &options);
}

/* While a question is open, nothing moves but the quiz. */
static void test_commands(void)
{
    open_asking(1, false);
    const Player *player = user_look().player;
    uint32_t tick = player->tick;

    g_assert_cmpint(asking()->state, ==, ASKING_QUESTION);
    user_press(SDLK_RIGHT);
    user_press(SDLK_END);
    user_press(SDLK_c);
    user_press(SDLK_v);
    user_wheel(-1);
    g_assert_cmpuint(player->tick, ==, tick);
    g_assert_cmpint(user_look().chart, ==, CHART_NONE);
    g_assert_false(user_look().labels);
    Rect line = user_look().frame->areas[AREA_TIMELINE][0];
    user_click(line.x + line.w * 0.9, line.y + line.h / 2);
    g_assert_cmpuint(player->tick, ==, tick);
    user_press(SDLK_t);
    g_assert_cmpint(user_look().theme, ==, THEME_DARK);
    user_press(SDLK_F1);
    g_assert_true(user_look().help);
    user_press(SDLK_RETURN); /* which is for the help */
    g_assert_cmpint(asking()->state, ==, ASKING_QUESTION);
    user_press(SDLK_F1);
    user_press(SDLK_RETURN);
    g_assert_cmpint(asking()->state, ==, ASKING_TOLD);
    g_assert_cmpuint(player->tick, >, tick);
    user_press(SDLK_p);
    g_assert_cmpint(asking()->state, ==, ASKING_OFF);
    g_assert_true(user_is_in());
    tick = player->tick;
    user_press(SDLK_LEFT);
    g_assert_cmpuint(player->tick, ==, tick - 1);
    user_close();
}

/* P begins where the run stands, and ends; all ten, then the score. */
static void test_through(void)
{
    user_open(user_traces, 2, 1280, 720);
    user_press(SDLK_DOWN);
    user_press(SDLK_DOWN);
    uint32_t tick = user_look().player->tick;
    user_press(SDLK_p);
    g_assert_cmpint(asking()->state, ==, ASKING_QUESTION);
    g_assert_cmpuint(user_look().player->tick, >=, tick);
    user_press(SDLK_p);
    g_assert_cmpint(asking()->state, ==, ASKING_OFF);
    user_press(SDLK_p);
    for (int i = 0; asking()->state != ASKING_END; ++i) {
        g_assert_cmpint(i, <, 2 * QUIZ_MOST);
        user_press(SDLK_RETURN);
    }
    user_press(SDLK_RETURN); /* again */
    g_assert_cmpint(asking()->state, ==, ASKING_QUESTION);
    g_assert_cmpint(asking()->quiz.count, ==, 1);
    user_close();
}

static const Shape *find(const DisplayList *list, Thing thing)
{
    for (size_t i = 0; i < list->shapes_count; ++i)
        if (thing_same(&list->shapes[i].thing, &thing))
            return list->shapes + i;
    g_error("there is no %s %u", thing_name(thing.kind), thing.a);
}

/* A remote's keys: the answer, on, back, a blank screen, and full screen. */
static void test_remote(void)
{
    open_asking(1, true);
    user_press(SDLK_PAGEDOWN);
    g_assert_cmpint(asking()->state, ==, ASKING_TOLD);
    user_press(SDLK_PAGEDOWN);
    g_assert_cmpint(asking()->state, ==, ASKING_QUESTION);
    user_press(SDLK_PAGEUP);
    g_assert_cmpint(asking()->state, ==, ASKING_TOLD);
    g_assert_cmpint(asking()->at, ==, 0);
    user_press(SDLK_PAGEDOWN);
    user_type(SDLK_PERIOD, ".");
    g_assert_true(user_look().blank);
    user_type(SDLK_PERIOD, ".");
    g_assert_false(user_look().blank);
    g_assert_cmpstr(asking_turn(asking())->typed, ==, "");
    user_press(SDLK_PAGEUP);
    user_press(SDLK_F5); /* remotes alternate these two */
    g_assert_true(user_look().full_screen);
    user_press(SDLK_ESCAPE);
    g_assert_false(user_look().full_screen);
    g_assert_cmpint(asking()->state, ==, ASKING_TOLD);
    user_close();
}

/* Presses on the keys of the band, and on a bank. */
static void test_presses(void)
{
    open_asking(5, false);
    int banks = 0;

    for (int i = 0; i < 60 && asking()->state != ASKING_OFF; ++i) {
        const Question *question = asking_question(asking());
        Thing thing = {THING_ANSWER, 0, 0, 1};
        if (asking()->state == ASKING_QUESTION &&
            question->kind == QUESTION_BANK) {
            thing = (Thing){THING_BANK, (uint32_t)question->right.numbers[0], 0,
                            question->panel + 1};
            ++banks;
        } else if (asking()->state == ASKING_QUESTION &&
                   question->form != ANSWER_CHOICE) {
            user_press(SDLK_RETURN);
            continue;
        }
        const Shape *shape = find(thing.kind == THING_BANK ? user_look().frame
                                                           : user_look().chrome,
                                  thing);
        AskingState state = asking()->state;
        user_click(shape->box.x + shape->box.w / 2,
                   shape->box.y + shape->box.h / 2);
        g_assert_cmpint(asking()->state, !=, state);
        if (thing.kind == THING_BANK)
            g_assert_cmpint(asking_turn(asking())->result, ==, TURN_RIGHT);
    }
    g_assert_cmpint(banks, >, 0);
    user_close();
}

/* Other traces take the place of those that are asked about: the window is
 * drawn next, and looks at none that are gone. */
static void test_replaced(void)
{
    open_asking(1, false);
    App *app = user_app();
    Trace *other = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 32, 4);
    Error error;

    g_assert_cmpint(asking()->state, ==, ASKING_QUESTION);
    g_assert_true(session_show(&app->session, &other, 1, &error));
    app_draw(app);
    g_assert_cmpint(asking()->state, ==, ASKING_OFF);
    g_assert_false(app->state.asking);
    user_press(SDLK_RIGHT);
    user_close();
}

int main(int argc, char **argv)
{
    static const UserTest tests[] = {
        {"/asking/commands", test_commands},
        {"/asking/replaced", test_replaced},
        {"/asking/through", test_through},
        {"/asking/remote", test_remote},
        {"/asking/presses", test_presses},
    };

    return user_main(argc, argv, 64, tests, G_N_ELEMENTS(tests));
}
