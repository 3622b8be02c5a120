/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_global.c and block_layout.c: arrays, launches and
 * blocks stand in their order, within what holds them, and none over another.
 */
#include "draw/font.h"
#include "view/block_layout.h"
#include "view/view.h"
#include "slow_memory.h"
#include "stage.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const double slack = 1e-6;

/* A stage with a view of its first trace; DONE of the instructions are done. */
typedef struct {
    Stage *stage;
    View own, view; /* view is the whole trace */
} Sight;

static Sight sight(const char *name, uint32_t n, uint32_t k, double done)
{
    Sight it = {.stage = stage_new(name, OP_ADD, n, k, true)};
    size_t count = it.stage->traces[0]->instructions_count;

    stage_draw_at(it.stage, (size_t)(done * (double)count), 1920, 1080);
    it.own = view_open(&it.stage->list, &it.stage->scene, 0);
    it.view = view_whole(&it.own);
    return it;
}

static void sight_move(Sight *it, size_t position)
{
    view_close(&it->own);
    it->stage->scene.positions[0] = position;
    it->own = view_open(&it->stage->list, &it->stage->scene, 0);
    it->view = view_whole(&it->own);
}

static void sight_free(Sight *it)
{
    view_close(&it->own);
    stage_free(it->stage);
}

/* ---- Arrays -------------------------------------------------------------- */

/* Each word stands over its inputs, a little narrower than they are, and the
 * gap after each k of them is wider than the others. */
static void check_inputs(const GlobalLayout *rows, uint8_t array)
{
    const Trace *trace = rows->view->analysed->trace;
    double each = rows->axis.w / trace->run.n;
    double usual = 0, broad = 0;

    for (uint32_t i = 0; i < trace->run.n; ++i) {
        Rect word = global_layout_word(rows, array, i);
        double gap = each - word.w;
        g_assert_cmpfloat_with_epsilon(word.x, rows->axis.x + i * each, slack);
        g_assert_cmpfloat(word.w, >=, each / 2);
        g_assert_cmpfloat(gap, >=, -slack);
        *((i + 1) % trace->run.k ? &usual : &broad) = gap;
    }
    if (each > 4)
        g_assert_cmpfloat(usual, >=, 1);
    if (each > 9 && trace->run.k > 1)
        g_assert_cmpfloat(broad, >=, 2 * usual);
    if (each < 4)
        g_assert_cmpfloat(fmax(usual, broad), <=, slack);
}

/* Rows of one height, one below the other, within the box; words within rows.
 */
static int check_arrays(const View *view, Rect box)
{
    GlobalLayout rows = global_layout(view, box);
    const Trace *trace = view->analysed->trace;
    double y = rect_bottom(rows.title);
    int count = 0;

    g_assert_cmpfloat(rows.title.y, ==, box.y);
    for (uint8_t a = 0; a < trace->arrays_count; ++a) {
        if (!global_layout_has(&rows, a))
            continue;
        Rect row = {rows.axis.x, rows.y[a], rows.axis.w, rows.row};
        g_assert_cmpfloat_with_epsilon(rows.y[a], y, slack);
        g_assert_true(rect_is_within(row, box, slack));
        y += rows.row;
        ++count;
        uint32_t length = trace->arrays[a].words;
        for (uint32_t i = 0; i < length; ++i) {
            Rect word = global_layout_word(&rows, a, i);
            g_assert_true(rect_is_within(word, row, slack));
            g_assert_cmpfloat(word.h, >=, view->least);
            g_assert_cmpfloat(word.h, <=, rows.row - 1);
            if (i)
                g_assert_cmpfloat(
                    word.x, >=,
                    rect_right(global_layout_word(&rows, a, i - 1)) - slack);
        }
        if (length == trace->run.n)
            check_inputs(&rows, a);
        else if (trace->arrays[a].holds == HOLDS_NUMBERS)
            g_assert_cmpfloat(global_layout_word(&rows, a, 0).w, >=,
                              fmin(rows.axis.w / length, 60) * 0.9);
    }
    g_assert_cmpint(count, ==, rows.count);
    g_assert_false(global_layout_has(&rows, GLOBAL_LAYOUT_MOST));
    return count;
}

