/* SPDX-License-Identifier: MIT
 *
 * What a projector's frame shows: the running lanes, banks and queues are in
 * the picture, and words say what is folded.  That all of it can be read, for
 * every algorithm: test_legible.c.
 */
#include "catalog/catalog.h"
#include "draw/font.h"
#include "stage.h"
#include "shape_is.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

static Stage *make(const char *name, uint32_t n, uint32_t k)
{
    return stage_new(name, OP_ADD, n, k, catalog_find(name, NULL)->inclusive);
}

/* The frame of the first trace at POSITION. */
static void draw(Stage *stage, size_t position, bool steps)
{
    stage_draw_at(stage, position, 1920, 1080);
    stage->scene.projector = true;
    stage->scene.steps = steps;
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
}

static int count(const Stage *stage, ThingKind kind, ShapeKind shape)
{
    int found = 0;

    for (size_t i = 0; i < stage->list.shapes_count; ++i)
        found += shape_is(stage->list.shapes + i, kind) &&
                 stage->list.shapes[i].kind == shape;
    return found;
}

/* A request of shared memory has its cell, stands in a queue, and has its words
 * on a card, also where those are wide: counts of a compaction. */
static void test_content(void)
{
    static const struct {
        const char *name;
        uint32_t n, k;
    } tries[] = {{"leftright", 16, 4},      {"nopadding", 2048, 32},
                 {"hillis-steele", 64, 4},  {"block-shuffle", 64, 8},
                 {"three-phase", 2048, 32}, {"compact", 2048, 32}};
    int seen = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(tries); ++i) {
        Stage *stage = make(tries[i].name, tries[i].n, tries[i].k);
        size_t all = stage->traces[0]->instructions_count;
        for (size_t p = 1; p <= all; p += 1 + all / 9) {
            draw(stage, p, false);
            View view = view_open(&stage->list, &stage->scene, 0);
            bool shared = view_is_shared(&view);
            view_close(&view);
            g_assert_cmpint(count(stage, THING_INSTRUCTION, SHAPE_RECT), >, 0);
            if (!shared)
                continue;
            ++seen;
            g_assert_cmpint(count(stage, THING_CELL, SHAPE_RECT), >, 0);
            g_assert_cmpint(count(stage, THING_QUEUE, SHAPE_TEXT), >, 0);
            g_assert_cmpint(count(stage, THING_BANK, SHAPE_TEXT), >, 0);
            if (count(stage, THING_NODE, SHAPE_TEXT) +
                    count(stage, THING_LANE, SHAPE_TEXT) ==
                0)
                g_error("%s, n = %u, position %zu: no words on cards",
                        tries[i].name, tries[i].n, p);
        }
        stage_free(stage);
    }
    g_assert_cmpint(seen, >, 20);
}

/* How many banks have their names over columns, "bank 3" or "3". */
static uint32_t count_named(const DisplayList *list, uint32_t k)
{
    uint32_t count = 0;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->thing.kind != THING_BANK || shape->thing.a >= k ||
            shape->kind != SHAPE_TEXT)
            continue;
        g_autofree char *brief = g_strdup_printf("%u", shape->thing.a);
        g_autofree char *full = g_strdup_printf("bank %s", brief);
        const char *text = shape_text(list, shape);
        count += strcmp(text, brief) == 0 || strcmp(text, full) == 0;
    }
    return count;
}

/* How many banks a note says are folded: "28 more banks and 3 more rows,
 * folded". */
static uint32_t count_noted(const DisplayList *list)
{
    unsigned count;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        const char *text =
            shape->kind == SHAPE_TEXT ? shape_text(list, shape) : "";
        if (g_str_has_suffix(text, ", folded") && strstr(text, " more bank") &&
            sscanf(text, "%u more bank", &count) == 1)
            return count;
    }
    return 0;
}

/* Words say how many banks are thin lines; a map names every bank, or every
 * second, fourth, ... */
static void test_folded_banks(void)
{
    static const struct {
        const char *name;
        uint32_t n, k;
    } tries[] = {{"leftright", 16, 4},
                 {"leftright", 256, 16},
                 {"nopadding", 256, 16},
                 {"nopadding", 512, 32},
                 {"padding", 2048, 32}};
    int folds = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(tries); ++i) {
        uint32_t k = tries[i].k;
        Stage *stage = make(tries[i].name, tries[i].n, k);
        for (size_t p = 0; p <= stage->traces[0]->instructions_count; p += 7) {
            draw(stage, p, false);
            uint32_t named = count_named(&stage->list, k);
            uint32_t noted = count_noted(&stage->list);
            folds += noted > 0;
            if (named + noted != k)
                g_error("%s at %zu: %u banks are named, %u noted",
                        tries[i].name, p, named, noted);
        }
        stage_free(stage);
    }
    g_assert_cmpint(folds, >, 10);
}

/* Is THREAD in the queue of BANK, by the frame? */
static bool is_queued(const DisplayList *list, uint32_t bank, unsigned thread)
{
    g_autofree char *name = g_strdup_printf("T%u", thread);

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        const Thing *thing = &shape->thing;
        if (shape->kind == SHAPE_TEXT && thing->a == bank &&
            (thing->kind == THING_QUEUE || thing->kind == THING_PLACE) &&
            strcmp(shape_text(list, shape), name) == 0)
            return true;
    }
    return false;
}

/* Of a step as a whole, the cards and the queues show the same requests. */
static void test_step_agrees(void)
{
    static const char *const names[] = {"leftright", "padding", "nopadding"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Stage *stage = make(names[a], 64, 4);
        const Trace *trace = stage->traces[0];
        int cards = 0;
        for (uint32_t s = 0; s < trace->steps_count; ++s) {
            draw(stage,
                 (size_t)trace->steps[s].first_instruction +
                     trace->steps[s].instruction_count,
                 true);
            for (size_t i = 0; i < stage->list.shapes_count; ++i) {
                unsigned thread, bank;
                const Shape *shape = stage->list.shapes + i;
                if (shape->kind != SHAPE_TEXT ||
                    sscanf(shape_text(&stage->list, shape), "T%u ▶ bank %u",
                           &thread, &bank) != 2)
                    continue;
                ++cards;
                if (!is_queued(&stage->list, bank, thread))
                    g_error("%s, step %u: T%u is not at bank %u", names[a],
                            s + 1, thread, bank);
            }
        }
        g_assert_cmpint(cards, >, 0);
        stage_free(stage);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/projector/what-runs-is-shown", test_content);
    g_test_add_func("/projector/cards-and-queues-agree", test_step_agrees);
    g_test_add_func("/projector/folded-banks-are-counted", test_folded_banks);
    int status = g_test_run();
    font_done();
    return status;
}
