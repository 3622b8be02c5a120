/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_locals.c: whose locals are shown, and which.
 */
#include "program_writer.h"
#include "stage.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* The frame after POSITION instructions; THREAD: 1 + the chosen one, or 0. */
static void draw(Stage *stage, size_t position, uint32_t thread)
{
    stage_draw_at(stage, position, 1920, 1080);
    stage->scene.details = true;
    stage->scene.thread = thread;
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
}

static const Shape *find(const Stage *stage, const char *text,
                         const Shape *after)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_TEXT &&
            strcmp(shape_text(&stage->list, shape), text) == 0 &&
            (!after || (fabs(shape->baseline - after->baseline) < 1 &&
                        shape->box.x > after->box.x)))
            return shape;
    }
    return NULL;
}

/* At each moment the title, and NAME with VALUE behind it in the same line; no
 * pointers, and nothing of what is not shown. */
static void test_values(void)
{
    static const struct {
        size_t position;
        uint32_t thread; /* 1 + the chosen one */
        const char *title, *name, *value, *absent;
    } cases[] = {{1, 0, "T1 in scan", "n = ", "12", ", was 12"},
                 {1, 0, "T1 in scan", "d = ", "0.5", "p = "}, /* a pointer */
                 {1, 0, "T1 in scan", "yes = ", "true", "c = "},
                 {2, 0, "T1 in twice", "c = ", "77", "n = "}, /* in a call */
                 {3, 0, "T1 in scan", "n = ", "13", "c = "},  /* back */
                 {4, 0, "T0: no local variables", NULL, NULL, "n = "},
                 {0, 0, "local variables: no instruction yet", NULL, NULL,
                  "n = "},
                 /* chosen, whether it runs or not; there are four */
                 {4, 2, "T1 in scan", "n = ", "13", "T0: no local variables"},
                 {1, 1, "T0: no local variables", NULL, NULL, "n = "},
                 {1, 4, "T3: no local variables", NULL, NULL, "n = "},
                 {1, 5, "T1 in scan", "n = ", "12", "c = "}};
    Stage *stage = stage_of((Trace *[]){writer_locals_trace()}, 1);

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        draw(stage, cases[i].position, cases[i].thread);
        g_test_message("case %zu", i);
        g_assert_nonnull(find(stage, cases[i].title, NULL));
        g_assert_null(find(stage, cases[i].absent, NULL));
        if (!cases[i].name)
            continue;
        const Shape *name = find(stage, cases[i].name, NULL);
        g_assert_nonnull(name);
        g_assert_nonnull(find(stage, cases[i].value, name));
    }
    stage_free(stage);
}

/* The largest edge of a rectangle of THREAD; -1: it has none. */
static double edge_of(const Stage *stage, uint32_t thread)
{
    double edge = -1;

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape->thread == thread + 1)
            edge = fmax(edge, shape->edge == COLOR_INK ? shape->width : 0);
    }
    return edge;
}

/* A thread that runs has a name in a queue to press; the chosen one has an
 * edge. */
static void test_names(void)
{
    Stage *stage = stage_of((Trace *[]){writer_locals_trace()}, 1);

    draw(stage, 1, 0); /* T1 loads */
    g_assert_cmpfloat(edge_of(stage, 1), ==, 0);
    g_assert_cmpfloat(edge_of(stage, 4), <, 0);
    draw(stage, 1, 2);
    g_assert_cmpfloat(edge_of(stage, 1), >=, 2);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view_locals/values", test_values);
    g_test_add_func("/view_locals/names", test_names);
    return g_test_run();
}
