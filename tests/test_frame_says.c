/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/frame.c and the views: what frames say, and what can be
 * clicked in them.  Whether it can be read: test_frame.c.
 */
#include "say/say.h"
#include "view/position_text.h"
#include "view/row_folding.h"
#include "view/view_motion.h"
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
        g_assert_true(stage_says(stage, "served") == (i > 1));
        queued = count_queue(&stage->list, 1);
        g_assert_true((queued.moving > 0) == (i < 2));
        /* the line is as long as what is left of it; at rest, as it was */
        static const char *const lines[] = {NULL, "2 cycles", "1 cycle",
                                            "2 cycles"};
        if (lines[i])
            g_assert_true(stage_mentions(stage, THING_QUEUE, lines[i]));
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
    g_assert_true(stage_says(stage, "T1, T2 ◀ cell 124, bank 28"));
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        green +=
            shape->thing.kind == THING_SENTENCE && shape->edge == COLOR_GOOD;
    }
    g_assert_cmpuint(green, ==, 0);
    stage_free(stage);
}

/* A step as a whole has the sums of all warps, the lines that made them, and
 * its longest queue; without that a frame has the last instruction's. */
static void test_whole_step(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 16, 4, false);
    const Trace *trace = stage->traces[0];
    const Step *step = trace->steps + 1;
    size_t end = step->first_instruction + step->instruction_count;

    for (int whole = 0; whole < 2; ++whole) {
        stage_draw_at(stage, end, 1920, 1080);
        stage->scene.steps = whole;
        frame_draw(&stage->list, &stage->scene, 1920, 1080);
        g_assert_true(stage_says(stage, "T7 ▶ cell 15, bank 3"));
        g_assert_true(stage_says(stage, "T0 ▶ cell 1, bank 1") == whole);
        g_assert_true(stage_mentions(stage, THING_SENTENCE,
                                     "Up-sweep, level 1: 8 additions") ==
                      whole);
        g_assert_true(stage_says(stage, "2-way conflict"));
        g_assert_true(stage_mentions(stage, THING_QUEUE, "2 cycles"));
        size_t nodes = 0;
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            nodes += shape->thing.kind == THING_NODE &&
                     shape->kind == SHAPE_RECT && shape->fill == COLOR_CONFLICT;
        }
        g_assert_cmpuint(nodes, ==, whole ? 8 : 4);
    }
    stage_draw_at(stage, end - 1, 1920, 1080); /* within a step */
    stage->scene.steps = true;
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
    g_assert_false(stage_mentions(stage, THING_SENTENCE, "Up-sweep, level 1:"));
    stage_free(stage);
}

/* Where a thread has more words than one, the arrow of a shuffle has the word
 * that is passed at its start, if the row above shows another. */
static void test_passed(void)
{
    Stage *stage = stage_new("vector-shuffle", OP_ADD, 64, 4, true);
    const Trace *trace = stage->traces[0];
    const Access *access = trace_accesses(trace, trace->instructions + 26);
    size_t passed = 0;

    stage_draw_at(stage, 27, 1920, 1080);
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind != SHAPE_TEXT || shape->fill != COLOR_GOOD ||
            shape->font != FONT_CODE_STRONG)
            continue;
        g_autofree char *word =
            g_strdup_printf("%u", access[2 + passed++].value);
        g_assert_cmpstr(shape_text(&stage->list, shape), ==, word);
    }
    g_assert_cmpuint(passed, ==, 2);
    stage_free(stage);
}

/* In a round under way a place that is still to be stored to is empty, also
 * where the word of the round before is in the colour of those that stay. */
static void test_to_come(void)
{
    Stage *stage = stage_new("ping-pong", OP_ADD, 16, 4, true);
    const Step *step = stage->traces[0]->steps + 2;
    uint32_t middle = step->first_instruction + step->instruction_count / 2;
    bool full[16] = {false};
    size_t dashed = 0;

    stage_draw_at(stage, middle, 1920, 1080);
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->thing.kind != THING_NODE || shape->thing.a != 2)
            continue;
        full[shape->thing.b] |= shape->kind == SHAPE_TEXT;
        dashed += shape->dashed;
    }
    for (uint32_t c = 0; c < 16; ++c)
        g_assert_cmpint(full[c], ==, c < 8);
    g_assert_cmpuint(dashed, ==, 8);
    stage_free(stage);
}

/* Of a block's tile the words have their numbers in the whole array. */
/* A step as a whole names all threads that load a cell, and counts its
 * instructions, not what the last one asks for. */
static void test_step_cells(void)
{
    Stage *stage = stage_new("hillis-steele", OP_ADD, 16, 4, true);
    const Trace *trace = stage->traces[0];
    const Step *step = trace->steps + 3;
    uint32_t position = step->first_instruction + step->instruction_count;

    stage_draw_at(stage, position, 1920, 1080);
    stage->scene.steps = true;
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
    Word *cells = base_alloc(16, sizeof *cells);
    for (uint32_t i = 0; i < position; ++i)
        for (int lane = 0; lane < trace->instructions[i].lanes; ++lane) {
            const Access *access =
                trace_accesses(trace, trace->instructions + i) + lane;
            if (trace_is_shared(trace->instructions + i) && access->cell < 16)
                cells[access->cell] = access->value;
        }
    /* level 2 adds the cell two to the left: its own thread, and a later one */
    for (uint32_t cell = 2; cell < 14; ++cell) {
        g_autofree char *text =
            g_strdup_printf("%u ▶ T%u, T%u", cells[cell], cell, cell + 2);
        g_assert_true(stage_says(stage, text));
    }
    g_assert_true(stage_says(stage, "longest queue"));
    g_assert_true(stage_says(stage, "in none of 8 instructions"));
    free(cells);
    stage_free(stage);
}

