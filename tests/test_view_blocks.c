/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_blocks.c and view_global.c: launches, blocks and words
 * stand in their order and over each other, inside their box, and can be read.
 */
#include "legible.h"
#include "stage.h"
#include "view/views.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* Draws all blocks in BOX, or their STRIP, when the share DONE of the run is
 * over. */
static void draw(Stage *stage, double done, Rect box, bool strip)
{
    size_t count = stage->traces[0]->instructions_count;

    stage_draw_at(stage, (size_t)(done * (double)count), 1920, 1080);
    stage_part(stage, strip ? view_block_strip : view_blocks, box);
}

/* The first rectangle of a thing; empty: there is none. */
static Rect rect_of(const Stage *it, ThingKind kind, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < it->list.shapes_count; ++i) {
        const Shape *shape = it->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape->thing.kind == kind &&
            shape->thing.a == a && shape->thing.b == b)
            return shape->box;
    }
    return (Rect){0, 0, 0, 0};
}

static double middle(Rect box)
{
    return box.x + box.w / 2;
}

static bool is_over(Rect card, Rect word)
{
    return middle(word) > card.x && middle(word) < card.x + card.w &&
           word.y >= card.y + card.h;
}

/* Four blocks of 16 inputs: cards side by side, over their inputs and sums. */
static void test_places(void)
{
    Stage *it = stage_new("three-phase", OP_ADD, 64, 4, true);
    const Trace *trace = it->traces[0];

    draw(it, 0.2, (Rect){20, 20, 1800, 600}, false);
    uint32_t blocks = trace->grids[0].blocks, each = 64 / blocks;
    g_assert_cmpuint(blocks, >, 1);
    for (uint32_t b = 0; b < blocks; ++b) {
        Rect card = rect_of(it, THING_BLOCK, 0, b);
        g_assert_cmpfloat(card.w, >, 50);
        if (b > 0) {
            Rect before = rect_of(it, THING_BLOCK, 0, b - 1);
            g_assert_cmpfloat(before.x + before.w, <=, card.x);
        }
        g_assert_true(
            is_over(card, rect_of(it, THING_WORD, GLOBAL_IN, b * each)));
        g_assert_true(is_over(card, rect_of(it, THING_WORD, GLOBAL_IN,
                                            b * each + each - 1)));
        g_assert_true(
            is_over(card, rect_of(it, THING_WORD, GLOBAL_FIRST_SCRATCH, b)));
    }
    for (uint32_t g = 1; g < trace->grids_count; ++g)
        g_assert_cmpfloat(rect_of(it, THING_LAUNCH, g - 1, 0).x, <,
                          rect_of(it, THING_LAUNCH, g, 0).x);
    stage_free(it);
}

static void check_inside(const Stage *it, Rect box)
{
    for (size_t i = 0; i < it->list.shapes_count; ++i) {
        const Shape *shape = it->list.shapes + i;
        if (shape->kind != SHAPE_RECT && shape->kind != SHAPE_TEXT)
            continue;
        g_assert_cmpfloat(shape->box.x, >=, box.x - 2);
        g_assert_cmpfloat(shape->box.y, >=, box.y - 2);
        g_assert_cmpfloat(shape->box.x + shape->box.w, <=, box.x + box.w + 2);
        g_assert_cmpfloat(shape->box.y + shape->box.h, <=, box.y + box.h + 2);
    }
}

/* In whatever box, with few or many blocks. */
static void test_room(void)
{
    static const struct {
        const char *name;
        uint32_t n, k;
    } traces[] = {{"three-phase", 64, 4},
                  {"look-back", 128, 4},
                  {"three-phase", 65535, 32},
                  {"torn-look-back", 1024, 32},
                  {"block-sums-off-by-one", 100, 4},
                  {"leftright", 64, 4}};

    for (size_t t = 0; t < G_N_ELEMENTS(traces); ++t) {
        Stage *it =
            stage_new(traces[t].name, OP_ADD, traces[t].n, traces[t].k, true);
        for (double done = 0; done <= 1; done += 0.25)
            for (double width = 1800; width > 200; width *= 0.6)
                for (double height = 700; height > 20; height *= 0.5) {
                    Rect box = {20, 20, width, height};
                    for (int strip = 0; strip < 2; ++strip) {
                        draw(it, done, box, strip);
                        check_inside(it, box);
                        legible_check(&it->list, NULL, 12);
                    }
                }
        stage_free(it);
    }
}

/* The block that runs has an edge, also where there are very many. */
static void test_strip(void)
{
    static const uint32_t sizes[][2] = {{64, 4}, {65535, 4}};

    for (size_t s = 0; s < G_N_ELEMENTS(sizes); ++s) {
        Stage *it =
            stage_new("three-phase", OP_ADD, sizes[s][0], sizes[s][1], true);
        int marked = 0;
        draw(it, 0.3, (Rect){20, 20, 900, 30}, true);
        for (size_t i = 0; i < it->list.shapes_count; ++i) {
            const Shape *shape = it->list.shapes + i;
            marked += shape->kind == SHAPE_RECT &&
                      shape->thing.kind == THING_BLOCK &&
                      (shape->edge == COLOR_INK || shape->fill == COLOR_INK);
        }
        g_assert_cmpint(marked, ==, 1);
        stage_free(it);
    }
    Stage *it = stage_new("leftright", OP_ADD, 64, 4, true);
    View view = stage_view(it, 1, 1);
    g_assert_cmpfloat(view_block_strip_height(&view), ==, 0);
    view_close(&view);
    stage_free(it);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/blocks/places", test_places);
    g_test_add_func("/blocks/room", test_room);
    g_test_add_func("/blocks/strip", test_strip);
    return g_test_run();
}
