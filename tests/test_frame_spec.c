/* SPDX-License-Identifier: MIT
 *
 * Tests of cropping in src/export/frame_spec.c: a part of a frame that is cut
 * out or enlarged looks the same at its new place and in its new size.
 */
#include "draw/font.h"
#include "export/frame_spec.h"
#include "record/record.h"
#include "samples.h"
#include "stage.h"
#include "shape_is.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

static const double hair = 1e-6;

/* WANT moved by DX and DY and then enlarged is GOT. */
static void check_shape(const Shape *want, const Shape *got, double dx,
                        double dy, double scale)
{
    double from[] = {want->box.x + dx, want->box.y + dy, want->box.w,
                     want->box.h,      want->radius,     want->width,
                     want->size,       want->x[0] + dx,  want->y[0] + dy,
                     want->x[3] + dx,  want->y[3] + dy};
    double to[] = {got->box.x,  got->box.y, got->box.w, got->box.h,
                   got->radius, got->width, got->size,  got->x[0],
                   got->y[0],   got->x[3],  got->y[3]};

    g_assert_cmpint(want->kind, ==, got->kind);
    for (size_t i = 0; i < G_N_ELEMENTS(to); ++i)
        g_assert_cmpfloat_with_epsilon(from[i] * scale, to[i], hair);
    g_assert_cmpfloat(want->alpha, ==, got->alpha);
}

/* Letters fill the box of a text, and stand in it. */
static void check_text(const DisplayList *list, const Shape *shape)
{
    const char *text = shape_text(list, shape);
    double above, below;

    font_ink(shape->font, shape->size, text, &above, &below);
    g_assert_cmpfloat_with_epsilon(font_width(shape->font, shape->size, text),
                                   shape->box.w, 0.01);
    g_assert_cmpfloat_with_epsilon(shape->baseline - above, shape->box.y, 0.01);
    g_assert_cmpfloat_with_epsilon(shape->baseline + below,
                                   shape->box.y + shape->box.h, 0.01);
}

static void check_texts(const DisplayList *list)
{
    int texts = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT) {
            check_text(list, list->shapes + i);
            ++texts;
        }
    g_assert_cmpint(texts, >, 0);
}

static void test_scale(void)
{
    DisplayList plain = samples_draw(false), large = samples_draw(false);

    check_texts(&plain);
    crop_scale(&large, 2.5);
    g_assert_cmpfloat(large.width, ==, SAMPLES_WIDTH * 2.5);
    g_assert_cmpfloat(large.height, ==, SAMPLES_HEIGHT * 2.5);
    g_assert_cmpuint(large.shapes_count, ==, plain.shapes_count);
    for (size_t i = 0; i < plain.shapes_count; ++i)
        check_shape(plain.shapes + i, large.shapes + i, 0, 0, 2.5);
    check_texts(&large);
    display_list_free(&plain);
    display_list_free(&large);
}

static bool holds(Rect box, const Shape *shape)
{
    return shape->box.x >= box.x && shape->box.y >= box.y &&
           shape->box.x + shape->box.w <= box.x + box.w &&
           shape->box.y + shape->box.h <= box.y + box.h;
}

/* One piece: all of it that lies in the box, in its order, whatever panel it is
 * of. */
static void test_one(void)
{
    static const Rect box = {60, 60, 330, 190};
    DisplayList plain = samples_draw(true), cut = samples_draw(true);
    size_t kept = 0;

    crop_pieces(&cut, &box, 1, 7);
    g_assert_cmpfloat(cut.width, ==, box.w);
    g_assert_cmpfloat(cut.height, ==, box.h);
    for (size_t i = 0; i < plain.shapes_count; ++i)
        if (holds(box, plain.shapes + i))
            check_shape(plain.shapes + i, cut.shapes + kept++, -box.x, -box.y,
                        1);
    g_assert_cmpuint(cut.shapes_count, ==, kept);
    g_assert_cmpuint(kept, >, 5);
    g_assert_cmpuint(kept, <, plain.shapes_count / 2);
    check_texts(&cut);
    display_list_free(&plain);
    display_list_free(&cut);
}

/* The piece of each panel, side by side, with a gap between. */
static void test_beside(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 32, 4, false);
    DisplayList *list = &stage->list;
    Rect boxes[2];

    stage_draw_at(stage, 40, 1280, 720);
    for (int t = 0; t < 2; ++t)
        boxes[t] = list->areas[AREA_MEMORY][t];
    size_t wanted[2] = {0, 0}, got[2] = {0, 0};
    for (size_t i = 0; i < list->shapes_count; ++i)
        for (int t = 0; t < 2; ++t)
            wanted[t] += list->shapes[i].thing.trace - 1 == t &&
                         holds(boxes[t], list->shapes + i);
    crop_pieces(list, boxes, 2, 10);
    g_assert_cmpfloat(list->width, ==, boxes[0].w + 10 + boxes[1].w);
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        Rect place = {shape->thing.trace - 1 ? boxes[0].w + 10 : 0, 0,
                      boxes[shape->thing.trace - 1].w, list->height};
        place = (Rect){place.x - hair, place.y - hair, place.w + 2 * hair,
                       place.h + 2 * hair};
        g_assert_true(holds(place, shape));
        ++got[shape->thing.trace - 1];
    }
    for (int t = 0; t < 2; ++t) {
        g_assert_cmpuint(got[t], ==, wanted[t]);
        g_assert_cmpuint(got[t], >, 50);
    }
    check_texts(list);
    stage_free(stage);
}