static void test_tile(void)
{
    Stage *stage = stage_new("look-back", OP_ADD, 64, 4, true);
    const Trace *trace = stage->traces[0];
    size_t found = 0;

    g_assert_cmpuint(trace->blocks_count, >, 1);
    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        const Instruction *at = trace->instructions +
                                analysed_running(stage->analysed_traces[0], p);
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_global_store(at) || at->array != GLOBAL_OUT)
            continue;
        stage_draw_at(stage, p, 1920, 1080);
        stage->scene.projector = true;
        frame_draw(&stage->list, &stage->scene, 1920, 1080);
        g_autofree char *label =
            g_strdup_printf("T%u ▶ out[%u]", trace_thread(trace, at, access),
                            access->cell);
        g_assert_true(stage_says(stage, label));
        ++found;
    }
    g_assert_cmpuint(found, >, 8);
    stage_free(stage);
}

/* The numbers of a kind of thing in the colour of what matters less. */
static size_t count_dim(const Stage *stage, ThingKind kind)
{
    size_t count = 0;

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        count += shape->kind == SHAPE_TEXT && shape_is(shape, kind) &&
                 shape->font == FONT_CODE && shape->fill == COLOR_DIM &&
                 g_ascii_isdigit(*shape_text(&stage->list, shape));
    }
    return count;
}

/* A tree starts with its inputs, faint, and keeps them when its leaves hold
 * sums of others. */
static void test_inputs_stay(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);
    const Trace *trace = stage->traces[0];

    stage_draw_at(stage, 0, 1920, 1080);
    g_assert_cmpuint(count_dim(stage, THING_NODE), ==, 16);
    stage_draw_at(stage, trace->steps[1].first_instruction, 1920, 1080);
    g_assert_cmpuint(count_dim(stage, THING_NODE), ==, 0);
    size_t before = count_dim(stage, THING_FRAME);
    stage_draw_at(stage, trace->instructions_count, 1920, 1080);
    g_assert_cmpuint(count_dim(stage, THING_FRAME), ==, before + 16);
    g_assert_true(stage_says(stage, "under a leaf: its input"));
    stage_free(stage);
}

/* A block by itself shows the words of global memory where there is room, and
 * all panels do, or none. */
static void test_arrays(void)
{
    static const struct {
        const char *names;
        uint32_t n;
        int width, height;
        bool shown;
    } tries[] = {{"hillis-steele", 16, 1920, 1080, true},
                 {"leftright padding", 16, 1920, 1080, true},
                 {"leftright", 64, 1920, 1080, false}, /* much memory */
                 {"leftright", 64, 1080, 1920, true},
                 {"hillis-steele padding leftright", 16, 1920, 1080, false}};

    for (size_t i = 0; i < G_N_ELEMENTS(tries); ++i) {
        Stage *stage = stage_new(tries[i].names, OP_ADD, tries[i].n, 4, false);
        stage_draw_at(stage, 1, tries[i].width, tries[i].height);
        for (int t = 0; t < stage->count; ++t)
            g_assert_cmpint(stage_tags(stage, THING_WORD, t) > 0, ==,
                            tries[i].shown);
        stage_free(stage);
    }
}

/* The card of a block that has moved a wrong word says so, and no other. */
static void test_wrong_cards(void)
{
    static const char *const names[] = {"three-phase", "block-sums-off-by-one"};

    for (int wrong = 0; wrong < 2; ++wrong) {
        Stage *stage = stage_new(names[wrong], OP_ADD, 64, 4, false);
        stage_draw_at(stage, 1, 1920, 1080);
        g_assert_false(stage_mentions(stage, THING_BLOCK, "wrong"));
        stage_draw_at(stage, stage->traces[0]->instructions_count, 1920, 1080);
        g_assert_cmpint(stage_mentions(stage, THING_BLOCK, "wrong"), ==, wrong);
        stage_free(stage);
    }
}

/* On the clock of cycles the frame says who is behind, and by how much; at the
 * end, when each was done. */
static void test_standings(void)
{
    Stage *stage = stage_new("nopadding leftright", OP_ADD, 64, 4, false);
    const Standings *standings = &stage->scene.standings;
    Player *player = &stage->player;
    int level = 0, behind = 0;

    player_set_clock(player, CLOCK_CYCLES);
    for (uint32_t tick = 0; tick <= player->ticks; ++tick) {
        char text[48];
        player_seek(player, tick);
        stage_draw(stage, 1920, 1080);
        g_assert_true(standings->on);
        g_assert_cmpint(standings->leader, !=, 0);
        level += stage_says(stage, "level");
        long gap = lround(standings->gaps[0]);
        g_snprintf(text, sizeof text, "%ld cycles behind", gap);
        if (gap > 1 && standings->cycle < standings->ends[0])
            g_assert_true(stage_says(stage, text));
        behind += stage_says(stage, text);
    }
    g_assert_cmpint(level, >, 3);
    g_assert_cmpint(behind, >, 50);
    for (int t = 0; t < 2; ++t) {
        char text[48];
        const BankTable *banks = &stage->analysed_traces[t]->banks;
        g_snprintf(text, sizeof text, "done at cycle %u",
                   banks->starts[banks->count]);
        g_assert_true(stage_says(stage, text));
    }
    stage_free(stage);
}

