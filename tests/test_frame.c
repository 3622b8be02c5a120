/* SPDX-License-Identifier: MIT
 *
 * Frames of traces side by side, walked through by both clocks, can be read;
 * any size is drawn without harm; and the same scene gives the same frame. Each
 * algorithm of the catalog by itself: test_legible.c.  What frames say:
 * test_frame_says.c.
 */
#include "draw/paint_cairo.h"
#include "legible.h"
#include "stage.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* Checks frames at MOMENTS, at rest and within an instruction, by both clocks;
 * the stage goes. */
static void walk(Stage *stage, uint32_t moments)
{
    static const int sizes[][2] = {{1920, 1080}, {1280, 720}, {1080, 1920}};
    Player *player = &stage->player;

    for (uint32_t i = 0; i < 2 * moments; ++i) {
        player_set_clock(player, i < moments ? CLOCK_STEPS : CLOCK_CYCLES);
        uint64_t at = i % moments + 1;
        player_seek(player, (uint32_t)(player->ticks * at / moments));
        if (i % 3)
            player_halt(player, 0.03 + 0.94 * (i % 7) / 7);
        const int *size = sizes[i % G_N_ELEMENTS(sizes)];
        stage_draw(stage, size[0], size[1]);
        legible_check(&stage->list, player, 12);
    }
    stage_free(stage);
}

static void test_compared(void)
{
    static const struct {
        const char *names;
        uint32_t n, k;
    } cases[] = {{"leftright padding", 64, 4},
                 {"leftright nopadding", 7, 2},
                 {"ping-pong hillis-steele", 64, 32},
                 {"sequential leftright", 1, 4},
                 {"brent-kung hybrid", 2048, 32},
                 {"warp-shuffle look-back", 16, 4},
                 {"three-phase leftright", 64, 4},
                 {"vector-leftright vector-shuffle", 64, 16},
                 {"leftright padding nopadding three-phase", 64, 4}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        walk(stage_new(cases[i].names, OP_ADD, cases[i].n, cases[i].k, false),
             cases[i].n > 100 ? 5 : 17);
}

/* Values that are long: fractions, maps, intervals. */
static void test_long_values(void)
{
    for (int op = 0; op < OP_COUNT; ++op) {
        walk(stage_new("leftright", (Op)op, 32, 8, true), 6);
        walk(stage_new("hillis-steele", (Op)op, 32, 8, true), 6);
    }
    walk(stage_new("padding", OP_ADD, 32768, 64, false), 2);
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/frame/compared-can-be-read", test_compared);
    g_test_add_func("/frame/long-values-can-be-read", test_long_values);
    g_test_add_func("/frame/odd-sizes", test_odd_sizes);
    g_test_add_func("/frame/the-same-twice", test_same_twice);
    int failed = g_test_run();
    paint_cairo_done();
    return failed;
}