/* Arrays that are shown by themselves: the cards of
 * the blocks show pairs, one a block. */
static int count_arrays(const Trace *trace)
{
    int count = 0;

    for (size_t a = 0; a < trace->arrays_count; ++a)
        count += trace->arrays[a].holds != HOLDS_PAIRS ||
                 trace->arrays[a].words != 2 * trace->grids[0].blocks;
    return count;
}

static const struct {
    const char *name;
    uint32_t n, k;
} many_arrays[] = {{"leftright", 16, 4},    {"leftright", 1024, 32},
                   {"three-phase", 64, 4},  {"three-phase", 256, 8},
                   {"look-back", 64, 4},    {"compact", 32, 8},
                   {"warp-shuffle", 32, 32}};

/* With more room there are more rows, until all are there; with the height
 * that the arrays ask for, all are there. */
static void test_arrays(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(many_arrays); ++i) {
        Sight it =
            sight(many_arrays[i].name, many_arrays[i].n, many_arrays[i].k, 0.4);
        int all = count_arrays(it.stage->traces[0]), before = 0;
        double asked = global_layout_height(&it.view);
        for (double height = 24; height < 400; height += 7) {
            int count = check_arrays(&it.view, (Rect){40, 30, 1200, height});
            g_assert_cmpint(count, >=, before);
            g_assert_cmpint(count, <=, all);
            if (count < all) /* a row more would have been too low to read */
                g_assert_cmpfloat((height - 24) / (count + 1), <=, 20);
            before = count;
        }
        g_assert_cmpint(before, ==, all);
        g_assert_cmpint(check_arrays(&it.view, (Rect){40, 30, 1200, asked}), ==,
                        all);
        GlobalLayout rows =
            global_layout(&it.view, (Rect){40, 30, 1200, asked});
        g_assert_cmpfloat(fabs(asked - 24 - all * rows.row), <, all + slack);
        GlobalLayout high = global_layout(&it.view, (Rect){40, 30, 1200, 900});
        g_assert_cmpfloat(high.row, ==, rows.row);
        sight_free(&it);
    }
}

/* Where there is room for three rows, these are the arrays that the running
 * launch reads and writes, whatever their numbers. */
static void test_arrays_of_launch(void)
{
    Sight it = sight("three-phase", 256, 4, 0);
    const Trace *trace = it.stage->traces[0];
    uint32_t launches = 0;

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        sight_move(&it, p);
        const Grid *grid =
            trace_grid(trace, trace_step(trace, it.view.running));
        GlobalLayout rows =
            global_layout(&it.view, (Rect){0, 0, 1500, 24 + 3 * 18.5});
        g_assert_cmpint(rows.count, ==, 3);
        bool touched = it.view.running->kind == ACCESS_GLOAD ||
                       it.view.running->kind == ACCESS_GSTORE;
        for (uint8_t a = 0; a < trace->arrays_count; ++a) {
            bool touches = touched && it.view.running->array == a;
            g_assert_cmpint(global_layout_touches(&it.view, a), ==, touches);
            if (touches || a == grid->in || a == grid->out)
                g_assert_true(global_layout_has(&rows, a));
        }
        launches |= 1u << (grid - trace->grids);
    }
    g_assert_cmpuint(launches, ==, (1u << trace->grids_count) - 1);
    sight_free(&it);
}

static void test_spans(void)
{
    Sight it = sight("look-back", 32, 4, 0.5);
    const Rect axis = {100, 20, 640, 30};
    Rect some = global_layout_span(&it.view, axis, interval_make(8, 11), 5, 7);
    Rect none = global_layout_span(&it.view, axis, INTERVAL_TOP, 5, 7);

    g_assert_cmpfloat(some.x, ==, 260);
    g_assert_cmpfloat(some.w, ==, 80);
    g_assert_cmpfloat(none.x, ==, axis.x);
    g_assert_cmpfloat(none.w, ==, 0);
    g_assert_true(some.y == 5 && some.h == 7 && none.y == 5 && none.h == 7);
    sight_free(&it);
}