/* Where steps are unlike, nobody is said to lead, nor to be level. */
static void test_uneven(void)
{
    Stage *stage = stage_new("look-back three-phase", OP_ADD, 64, 4, true);
    Player *player = &stage->player;

    player_set_clock(player, CLOCK_CYCLES);
    for (uint32_t tick = 0; tick < player->ticks; tick += 7) {
        player_seek(player, tick);
        stage_draw(stage, 1920, 1080);
        g_assert_true(stage->scene.standings.on &&
                      !stage->scene.standings.even);
        g_assert_false(stage_says(stage, "level"));
    }
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
        g_assert_cmpuint(stage_tags(stage, THING_CELL, t), >, 60);
        g_assert_cmpuint(stage_tags(stage, THING_LINE, t), >, 5);
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

/* Every row is in one line, lines fit, and rows in use come first. */
static void test_rows(void)
{
    enum { ROWS = 40, WIDTH = 4 };
    uint8_t touched[ROWS * WIDTH] = {0};

    touched[2 * WIDTH] = touched[17 * WIDTH + 3] = touched[39 * WIDTH] = 1;
    for (uint32_t room = 1; room <= ROWS + 1; ++room) {
        RowFolding plan =
            row_folding_plan(ROWS, WIDTH, ROWS * WIDTH, touched, room);
        uint32_t next = 0, shown = 0, hidden = 0;
        g_assert_cmpuint(plan.lines_count, <=, room);
        for (size_t i = 0; i < plan.lines_count; ++i) {
            const RowLine *line = plan.lines + i;
            g_assert_cmpuint(line->row, ==, next);
            next += line->count;
            hidden += line->touched;
            shown += !line->hidden && touched[line->row * WIDTH] != 0;
            shown += !line->hidden && line->row == 17;
        }
        g_assert_cmpuint(next, ==, ROWS);
        g_assert_cmpuint(shown + hidden, ==, 3);
        if (room >= 6)
            g_assert_cmpuint(shown, ==, 3);
        row_folding_free(&plan);
    }
}

/* Is ROW one of those that PLAN shows? */
static bool plan_shows(const RowFolding *plan, uint32_t row)
{
    for (size_t i = 0; i < plan->lines_count; ++i)
        if (plan->lines[i].row == row && !plan->lines[i].hidden)
            return true;
    return false;
}

/* Whatever is in use, lines fit, and neighbours on both sides come next. */
static void test_some_rows(void)
{
    enum { ROWS = 24 };
    uint64_t seed = 7;

    for (int i = 0; i < 400; ++i) {
        uint8_t touched[ROWS] = {0};
        uint32_t room = 3 + (uint32_t)(base_random(&seed) % 20), next = 0;
        for (int used = (int)(base_random(&seed) % 6); used > 0; --used)
            touched[base_random(&seed) % ROWS] = 1;
        RowFolding plan = row_folding_plan(ROWS, 1, ROWS, touched, room);
        g_assert_cmpuint(plan.lines_count, <=, room);
        for (size_t l = 0; l < plan.lines_count; ++l) {
            g_assert_cmpuint(plan.lines[l].row, ==, next);
            next += plan.lines[l].count;
        }
        g_assert_cmpuint(next, ==, ROWS);
        row_folding_free(&plan);
    }
    for (uint32_t row = 1; row + 1 < ROWS; ++row) {
        uint8_t touched[ROWS] = {0};
        touched[row] = 1;
        RowFolding plan = row_folding_plan(ROWS, 1, ROWS, touched, 6);
        for (uint32_t beside = row - 1; beside <= row + 1; ++beside)
            g_assert_true(plan_shows(&plan, beside));
        row_folding_free(&plan);
    }
}

/* The badge of a trace that has done its part keeps its verdict; the results
 * stand in the leaves. */
static void test_turns_and_leaves(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 64, 4, false);
    Player *player = &stage->player;
    const DisplayList *list = &stage->list;
    bool waits = false;

    for (uint32_t tick = 0; tick <= player->ticks; ++tick) {
        player_seek(player, tick);
        stage_draw(stage, 1280, 720);
        waits |= stage_says(stage, "waits for LeftRight");
    }
    g_assert_true(waits);
    size_t leaves = 0;
    for (size_t i = 0; i < list->shapes_count; ++i)
        leaves += list->shapes[i].kind == SHAPE_TEXT &&
                  list->shapes[i].thing.kind == THING_NODE &&
                  list->shapes[i].thing.a == 0;
    g_assert_cmpuint(leaves, ==, 2 * 64);
    stage_free(stage);
}

/* The most shapes of a kind in any frame of what runs. */
static size_t most_shapes(Stage *stage, ShapeKind kind)
{
    size_t most = 0;

    for (size_t p = 0; p <= stage->traces[0]->instructions_count; ++p) {
        stage_draw_at(stage, p, 1920, 1080);
        most = MAX(most, stage_shapes(stage, kind));
    }
    return most;
}

/* Scans that clear nothing: in the end every leaf shows its result, and every
 * node knows the sum of all up to its end. */