static bool is_ground(const Shape *shape)
{
    return shape->thing.kind == THING_FRAME && shape->kind == SHAPE_RECT &&
           shape->box.w * shape->box.h > 20000;
}

/* The grounds of panels and of the source go, and no fact. */
static void test_grounds(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);
    DisplayList *list = &stage->list;
    int grounds = 0;

    stage_draw_at(stage, 20, 1280, 720);
    Shape *before =
        base_memdup(list->shapes, list->shapes_count * sizeof *list->shapes);
    crop_grounds(list);
    for (size_t i = 0; i < list->shapes_count; ++i) {
        bool gone = list->shapes[i].fill != before[i].fill;
        if (is_ground(before + i)) {
            g_assert_cmpint(list->shapes[i].fill, ==, COLOR_NONE);
            ++grounds;
        }
        if (gone)
            g_assert_true(before[i].fill == COLOR_PANEL ||
                          before[i].fill == COLOR_PAPER);
        g_assert_cmpint(list->shapes[i].edge, ==, before[i].edge);
    }
    g_assert_cmpint(grounds, >=, 1);
    free(before);
    stage_free(stage);
}

static size_t count_texts(const DisplayList *list, ThingKind kind)
{
    size_t count = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        count += list->shapes[i].kind == SHAPE_TEXT &&
                 shape_is(&list->shapes[i], kind);
    return count;
}

/* Each bank over its queue has its number; a run that races or goes wrong says
 * so, in as much room at every moment; nothing has the colour of a panel. */
static void test_alone(void)
{
    static const struct {
        const char *name;
        bool bad;
    } tries[] = {{"leftright", false},
                 {"leftright-eq2", true},
                 {"first-offset", true}};

    for (size_t i = 0; i < G_N_ELEMENTS(tries); ++i) {
        Stage *stage = stage_new(tries[i].name, OP_ADD, 64, 4,
                                 catalog_find(tries[i].name, NULL)->inclusive);
        FrameSpec spec = {.analysed_traces = {stage->analysed_traces[0]},
                          .count = 1,
                          .kind = FRAME_SPEC_CROP,
                          .area = AREA_QUEUES,
                          .width = 1920,
                          .height = 1080,
                          .scale = 1};
        size_t all = stage->traces[0]->instructions_count;
        int width, height;
        frame_spec_size(&spec, &width, &height);
        for (size_t at = 0; at <= all; at += MAX(1, all / 4)) {
            FrameMoment moment = {.positions = {at}, .started = at > 0};
            frame_spec_draw(&spec, &moment, &stage->list);
            g_assert_cmpint(count_texts(&stage->list, THING_SENTENCE) > 0, ==,
                            tries[i].bad);
            g_assert_cmpfloat(stage->list.width, ==, width);
            g_assert_cmpfloat(stage->list.height, ==, height);
            for (size_t s = 0; s < stage->list.shapes_count; ++s)
                g_assert_cmpint(stage->list.shapes[s].fill, !=, COLOR_PANEL);
        }
        stage_free(stage);
    }
}

/* Pieces that are side by side have the names of their algorithms over them. */
static void test_names(void)
{
    static const Area areas[] = {AREA_TREE, AREA_QUEUES, AREA_SOURCE,
                                 AREA_TIMELINE};
    Stage *stage = stage_new("leftright padding", OP_ADD, 64, 4, false);

    for (size_t a = 0; a < G_N_ELEMENTS(areas); ++a)
        for (int count = 1; count <= 2; ++count) {
            FrameSpec spec = {.analysed_traces = {stage->analysed_traces[0],
                                                  stage->analysed_traces[1]},
                              .count = count,
                              .kind = FRAME_SPEC_CROP,
                              .area = areas[a],
                              .width = 1920,
                              .height = 1080,
                              .scale = 1};
            FrameMoment moment = {.positions = {60, 60}, .started = true};
            bool named = count == 2;
            int width, height;
            frame_spec_draw(&spec, &moment, &stage->list);
            frame_spec_size(&spec, &width, &height);
            g_assert_true(stage_says(stage, "LeftRight") == named);
            g_assert_true(stage_says(stage, "Padding") == (count == 2));
            g_assert_cmpfloat(stage->list.height, ==, height);
        }
    stage_free(stage);
}

/* A picture in half the size still has texts that can be read. */
static void test_small(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 64, 4, false);
    FrameSpec spec = {.count = 1,
                      .analysed_traces = {stage->analysed_traces[0]},
                      .width = 640,
                      .height = 360,
                      .scale = 1};
    FrameMoment moment = {.started = true, .positions = {40}};

    frame_spec_draw(&spec, &moment, &stage->list);
    for (size_t s = 0; s < stage->list.shapes_count; ++s)
        if (stage->list.shapes[s].kind == SHAPE_TEXT)
            g_assert_cmpfloat(stage->list.shapes[s].size, >=, 12 - hair);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/frame_spec/enlarged", test_scale);
    g_test_add_func("/frame_spec/one piece", test_one);
    g_test_add_func("/frame_spec/side by side", test_beside);
    g_test_add_func("/frame_spec/grounds", test_grounds);
    g_test_add_func("/frame_spec/alone", test_alone);
    g_test_add_func("/frame_spec/names", test_names);
    g_test_add_func("/frame_spec/small-pictures-can-be-read", test_small);
    int failed = g_test_run();
    font_done();
    return failed;
}
