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

static Shown shown_new(void)
{
    Shown shown = {.trace = writer_locals_trace()};

    shown.analysed = analysed_new(shown.trace);
    return shown;
}

static void shown_free(Shown *shown)
{
    analysed_free(shown->analysed);
    trace_free(shown->trace);
    display_list_free(&shown->list);
}

static void draw_thread(Shown *shown, size_t position, uint32_t thread)
{
    Scene scene = {.count = 1,
                   .details = true,
                   .thread = thread + 1,
                   .analysed_traces = {shown->analysed},
                   .positions = {position}};

    frame_draw(&shown->list, &scene, 1920, 1080);
}

static void draw(Shown *shown, size_t position, double width, double height)
{
    Scene scene = {.count = 1,
                   .details = true,
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
            if (shape->thing.kind == THING_LINE && shape->kind == SHAPE_TEXT)
                g_assert_cmpfloat(shape->box.y + shape->box.h, <=,
                                  title->box.y + 1);
        }
        g_assert_cmpfloat(title->box.y + title->box.h, <=, sizes[s][1]);
    }
    shown_free(&shown);
}

/* The one that was chosen, whether it runs or not; of a number that the block
 * has not, the lowest that runs. */
static void test_chosen(void)
{
    Shown shown = shown_new();

    draw_thread(&shown, 4, 1);
    g_assert_nonnull(find(&shown, "T1 in scan"));
    check_pair(&shown, "n = ", "13");
    g_assert_null(find(&shown, "T0: no local variables"));
    draw_thread(&shown, 1, 0);
    g_assert_nonnull(find(&shown, "T0: no local variables"));
    draw_thread(&shown, 1, 3);
    g_assert_nonnull(find(&shown, "T3: no local variables"));
    draw_thread(&shown, 1, 4); /* there are four */
    g_assert_nonnull(find(&shown, "T1 in scan"));
    shown_free(&shown);
}

/* The largest edge of a rectangle of THREAD; -1: it has none. */
static double edge_of(const Shown *shown, uint32_t thread)
{
    double edge = -1;

    for (size_t i = 0; i < shown->list.shapes_count; ++i) {
        const Shape *shape = shown->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape->thread == thread + 1)
            edge = fmax(edge, shape->edge == COLOR_INK ? shape->width : 0);
    }
    return edge;
}

/* A thread that runs has a name in a queue to press; the chosen one has an
 * edge. */
static void test_names(void)
{
    Shown shown = shown_new();

    draw(&shown, 1, 1920, 1080); /* T1 loads */
    g_assert_cmpfloat(edge_of(&shown, 1), ==, 0);
    g_assert_cmpfloat(edge_of(&shown, 4), <, 0);
    draw_thread(&shown, 1, 1);
    g_assert_cmpfloat(edge_of(&shown, 1), >=, 2);
    shown_free(&shown);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view_locals/values", test_values);
    g_test_add_func("/view_locals/sizes", test_sizes);
    g_test_add_func("/view_locals/chosen", test_chosen);
    g_test_add_func("/view_locals/names", test_names);
    return g_test_run();
}
