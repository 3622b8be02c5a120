/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_source.c: the kernel's lines are shown, columns stand
 * with their heads or not at all, and everything can be read.
 */
#include "legible.h"
#include "stage.h"
#include "view/views.h"

#include <glib.h>
#include <string.h>

static void draw(Stage *stage, size_t position, double width, double height,
                 const Cover *cover)
{
    stage_draw_at(stage, position, 1920, 1080);
    stage->scene.cover = cover;
    stage_part(stage, view_source, (Rect){40, 40, width, height});
}

static int count(const Stage *stage, const char *words)
{
    int found = 0;

    for (size_t i = 0; i < stage->list.shapes_count; ++i)
        found +=
            stage->list.shapes[i].kind == SHAPE_TEXT &&
            stage->list.shapes[i].thing.kind == THING_LINE &&
            strstr(shape_text(&stage->list, stage->list.shapes + i), words);
    return found;
}

/* However wide it is. */
static void test_columns(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 64, 32, true);
    int with = 0, without = 0;

    for (double width = 1800; width > 250; width *= 0.9)
        for (double height = 900; height > 100; height *= 0.6) {
            draw(stage, 40, width, height, NULL);
            g_assert_true(stage_says(stage, "idle") || !count(stage, "%"));
            ++*(stage_says(stage, "waits") ? &with : &without);
            if (width > 500)
                legible_check(&stage->list, NULL, 12);
        }
    g_assert_cmpint(with, >, 10);
    g_assert_cmpint(without, >, 0);
    stage_free(stage);
}

/* The run's costs, and the name of the kernel, would answer a question. */
static void test_covered(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 64, 32, true);
    Cover cover = {.answer = true, .names = true};

    for (int covered = 0; covered < 2; ++covered) {
        draw(stage, 1, 900, 900, covered ? &cover : NULL);
        g_assert_cmpint(stage_says(stage, "idle"), ==, !covered);
        g_assert_cmpint(count(stage, "__global__") > 0, ==, !covered);
    }
    stage_free(stage);
}

/* Neither the comment before the kernel nor what is included; and nothing,
 * where a trace names lines that its source does not have. */
static void test_kernel(void)
{
    static const char *const names[] = {"leftright", "look-back", "compact",
                                        "hillis-steele"};

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        Stage *stage = stage_new(names[i], OP_ADD, 64, 32, true);
        for (size_t position = 0; position < 20; position += 7) {
            draw(stage, position, 900, 700, NULL);
            g_assert_cmpint(count(stage, "#include"), ==, 0);
            g_assert_cmpint(count(stage, ";"), >, 5);
        }
        for (int length = 3; length >= 0; length -= 3) {
            stage->traces[0]->sources->text[length] = '\0';
            for (size_t position = 0; position < 60; position += 20)
                draw(stage, position, 900, 700, NULL);
        }
        g_assert_cmpint(count(stage, ";"), ==, 0);
        stage_free(stage);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/source/columns-have-heads", test_columns);
    g_test_add_func("/source/covered-says-nothing", test_covered);
    g_test_add_func("/source/the-kernel-alone", test_kernel);
    return g_test_run();
}