static void test_inclusive_trees(void)
{
    static const char *const names[] = {"brent-kung", "reduce-downsweep",
                                        "hybrid"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Stage *stage = stage_new(names[a], OP_ADD, 16, 4, true);
        const Trace *trace = stage->traces[0];
        const DisplayList *list = &stage->list;
        stage_draw_at(stage, trace->instructions_count, 1920, 1080);
        g_assert_true(stage_says(stage, "inclusive sum"));
        for (size_t i = 0; i < list->shapes_count; ++i) {
            const Shape *shape = list->shapes + i;
            if (shape->kind != SHAPE_TEXT || shape->thing.kind != THING_NODE ||
                shape->thing.a > 0)
                continue;
            char value[16];
            g_snprintf(value, sizeof value, "%u",
                       trace->output[shape->thing.b]);
            g_assert_cmpstr(shape_text(list, shape), ==, value);
        }
        /* Horn's scan of four nodes: three sums, then two */
        g_assert_cmpuint(most_shapes(stage, SHAPE_CURVE), ==, a == 2 ? 3 : 0);
        stage_free(stage);
    }
}

static void test_race(void)
{
    Stage *stage = stage_new("hillis-steele-racy", OP_ADD, 16, 4, true);

    stage_draw_at(stage, 0, 1280, 720);
    g_assert_false(stage_says(stage, "race"));
    stage_draw_at(stage, 32, 1280, 720);
    g_assert_true(stage_says(stage, "race"));
    stage_free(stage);
}

/* A shuffle is an arrow to each lane that takes another's word; its sums are
 * spelled out. */
static void test_lanes(void)
{
    Stage *stage = stage_new("warp-shuffle", OP_ADD, 8, 8, true);

    for (size_t level = 0; level < 3; ++level) {
        stage_draw_at(stage, 2 + level, 1920, 1080);
        g_assert_cmpuint(stage_coloured(stage, SHAPE_ARROW, COLOR_GOOD), ==,
                         8 - (1u << level));
        g_assert_cmpuint(stage_tags(stage, THING_CELL, 0), ==, 0);
        g_assert_true(stage_mentions(stage, THING_LANE, " = "));
    }
    stage_free(stage);
}

/* The strip over the lanes has a name, and a word for every thread that holds
 * one, also for the last of each warp. */
static void test_last_values(void)
{
    Stage *stage = stage_new("block-shuffle", OP_ADD, 64, 4, true);
    double top = 1080;
    size_t words = 0;

    stage_draw_at(stage, 81, 1920, 1080);
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape_is(shape, THING_LANE))
            top = fmin(top, shape->box.y);
    }
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        words += shape->kind == SHAPE_TEXT && shape_is(shape, THING_LANE) &&
                 shape->box.y < top + 20;
    }
    g_assert_cmpuint(words, ==, 64);
    g_assert_true(stage_mentions(stage, THING_FRAME, "last value"));
    stage_free(stage);
}

/* The head of a projected frame of one trace counts its steps. */
static void test_projector_step(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 64, 4, false);

    stage_draw_at(stage, 100, 1920, 1080);
    stage->scene.projector = true;
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
    g_assert_true(stage_mentions(stage, THING_FRAME, "step 7 of 15 · "));
    stage_free(stage);
    stage = stage_new("three-phase", OP_ADD, 64, 4, true);
    stage_draw_at(stage, 100, 1920, 1080);
    stage->scene.projector = true;
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
    g_assert_true(stage_mentions(stage, THING_FRAME, "launch 1 of 4 · step "));
    stage_free(stage);
}

/* What LeftRight moves to another cell stays where it is in the tree: words
 * move in memory alone.  What moves leaves a box outside of it. */
static void test_moved_stays(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 64, 4, false);
    const Trace *trace = stage->traces[0];
    size_t moves = 0;

    for (size_t p = 20; p < trace->instructions_count / 2; ++p) {
        Text title = {0};
        size_t moving = 0;
        say_title(trace, p, &title);
        if (strcmp(title.text, "copy values") == 0) {
            const Instruction *at = trace->instructions + p - 1;
            stage_draw_at(stage, p, 1920, 1080);
            stage->scene.projector = true;
            stage->scene.remains[0] = 0.4;
            frame_draw(&stage->list, &stage->scene, 1920, 1080);
            for (size_t i = 0; i < stage->list.shapes_count; ++i)
                moving += stage->list.shapes[i].thing.kind == THING_MOTION &&
                          stage->list.shapes[i].kind == SHAPE_TEXT;
            g_assert_cmpuint(moving, <=, at->lanes);
            moves += moving;
        }
        text_free(&title);
    }
    g_assert_cmpuint(moves, >, 0);
    View view = stage_view(stage, 60, 0.5);
    Rect box = {100, 100, 40, 20};
    g_assert_cmpfloat(view_leaving(&view, box, (Rect){0, 200, 40, 20}, 16).y, >,
                      120);
    g_assert_cmpfloat(view_leaving(&view, box, (Rect){0, 0, 40, 20}, 16).y, <,
                      100);
    g_assert_cmpfloat(view_leaving(&view, box, (Rect){300, 100, 40, 20}, 16).x,
                      >, 140);
    view_close(&view);
    stage_free(stage);
}

/* In every state that a tile passes through, a word says so; who waits and who
 * looks is drawn; in the end all is done. */
