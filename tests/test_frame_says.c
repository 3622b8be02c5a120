/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/frame.c and the views: what frames say, and what can be
 * clicked in them.  Whether it can be read: test_frame.c.
 */
#include "say/say.h"
#include "view/position_text.h"
#include "stage.h"
#include "shape_is.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* How many requests of a frame's queues are done, being served, and waiting, by
 * their marks; and how many values are on their way. */
typedef struct {
    int done, served, waiting, moving;
} Queued;

static Queued count_queue(const DisplayList *list, int panel)
{
    Queued queued = {0};

    for (size_t i = 0; i + 1 < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->thing.trace - 1 != panel || shape->kind != SHAPE_RECT)
            continue;
        queued.moving +=
            shape->thing.kind == THING_MOTION && shape[1].kind == SHAPE_TEXT;
        if (!shape_is(shape, THING_QUEUE) || shape[1].kind != SHAPE_TEXT)
            continue;
        queued.done += shape->fill == COLOR_NONE;
        queued.served +=
            shape->fill == COLOR_CONFLICT && shape->edge == COLOR_INK;
        queued.waiting +=
            shape->fill == COLOR_CONFLICT && shape->edge != COLOR_INK;
    }
    return queued;
}

/* A 2-way conflict takes two cycles: in the first one of two is served at
 * each bank, in the second the other; beside it, what has no conflict is done
 * after one. */
static void test_two_turns(void)
{
    static const double shares[] = {0.1, 0.4, 0.8, 1};
    static const int done[] = {0, 0, 2, 4}, waiting[] = {0, 2, 0, 0};
    Stage *stage = stage_new("nopadding leftright", OP_ADD, 16, 4, false);
    Player *player = &stage->player;
    uint32_t tick = 0;

    const BankCost *costs = stage->analysed_traces[0]->banks.costs;
    while (costs[player_position_at(player, 0, tick)].latency < 2)
        ++tick;
    for (size_t i = 0; i < G_N_ELEMENTS(shares); ++i) {
        player_seek(player, tick + 1);
        player_halt(player, shares[i]);
        stage_draw(stage, 1920, 1080);
        Queued queued = count_queue(&stage->list, 0);
        g_assert_cmpint(queued.done, ==, done[i]);
        g_assert_cmpint(queued.waiting, ==, waiting[i]);
        g_assert_cmpint(queued.served, ==, i == 1 || i == 2 ? 2 : 0);
        g_assert_cmpint(queued.moving, ==, i == 0 ? 4 : i < 3 ? 2 : 0);
        queued = count_queue(&stage->list, 1);
        g_assert_true((queued.moving > 0) == (i < 2));
    }
    stage_free(stage);
}

/* Lanes that read one word take one cycle together, and all of them are named.
 */
static void test_same_word(void)
{
    Stage *stage = stage_new("reduce-downsweep", OP_ADD, 64, 32, true);
    const AnalysedTrace *analysed = stage->analysed_traces[0];
    size_t at = 0, green = 0;

    while (analysed->banks.costs[at].latency < 2 ||
           analysed->banks.costs[at].wavefronts > 1)
        ++at;
    stage_draw_at(stage, at + 1, 1920, 1080);
    g_assert_true(stage_says(stage, "broadcast"));
    g_assert_true(stage_mentions(stage, THING_SENTENCE,
                                 "2 lanes load the same cell at bank 28: a "
                                 "broadcast, 1 cycle"));
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        green +=
            shape->thing.kind == THING_SENTENCE && shape->edge == COLOR_GOOD;
    }
    g_assert_cmpuint(green, ==, 0);
    stage_free(stage);
}

/* Draws the frame again, as the scene is now. */
static void redraw(Stage *stage)
{
    frame_draw(&stage->list, &stage->scene, stage->list.width,
               stage->list.height);
}

static Rect area(const Stage *stage, Area area, int panel)
{
    return stage->list.areas[area][panel];
}

/* Details add the source, totals and global memory; a frame of an algorithm has
 * none of them otherwise. */
