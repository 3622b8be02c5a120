/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/frame.c and the views: frames of real traces, walked
 * through.
 *
 * Every frame is legible (legible.h), whatever runs, of any size; and the same
 * scene gives the same frame.  What frames say: test_frame_says.c.
 */
#include "draw/paint_cairo.h"
#include "legible.h"
#include "stage.h"
#include "slow.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int width, height;
} sizes[] = {{1280, 720}, {1920, 1080}, {3840, 2160}};

/* Checks frames at some moments and all sizes; the stage goes. */
static void walk(Stage *stage, uint32_t moments)
{
    Player *player = &stage->player;
    unsigned turn = 0;

    for (uint32_t i = 0; i <= moments; ++i) {
        player_seek(player, (uint32_t)((uint64_t)player->ticks * i / moments));
        for (size_t s = 0; s < G_N_ELEMENTS(sizes); ++s) {
            if (!slow_takes(turn++, 2))
                continue;
            stage_draw(stage, sizes[s].width, sizes[s].height);
            double least = sizes[s].height * 12 / 1080.0;
            legible_check(&stage->list, player, least < 9 ? 9 : least);
        }
    }
    stage_free(stage);
}

/* The same while things move, by both clocks. */
static void walk_moving(Stage *stage, uint32_t moments)
{
    Player *player = &stage->player;

    for (uint32_t i = 0; i < 2 * moments; ++i) {
        if (!slow_takes(i, 2))
            continue;
        player_set_clock(player, i < moments ? CLOCK_STEPS : CLOCK_CYCLES);
        uint64_t at = i % moments + 1;
        player_seek(player, (uint32_t)(player->ticks * at / moments));
        player_halt(player, 0.03 + 0.94 * (i % 7) / 7);
        stage_draw(stage, 1920, 1080);
        legible_check(&stage->list, player, 12);
    }
    stage_free(stage);
}

static const uint32_t many_n[] = {1, 2, 7, 16, 64, 100, 2048};
static const uint32_t many_k[] = {2, 4, 16, 32, 64};

static void test_alone(const void *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(many_n); ++i)
        for (size_t j = 0; j < G_N_ELEMENTS(many_k); ++j)
            walk(stage_new(name, OP_ADD, many_n[i], many_k[j], i % 2), 6);
}

static void test_compared(const void *names)
{
    for (size_t i = 0; i < G_N_ELEMENTS(many_n); ++i)
        for (size_t j = 0; j < G_N_ELEMENTS(many_k); ++j)
            walk(stage_new(names, OP_ADD, many_n[i], many_k[j], false), 7);
}

static void test_moving(const void *names)
{
    static const uint32_t some_n[] = {1, 7, 16, 64, 2048};
    static const uint32_t some_k[] = {2, 4, 32};
    const char *second = strchr(names, ' ') + 1;

    for (size_t i = 0; i < G_N_ELEMENTS(some_n); ++i)
        for (size_t j = 0; j < G_N_ELEMENTS(some_k); ++j) {
            uint32_t n = some_n[i], moments = n > 100 ? 5 : 29;
            walk_moving(stage_new(names, OP_ADD, n, some_k[j], false), moments);
            walk_moving(stage_new(second, OP_ADD, n, some_k[j], false),
                        moments);
        }
}

/* Four at once, of which each goes at its own pace on the clock of cycles. */
static void test_moving_four(void)
{
    walk_moving(stage_new("leftright padding nopadding three-phase", OP_ADD, 64,
                          4, false),
                29);
}

/* Every instruction of the comparison that people see first. */
static void test_every_tick(void)
{
    walk(stage_new("leftright padding", OP_ADD, 64, 4, false), 201);
}

/* Values that are long: fractions, maps, intervals. */
static void test_long_values(void)
{
    for (int op = 0; op < OP_COUNT; ++op) {
        walk(stage_new("leftright", (Op)op, 32, 8, true), 12);
        walk(stage_new("hillis-steele", (Op)op, 32, 8, true), 12);
    }
}

static void test_largest(void)
{
    for (size_t j = 0; j < G_N_ELEMENTS(many_k); ++j)
        walk(stage_new("padding", OP_ADD, 32768, many_k[j], false), 2);
}