static void test_blocks(void)
{
    static const char *const words[] = {
        "nothing published", "aggregate", "prefix",    "waits for",
        "looks at",          "runs",      "not begun", "begun"};
    Stage *stage = stage_new("look-back", OP_ADD, 64, 4, true);
    bool seen[G_N_ELEMENTS(words)] = {false};

    for (size_t p = 0; p <= stage->traces[0]->instructions_count; ++p) {
        stage_draw_at(stage, p, 1920, 1080);
        for (size_t i = 0; i < G_N_ELEMENTS(words); ++i)
            seen[i] |= stage_mentions(stage, THING_BLOCK, words[i]);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(words); ++i)
        if (!seen[i])
            g_error("no tile ever says \"%s\"", words[i]);
    g_assert_false(stage_mentions(stage, THING_BLOCK, "begun"));
    g_assert_true(stage_mentions(stage, THING_BLOCK, "done"));
    stage_free(stage);
}

/* The launches and arrays of three phases, and the tree of the block that runs.
 */
static void test_launches(void)
{
    Stage *stage = stage_new("three-phase", OP_ADD, 64, 4, true);
    const Trace *trace = stage->traces[0];
    const Step *step = trace->steps + trace->blocks[1].first_step + 1;

    stage_draw_at(stage, step->first_instruction + 2, 1920, 1080);
    g_assert_true(stage_mentions(stage, THING_LAUNCH, "scan each block"));
    g_assert_true(stage_mentions(stage, THING_FRAME, " launches"));
    g_assert_true(stage_mentions(stage, THING_LAUNCH, "add before 1"));
    g_assert_true(
        stage_mentions(stage, THING_BLOCK, "block 1 · x16..x31 · now"));
    /* independent blocks run concurrently, and are shown in turn */
    g_assert_true(
        stage_mentions(stage, THING_BLOCK, "block 2 · x32..x47 · later"));
    g_assert_true(
        stage_mentions(stage, THING_BLOCK, "block 0 · x0..x15 · done"));
    g_assert_true(stage_says(stage, "shown in turn"));
    g_assert_false(stage_mentions(stage, THING_BLOCK, "not begun"));
    g_assert_true(stage_says(stage, "sums 1"));
    g_assert_cmpuint(stage_tags(stage, THING_NODE, 0), >, 16);
    g_assert_cmpuint(stage_tags(stage, THING_WORD, 0), >, 2 * 64);
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

/* Work level by level beside its closed form; distances; whose instruction is
 * counted. */
static void test_work(void)
{
    Stage *stage = stage_new("hillis-steele", OP_ADD, 16, 32, true);
    const Trace *trace = stage->traces[0];

    stage_draw_at(stage, trace->steps[7].first_instruction, 1920, 1080);
    g_assert_true(stage_says(stage, "15 + 14 + 12 = 41"));
    g_assert_true(stage_says(stage, "n log₂ n − n + 1 = 49"));
    g_assert_true(stage_says(stage, "n − 1 = 15"));
    g_assert_true(stage_mentions(stage, THING_FRAME, "level 3 · stride 4"));
    g_assert_true(stage_mentions(stage, THING_FRAME, "15"));
    g_assert_false(stage_mentions(stage, THING_FRAME, "Hillis-Steele: "));
    stage_free(stage);
    stage = stage_new("leftright padding", OP_ADD, 64, 32, true);
    stage_draw_at(stage, 40, 1920, 1080);
    g_assert_true(stage_says(stage, "2(n − 1) + n = 190"));
    g_assert_true(
        stage_mentions(stage, THING_FRAME, "LeftRight: instruction 40"));
    stage_free(stage);
}

/* The summary gives way where text is large and memory has more than 12 rows,
 * or blocks are above; and in panels in two rows. */
static void test_summary(void)
{
    static const struct {
        const char *names;
        uint32_t n, k;
    } cases[] = {{"leftright", 32, 4},     {"leftright", 44, 4},
                 {"leftright", 48, 4},     {"leftright", 52, 4},
                 {"leftright", 64, 4},     {"hillis-steele", 48, 4},
                 {"hillis-steele", 52, 4}, {"look-back", 16, 4},
                 {"three-phase", 16, 8}};
    static const double scales[] = {1, 1.12, 1.13, 1.25};
    int shown[2] = {0};

    for (size_t c = 0; c < G_N_ELEMENTS(cases); ++c) {
        Stage *stage =
            stage_new(cases[c].names, OP_ADD, cases[c].n, cases[c].k, false);
        const Run *run = &stage->traces[0]->run;
        bool needs = stage->traces[0]->blocks_count > 1 ||
                     (run->words + run->k - 1) / run->k > 12;
        for (size_t s = 0; s < G_N_ELEMENTS(scales); ++s) {
            stage_draw_at(stage, 3, 1920, 1080);
            stage->scene.scale = scales[s];
            frame_draw(&stage->list, &stage->scene, 1920, 1080);
            bool hidden = needs && 1080 / scales[s] < 960;
            g_assert_cmpint(stage_mentions(stage, THING_FRAME, run->summary),
                            !=, hidden);
            ++shown[hidden];
        }
        stage_free(stage);
    }
    g_assert_cmpint(MIN(shown[0], shown[1]), >, 5);
    for (int count = 2; count < 4; ++count) {
        Stage *stage = stage_new(count == 2 ? "leftright padding"
                                            : "leftright padding nopadding",
                                 OP_ADD, 16, 4, false);
        stage_draw_at(stage, 3, 1920, 1080);
        g_assert_cmpint(stage_mentions(stage, THING_FRAME,
                                       stage->traces[0]->run.summary),
                        ==, count == 2);
        stage_free(stage);
    }
}

/* The number of instructions of its turn that a trace has executed; sets *OVER
 * if those are all of them. */
static size_t turn_of(const Trace *trace, size_t position, bool *over)
{
    const Instruction *all = trace->instructions, *last = all + position - 1;
    size_t first = position - 1, end = position;

    for (; first > 0 && all[first - 1].step == last->step &&
           all[first - 1].warp == last->warp &&
           all[first - 1].occurrence == last->occurrence;
         --first)
        ;
    for (;
         end < trace->instructions_count && all[end].step == last->step &&
         all[end].warp == last->warp && all[end].occurrence == last->occurrence;
         ++end)
        ;
    *over = end == position;
    return position - first;
}

/* The number before WORDS in a text of the frame that holds them; or NUL. */
static void number_before(const DisplayList *list, const char *words,
                          char number[16])
{
    number[0] = '\0';
    for (size_t i = 0; i < list->shapes_count; ++i) {
        if (list->shapes[i].kind != SHAPE_TEXT)
            continue;
        const char *text = shape_text(list, list->shapes + i);
        const char *end = strstr(text, words), *from = end;
        while (end && from > text && g_ascii_isdigit(from[-1]))
            --from;
        if (end && from < end)
            snprintf(number, 16, "%.*s", (int)(end - from), from);
    }
}

/* The number after WORDS in a text of LIST; "" if there is none. */
static void number_after(const DisplayList *list, const char *words,
                         char number[16])
{
    number[0] = '\0';
    for (size_t i = 0; i < list->shapes_count; ++i) {
        if (list->shapes[i].kind != SHAPE_TEXT)
            continue;
        const char *from = strstr(shape_text(list, list->shapes + i), words);
        if (from)
            snprintf(number, 16, "%d", atoi(from + strlen(words)));
    }
}

/* Where blocks draw their tiles, a frame says which block works on which tile,
 * once it has drawn. */
static void test_block_on_tile(void)
{
    Stage *stage = stage_new("look-back", OP_ADD, 64, 4, true);
    const AnalysedTrace *analysed = stage->analysed_traces[0];
    const Trace *trace = analysed->trace;
    size_t others = 0, cards = 0;

    for (size_t p = 1; p <= trace->instructions_count; p += 7) {
        const Instruction *at =
            trace->instructions + analysed_running(analysed, p);
        const Block *block = trace_block(trace, trace_step(trace, at));
        uint32_t tile = analysed->sums[block - trace->blocks].tile;
        bool drawn = at->step > block->first_step;
        char *full = g_strdup_printf("block %u on tile %u", block->index, tile);
        char *card = g_strdup_printf("tile %u by block %u", tile, block->index);
        stage_draw_at(stage, p, 1920, 1080);
        g_assert_true(stage_mentions(stage, THING_FRAME, full) == drawn);
        cards += drawn && stage_mentions(stage, THING_BLOCK, card);
        others += drawn && tile != block->index;
        g_free(full);
        g_free(card);
    }
    g_assert_cmpuint(others, >, 3);
    g_assert_cmpuint(cards, >, 3);
    stage_free(stage);
}

/* The count says what it counts, so that nobody takes its end for the
 * run's: global memory works on. */
static void test_counts_shared(void)
{
    Stage *stage = stage_new("nopadding leftright", OP_ADD, 64, 4, false);
    const Trace *trace = stage->traces[1];
    bool now = false;

    stage_draw_at(stage, 1, 1920, 1080);
    for (size_t p = 0; p <= trace->instructions_count; ++p) {
        stage->scene.positions[1] = p;
        stage->scene.projector = true;
        frame_draw(&stage->list, &stage->scene, 1920, 1080);
        g_assert_true(stage_mentions(stage, THING_TOTALS, "shared memory: "));
        bool global = p && trace_is_global(trace->instructions + p - 1);
        g_assert_true(stage_mentions(stage, THING_TOTALS,
                                     " of 169 cycles; now global memory") ==
                      global);
        now |= global;
    }
    g_assert_true(now);
    stage_free(stage);
}

/* "no conflict here" speaks of a moment, and the totals beside it of all that
 * is over: each says which.  At the end there is no "so far" left. */
static void test_moment_and_totals(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 64, 4, false);
    const Trace *trace = stage->traces[0];
    const AnalysedTrace *analysed = stage->analysed_traces[0];
    bool both = false;

    for (size_t p = 1; p < trace->instructions_count; ++p) {
        stage_draw_at(stage, p, 1920, 1080);
        g_assert_true(stage_mentions(stage, THING_TOTALS, "so far: "));
        g_assert_false(stage_says(stage, "no conflict"));
        if (stage_says(stage, "no conflict here") && analysed->conflicts[p]) {
            g_autofree char *conflicts =
                g_strdup_printf(" %u conflicts", analysed->conflicts[p]);
            g_assert_true(stage_mentions(stage, THING_TOTALS, conflicts));
            both = true;
        }
    }
    g_assert_true(both);
    stage_draw_at(stage, trace->instructions_count, 1920, 1080);
    g_assert_true(stage_mentions(stage, THING_TOTALS, "in all: 362 cycles"));
    g_assert_true(stage_mentions(stage, THING_TOTALS, " 64 cells"));
    stage_free(stage);
}

