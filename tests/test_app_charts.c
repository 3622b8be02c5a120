/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/app.c: charts in the place of the frame.
 */
#include "draw/paint_cairo.h"
#include "window/chrome.h"
#include "fixture.h"
#include "user.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <stdlib.h>
#include <string.h>

static Trace *traces[2];

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

static void ask(void)
{
    user_press(SDLK_c);
}

/* Each in its turn, then the frame again; made once, and kept. */
static void test_turn(void)
{
    user_open(traces, 2, 1280, 720);
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
    ask();
    g_assert_false(is_chart());
    g_assert_nonnull(strstr(SDL_GetWindowTitle(user_window()), "start · "));
    user_press(SDLK_c);
    g_assert_true(is_chart()); /* at once */
    user_press(SDLK_ESCAPE);
    g_assert_false(is_chart());
    g_assert_true(user_is_in());
    user_close();
}

/* A chart has the window's colours and size of text, and follows its size. */
static void test_looks(void)
{
    user_open(traces, 1, 1280, 720);
    ask();
    uint64_t paints = user_look().paints;
    user_press(SDLK_t);
    g_assert_cmpint(user_look().theme, ==, THEME_DARK);
    g_assert_cmpuint(user_look().paints, ==, ++paints);
    double before = user_look().frame->shapes[0].size;
    for (size_t i = 0; before <= 0; ++i)
        before = user_look().frame->shapes[i].size;
    user_key(SDLK_EQUALS, KMOD_CTRL, false);
    double after = 0;
    for (size_t i = 0; after <= 0; ++i)
        after = user_look().frame->shapes[i].size;
    g_assert_cmpfloat(after, >, before);
    SDL_SetWindowSize(user_window(), 900, 640);
    user_settle();
    g_assert_cmpfloat(user_look().frame->width, ==, 900);
    g_assert_true(is_chart());
    user_press(SDLK_F1); /* help lies over it */
    g_assert_true(is_chart());
    user_press(SDLK_ESCAPE);
    g_assert_true(is_chart());
    g_assert_false(user_look().help);
    user_close();
}

/* Whatever moves the run is to be seen, and takes the chart away. */
static void test_leave(void)
{
    user_open(traces, 2, 1280, 720);
    ask();
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
    user_open(traces, 1, 1280, 720);
    ask();
    g_assert_true(frame_reads("Points: counted on the simulator with 4 banks"));
    Trace *other = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 32, 8);
    Error error;
    g_assert_true(session_show(&user_app()->session, &other, 1, &error));
    app_draw(user_app());
    g_assert_cmpuint(user_look().player->traces[0]->run.k, ==, 8);
    g_assert_false(is_chart());
    ask();
    g_assert_true(frame_reads("Points: counted on the simulator with 8 banks"));
    user_close();
}

/* What is saved is what is seen. */
static void test_save(void)
{
    char *folder = g_dir_make_tmp("test_app_charts_XXXXXX", NULL);

    g_assert_cmpint(g_chdir(folder), ==, 0);
    user_open(traces, 1, 1280, 720);
    ask();
    user_press(SDLK_s);
    g_assert_true(user_reads("saved chart-latency.png"));
    g_assert_cmpint(g_unlink("chart-latency.png"), ==, 0);
    user_close();
    g_assert_cmpint(g_chdir("/"), ==, 0);
    g_rmdir(folder);
    g_free(folder);
}

static const struct {
    const char *path;
    void (*test)(void);
} tests[] = {
    {"/app_charts/turn", test_turn},   {"/app_charts/looks", test_looks},
    {"/app_charts/leave", test_leave}, {"/app_charts/banks", test_banks},
    {"/app_charts/save", test_save},
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
