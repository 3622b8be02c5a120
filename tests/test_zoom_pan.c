/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/zoom_pan.c and src/view/zoom.c, and of zoomed views.
 */
#include "draw/paint_cairo.h"
#include "record/record.h"
#include "view/frame.h"
#include "window/zoom_pan.h"
#include "fixture.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

typedef struct {
    Trace *trace;
    AnalysedTrace *analysed;
    Scene scene;
    ZoomPan view_zoom;
    DisplayList list;
} Setup;

static void draw(Setup *setup)
{
    for (int i = 0; i < ZOOM_COUNT; ++i)
        setup->scene.zooms[i] = setup->view_zoom.zooms[i];
    frame_draw(&setup->list, &setup->scene, 1920, 1080);
}

static void setup_open(Setup *setup, Trace *trace, size_t position)
{
    *setup = (Setup){.trace = trace, .analysed = analysed_new(trace)};
    setup->scene = (Scene){.count = 1,
                           .analysed_traces = {setup->analysed},
                           .positions = {position}};
    draw(setup);
}

static void setup_close(Setup *setup)
{
    analysed_free(setup->analysed);
    trace_free(setup->trace);
    display_list_free(&setup->list);
}

/* Texts and boxes of a thing. */
static size_t count(const Setup *setup, ThingKind kind, bool text)
{
    size_t found = 0;

    for (size_t i = 0; i < setup->list.shapes_count; ++i) {
        const Shape *shape = setup->list.shapes + i;
        found +=
            shape->thing.kind == kind && (shape->kind == SHAPE_TEXT) == text;
    }
    return found;
}

/* What is seen stays within the whole, whatever is done. */
static void test_bounds(void)
{
    uint64_t random = 7;
    Zoom zoom = {0, 0};

    for (int i = 0; i < 10000; ++i) {
        double by = (double)(base_random(&random) % 81) / 10 - 4;
        double around = (double)(base_random(&random) % 11) / 10;
        if (base_random(&random) % 2)
            zoom_by(&zoom, by, around);
        else
            zoom_pan(&zoom, by);
        g_assert_cmpfloat(zoom.zoom, >=, 0);
        g_assert_cmpfloat(zoom.zoom, <=, ZOOM_MOST);
        g_assert_cmpfloat(zoom.from, >=, 0);
        g_assert_cmpfloat(zoom.from + 1 / zoom_scale(&zoom), <=, 1 + 1e-9);
    }
}

/* The place under the pointer stays there. */
static void test_around(void)
{
    Zoom zoom = {1, 0.25};

    for (int i = 0; i < 6; ++i) {
        double before = zoom.from + 0.3 / zoom_scale(&zoom);
        zoom_by(&zoom, 0.5, 0.3);
        g_assert_cmpfloat_with_epsilon(zoom.from + 0.3 / zoom_scale(&zoom),
                                       before, 1e-9);
    }
}

/* Leaves too many for their values have them once one is close enough; a
 * memory that is folded shows rows; and all comes back. */
static void test_closer(void)
{
    Setup setup;

    setup_open(&setup, fixture_scan(PLACE_NOPADDING, OP_ADD, 2048, 32), 200);
    size_t nodes = count(&setup, THING_NODE, true);
    size_t cells = count(&setup, THING_CELL, false);
    g_assert_cmpuint(nodes, <, 200);
    zoom_pan_move(&setup.view_zoom, &setup.scene, 6, 0, false);
    g_assert_true(zoom_pan_is_close(&setup.view_zoom));
    draw(&setup);
    g_assert_cmpuint(count(&setup, THING_CELL, false), >, 2 * cells);
    int leaves = 0;
    for (size_t i = 0; i < setup.list.shapes_count; ++i) {
        const Shape *shape = setup.list.shapes + i;
        leaves += shape->thing.kind == THING_NODE && shape->thing.a == 0 &&
                  shape->kind == SHAPE_TEXT;
    }
    g_assert_cmpint(leaves, >, 20);
    zoom_pan_whole(&setup.view_zoom);
    draw(&setup);
    g_assert_cmpuint(count(&setup, THING_NODE, true), ==, nodes);
    g_assert_cmpuint(count(&setup, THING_CELL, false), ==, cells);
    setup_close(&setup);
}