/* Both layouts count the cycles that are over alike, at every moment. */
static void test_cycles_so_far(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 64, 4, false);
    const Trace *trace = stage->traces[0];
    uint32_t last = 0;

    for (size_t position = 90; position < trace->instructions_count;
         position += 1) {
        for (int moment = 1; moment <= 10; ++moment) {
            char usual[16], projector[16];
            stage_draw_at(stage, position, 1920, 1080);
            stage->scene.remains[0] = 1 - moment / 10.0;
            frame_draw(&stage->list, &stage->scene, 1920, 1080);
            number_after(&stage->list, "so far: ", usual);
            stage->scene.projector = true;
            frame_draw(&stage->list, &stage->scene, 1920, 1080);
            number_before(&stage->list, " of 362 cycles", projector);
            g_assert_cmpstr(usual, !=, "");
            g_assert_cmpstr(usual, ==, projector);
            uint32_t now = (uint32_t)g_ascii_strtoull(usual, NULL, 10);
            g_assert_cmpuint(now, >=, last);
            g_assert_cmpuint(now, <=, position == 90 ? 362 : last + 1);
            last = now;
        }
        g_assert_cmpuint(last, ==,
                         stage->analysed_traces[0]->banks.starts[position]);
    }
    stage_free(stage);
}

/* In the projector's layout a trace that waits says what it did, and for whom
 * it waits. */
