/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/lens.c and src/view/zoom.c, and of views that are zoomed.
 */
#include "machine/record.h"
#include "paint/paint_cairo.h"
#include "view/frame.h"
#include "window/lens.h"
#include "fixture.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

typedef struct {
    Trace *trace;
    Exhibit *exhibit;
    Scene scene;
    Lens lens;
    Canvas canvas;
} Setup;

static void draw(Setup *setup)
{
    for (int i = 0; i < ZOOM_COUNT; ++i)
        setup->scene.zooms[i] = setup->lens.zooms[i];
    frame_draw(&setup->canvas, &setup->scene, 1920, 1080);
}

static void setup_open(Setup *setup, Trace *trace, size_t position)
{
    *setup = (Setup){.trace = trace, .exhibit = exhibit_new(trace)};
    setup->scene = (Scene){.count = 1,
                           .exhibits = {setup->exhibit},
                           .positions = {position}};
    draw(setup);
}

static void setup_close(Setup *setup)
{
    exhibit_free(setup->exhibit);
    trace_free(setup->trace);
    canvas_free(&setup->canvas);
}

/* Texts and boxes with a tag. */
static size_t count(const Setup *setup, TagKind tag, bool text)
{
    size_t found = 0;

    for (size_t i = 0; i < setup->canvas.shapes_count; ++i) {
        const Shape *shape = setup->canvas.shapes + i;
        found += shape->tag.kind == tag && (shape->kind == SHAPE_TEXT) == text;
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

    setup_open(&setup, fixture_scan(PLACE_NOPADDING, OP_ADD, 2048, 32), 500);
    size_t nodes = count(&setup, TAG_NODE, true);
    size_t cells = count(&setup, TAG_CELL, true);
    g_assert_cmpuint(nodes, <, 200);
    lens_zoom(&setup.lens, &setup.scene, 6);
    g_assert_true(lens_is_close(&setup.lens));
    draw(&setup);
    g_assert_cmpuint(count(&setup, TAG_CELL, true), >, cells);
    int leaves = 0;
    for (size_t i = 0; i < setup.canvas.shapes_count; ++i) {
        const Shape *shape = setup.canvas.shapes + i;
        leaves += shape->tag.kind == TAG_NODE && shape->tag.index < 2048 &&
                  shape->kind == SHAPE_TEXT;
    }
    g_assert_cmpint(leaves, >, 20);
    lens_whole(&setup.lens);
    draw(&setup);
    g_assert_cmpuint(count(&setup, TAG_NODE, true), ==, nodes);
    g_assert_cmpuint(count(&setup, TAG_CELL, true), ==, cells);
    setup_close(&setup);
}

/* The middle of the first shape with a tag. */
static void find(const Setup *setup, TagKind tag, double *x, double *y)
{
    for (size_t i = 0; i < setup->canvas.shapes_count; ++i) {
        const Shape *shape = setup->canvas.shapes + i;
        if (shape->tag.kind != tag || shape->kind != SHAPE_RECT)
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
        TagKind tag;
        ZoomKind kind;
    } views[] = {{TAG_NODE, ZOOM_UPPER},
                 {TAG_CELL, ZOOM_MEMORY},
                 {TAG_TIMELINE, ZOOM_TIME}};

    for (size_t i = 0; i < G_N_ELEMENTS(views); ++i) {
        Setup setup;
        double x, y;
        setup_open(&setup, fixture_scan(PLACE_PADDING, OP_ADD, 512, 32), 99);
        find(&setup, views[i].tag, &x, &y);
        g_assert_cmpint(lens_at(&setup.canvas, x, y), ==, views[i].kind);
        g_assert_false(lens_press(&setup.lens, &setup.canvas, x, y));
        g_assert_true(lens_wheel(&setup.lens, &setup.canvas, x, y, 4));
        for (int kind = 0; kind < ZOOM_COUNT; ++kind)
            g_assert_true((setup.lens.zooms[kind].zoom > 0) ==
                          (kind == (int)views[i].kind));
        draw(&setup);
        Zoom *zoom = setup.lens.zooms + views[i].kind;
        double from = zoom->from;
        g_assert_true(lens_press(&setup.lens, &setup.canvas, x, y));
        g_assert_true(lens_drag(&setup.lens, &setup.canvas, x - 40, y - 40));
        g_assert_cmpfloat(zoom->from, >, from);
        g_assert_true(lens_drag(&setup.lens, &setup.canvas, x, y));
        g_assert_cmpfloat_with_epsilon(zoom->from, from, 1e-9);
        lens_release(&setup.lens);
        g_assert_false(lens_drag(&setup.lens, &setup.canvas, x + 9, y + 9));
        g_assert_true(lens_wheel(&setup.lens, &setup.canvas, x, y, -99));
        g_assert_false(lens_is_close(&setup.lens));
        g_assert_false(lens_wheel(&setup.lens, &setup.canvas, 3, 3, 1));
        setup_close(&setup);
    }
}

/* A view is zoomed around the pointer's place along it, and dragged along it:
 * memory from top to bottom, all else from left to right. */
static void test_along(void)
{
    static const struct {
        TagKind tag;
        ZoomKind kind;
        bool down;
    } views[] = {{TAG_NODE, ZOOM_UPPER, false},
                 {TAG_CELL, ZOOM_MEMORY, true},
                 {TAG_TIMELINE, ZOOM_TIME, false}};

    for (size_t i = 0; i < G_N_ELEMENTS(views); ++i) {
        Setup setup;
        double x, y;
        setup_open(&setup, fixture_scan(PLACE_PADDING, OP_ADD, 512, 32), 99);
        find(&setup, views[i].tag, &x, &y);
        double dx = views[i].down ? 0 : 30, dy = views[i].down ? 30 : 0;
        Lens here = setup.lens, along = setup.lens, across = setup.lens;
        lens_wheel(&here, &setup.canvas, x, y, 4);
        lens_wheel(&along, &setup.canvas, x + dx, y + dy, 4);
        g_assert_cmpfloat(along.zooms[views[i].kind].from, >,
                          here.zooms[views[i].kind].from);
        if (views[i].down)
            lens_wheel(&across, &setup.canvas, x + 30, y, 4);
        else
            across = here;
        g_assert_cmpfloat(across.zooms[views[i].kind].from, ==,
                          here.zooms[views[i].kind].from);
        setup.lens = here;
        draw(&setup);
        g_assert_true(lens_press(&here, &setup.canvas, x, y));
        g_assert_false(lens_drag(&here, &setup.canvas, x - dy, y - dx));
        g_assert_true(
            lens_drag(&here, &setup.canvas, x - dy - dx, y - dx - dy));
        setup_close(&setup);
    }
}

/* Closer by a key, what runs comes to the middle, but for the ends. */
static void test_middle(void)
{
    Setup setup;

    setup_open(&setup, fixture_scan(PLACE_NOPADDING, OP_ADD, 256, 8), 150);
    lens_zoom(&setup.lens, &setup.scene, 3);
    for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
        const Zoom *zoom = setup.lens.zooms + kind;
        double half = 0.5 / zoom_scale(zoom);
        double place = lens_focus(&setup.scene, (ZoomKind)kind);
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
    lens_zoom(&setup.lens, &setup.scene, 4);
    for (size_t p = 1; p <= setup.trace->instructions_count; ++p) {
        setup.scene.positions[0] = p;
        lens_follow(&setup.lens, &setup.scene);
        for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
            const Zoom *zoom = setup.lens.zooms + kind;
            double place = lens_focus(&setup.scene, (ZoomKind)kind);
            g_assert_cmpfloat(place, >=, zoom->from - 1e-9);
            g_assert_cmpfloat(place, <=,
                              zoom->from + 1 / zoom_scale(zoom) + 1e-9);
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
                             .passes = RECORD_USUAL,
                             .op = OP_ADD,
                             .input = input,
                             .device = DEVICE_CPU};
    Trace *trace = record(recorder, &options, &error);

    g_assert_nonnull(trace);
    recorder_free(recorder);
    free(input);
    return trace;
}

static bool is_drawn(const Canvas *canvas, TagKind tag, uint32_t index)
{
    for (size_t i = 0; i < canvas->shapes_count; ++i)
        if (canvas->shapes[i].tag.kind == tag &&
            canvas->shapes[i].tag.index == index)
            return true;
    return false;
}

/* Of several blocks the one that runs is seen, in the order of playing: with
 * one lane's cell, however close one is. */
static void test_blocks(void)
{
    Setup setup;
    size_t seen = 0;

    setup_open(&setup, make("look-back", 512, 4), 0);
    g_assert_nonnull(setup.exhibit->order);
    lens_zoom(&setup.lens, &setup.scene, 4);
    for (size_t p = 1; p <= setup.trace->instructions_count; ++p) {
        const Instruction *at =
            setup.trace->instructions + exhibit_running(setup.exhibit, p);
        const Access *access = trace_accesses(setup.trace, at);
        setup.scene.positions[0] = p;
        lens_follow(&setup.lens, &setup.scene);
        if (!trace_is_shared(at) || at->lanes > 1 || p % 3)
            continue;
        draw(&setup);
        g_assert_true(is_drawn(&setup.canvas, TAG_CELL, access->cell));
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
                Zoom *zoom = setup.lens.zooms + kind;
                zoom_by(zoom, (double)(base_random(&random) % 13) - 6, 0.5);
                zoom_pan(zoom, (double)(base_random(&random) % 9) - 4);
            }
            draw(&setup);
            paint_cairo(&setup.canvas, THEME_LIGHT, pixels, 1920, 1080,
                        1920 * 4);
        }
        setup_close(&setup);
    }
    free(pixels);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/lens/bounds", test_bounds);
    g_test_add_func("/lens/around", test_around);
    g_test_add_func("/lens/closer", test_closer);
    g_test_add_func("/lens/wheel and drag", test_wheel_and_drag);
    g_test_add_func("/lens/along", test_along);
    g_test_add_func("/lens/middle", test_middle);
    g_test_add_func("/lens/follow", test_follow);
    g_test_add_func("/lens/blocks", test_blocks);
    g_test_add_func("/lens/any zoom", test_any_zoom);
    int failed = g_test_run();
    paint_cairo_done();
    return failed;
}