/* The middle of the first shape of a thing. */
static void find(const Setup *setup, ThingKind kind, double *x, double *y)
{
    for (size_t i = 0; i < setup->list.shapes_count; ++i) {
        const Shape *shape = setup->list.shapes + i;
        if (shape->thing.kind != kind || shape->kind != SHAPE_RECT)
            continue;
        *x = shape->box.x + shape->box.w / 2;
        *y = shape->box.y + shape->box.h / 2;
        return;
    }
    g_assert_not_reached();
}

static void test_wheel_and_drag(void)
{
    static const struct {
        ThingKind thing;
        ZoomKind kind;
    } views[] = {{THING_NODE, ZOOM_UPPER},
                 {THING_CELL, ZOOM_MEMORY},
                 {THING_INSTRUCTION, ZOOM_TIME}};

    for (size_t i = 0; i < G_N_ELEMENTS(views); ++i) {
        Setup setup;
        double x, y;
        setup_open(&setup, fixture_scan(PLACE_PADDING, OP_ADD, 512, 32), 99);
        find(&setup, views[i].thing, &x, &y);
        g_assert_false(zoom_pan_press(&setup.view_zoom, &setup.list, x, y));
        g_assert_true(zoom_pan_wheel(&setup.view_zoom, &setup.list, x, y, 4));
        for (int kind = 0; kind < ZOOM_COUNT; ++kind)
            g_assert_true((setup.view_zoom.zooms[kind].zoom > 0) ==
                          (kind == (int)views[i].kind));
        draw(&setup);
        Zoom *zoom = setup.view_zoom.zooms + views[i].kind;
        double from = zoom->from;
        g_assert_true(zoom_pan_press(&setup.view_zoom, &setup.list, x, y));
        g_assert_true(
            zoom_pan_drag(&setup.view_zoom, &setup.list, x - 40, y - 40));
        g_assert_cmpfloat(zoom->from, >, from);
        g_assert_true(zoom_pan_drag(&setup.view_zoom, &setup.list, x, y));
        g_assert_cmpfloat_with_epsilon(zoom->from, from, 1e-9);
        setup.view_zoom.holds = false;
        g_assert_false(
            zoom_pan_drag(&setup.view_zoom, &setup.list, x + 9, y + 9));
        g_assert_true(zoom_pan_wheel(&setup.view_zoom, &setup.list, x, y, -99));
        g_assert_false(zoom_pan_is_close(&setup.view_zoom));
        g_assert_false(zoom_pan_wheel(&setup.view_zoom, &setup.list, 3, 3, 1));
        setup_close(&setup);
    }
}

/* A view is zoomed around the pointer's place along it, and dragged along it:
 * memory from top to bottom, all else from left to right. */
static void test_along(void)
{
    static const struct {
        ThingKind thing;
        ZoomKind kind;
        bool down;
    } views[] = {{THING_NODE, ZOOM_UPPER, false},
                 {THING_CELL, ZOOM_MEMORY, true},
                 {THING_INSTRUCTION, ZOOM_TIME, false}};

    for (size_t i = 0; i < G_N_ELEMENTS(views); ++i) {
        Setup setup;
        double x, y;
        setup_open(&setup, fixture_scan(PLACE_PADDING, OP_ADD, 512, 32), 99);
        find(&setup, views[i].thing, &x, &y);
        double dx = views[i].down ? 0 : 30, dy = views[i].down ? 30 : 0;
        ZoomPan here = setup.view_zoom, along = setup.view_zoom,
                across = setup.view_zoom;
        zoom_pan_wheel(&here, &setup.list, x, y, 4);
        zoom_pan_wheel(&along, &setup.list, x + dx, y + dy, 4);
        g_assert_cmpfloat(along.zooms[views[i].kind].from, >,
                          here.zooms[views[i].kind].from);
        if (views[i].down)
            zoom_pan_wheel(&across, &setup.list, x + 30, y, 4);
        else
            across = here;
        g_assert_cmpfloat(across.zooms[views[i].kind].from, ==,
                          here.zooms[views[i].kind].from);
        setup.view_zoom = here;
        draw(&setup);
        g_assert_true(zoom_pan_press(&here, &setup.list, x, y));
        g_assert_false(zoom_pan_drag(&here, &setup.list, x - dy, y - dx));
        g_assert_true(
            zoom_pan_drag(&here, &setup.list, x - dy - dx, y - dx - dy));
        setup_close(&setup);
    }
}