static void test_projector_waits(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 64, 4, false);
    bool waits = false;

    for (uint32_t tick = 0; tick <= stage->player.ticks; ++tick) {
        player_seek(&stage->player, tick);
        stage_draw(stage, 1920, 1080);
        stage->scene.projector = true;
        frame_draw(&stage->list, &stage->scene, 1920, 1080);
        g_assert_false(stage_mentions(stage, THING_SENTENCE, "done"));
        waits |= stage_says(stage,
                            "No bank conflict: 1 cycle. Waits for LeftRight.");
    }
    g_assert_true(waits);
    stage_free(stage);
}

/* A trace that has done its turn while the other one is still in it, or has
 * taken more instructions for it, says for whom it waits. */
static void test_turn_done(void)
{
    Stage *stage = stage_new("leftright nopadding", OP_ADD, 32, 4, false);
    int done = 0;

    for (uint32_t tick = 1; tick <= stage->player.ticks; ++tick) {
        bool over[2], wanted = false;
        size_t executed[2];
        player_seek(&stage->player, tick);
        stage_draw(stage, 1920, 1080);
        const Instruction *last[2];
        bool step_over = false;
        for (int t = 0; t < 2; ++t) {
            const Trace *trace = stage->traces[t];
            size_t position = stage->scene.positions[t];
            last[t] = trace->instructions + position - 1;
            if (position)
                executed[t] = turn_of(trace, position, over + t);
        }
        if (!stage->scene.positions[0] || !stage->scene.positions[1] ||
            last[0]->step != last[1]->step || last[0]->warp != last[1]->warp ||
            last[0]->occurrence != last[1]->occurrence)
            continue;
        for (int t = 0; t < 2; ++t) {
            const Trace *trace = stage->traces[t];
            size_t position = stage->scene.positions[t];
            step_over |= position == trace->instructions_count ||
                         last[t][1].step != last[t]->step;
            wanted |=
                over[t] && (!over[1 - t] || executed[t] < executed[1 - t]);
        }
        if (step_over)
            continue;
        g_assert_cmpint(stage_mentions(stage, THING_SENTENCE, "waits for"), ==,
                        wanted);
        done += wanted;
    }
    g_assert_cmpint(done, >, 0);
    stage_free(stage);
}

/* In a tall frame panels stand one above the other, as wide as the frame; a low
 * memory has the source under it where there is no room beside it. */
static void test_tall(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 32, 4, false);
    Rect(*areas)[DISPLAY_LIST_PANELS] = stage->list.areas;

    stage_draw_at(stage, 40, 1200, 1201);
    g_assert_cmpfloat(areas[AREA_TREE][0].x, ==, areas[AREA_TREE][1].x);
    g_assert_cmpfloat(areas[AREA_SOURCE][0].y, <, areas[AREA_TREE][1].y);
    g_assert_cmpfloat(areas[AREA_TREE][0].w, >, 1000);
    stage_draw_at(stage, 40, 1201, 1200);
    g_assert_cmpfloat(areas[AREA_TREE][0].y, ==, areas[AREA_TREE][1].y);
    stage_free(stage);
    stage = stage_new("hillis-steele", OP_ADD, 16, 32, true);
    areas = stage->list.areas;
    stage_draw_at(stage, 5, 1600, 760);
    g_assert_cmpfloat(areas[AREA_SOURCE][0].y, >, areas[AREA_MEMORY][0].y);
    g_assert_cmpfloat(areas[AREA_SOURCE][0].x, >, areas[AREA_TREE][0].w);
    stage_free(stage);
}

/* How many places one below the other, or how many lines of source, shapes of a
 * kind have in a panel. */
static size_t count_rows(const Stage *stage, ThingKind kind, int panel)
{
    GHashTable *seen = g_hash_table_new(NULL, NULL);
    const DisplayList *list = &stage->list;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        guint at =
            kind == THING_LINE ? shape->thing.b : (guint)lround(shape->box.y);
        if (shape_is(shape, kind) && shape->thing.trace - 1 == panel &&
            (shape->kind == SHAPE_RECT || kind == THING_LINE))
            g_hash_table_add(seen, GUINT_TO_POINTER(at + 1));
    }
    size_t count = g_hash_table_size(seen);
    g_hash_table_unref(seen);
    return count;
}

/* Where there is little room, what is taught has most of it: four panels show
 * memory, and blocks in the projector's size leave lines of source. */