/* Are the arrays as they are after so many instructions? */
static bool holds_what_was(const View *view, size_t position)
{
    const AnalysedTrace *analysed = view->analysed;
    const GlobalWords *now = moment_global(view->all);
    SlowMemory then =
        slow_memory_at(analysed->trace, analysed->order, position);
    bool same = true;

    for (size_t a = 0; a < analysed->trace->arrays_count; ++a)
        for (uint32_t i = 0; i < now->arrays[a].length; ++i) {
            const GlobalWord *one = now->arrays[a].words + i,
                             *other = then.arrays[a].words + i;
            same = same && one->held == other->held &&
                   (!one->held || one->value == other->value);
        }
    slow_memory_free(&then);
    return same;
}

/* What is stored, published or counted is there once it has come, and is not
 * there before. */
static void test_contents(void)
{
    Sight it = sight("look-back", 32, 4, 0);
    size_t count = it.stage->traces[0]->instructions_count;
    uint32_t kinds = 0, changes = 0;
    bool published = false;

    for (size_t p = 1; p <= count; ++p) {
        it.stage->scene.remains[0] = 0.99;
        sight_move(&it, p);
        AccessKind kind = it.view.running->kind;
        g_assert_cmpint(global_layout_stores(&it.view), ==,
                        kind == ACCESS_GSTORE);
        g_assert_true(holds_what_was(&it.view, p - 1));
        it.stage->scene.remains[0] = 0;
        sight_move(&it, p);
        g_assert_true(holds_what_was(&it.view, p));
        changes += !holds_what_was(&it.view, p - 1);
        kinds |= 1u << kind;
        published |= tile_status_publishes(it.view.trace, it.view.running);
    }
    g_assert_true(kinds >> ACCESS_ATOMIC & 1 && published);
    g_assert_cmpuint(changes, >, 8);
    sight_free(&it);
}

/* ---- Blocks -------------------------------------------------------------- */

/* A card over its inputs; or, if the last card is wider than its own, one
 * beside the other, the rest as wide as they would be all less alike. */
static void check_card(const BlockLayout *rows, uint32_t tile, Word own)
{
    double each = rows->axis.w / rows->view->analysed->trace->run.n;
    double from = rows->axis.x + interval_first(own) * each;
    double to = rows->axis.x + (interval_last(own) + 1.0) * each;
    uint32_t last = rows->grid->blocks - 1;
    Rect card = block_layout_card(rows, tile);

    if (rows->last <= 0) {
        g_assert_cmpfloat_with_epsilon(card.x, from, slack);
        g_assert_cmpfloat_with_epsilon(rect_right(card), to, slack);
        return;
    }
    g_assert_false(rows->folded);
    g_assert_cmpfloat(rows->last, <=,
                      rows->axis.w / rows->grid->blocks + slack);
    if (tile == last) {
        g_assert_cmpfloat_with_epsilon(card.w, rows->last, slack);
        g_assert_cmpfloat(card.w, >, to - from);
        g_assert_cmpfloat_with_epsilon(rect_right(card), rect_right(rows->axis),
                                       slack);
        return;
    }
    g_assert_cmpfloat_with_epsilon(rect_right(card),
                                   block_layout_card(rows, tile + 1).x, slack);
    g_assert_cmpfloat_with_epsilon(
        card.w / (to - from),
        block_layout_card(rows, 0).w /
            ((interval_last(tile_status_own(rows->view->trace, rows->grid, 0)) +
              1.0) *
             each),
        slack);
    g_assert_cmpfloat(card.w, >, (to - from) / 2);
}

/* Cards stand side by side over the inputs of their blocks, with the lines of
 * status and sum one below the other in them. */