static void test_details(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 64, 4, false);
    const AnalysedTrace *analysed = stage->analysed_traces[0];
    size_t count = stage->traces[0]->instructions_count;

    for (size_t p = 1; p <= count; p += 40) {
        stage_draw_at(stage, p, 1920, 1080);
        g_assert_cmpuint(stage_tags(stage, THING_LINE, 0), ==, 0);
        g_assert_cmpuint(stage_tags(stage, THING_WORD, 0), ==, 0);
        g_assert_false(stage_mentions(stage, THING_TOTALS, "so far: "));
        stage->scene.details = true;
        redraw(stage);
        g_assert_cmpuint(stage_tags(stage, THING_LINE, 0), >, 5);
        g_assert_cmpuint(stage_tags(stage, THING_WORD, 0), >, 0);
        g_autofree char *conflicts =
            g_strdup_printf(" %u conflict", analysed->conflicts[p]);
        g_assert_true(stage_mentions(stage, THING_TOTALS, "so far: "));
        g_assert_true(stage_mentions(stage, THING_TOTALS, conflicts));
    }
    stage_draw_at(stage, count, 1920, 1080);
    stage->scene.details = true;
    redraw(stage);
    g_assert_true(stage_mentions(stage, THING_TOTALS, "in all: 362 cycles"));
    stage_free(stage);
}

/* What has no room is left out, the least important first: the source goes,
 * memory and its queues stay. */
static void test_left_out(void)
{
    Stage *stage = stage_new("leftright padding nopadding leftright", OP_ADD,
                             64, 4, false);

    for (int scale = 0; scale < 2; ++scale) {
        stage_draw_at(stage, 90, 1920, 1080);
        stage->scene.details = true;
        stage->scene.scale = 1 + 0.25 * scale;
        redraw(stage);
        for (int t = 0; t < 4; ++t) {
            g_assert_cmpfloat(area(stage, AREA_MEMORY, t).h, >, 100);
            g_assert_cmpfloat(area(stage, AREA_SOURCE, t).h, ==, 0);
        }
    }
    stage_free(stage);
}

/* One sentence and one badge a panel; a trace alone has its name in the title.
 */
static void test_one_sentence(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 64, 4, false);
    int texts[2] = {0};

    stage_draw_at(stage, 90, 1920, 1080);
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_TEXT && shape->thing.kind == THING_SENTENCE)
            ++texts[shape->thing.trace - 1];
    }
    g_assert_cmpint(texts[0], ==, 2);
    g_assert_cmpint(texts[1], ==, 2);
    g_assert_true(stage_says(stage, "LeftRight beside Padding"));
    g_assert_true(stage_says(stage, "LeftRight"));
    stage->scene.no_caption = true;
    redraw(stage);
    g_assert_cmpuint(stage_tags(stage, THING_SENTENCE, 0), ==, 2); /* badge */
    stage_free(stage);
    stage = stage_new("leftright", OP_ADD, 64, 4, false);
    stage_draw_at(stage, 90, 1920, 1080);
    g_assert_true(stage_says(stage, "LeftRight"));
    g_assert_true(stage_mentions(stage, THING_FRAME, "64 numbers, 4 banks · "));
    stage_free(stage);
}

/* On the clock of cycles the title says who is behind, and by how much. */
static void test_standings(void)
{
    Stage *stage = stage_new("nopadding leftright", OP_ADD, 64, 4, false);
    const Standings *standings = &stage->scene.standings;
    Player *player = &stage->player;
    int behind = 0;

    player_set_clock(player, CLOCK_CYCLES);
    for (uint32_t tick = 0; tick <= player->ticks; tick += 5) {
        char text[64];
        player_seek(player, tick);
        stage_draw(stage, 1920, 1080);
        g_assert_true(standings->on);
        g_assert_cmpint(standings->leader, !=, 0);
        long gap = lround(standings->gaps[0]);
        g_snprintf(text, sizeof text, "NoPadding is %ld cycles behind", gap);
        if (gap > 1) {
            g_assert_true(stage_mentions(stage, THING_FRAME, text));
            ++behind;
        }
    }
    g_assert_cmpint(behind, >, 10);
    stage_free(stage);
}

/* In a tall frame panels stand one above the other, as wide as the frame; in a
 * wide panel memory stands beside the tree. */
static void test_tall(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 64, 4, false);

    stage_draw_at(stage, 90, 1080, 1920);
    Rect first = area(stage, AREA_MEMORY, 0),
         second = area(stage, AREA_MEMORY, 1);
    g_assert_cmpfloat(first.x, ==, second.x);
    g_assert_cmpfloat(first.y + first.h, <, second.y);
    g_assert_cmpfloat(first.w, >, 900);
    stage_draw_at(stage, 90, 1920, 1080);
    first = area(stage, AREA_MEMORY, 0);
    second = area(stage, AREA_MEMORY, 1);
    g_assert_cmpfloat(first.x + first.w, <, second.x);
    stage_free(stage);
    stage = stage_new("leftright", OP_ADD, 64, 4, false);
    stage_draw_at(stage, 90, 1920, 1080);
    g_assert_cmpfloat(area(stage, AREA_TREE, 0).x + area(stage, AREA_TREE, 0).w,
                      <=, area(stage, AREA_MEMORY, 0).x);
    stage_free(stage);
}