static void test_room(void)
{
    static const struct {
        const char *names;
        double scale;
        ThingKind kind;
        size_t least;
    } tries[] = {
        {"leftright padding nopadding brent-kung", 1, THING_CELL, 14},
        {"leftright padding nopadding brent-kung", 1.25, THING_CELL, 6},
        {"three-phase look-back", 1.25, THING_LINE, 3},
        {"three-phase look-back", 1.25, THING_CELL, 4},
        {"look-back", 1.25, THING_LINE, 3},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(tries); ++i) {
        Stage *stage = stage_new(tries[i].names, OP_ADD, 64, 4, true);
        player_seek(&stage->player, stage->player.ticks / 3);
        stage_draw(stage, 1920, 1080);
        stage->scene.scale = tries[i].scale;
        frame_draw(&stage->list, &stage->scene, 1920, 1080);
        for (int t = 0; t < stage->count; ++t) {
            size_t rows = count_rows(stage, tries[i].kind, t);
            if (rows < tries[i].least)
                g_error("%s: %zu rows in panel %d", tries[i].names, rows, t);
        }
        stage_free(stage);
    }
}

/* A row of a flow has all of its numbers or none. */
static void test_whole_rows(void)
{
    for (Word large = 1; large < 100000; large *= 10) {
        Stage *stage = stage_new("ping-pong", OP_ADD, 64, 16, true);
        for (uint32_t i = 0; i < stage->traces[0]->accesses_count; ++i)
            stage->traces[0]->accesses[i].value *= large;
        stage_draw_at(stage, stage->traces[0]->instructions_count - 1, 1920,
                      1080);
        GHashTable *rows = g_hash_table_new(NULL, NULL);
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            if (shape->kind != SHAPE_TEXT || shape->thing.kind != THING_NODE)
                continue;
            gpointer row = GUINT_TO_POINTER(shape->thing.a + 1);
            guint had = GPOINTER_TO_UINT(g_hash_table_lookup(rows, row));
            g_hash_table_insert(rows, row, GUINT_TO_POINTER(had + 1));
        }
        GList *counts = g_hash_table_get_values(rows);
        for (GList *at = counts; at; at = at->next)
            g_assert_cmpuint(GPOINTER_TO_UINT(at->data), ==, 64);
        if (large == 1)
            g_assert_cmpuint(g_hash_table_size(rows), ==, 7);
        g_list_free(counts);
        g_hash_table_unref(rows);
        stage_free(stage);
    }
}

/* A trace without cycles can be followed and pointed at all the same. */
static void test_no_cycles(void)
{
    Stage *stage =
        stage_new("warp-shuffle block-shuffle", OP_ADD, 64, 16, true);

    stage_draw_at(stage, 9, 1920, 1080);
    g_assert_cmpuint(stage_tags(stage, THING_INSTRUCTION, 0), ==,
                     stage->traces[0]->instructions_count);
    g_assert_true(stage_says(stage, "no cycles: no shared memory"));
    g_assert_true(stage_says(stage, "between lanes"));
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/frame_says/turns-and-leaves", test_turns_and_leaves);
    g_test_add_func("/frame_says/inclusive-trees", test_inclusive_trees);
    g_test_add_func("/frame_says/race", test_race);
    g_test_add_func("/frame_says/lanes", test_lanes);
    g_test_add_func("/frame_says/blocks", test_blocks);
    g_test_add_func("/frame_says/launches", test_launches);
    g_test_add_func("/frame_says/two-turns", test_two_turns);
    g_test_add_func("/frame_says/same-word", test_same_word);
    g_test_add_func("/frame_says/passed", test_passed);
    g_test_add_func("/frame_says/step cells", test_step_cells);
    g_test_add_func("/frame_says/tile", test_tile);
    g_test_add_func("/frame_says/to-come", test_to_come);
    g_test_add_func("/frame_says/whole step", test_whole_step);
    g_test_add_func("/frame_says/inputs stay", test_inputs_stay);
    g_test_add_func("/frame_says/arrays", test_arrays);
    g_test_add_func("/frame_says/wrong cards", test_wrong_cards);
    g_test_add_func("/frame_says/standings", test_standings);
    g_test_add_func("/frame_says/uneven", test_uneven);
    g_test_add_func("/frame_says/timeline-is-clickable",
                    test_timeline_is_clickable);
    g_test_add_func("/frame_says/rows", test_rows);
    g_test_add_func("/frame_says/some rows", test_some_rows);
    g_test_add_func("/frame_says/work", test_work);
    g_test_add_func("/frame_says/tall", test_tall);
    g_test_add_func("/frame_says/summary", test_summary);
    g_test_add_func("/frame_says/turn done", test_turn_done);
    g_test_add_func("/frame_says/last values", test_last_values);
    g_test_add_func("/frame_says/moved stays", test_moved_stays);
    g_test_add_func("/frame_says/projector step", test_projector_step);
    g_test_add_func("/frame_says/projector waits", test_projector_waits);
    g_test_add_func("/frame_says/block on tile", test_block_on_tile);
    g_test_add_func("/frame_says/counts shared", test_counts_shared);
    g_test_add_func("/frame_says/cycles so far", test_cycles_so_far);
    g_test_add_func("/frame_says/moment and totals", test_moment_and_totals);
    g_test_add_func("/frame_says/one number", test_one_number);
    g_test_add_func("/frame_says/room", test_room);
    g_test_add_func("/frame_says/whole rows", test_whole_rows);
    g_test_add_func("/frame_says/no cycles", test_no_cycles);
    return g_test_run();
}
