/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/frame_cache.c: the pixels are the scene's, painted
 * again when something changed and only then.
 */
#include "draw/paint_cairo.h"
#include "window/frame_cache.h"
#include "stage.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 400, HEIGHT = 240 };

/* The pixels equal SCENE's, drawn at once. */
static void check_pixels(const FrameCache *cache, const Scene *scene, int width,
                         int height)
{
    size_t count = (size_t)width * (size_t)height;
    uint32_t *wanted = base_alloc(count, sizeof *wanted);
    DisplayList list = {0};

    frame_draw(&list, scene, width, height);
    paint_cairo(&list, scene->theme, wanted, width, height);
    g_assert_cmpint(cache->width, ==, width);
    g_assert_cmpint(cache->height, ==, height);
    g_assert_true(memcmp(cache->pixels, wanted, count * sizeof *wanted) == 0);
    display_list_free(&list);
    free(wanted);
}

/* Moves to POSITION and says whether that was painted. */
static bool update(FrameCache *cache, Stage *stage, size_t position,
                   uint64_t changes, int width)
{
    stage->scene.positions[0] = position;
    bool painted =
        frame_cache_update(cache, &stage->scene, changes, width, HEIGHT);
    check_pixels(cache, &stage->scene, width, HEIGHT);
    return painted;
}

static void test_paints(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);
    FrameCache cache = {0};

    stage_draw_at(stage, 3, WIDTH, HEIGHT);
    g_assert_true(update(&cache, stage, 3, 1, WIDTH));
    g_assert_false(update(&cache, stage, 3, 1, WIDTH));
    g_assert_true(update(&cache, stage, 4, 1, WIDTH));
    g_assert_false(update(&cache, stage, 4, 1, WIDTH));
    g_assert_true(update(&cache, stage, 4, 2, WIDTH));
    g_assert_false(update(&cache, stage, 4, 2, WIDTH));
    g_assert_true(update(&cache, stage, 4, 2, WIDTH + 60));
    g_assert_false(update(&cache, stage, 4, 2, WIDTH + 60));
    g_assert_true(update(&cache, stage, 9, 2, WIDTH));
    stage->scene.theme = THEME_DARK;
    g_assert_true(update(&cache, stage, 9, 2, WIDTH));
    g_assert_cmpuint(cache.times, ==, 6);
    frame_cache_renew(&cache, 3); /* newer traces, the same scene */
    g_assert_true(update(&cache, stage, 9, 3, WIDTH));
    frame_cache_free(&cache);
    g_assert_null(cache.pixels);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/frame_cache/paints", test_paints);
    int failed = g_test_run();
    paint_cairo_done();
    return failed;
}