/* Closer by a key, what runs comes to the middle, but for the ends. */
static void test_middle(void)
{
    Setup setup;

    setup_open(&setup, fixture_scan(PLACE_NOPADDING, OP_ADD, 256, 8), 150);
    zoom_pan_move(&setup.view_zoom, &setup.scene, 3, 0, false);
    for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
        const Zoom *zoom = setup.view_zoom.zooms + kind;
        double half = 0.5 / zoom_scale(zoom);
        ZoomRange range =
            zoom_pan_focus(&setup.scene, (ZoomKind)kind, 2 * half);
        double place = (range.low + range.high) / 2;
        double middle = fmin(fmax(place, half), 1 - half);
        g_assert_cmpfloat_with_epsilon(zoom->from + half, middle, 1e-6);
    }
    setup_close(&setup);
}

/* What runs is in sight at every moment, however close one is. */
static void test_follow(void)
{
    Setup setup;

    setup_open(&setup, fixture_scan(PLACE_NOPADDING, OP_ADD, 256, 8), 0);
    zoom_pan_move(&setup.view_zoom, &setup.scene, 4, 0, false);
    for (size_t p = 1; p <= setup.trace->instructions_count; ++p) {
        setup.scene.positions[0] = p;
        zoom_pan_follow(&setup.view_zoom, &setup.scene);
        for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
            const Zoom *zoom = setup.view_zoom.zooms + kind;
            double visible = 1 / zoom_scale(zoom);
            ZoomRange range =
                zoom_pan_focus(&setup.scene, (ZoomKind)kind, visible);
            g_assert_cmpfloat(range.low, >=, zoom->from - 1e-6);
            g_assert_cmpfloat(range.high, <=, zoom->from + visible + 1e-6);
        }
    }
    setup_close(&setup);
}

static Trace *make(const char *name, uint32_t n, uint32_t k)
{
    Error error;
    Recorder *recorder = recorder_new();
    Word *input = base_alloc(n, sizeof *input);
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = OP_ADD,
                             .input = input,
                             .device = DEVICE_CPU};
    Trace *trace = record(recorder, &options, &error);

    g_assert_nonnull(trace);
    recorder_free(recorder);
    free(input);
    return trace;
}

/* Is a thing drawn where its view is? */
static bool is_drawn(const DisplayList *list, ThingKind kind, uint32_t a,
                     uint32_t b)
{
    Rect area = list->areas[kind == THING_NODE ? AREA_TREE : AREA_MEMORY][0];

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->kind == SHAPE_RECT && shape->thing.kind == kind &&
            shape->thing.a == a && shape->thing.b == b &&
            zoom_pan_contains(area, shape->box.x + shape->box.w / 2,
                              shape->box.y + shape->box.h / 2))
            return true;
    }
    return false;
}

/* The nodes and cells that the first lane of instruction AT loads and stores in
 * its turn are all drawn. */
static void check_operands(const Setup *setup, const Instruction *at,
                           size_t *seen)
{
    const Trace *trace = setup->trace;
    const Step *step = trace_step(trace, at);
    const Tree *tree = &setup->analysed->tree;
    uint32_t lane = trace_accesses(trace, at)->lane;

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        const Instruction *other =
            trace->instructions + step->first_instruction + i;
        const Access *access = trace_accesses(trace, other);
        if (!trace_is_shared(other) || other->warp != at->warp ||
            other->occurrence != at->occurrence)
            continue;
        for (int a = 0; a < other->lanes; ++a, ++access) {
            if (access->lane != lane)
                continue;
            bool found = step->level == 0;
            for (uint32_t level = (uint32_t)step->level;
                 level + 1 >= (uint32_t)step->level && level + 1 > 0 && !found;
                 --level)
                for (uint32_t x = 0;
                     level < tree->levels && x < tree_width(tree, level); ++x) {
                    size_t node = tree_index(tree, level, x);
                    if (tree->nodes[node].built_cell == access->cell ||
                        tree->nodes[node].prefix_cell == access->cell)
                        found |= is_drawn(&setup->list, THING_NODE, level, x);
                }
            g_assert_true(found);
            g_assert_true(is_drawn(&setup->list, THING_CELL, access->cell, 0));
            ++*seen;
        }
    }
}

