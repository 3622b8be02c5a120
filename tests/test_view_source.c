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

typedef struct {
    Stage *stage;
    DisplayList list;
} Sight;

static Sight sight(const char *name)
{
    return (Sight){.stage = stage_new(name, OP_ADD, 64, 32, true)};
}

static void sight_free(Sight *it)
{
    stage_free(it->stage);
    display_list_free(&it->list);
}

static void draw(Sight *it, size_t position, double width, double height,
                 const Cover *cover)
{
    Scene *scene = &it->stage->scene;

    stage_draw_at(it->stage, position, 1920, 1080);
    scene->cover = cover;
    display_list_clear(&it->list, 1920, 1080);
    View view = view_open(&it->list, scene, 0);
    view_source(&view, (Rect){40, 40, width, height});
    view_close(&view);
    scene->cover = NULL;
}

/* Texts of THING_LINE that contain WORDS, or of any thing that are WORDS. */
static int count(const Sight *it, const char *words, bool of_line)
{
    int found = 0;

    for (size_t i = 0; i < it->list.shapes_count; ++i) {
        const Shape *shape = it->list.shapes + i;
        if (shape->kind != SHAPE_TEXT)
            continue;
        const char *text = shape_text(&it->list, shape);
        found += of_line ? shape->thing.kind == THING_LINE &&
                               strstr(text, words) != NULL
                         : strcmp(text, words) == 0;
    }
    return found;
}

static void report(void *data, const LegibleFault *fault)
{
    Text text = {0};

    legible_describe(data, fault, &text);
    g_error("%s: %s", legible_kind_name(fault->kind), text.text);
}

/* However wide it is. */
static void test_columns(void)
{
    Sight it = sight("nopadding");
    int with = 0, without = 0;

    for (double width = 1800; width > 250; width *= 0.9)
        for (double height = 900; height > 100; height *= 0.6) {
            draw(&it, 40, width, height, NULL);
            int idle = count(&it, "idle", false);
            g_assert_true(idle || !count(&it, "%", true));
            int waits = count(&it, "waits", false);
            with += waits;
            without += !waits;
            if (width > 500)
                legible_each(&it.list, 12, report, &it.list);
        }
    g_assert_cmpint(with, >, 10);
    g_assert_cmpint(without, >, 0);
    sight_free(&it);
}

/* The run's costs would answer a question. */
static void test_covered(void)
{
    Sight it = sight("nopadding");
    Cover cover = {.answer = true, .names = true};

    draw(&it, 1, 900, 900, &cover);
    g_assert_cmpint(count(&it, "idle", false), ==, 0);
    g_assert_cmpint(count(&it, "__global__", true), ==, 0);
    draw(&it, 1, 900, 900, NULL);
    g_assert_cmpint(count(&it, "idle", false), >, 0);
    g_assert_cmpint(count(&it, "__global__", true), >, 0);
    sight_free(&it);
}

/* Neither the comment before the kernel nor what is included. */
static void test_kernel(void)
{
    static const char *const names[] = {"leftright", "look-back", "compact",
                                        "hillis-steele"};

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        Sight it = sight(names[i]);
        for (size_t position = 0; position < 20; position += 7) {
            draw(&it, position, 900, 700, NULL);
            g_assert_cmpint(count(&it, "#include", true), ==, 0);
            g_assert_cmpint(count(&it, ";", true), >, 5);
        }
        sight_free(&it);
    }
}

/* A trace may name lines that its source does not have. */
static void test_lost_lines(void)
{
    Sight it = sight("nopadding");

    for (int length = 3; length >= 0; length -= 3) {
        it.stage->traces[0]->sources->text[length] = '\0';
        for (size_t position = 0; position < 60; position += 20)
            draw(&it, position, 900, 700, NULL);
    }
    g_assert_cmpint(count(&it, ";", true), ==, 0);
    sight_free(&it);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/source/columns", test_columns);
    g_test_add_func("/source/covered", test_covered);
    g_test_add_func("/source/kernel", test_kernel);
    g_test_add_func("/source/lost-lines", test_lost_lines);
    return g_test_run();
}