static void check_cards(const BlockLayout *rows)
{
    const View *view = rows->view;
    const Trace *trace = view->analysed->trace;

    for (uint32_t tile = 0; tile < rows->grid->blocks; ++tile) {
        Rect card = block_layout_card(rows, tile);
        Word own = tile_status_own(trace, rows->grid, tile);
        if (!interval_is_range(own))
            continue;
        check_card(rows, tile, own);
        g_assert_true(rect_is_within(card, rows->cards, slack));
        Rect state = block_layout_state(rows, tile);
        Rect sums = block_layout_sums(rows, tile);
        Rect inside = block_layout_inside(rows, card);
        if (rows->folded) {
            g_assert_true(memcmp(&state, &card, sizeof card) == 0);
            continue;
        }
        g_assert_true(rect_is_within(state, inside, slack) &&
                      rect_is_within(sums, inside, slack));
        g_assert_true(rect_is_within(inside, card, slack));
        g_assert_cmpfloat(inside.w, <, card.w);
        if (card.w > 60)
            g_assert_cmpfloat(inside.w, >, card.w * 0.75);
        g_assert_cmpfloat(inside.y, >, card.y);
        double line = block_layout_line(view);
        g_assert_cmpfloat(line, >, view->least);
        g_assert_cmpfloat_with_epsilon(state.h, line, slack);
        g_assert_cmpfloat_with_epsilon(sums.h, line, slack);
        g_assert_cmpfloat_with_epsilon(state.y, inside.y + line, slack);
        g_assert_cmpfloat_with_epsilon(rect_bottom(sums), rect_bottom(inside),
                                       slack);
        g_assert_cmpfloat_with_epsilon(
            sums.y, state.y + (rows->statuses >= 0 ? line : 0), slack);
    }
}

/* The parts that there are, one below the other, and all of the box in them. */
static void check_parts(const BlockLayout *rows, bool chips, bool arrows,
                        bool cards)
{
    const Rect parts[] = {rows->chips, rows->arrows, rows->cards, rows->arrays};
    const bool wanted[] = {chips, arrows, cards, true};
    double y = rows->box.y;

    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        g_assert_cmpint(parts[i].h > 0, ==, wanted[i]);
        if (!wanted[i])
            continue;
        g_assert_cmpfloat(parts[i].y, >=, y - slack);
        g_assert_cmpfloat(parts[i].y, <=, y + 8);
        if (i == 3 && cards) /* a gap, so that cards end where they do */
            g_assert_cmpfloat(parts[i].y, >=, y + 4);
        g_assert_true(rect_is_within(parts[i], rows->box, slack));
        y = rect_bottom(parts[i]);
    }
    g_assert_cmpfloat_with_epsilon(y, rect_bottom(rows->box), slack);
}

/* With the height that blocks ask for, the arrays have what they ask for. */
static void check_blocks(const Sight *it, bool chips, bool arrows)
{
    const View *view = &it->view;
    const Trace *trace = view->analysed->trace;
    double asked = block_layout_height(view);
    double arrays = global_layout_height(view);
    Rect box = {100, 50, 1700, asked};
    BlockLayout rows = block_layout(view, box);
    const Grid *grid = view->running
                           ? trace_grid(trace, trace_step(trace, view->running))
                           : trace->grids;

    g_assert_true(rows.grid == grid);
    g_assert_cmpuint(rows.grid_index, ==, (uint32_t)(grid - trace->grids));
    g_assert_cmpint(rows.statuses >= 0, ==, arrows);
    check_parts(&rows, chips, arrows, trace->blocks_count > 1);
    g_assert_cmpfloat(rows.arrays.h, >=, arrays + 6);
    g_assert_cmpfloat(rows.arrays.h, <=, arrays + 14);
    if (trace->blocks_count > 1)
        check_cards(&rows);
}