/* However close one wants to be, what a lane loads and stores is in sight, in
 * the tree and in memory; and where it has room, as close as one wants. */
static void test_operands(void)
{
    static const char *const names[] = {"nopadding", "padding", "leftright",
                                        "brent-kung"};

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        Setup setup;
        size_t seen = 0;
        double most = 0;
        setup_open(&setup, make(names[i], 64, 4), 1);
        for (int kind = 0; kind < ZOOM_COUNT; ++kind)
            setup.view_zoom.wished[kind] = 4;
        for (size_t p = 1; p <= setup.trace->instructions_count; ++p) {
            const Instruction *at = setup.trace->instructions + p - 1;
            setup.scene.positions[0] = p;
            zoom_pan_follow(&setup.view_zoom, &setup.scene);
            most = fmax(most, setup.view_zoom.zooms[ZOOM_UPPER].zoom);
            if (!trace_is_shared(at))
                continue;
            draw(&setup);
            check_operands(&setup, at, &seen);
        }
        g_assert_cmpuint(seen, >, 100);
        g_assert_cmpfloat_with_epsilon(most, 4, 1e-6);
        setup_close(&setup);
    }
}

/* Of several blocks the one that runs is seen, in the order of playing: with
 * one lane's cell, however close one is. */
static void test_blocks(void)
{
    Setup setup;
    size_t seen = 0;

    setup_open(&setup, make("look-back", 512, 4), 0);
    g_assert_nonnull(setup.analysed->order);
    zoom_pan_move(&setup.view_zoom, &setup.scene, 4, 0, false);
    for (size_t p = 1; p <= setup.trace->instructions_count; ++p) {
        const Instruction *at =
            setup.trace->instructions + analysed_running(setup.analysed, p);
        const Access *access = trace_accesses(setup.trace, at);
        setup.scene.positions[0] = p;
        zoom_pan_follow(&setup.view_zoom, &setup.scene);
        if (!trace_is_shared(at) || at->lanes > 1 || p % 3)
            continue;
        draw(&setup);
        g_assert_true(is_drawn(&setup.list, THING_CELL, access->cell, 0));
        ++seen;
    }
    g_assert_cmpuint(seen, >, 5);
    setup_close(&setup);
}

/* Every zoom of every view is drawn, and painted, without harm. */
static void test_any_zoom(void)
{
    Trace *traces[] = {fixture_scan(PLACE_PADDING, OP_ADD, 256, 8),
                       fixture_hillis(64, 8, true),
                       fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 1, 2),
                       make("three-phase", 256, 4),
                       make("look-back", 64, 4),
                       make("hybrid", 64, 4)};
    uint32_t *pixels = base_alloc(1920 * 1080, sizeof *pixels);
    uint64_t random = 3;

    for (size_t t = 0; t < G_N_ELEMENTS(traces); ++t) {
        Setup setup;
        setup_open(&setup, traces[t], 0);
        for (int i = 0; i < 40; ++i) {
            setup.scene.positions[0] =
                base_random(&random) % (traces[t]->instructions_count + 1);
            setup.scene.remains[0] =
                setup.scene.positions[0] ? (double)(i % 4) / 4 : 0;
            for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
                Zoom *zoom = setup.view_zoom.zooms + kind;
                zoom_by(zoom, (double)(base_random(&random) % 13) - 6, 0.5);
                zoom_pan(zoom, (double)(base_random(&random) % 9) - 4);
            }
            draw(&setup);
            paint_cairo(&setup.list, THEME_LIGHT, pixels, 1920, 1080);
        }
        setup_close(&setup);
    }
    free(pixels);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/zoom_pan/bounds", test_bounds);
    g_test_add_func("/zoom_pan/around", test_around);
    g_test_add_func("/zoom_pan/closer", test_closer);
    g_test_add_func("/zoom_pan/wheel and drag", test_wheel_and_drag);
    g_test_add_func("/zoom_pan/along", test_along);
    g_test_add_func("/zoom_pan/middle", test_middle);
    g_test_add_func("/zoom_pan/follow", test_follow);
    g_test_add_func("/zoom_pan/blocks", test_blocks);
    g_test_add_func("/zoom_pan/operands", test_operands);
    g_test_add_func("/zoom_pan/any zoom", test_any_zoom);
    int failed = g_test_run();
    paint_cairo_done();
    return failed;
}
