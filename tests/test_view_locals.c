/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_locals.c: whose locals are shown, and which.
 */
#include "program_writer.h"

#include "view/frame.h"
#include "view/scene.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Trace *trace;
    AnalysedTrace *analysed;
    DisplayList list;
} Shown;

/* Three loads of shared memory: by lane 1 with locals, by lane 1 that is in a
 * call, and by lanes 0 and 1, of which 0 has none. */
static Shown shown_new(void)
{
    Shown shown = {0};
    ProgramWriter log;
    Error error = {0};
    uint32_t value = 5;
    double half = 0.5;
    ProgramChange first[] = {{.lane = 1, .local = 0, .value = 12},
                             {.lane = 1, .local = 1},
                             {.lane = 1, .local = 2},
                             {.lane = 1, .local = 3, .value = 1}};
    ProgramChange second[] = {{.lane = 1, .local = 0, .value = 13},
                              {.lane = 1, .local = 4, .depth = 1, .value = 77}};
    ProgramChange third = {.lane = 1, .local = 4, .depth = 1, .ends = 1};

    memcpy(&first[2].value, &half, sizeof half);
    writer_begin(&log);
    uint32_t site = writer_site(&log, 16 * 5 + 1);
    writer_launch(&log, "scan", 1, 4, "");
    writer_variable(&log, "temp", "int [4]", 0, 16, ELEMENT_I32, 4, 4, 0);
    writer_block(&log, 0);
    for (uint32_t i = 0; i < 4; ++i) {
        if (i < 3)
            writer_changes(&log, 0, 0,
                           i == 0   ? first
                           : i == 1 ? second
                                    : &third,
                           i == 0   ? 4
                           : i == 1 ? 2
                                    : 1);
        writer_access(&log, 0, 0, site, PROGRAM_LOAD, PROGRAM_SHARED, 4, i);
        if (i == 3)
            writer_lane(&log, 0, 0, &value, 4, 0);
        writer_lane(&log, 1, 4, &value, 4, 0);
    }
    writer_end(&log, 16);
    shown.trace = writer_trace(&log, &error);
    g_assert_cmpstr(shown.trace ? "" : error.text, ==, "");
    writer_free(&log);
    shown.analysed = analysed_new(shown.trace);
    return shown;
}

static void shown_free(Shown *shown)
{
    analysed_free(shown->analysed);
    trace_free(shown->trace);
    display_list_free(&shown->list);
}

static void draw(Shown *shown, size_t position, double width, double height)
{
    Scene scene = {.count = 1,
                   .analysed_traces = {shown->analysed},
                   .positions = {position}};

    frame_draw(&shown->list, &scene, width, height);
}

static const char *text_of(const Shown *shown, const Shape *shape)
{
    return shown->list.texts.text + shape->text;
}

static const Shape *find(const Shown *shown, const char *text)
{
    for (size_t i = 0; i < shown->list.shapes_count; ++i) {
        const Shape *shape = shown->list.shapes + i;
        if (shape->kind == SHAPE_TEXT &&
            strcmp(text_of(shown, shape), text) == 0)
            return shape;
    }
    return NULL;
}

/* NAME is shown with VALUE behind it in the same line. */
static void check_pair(const Shown *shown, const char *name, const char *value)
{
    const Shape *left = find(shown, name);

    g_assert_nonnull(left);
    for (size_t i = 0; i < shown->list.shapes_count; ++i) {
        const Shape *shape = shown->list.shapes + i;
        if (shape->kind == SHAPE_TEXT &&
            strcmp(text_of(shown, shape), value) == 0 &&
            fabs(shape->baseline - left->baseline) < 1 &&
            shape->box.x > left->box.x)
            return;
    }
    g_error("%s is not shown behind %s", value, name);
}

static void test_values(void)
{
    Shown shown = shown_new();

    draw(&shown, 1, 1920, 1080);
    g_assert_nonnull(find(&shown, "T1 in scan"));
    check_pair(&shown, "n = ", "12");
    check_pair(&shown, "d = ", "0.5");
    check_pair(&shown, "yes = ", "true");
    g_assert_null(find(&shown, "p = ")); /* a pointer */
    g_assert_null(find(&shown, ", was 12"));

    draw(&shown, 2, 1920, 1080); /* in a call */
    g_assert_nonnull(find(&shown, "T1 in twice"));
    check_pair(&shown, "c = ", "77");
    g_assert_null(find(&shown, "n = "));

    draw(&shown, 3, 1920, 1080); /* back */
    g_assert_nonnull(find(&shown, "T1 in scan"));
    check_pair(&shown, "n = ", "13");

    draw(&shown, 4, 1920, 1080); /* the lowest thread has none */
    g_assert_nonnull(find(&shown, "T0: no local variables"));
    g_assert_null(find(&shown, "n = "));

    draw(&shown, 0, 1920, 1080);
    g_assert_null(find(&shown, "n = "));
    shown_free(&shown);
}

/* Below the source, in whatever size; all of it within the frame. */
static void test_sizes(void)
{
    static const double sizes[][2] = {{1920, 1080},
                                      {1280, 720},
                                      {1080, 1920},
                                      {640, 360}};
    Shown shown = shown_new();

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        draw(&shown, 1, sizes[s][0], sizes[s][1]);
        const Shape *title = find(&shown, "T1 in scan");
        if (s < 2)
            g_assert_nonnull(title);
        if (!title)
            continue;
        for (size_t i = 0; i < shown.list.shapes_count; ++i) {
            const Shape *shape = shown.list.shapes + i;
            if (shape->tag.kind == TAG_SOURCE && shape->kind == SHAPE_TEXT)
                g_assert_cmpfloat(shape->box.y + shape->box.h, <=,
                                  title->box.y + 1);
        }
        g_assert_cmpfloat(title->box.y + title->box.h, <=, sizes[s][1]);
    }
    shown_free(&shown);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view_locals/values", test_values);
    g_test_add_func("/view_locals/sizes", test_sizes);
    return g_test_run();
}