/* The block that runs stands on the card of its tile. */
static void check_running(const Sight *it)
{
    const Trace *trace = it->view.analysed->trace;
    BlockLayout rows = block_layout(&it->view, (Rect){0, 0, 1700, 400});
    const Block *block =
        trace_block(trace, trace_step(trace, it->view.running));
    uint32_t tile = block_layout_running(&rows), found = 0;

    g_assert_true(block_layout_block(&rows, tile) == block);
    for (uint32_t t = 0; t < rows.grid->blocks; ++t) {
        const Block *other = block_layout_block(&rows, t);
        if (!other)
            continue;
        g_assert_true(trace->grids + other->grid == rows.grid);
        g_assert_cmpint(other == block, ==, t == tile);
        ++found;
    }
    uint32_t wanted = 0;
    for (size_t b = 0; b < trace->blocks_count; ++b)
        wanted += trace->grids + trace->blocks[b].grid == rows.grid;
    g_assert_cmpuint(found, ==, wanted);
    g_assert_null(block_layout_block(&rows, rows.grid->blocks));
}

static void test_blocks(void)
{
    static const struct {
        const char *name;
        uint32_t n, k;
        bool chips, arrows;
    } cases[] = {{"three-phase", 64, 4, true, false},
                 {"look-back", 64, 4, false, true},
                 {"look-back", 1024, 4, false, true},
                 {"look-back", 32, 4, false, true},
                 {"leftright", 32, 4, false, false}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Sight it = sight(cases[i].name, cases[i].n, cases[i].k, 0);
        size_t count = it.stage->traces[0]->instructions_count;
        check_blocks(&it, cases[i].chips, cases[i].arrows);
        for (size_t p = 1; p <= count; p += 1 + count / 60) {
            sight_move(&it, p);
            check_blocks(&it, cases[i].chips, cases[i].arrows);
            if (it.stage->traces[0]->blocks_count > 1)
                check_running(&it);
        }
        sight_free(&it);
    }
}

/* The last tile of 64 elements in tiles of 12 has four of them: its card says
 * all that the others say, when it runs, too. */
static void test_last_card(void)
{
    Sight it = sight("look-back", 64, 4, 0);
    const Trace *trace = it.stage->traces[0];
    uint32_t tile = trace->grids[0].blocks - 1, runs = 0;
    BlockLayout rows = block_layout(&it.view, (Rect){0, 0, 1800, 400});

    g_assert_cmpfloat(rows.last, >, 0);
    for (size_t p = 1; p < trace->instructions_count; p += 3) {
        sight_move(&it, p);
        rows = block_layout(&it.view, (Rect){0, 0, 1800, 400});
        const Block *block = block_layout_block(&rows, tile);
        if (!block || block_layout_running(&rows) != tile)
            continue;
        stage_draw_at(it.stage, p, 1920, 1080);
        g_autofree char *name =
            g_strdup_printf("tile %u by block %u · x60..x63 · runs", tile,
                            block->index);
        runs += stage_says(it.stage, name);
        g_assert_false(stage_says(it.stage, "nothing"));
    }
    g_assert_cmpuint(runs, >, 5);
    sight_free(&it);
}

/* Cards that would be narrower than a word are a strip. */
static void test_folded_cards(void)
{
    Sight it = sight("look-back", 64, 4, 0.5);
    uint32_t blocks = it.stage->traces[0]->grids[0].blocks;

    for (double width = 60; width < 1900; width += 20) {
        BlockLayout rows = block_layout(&it.view, (Rect){0, 0, width, 400});
        double card = rows.axis.w / blocks;
        if (card < 30)
            g_assert_true(rows.folded);
        if (card > 40)
            g_assert_false(rows.folded);
        g_assert_cmpfloat(rows.axis.x, <=, width / 6 + slack);
        g_assert_cmpfloat(rect_right(rows.axis), ==, width);
        check_cards(&rows);
    }
    sight_free(&it);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/block_layout/arrays", test_arrays);
    g_test_add_func("/block_layout/arrays of a launch", test_arrays_of_launch);
    g_test_add_func("/block_layout/spans", test_spans);
    g_test_add_func("/block_layout/contents", test_contents);
    g_test_add_func("/block_layout/blocks", test_blocks);
    g_test_add_func("/block_layout/folded cards", test_folded_cards);
    g_test_add_func("/block_layout/last card", test_last_card);
    int failed = g_test_run();
    font_done();
    return failed;
}
