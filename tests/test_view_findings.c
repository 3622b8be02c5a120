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

typedef struct {
    Stage *stage;
    View view;
    DisplayList list;
} Sight;

static Sight sight(const char *name)
{
    Sight it = {.stage = stage_new(name, OP_ADD, 64, 4, true)};

    display_list_clear(&it.list, 1920, 1080);
    stage_draw_at(it.stage, 8, 1920, 1080);
    it.view = view_open(&it.list, &it.stage->scene, 0);
    it.view.list = NULL; /* it moves */
    return it;
}

static void sight_free(Sight *it)
{
    view_close(&it->view);
    stage_free(it->stage);
    display_list_free(&it->list);
}

static void draw(Sight *it, double width, double height)
{
    display_list_clear(&it->list, 1920, 1080);
    it->view.list = &it->list;
    view_findings(&it->view, (Rect){100, 100, width, height});
}

static bool says(const Sight *it, const char *words)
{
    for (size_t i = 0; i < it->list.shapes_count; ++i)
        if (it->list.shapes[i].kind == SHAPE_TEXT &&
            strstr(shape_text(&it->list, it->list.shapes + i), words))
            return true;
    return false;
}

static int buttons(const Sight *it, FindingPart part)
{
    int count = 0;

    for (size_t i = 0; i < it->list.shapes_count; ++i) {
        const Shape *shape = it->list.shapes + i;
        count += shape->kind == SHAPE_RECT &&
                 shape->thing.kind == THING_FINDING && shape->thing.b == part;
    }
    return count;
}

static void test_order(void)
{
    Sight it = sight("hillis-steele-racy");
    const FindingNotes *notes = analysed_notes(it.view.whole);

    g_assert_cmpuint(notes->notes_count, >, 1);
    g_assert_cmpint(notes->notes->severity, ==, SEVERITY_FAULT);
    g_assert_cmpstr(notes->notes->title.text, ==, "Race");
    g_assert_true(notes->notes->has_moment);
    g_assert_cmpuint(notes->notes->moment, >, 0);
    g_assert_true(analysed_notes(it.view.whole) == notes);
    draw(&it, 900, 800);
    g_assert_true(says(&it, "Race"));
    g_assert_true(says(&it, "__syncthreads()"));
    sight_free(&it);
}

static void test_room(void)
{
    Sight it = sight("nopadding");

    draw(&it, 900, 0);
    double height = view_findings_height(&it.view);
    draw(&it, 900, height);
    g_assert_true(says(&it, "bank conflicts"));
    draw(&it, 900, height / 2);
    g_assert_true(says(&it, " more"));
    draw(&it, 900, 0);
    g_assert_cmpuint(it.list.shapes_count, ==, 0);
    sight_free(&it);
}

static void report(void *data, const LegibleFault *fault)
{
    Text text = {0};

    legible_describe(data, fault, &text);
    g_error("%s: %s", legible_kind_name(fault->kind), text.text);
}

static void test_legible(void)
{
    static const char *const names[] = {"hillis-steele-racy", "nopadding",
                                        "padding", "leftright-eq2"};

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        Sight it = sight(names[i]);
        it.view.keys = i % 2;
        for (double width = 1700; width > 300; width *= 0.7)
            for (double height = 800; height > 60; height *= 0.7) {
                draw(&it, width, height);
                legible_each(&it.list, it.view.least, report, &it.list);
            }
        sight_free(&it);
    }
}

static void test_buttons(void)
{
    Sight it = sight("nopadding");

    draw(&it, 900, 900);
    g_assert_cmpint(buttons(&it, FINDING_SHOW), ==, 0);
    g_assert_cmpint(buttons(&it, FINDING_TRY), ==, 0);
    it.view.keys = true;
    draw(&it, 900, 900);
    g_assert_cmpint(buttons(&it, FINDING_SHOW), >, 0);
    g_assert_cmpint(buttons(&it, FINDING_TRY), >, 0);
    g_assert_true(says(&it, "Try it"));
    g_assert_false(says(&it, "Undo"));
    const Findings *all = analysed_findings(it.view.whole);
    PaddedArray tried = {NULL, all->findings->remedy};
    for (size_t i = 0; i < all->findings_count && !tried.array; ++i)
        tried.array = all->findings[i].array;
    it.view.predicted = &tried;
    draw(&it, 900, 900);
    g_assert_true(says(&it, "Undo"));
    it.view.predicted = NULL;
    sight_free(&it);
}

/* A question about the run must not be answered beside it. */
static void test_covered(void)
{
    Sight it = sight("hillis-steele-racy");
    Cover cover = {.answer = true};

    it.view.cover = &cover;
    draw(&it, 900, 900);
    g_assert_false(says(&it, "Race"));
    sight_free(&it);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/findings/worst-first", test_order);
    g_test_add_func("/findings/room", test_room);
    g_test_add_func("/findings/legible", test_legible);
    g_test_add_func("/findings/buttons-in-a-window", test_buttons);
    g_test_add_func("/findings/covered", test_covered);
    return g_test_run();
}
