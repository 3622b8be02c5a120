/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/app.c: charts in the place of the frame.
 */
#include "fixture.h"
#include "user.h"

#include <glib.h>
#include <string.h>

/* Does the frame have a text that starts so? */
static bool frame_reads(const char *start)
{
    const DisplayList *frame = user_look().frame;

    for (size_t i = 0; i < frame->shapes_count; ++i)
        if (frame->shapes[i].kind == SHAPE_TEXT &&
            g_str_has_prefix(shape_text(frame, frame->shapes + i), start))
            return true;
    return false;
}

static bool is_chart(void)
{
    const DisplayList *frame = user_look().frame;

    for (size_t i = 0; i < frame->shapes_count; ++i)
        if (frame->shapes[i].thing.kind == THING_CHART)
            return true;
    return false;
}

/* Each in its turn, then the frame again; made once, and kept. */
static void test_turn(void)
{
    user_open(user_traces, 2, 1280, 720);
    g_assert_false(is_chart());
    user_press(SDLK_c);
    g_assert_true(is_chart());
    g_assert_true(frame_reads("Cycles to store sums (T)"));
    g_assert_true(frame_reads("Points: counted on the simulator with 4 banks"));
    g_assert_cmpfloat(app_due(user_app()), <, 0); /* idle */
    g_assert_nonnull(
        strstr(SDL_GetWindowTitle(user_window()), "Cycles to store sums (T)"));
    for (int kind = CHART_WORK; kind < CHART_KINDS; ++kind) {
        user_press(SDLK_c);
        g_assert_true(is_chart());
        g_assert_cmpint(user_look().chart, ==, kind);
        g_assert_false(frame_reads("Cycles to store sums (T)"));
    }
    user_press(SDLK_c);
    g_assert_false(is_chart());
    g_assert_nonnull(strstr(SDL_GetWindowTitle(user_window()), "start · "));
    user_press(SDLK_c);
    g_assert_true(is_chart()); /* at once */
    user_press(SDLK_ESCAPE);
    g_assert_false(is_chart());
    g_assert_true(user_is_in());
    user_close();
}

/* Whatever moves the run is to be seen, and takes the chart away. */
static void test_leave(void)
{
    user_open(user_traces, 2, 1280, 720);
    user_press(SDLK_c);
    user_press(SDLK_RIGHT);
    g_assert_cmpuint(user_look().player->tick, ==, 1);
    g_assert_false(is_chart());
    g_assert_cmpint(user_look().chart, ==, CHART_NONE);
    user_press(SDLK_c);
    g_assert_true(is_chart());
    user_press(SDLK_SPACE);
    g_assert_false(is_chart());
    user_press(SDLK_c); /* which stops */
    g_assert_true(is_chart());
    g_assert_false(user_look().player->playing);
    g_assert_cmpfloat(app_due(user_app()), <, 0);
    Rect strip = ui_box_of(user_look().chrome, ui_id("Position"));
    user_click(strip.x + strip.w * 0.7, strip.y + strip.h / 2);
    g_assert_cmpuint(user_look().player->tick, >, 1);
    g_assert_false(is_chart());
    user_press(SDLK_c);
    user_press(SDLK_v);
    g_assert_false(is_chart());
    g_assert_true(user_look().labels);
    user_press(SDLK_c);
    user_press(SDLK_d);
    g_assert_false(is_chart());
    user_close();
}

/* Another run may have another k, and then has its own chart. */
static void test_banks(void)
{
    user_open(user_traces, 1, 1280, 720);
    user_press(SDLK_c);
    g_assert_true(frame_reads("Points: counted on the simulator with 4 banks"));
    Trace *other = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 32, 8);
    Error error;
    g_assert_true(session_show(&user_app()->session, &other, 1, &error));
    app_draw(user_app());
    g_assert_cmpuint(user_look().player->traces[0]->run.k, ==, 8);
    g_assert_false(is_chart());
    user_press(SDLK_c);
    g_assert_true(frame_reads("Points: counted on the simulator with 8 banks"));
    user_close();
}

static const UserTest tests[] = {{"/app_charts/turn", test_turn},
                                 {"/app_charts/leave", test_leave},
                                 {"/app_charts/banks", test_banks}};

int main(int argc, char **argv)
{
    return user_main(argc, argv, 32, tests, G_N_ELEMENTS(tests));
}