/* What a click needs is there: an instruction of either timeline. */
static void test_timeline_is_clickable(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 64, 4, false);
    const DisplayList *list = &stage->list;

    stage_draw_at(stage, 85, 1920, 1080);
    for (int t = 0; t < 2; ++t) {
        const BankTable *banks = &stage->analysed_traces[t]->banks;
        g_assert_cmpuint(stage_tags(stage, THING_NODE, t), >, 60);
        g_assert_cmpuint(stage_tags(stage, THING_CELL, t), >, 10);
        g_assert_cmpuint(stage_tags(stage, THING_INSTRUCTION, t), >=,
                         banks->starts[banks->count] / 4);
    }
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *bar = list->shapes + i;
        if (bar->thing.kind != THING_INSTRUCTION || bar->kind != SHAPE_RECT)
            continue;
        const Shape *hit =
            display_list_at(list, bar->box.x + bar->box.w / 2,
                            bar->box.y + bar->box.h / 2, THING_INSTRUCTION);
        g_assert_nonnull(hit);
        g_assert_cmpuint(hit->thing.a, ==, bar->thing.a);
        g_assert_cmpint(hit->thing.trace - 1, ==, bar->thing.trace - 1);
    }
    stage_free(stage);
}

/* A step has one number: what the frame says is what the player counts and goes
 * to, whatever blocks do. */
static void test_one_number(void)
{
    static const char *const names[] = {"leftright padding", "look-back",
                                        "three-phase", "nopadding brent-kung",
                                        "block-shuffle look-back"};

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        Stage *stage = stage_new(names[i], OP_ADD, 16, 4, true);
        Player *player = &stage->player;
        for (uint32_t tick = 1; tick <= player->ticks; tick += 3) {
            Text where = {0};
            player_seek(player, tick);
            stage_draw(stage, 320, 200);
            position_text(&stage->scene, &where);
            char *step =
                g_strdup_printf("step %u of %u ·", player_step(player) + 1,
                                player->steps);
            if (!strstr(where.text, step))
                g_error("%s: not %s but %s", names[i], step, where.text);
            g_free(step);
            text_free(&where);
        }
        stage_free(stage);
    }
}

/* Where blocks draw their tiles, a frame says which block works on which tile,
 * once it has drawn. */
static void test_block_on_tile(void)
{
    Stage *stage = stage_new("look-back", OP_ADD, 64, 4, true);
    const AnalysedTrace *analysed = stage->analysed_traces[0];
    const Trace *trace = analysed->trace;
    size_t others = 0;

    for (size_t p = 1; p <= trace->instructions_count; p += 7) {
        const Instruction *at =
            trace->instructions + analysed_running(analysed, p);
        const Block *block = trace_block(trace, trace_step(trace, at));
        uint32_t tile = analysed->sums[block - trace->blocks].tile;
        bool drawn = at->step > block->first_step;
        char *full = g_strdup_printf("block %u on tile %u", block->index, tile);
        stage_draw_at(stage, p, 1920, 1080);
        g_assert_true(stage_mentions(stage, THING_FRAME, full) == drawn);
        others += drawn && tile != block->index;
        g_free(full);
    }
    g_assert_cmpuint(others, >, 3);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/frame_says/two-turns", test_two_turns);
    g_test_add_func("/frame_says/same-word", test_same_word);
    g_test_add_func("/frame_says/details", test_details);
    g_test_add_func("/frame_says/left-out", test_left_out);
    g_test_add_func("/frame_says/one-sentence", test_one_sentence);
    g_test_add_func("/frame_says/standings", test_standings);
    g_test_add_func("/frame_says/timeline-is-clickable",
                    test_timeline_is_clickable);
    g_test_add_func("/frame_says/one-number", test_one_number);
    g_test_add_func("/frame_says/block-on-tile", test_block_on_tile);
    g_test_add_func("/frame_says/tall", test_tall);
    return g_test_run();
}
