/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_findings.c and src/say/finding_note.c: the worst comes
 * first, what has no room is counted, and only a window has buttons.
 */
#include "legible.h"
#include "stage.h"
#include "view/views.h"

#include <glib.h>
#include <string.h>

static Stage *begin(const char *name)
{
    Stage *stage = stage_new(name, OP_ADD, 64, 4, true);

    stage_draw_at(stage, 8, 1920, 1080);
    return stage;
}

static void draw(Stage *stage, double width, double height)
{
    stage_part(stage, view_findings, (Rect){100, 100, width, height});
}

static bool says(const Stage *stage, const char *words)
{
    return stage_mentions(stage, THING_FINDING, words) ||
           stage_mentions(stage, THING_FRAME, words);
}

static int buttons(const Stage *stage, FindingPart part)
{
    int count = 0;

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        count += shape->kind == SHAPE_RECT &&
                 shape->thing.kind == THING_FINDING && shape->thing.b == part;
    }
    return count;
}

/* And not beside a question about the run. */
static void test_order(void)
{
    Stage *stage = begin("hillis-steele-racy");
    const FindingNotes *notes = analysed_notes(stage->analysed_traces[0]);
    Cover cover = {.answer = true};

    g_assert_cmpuint(notes->notes_count, >, 1);
    g_assert_cmpint(notes->notes->severity, ==, SEVERITY_FAULT);
    g_assert_cmpstr(notes->notes->title.text, ==, "Race");
    g_assert_true(notes->notes->has_moment);
    draw(stage, 900, 800);
    g_assert_true(says(stage, "Race"));
    g_assert_true(says(stage, "__syncthreads()"));
    stage->scene.cover = &cover;
    draw(stage, 900, 900);
    g_assert_false(says(stage, "Race"));
    stage_free(stage);
}

/* What has no room is counted, the first of each kind last. */
static void test_room(void)
{
    Stage *stage = begin("nopadding");
    View view = view_open(&stage->list, &stage->scene, 0);
    double height = view_findings_height(&view);

    view_close(&view);
    draw(stage, 900, height);
    g_assert_true(says(stage, "bank conflicts"));
    draw(stage, 900, height / 2);
    g_assert_true(says(stage, " more"));
    g_assert_true(says(stage, "bank conflicts"));
    draw(stage, 900, 0);
    g_assert_cmpuint(stage->list.shapes_count, ==, 0);
    stage_free(stage);
}

static void test_legible(void)
{
    static const char *const names[] = {"hillis-steele-racy", "nopadding",
                                        "padding", "leftright-eq2"};

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        Stage *stage = begin(names[i]);
        stage->scene.keys = i % 2;
        for (double width = 1700; width > 300; width *= 0.7)
            for (double height = 800; height > 60; height *= 0.7) {
                draw(stage, width, height);
                legible_check(&stage->list, NULL, 20);
            }
        stage_free(stage);
    }
}

static void test_buttons(void)
{
    Stage *stage = begin("nopadding");

    for (int keys = 0; keys < 2; ++keys) {
        stage->scene.keys = keys;
        draw(stage, 900, 900);
        g_assert_cmpint(buttons(stage, FINDING_SHOW) > 0, ==, keys);
        g_assert_cmpint(buttons(stage, FINDING_TRY) > 0, ==, keys);
        g_assert_cmpint(says(stage, "Try it"), ==, keys);
    }
    g_assert_false(says(stage, "Undo"));
    const Findings *all = analysed_findings(stage->analysed_traces[0]);
    for (size_t i = 0; i < all->findings_count && !stage->scene.predicted.array;
         ++i)
        stage->scene.predicted =
            (PaddedArray){all->findings[i].array, all->findings[i].remedy};
    draw(stage, 900, 900);
    g_assert_true(says(stage, "Undo"));
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/findings/worst-first", test_order);
    g_test_add_func("/findings/what-has-no-room-is-counted", test_room);
    g_test_add_func("/findings/legible", test_legible);
    g_test_add_func("/findings/buttons-in-a-window", test_buttons);
    return g_test_run();
}