/* A frame of any size is drawn, and painted, without harm. */
static void test_odd_sizes(void)
{
    static const int odd[][2] = {{64, 64},   {64, 2000},  {2000, 64},
                                 {333, 777}, {1024, 768}, {1, 1}};
    static const char *const names[] = {"leftright", "leftright leftright"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Stage *stage = stage_new(names[a], OP_ADD, 64, 4, false);
        for (size_t i = 0; i < G_N_ELEMENTS(odd); ++i) {
            int w = odd[i][0], h = odd[i][1];
            uint32_t *pixels =
                base_alloc((size_t)w * (size_t)h, sizeof *pixels);
            stage_draw_at(stage, 40, w, h);
            paint_cairo(&stage->list, THEME_DARK, pixels, w, h);
            g_assert_cmphex(pixels[0] >> 24, ==, 0xff);
            free(pixels);
        }
        stage_free(stage);
    }
}

static void test_same_twice(void)
{
    Stage *stage = stage_new("padding", OP_ADD, 2048, 32, false);
    Scene scene = {.count = 1,
                   .analysed_traces = {stage->analysed_traces[0]},
                   .positions = {300}};
    DisplayList one = {0}, two = {0};
    size_t pixels = 1920 * 1080;
    uint32_t *a = base_alloc(pixels, sizeof *a);
    uint32_t *b = base_alloc(pixels, sizeof *b);

    frame_draw(&one, &scene, 1920, 1080);
    paint_cairo(&one, THEME_LIGHT, a, 1920, 1080);
    scene.positions[0] = 20;
    frame_draw(&two, &scene, 1280, 720);
    scene.positions[0] = 300;
    scene.remains[0] = 0.4;
    frame_draw(&two, &scene, 1920, 1080);
    scene.remains[0] = 0;
    frame_draw(&two, &scene, 1920, 1080);
    paint_cairo(&two, THEME_LIGHT, b, 1920, 1080);
    g_assert_cmpuint(one.shapes_count, ==, two.shapes_count);
    g_assert_true(memcmp(a, b, pixels * sizeof *a) == 0);
    scene.remains[0] = 0.4; /* the same of a moment */
    frame_draw(&one, &scene, 1920, 1080);
    frame_draw(&two, &scene, 1920, 1080);
    paint_cairo(&one, THEME_LIGHT, a, 1920, 1080);
    g_assert_true(memcmp(a, b, pixels * sizeof *a) != 0);
    paint_cairo(&two, THEME_LIGHT, b, 1920, 1080);
    g_assert_true(memcmp(a, b, pixels * sizeof *a) == 0);
    free(a);
    free(b);
    display_list_free(&one);
    display_list_free(&two);
    stage_free(stage);
}

static void add(const char *folder, const char *const names[], size_t count,
                GTestDataFunc test)
{
    for (size_t i = 0; i < count; ++i) {
        char *path = g_strdup_printf("/frame/%s/%s", folder, names[i]);
        g_test_add_data_func(path, names[i], test);
        g_free(path);
    }
}

int main(int argc, char **argv)
{
    static const char *const alone[] = {
        "leftright",      "padding",        "nopadding",       "hillis-steele",
        "ping-pong",      "sequential",     "warp-shuffle",    "block-shuffle",
        "three-phase",    "look-back",      "torn-look-back",  "compact",
        "vector-shuffle", "vector-padding", "vector-leftright"};
    static const char *const compared[] = {"leftright padding",
                                           "leftright nopadding",
                                           "ping-pong hillis-steele",
                                           "sequential leftright",
                                           "warp-shuffle look-back",
                                           "three-phase leftright",
                                           "vector-leftright vector-shuffle"};
    static const char *const moving[] = {"leftright nopadding",
                                         "hillis-steele ping-pong",
                                         "padding sequential",
                                         "brent-kung hybrid",
                                         "warp-shuffle look-back"};

    g_test_init(&argc, &argv, NULL);
    add("alone", alone, G_N_ELEMENTS(alone), test_alone);
    add("compared", compared, G_N_ELEMENTS(compared), test_compared);
    add("moving", moving, G_N_ELEMENTS(moving), test_moving);
    g_test_add_func("/frame/moving-four", test_moving_four);
    g_test_add_func("/frame/every-tick", test_every_tick);
    g_test_add_func("/frame/long-values", test_long_values);
    g_test_add_func("/frame/largest", test_largest);
    g_test_add_func("/frame/odd-sizes", test_odd_sizes);
    g_test_add_func("/frame/the-same-twice", test_same_twice);
    int failed = g_test_run();
    paint_cairo_done();
    return failed;
}
