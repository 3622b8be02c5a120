/* SPDX-License-Identifier: MIT
 *
 * view_blocks - draws what all blocks together do: launches, blocks, global
 * memory.
 *
 *     1 scan each block > [2 collect sums 1] > 3 scan sums 1 > 4 add before 1
 *
 *               ┌──────────────────────┐ looks at block 1
 *     block 0   │ block 1         block 2         block 3
 *     x0..x3    ▼ x4..x7          x8..x11         x12..x15
 *     done        done            waits           runs
 *     ■ prefix    ▣ aggregate     ▣ aggregate     □ nothing
 *     in  3 1 7 0 4 1 6 3 ...                               view_global
 *
 * A block is drawn over its inputs, on the axis of the arrays below.  The line
 * of states is drawn only where blocks publish pairs.
 *
 * Words that move to and from global memory:
 *
 *      ┌── (11) ──┐        AWAIT: from the card of the block that published the
 *      │          ▼        word, over those between, to the block that reads it
 *     block 0    block 1
 *     [■ 11 ]    [      ]
 *                   ▲
 *                  (14)      PUBLISH: up into the card
 *
 *     in  3  1  7  0
 *            ▼
 *           (1)              read: out of the array, down to the lane
 *        [ ]  [ ]            written: the other way
 *
 * The place of a lane is its register (lane_layout); without a table of
 * registers it is the card of its block; without cards it is a place under the
 * arrays.
 */
#include "view/views.h"

#include "draw/font.h"
#include "text/phrases.h"
#include "view/block_layout.h"
#include "view/lane_layout.h"
#include "view/pixel_bins.h"
#include "view/view_global.h"
#include "view/view_marks.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const View *view; /* of the whole trace */
    const Trace *trace;
    BlockLayout rows;
    GlobalMemory now;
    GlobalLayout arrays;     /* of words under way, as lanes */
    const LaneLayout *lanes; /* NULL: no registers are shown */
    const char *noun;        /* "block", or "tile" where blocks draw theirs */
    const Access **wrong; /* of each block: its first wrong word; NULL: none */
} BlocksView;

double view_blocks_height(const View *view)
{
    View whole = view_whole(view);

    return block_layout_height(&whole);
}

/* ---- Launches ------------------------------------------------------------*/

/* "2  collect sums"; where there is little room (BRIEF), the title is for the
 * launch that runs. */
static void chip_text(const BlocksView *at, uint32_t g, bool brief, Text *text)
{
    text_add(text, "%u", g + 1);
    if (brief && g != at->rows.grid_index)
        return;
    text_add(text, "  ");
    phrase_launch(at->trace, g, text);
}

/* The tag of the block that works on TILE; one of none, if the trace does not
 * hold that block. */
static void tag_tile(const BlocksView *at, uint32_t tile)
{
    const Block *block = block_layout_block(&at->rows, tile);
    size_t index =
        block ? (size_t)(block - at->trace->blocks) : at->trace->blocks_count;

    view_tag(at->view, TAG_BLOCK, (uint32_t)index);
}

static void draw_chip(const BlocksView *at, Rect box, uint32_t g, bool brief)
{
    const View *view = at->view;
    bool now = g == at->rows.grid_index;
    Text text = {0};

    chip_text(at, g, brief, &text);
    view_tag(view, TAG_LAUNCH, g);
    Shape *shape =
        draw_rect(view->list, box, box.h / 2, now ? COLOR_RUNNING : COLOR_NONE);
    view_edge(view, shape, now ? COLOR_INK : COLOR_EDGE, now ? 2 : 1);
    view_label(view, rect_inset(box, view_px(view, 10), 0),
               now ? FONT_STRONG : FONT_TEXT, 16,
               now                       ? COLOR_INK
               : g < at->rows.grid_index ? COLOR_INK
                                         : COLOR_DIM,
               text.text);
    text_free(&text);
}

/* Widths as the titles need them, all smaller where they do not fit. */
static double chip_width(const BlocksView *at, uint32_t g, bool brief)
{
    Text text = {0};

    chip_text(at, g, brief, &text);
    double width = font_width(FONT_STRONG, view_size(at->view, 16), text.text) +
                   view_px(at->view, 32);
    text_free(&text);
    return width;
}

static double chips_width(const BlocksView *at, double arrow, bool brief)
{
    double all = 0;

    for (uint32_t g = 0; g < at->trace->grids_count; ++g)
        all += chip_width(at, g, brief) + (g ? arrow : 0);
    return all;
}

/* "4 launches" over the names of the blocks and arrays, cut off the left of
 * *BOX, if ALL pixels of chips fit beside it. */
static void draw_launch_count(const BlocksView *at, double all, Rect *box)
{
    const View *view = at->view;
    double label = at->rows.axis.x - box->x;
    char text[24];

    snprintf(text, sizeof text, "%zu launches", at->trace->grids_count);
    if (all > box->w - label ||
        view_least_width(view, FONT_TEXT, text) > label - view_px(view, 8))
        return;
    view_tag(view, TAG_FRAME, 0);
    view_text(view, rect_cut_left(box, label), FONT_TEXT, 15, COLOR_DIM, text);
}

static void draw_chips(const BlocksView *at, Rect box)
{
    const View *view = at->view;
    size_t count = at->trace->grids_count;
    double arrow = view_px(view, 26);
    double all = chips_width(at, arrow, false);
    bool brief = all > box.w * 1.15;

    draw_launch_count(at, all, &box);

    if (brief)
        all = chips_width(at, arrow, true);
    double share = fmin(1, box.w / all);
    for (uint32_t g = 0; g < count; ++g) {
        if (g) {
            Rect gap = rect_cut_left(&box, arrow * share);
            double y = gap.y + gap.h / 2, head = fmin(8, gap.w / 2);
            view_tag(view, TAG_FRAME, 0);
            draw_line(view->list, gap.x + 2, y, gap.x + gap.w - head, y,
                      fmax(1, view->unit), COLOR_LINK);
            draw_arrow(view->list, gap.x + gap.w - head - 1, y,
                       gap.x + gap.w - 1, y, head, COLOR_LINK);
        }
        draw_chip(at, rect_cut_left(&box, chip_width(at, g, brief) * share), g,
                  brief);
    }
}

/* ---- Blocks --------------------------------------------------------------*/

/* The most arrows between blocks that are drawn; more would be one patch. */
enum { MOST_LOOKS = 4096 };

/* Independent blocks ran beside each other, in whatever order they are played:
 * then the words are those of the player, under "shown in turn". */
static void doing_text(const BlocksView *at, BlockDoing what, TileRange looks,
                       char text[64])
{
    static const char *const played[] = {[BLOCK_ABSENT] = "not in the trace",
                                         [BLOCK_COMING] = "later",
                                         [BLOCK_RUNS] = "now",
                                         [BLOCK_LOOKS] = "looks at",
                                         [BLOCK_WAITS] = "waits for",
                                         [BLOCK_BEGUN] = "done in part",
                                         [BLOCK_DONE] = "done"};
    static const char *const ran[] = {[BLOCK_ABSENT] = "not in the trace",
                                      [BLOCK_COMING] = "not begun",
                                      [BLOCK_RUNS] = "runs",
                                      [BLOCK_LOOKS] = "looks at",
                                      [BLOCK_WAITS] = "waits for",
                                      [BLOCK_BEGUN] = "begun",
                                      [BLOCK_DONE] = "done"};

    const char *const *words = at->view->analysed->order ? ran : played;

    if (looks.first > looks.last)
        snprintf(text, 64, "%s", words[what]);
    else if (looks.first == looks.last)
        snprintf(text, 64, "%s %s %u", words[what], at->noun, looks.first);
    else
        snprintf(text, 64, "%s %ss %u to %u", words[what], at->noun,
                 looks.first, looks.last);
}

/* Finds the sum of the inputs OWN (or of those BEFORE it); false if no block
 * has computed it yet. */
static bool find_sum(const BlocksView *at, Word own, bool before, Word *value)
{
    const View *view = at->view;
    const BlockSums *all = view->analysed->sums;

    for (size_t b = 0; b < at->trace->blocks_count; ++b) {
        uint32_t known = before ? all[b].before_at : all[b].own_at;
        if (all[b].own != own || known >= view->position - view_is_moving(view))
            continue;
        *value = before ? all[b].before_value : all[b].own_value;
        return true;
    }
    return false;
}

/* The first wrong word that each block has moved so far; the caller frees it.
 */
static const Access **find_wrong(const BlocksView *at)
{
    const View *view = at->view;
    const Trace *trace = at->trace;
    const Access **wrong = base_alloc(trace->blocks_count + 1, sizeof *wrong);

    for (size_t i = 0; view->analysed->wrong.accesses && i < view->position;
         ++i) {
        const Instruction *now =
            trace->instructions + issue_order_at(view->analysed->order, i);
        const Access *access = trace_accesses(trace, now);
        size_t block = (size_t)(trace_block(trace, trace_step(trace, now)) -
                                trace->blocks);
        bool moves = i + 1 == view->position && view_is_moving(view);
        for (int lane = 0; !moves && !wrong[block] && lane < now->lanes; ++lane)
            if (view_is_wrong(view, access + lane))
                wrong[block] = access + lane;
    }
    return wrong;
}

/* The first wrong word of the block of tile INDEX; NULL if there is none. */
static const Access *wrong_of(const BlocksView *at, uint32_t index)
{
    const Block *block = block_layout_block(&at->rows, index);

    return block ? at->wrong[block - at->trace->blocks] : NULL;
}

/* The longest of several texts that fits. */
static void draw_fitting(const BlocksView *at, Rect box, Font font, Color color,
                         const char *const texts[], int count)
{
    const View *view = at->view;

    for (int i = 0; i < count; ++i)
        if (texts[i][0] &&
            (view_least_width(view, font, texts[i]) *
                     (view->stretch > 1 ? 1.5 : 1.1) <=
                 box.w ||
             (i + 1 == count &&
              view_least_width(view, font, texts[i]) <= box.w))) {
            /* apart from what stands beside it */
            double edge =
                fmin(box.w * 0.04,
                     (box.w - view_least_width(view, font, texts[i])) / 2);
            view_label(view, rect_inset(box, edge, 0), font,
                       16 * fmin(view->stretch, 1.5), color, texts[i]);
            return;
        }
}

/* "sum 61 · wrong: 264" of a tile whose block has gone wrong. */
static void draw_wrong(const BlocksView *at, Rect box, const char *own,
                       const Access *wrong)
{
    char full[128], brief[64], value[VALUE_TEXT];

    scene_value(at->trace->run.op, wrong->value, true, value);
    snprintf(brief, sizeof brief, "wrong: %s", value);
    snprintf(full, sizeof full, "%s%s%s", own, own[0] ? " · " : "", brief);
    draw_fitting(at, box, FONT_STRONG, COLOR_FAULT,
                 (const char *[]){full, brief, "wrong"}, 3);
}

/* "sum 45   before 120". */
static void sums_text(const BlocksView *at, Word own, bool brief, char *text,
                      size_t room)
{
    Op op = at->trace->run.op;
    char value[VALUE_TEXT];
    Word word;
    int length = 0;

    text[0] = '\0';
    if (find_sum(at, own, false, &word))
        length =
            snprintf(text, room, "%s%s%s", brief ? "" : phrase_sum(at->trace),
                     brief ? "" : " ", scene_value(op, word, true, value));
    if (!brief && tile_status_before(own) != INTERVAL_IDENTITY &&
        find_sum(at, own, true, &word))
        snprintf(text + length, room - (size_t)length, "%sbefore it %s",
                 length ? " · " : "", scene_value(op, word, true, value));
}

static Color state_color(Published state)
{
    static const Color colors[PUBLISHED_KINDS] = {COLOR_NONE, COLOR_STORE,
                                                  COLOR_GOOD, COLOR_STORE,
                                                  COLOR_CONFLICT};

    return colors[state];
}

/* A square: empty, half full, full; crossed when it is wrong; in colour, but
 * empty, for a state without a sum. */
static void draw_mark(const View *view, Rect box, Published state)
{
    double size = fmin(box.h * 0.62, view_px(view, 15));
    Rect mark = rect_around(box.x + box.w / 2, box.y + box.h / 2, size, size);
    Color color = state_color(state);

    Shape *shape = draw_rect(view->list, mark, 0,
                             state == PUBLISHED_PREFIX ? color : COLOR_NONE);
    double width = fmax(1, view_px(view, 2));
    shape->edge = state == PUBLISHED_NOTHING ? COLOR_DIM : color;
    shape->width = width; /* what is drawn next may move SHAPE */
    if (state == PUBLISHED_AGGREGATE) {
        mark.y += mark.h / 2;
        mark.h /= 2;
        draw_rect(view->list, mark, 0, color);
    }
    if (state == PUBLISHED_OTHER) {
        draw_line(view->list, mark.x, mark.y, mark.x + mark.w, mark.y + mark.h,
                  width, color);
        draw_line(view->list, mark.x, mark.y + mark.h, mark.x + mark.w, mark.y,
                  width, color);
    }
}

static Published state_of(const BlocksView *at, uint32_t index, Word own)
{
    const GlobalWord *pair = at->now.arrays[at->rows.pairs].words + index;

    if (pair->held != GLOBAL_MEMORY_HELD || pair->pair_state == 0)
        return PUBLISHED_NOTHING;
    return tile_status_kind(own, pair->interval);
}

/* "▣ aggregate 14". */
static void draw_state(const BlocksView *at, Rect box, uint32_t index, Word own)
{
    Published state = state_of(at, index, own);
    const GlobalWord *pair = at->now.arrays[at->rows.pairs].words + index;
    const char *name = state == PUBLISHED_NOTHING
                           ? "nothing published"
                           : tile_status_kind_name(state);
    char value[VALUE_TEXT] = "", full[80];

    if (state != PUBLISHED_NOTHING && state != PUBLISHED_BARE)
        scene_value(at->trace->run.op, pair->value, true, value);
    snprintf(full, sizeof full, "%s %s", name, value);
    const char *texts[] = {value[0] ? full : name, tile_status_kind_name(state),
                           value};
    double mark = view_px(at->view, 22 * fmin(at->view->stretch, 1.5)),
           width = 0;
    for (int i = 2; i >= 0; --i) {
        double own_width =
            font_width(FONT_STRONG,
                       view_size(at->view, 16 * fmin(at->view->stretch, 1.5)),
                       texts[i]);
        if (texts[i][0] && own_width + mark <= box.w)
            width = own_width;
    }
    Rect inside = rect_around(box.x + box.w / 2, box.y + box.h / 2,
                              fmin(box.w, width + mark), box.h);
    draw_mark(at->view, rect_cut_left(&inside, mark), state);
    draw_fitting(at, inside, FONT_STRONG,
                 state == PUBLISHED_NOTHING ? COLOR_DIM
                 : state == PUBLISHED_OTHER ? COLOR_ALARM
                                            : COLOR_INK,
                 texts, 3);
}

static void draw_card_lines(const BlocksView *at, Rect box, uint32_t index,
                            Word own, BlockDoing what, TileRange looks)
{
    char name[48], named[128], number[16], doing_words[64], full[192];
    char sums[96], own_sum[48], brief[40], span[40];
    const Block *block = block_layout_block(&at->rows, index);
    double line = block_layout_line(at->view);

    value_format_interval(own, span);
    const char *sign = "Σ";
    const char *inputs =
        strncmp(span, sign, strlen(sign)) ? span : span + strlen(sign);
    doing_text(at, what, looks, doing_words);
    snprintf(number, sizeof number, "%u", index);
    snprintf(name, sizeof name, "%s %u", at->noun, index);
    if (block && what != BLOCK_COMING && at->noun[0] == 't')
        snprintf(name, sizeof name, "tile %u by block %u", index, block->index);
    snprintf(named, sizeof named, "%s · %s", name, doing_words);
    snprintf(full, sizeof full, "%s · %s · %s", name, inputs, doing_words);
    bool strong = what == BLOCK_RUNS || what == BLOCK_LOOKS;
    bool dim = what == BLOCK_COMING || what == BLOCK_ABSENT;
    draw_fitting(at, rect_cut_top(&box, line), strong ? FONT_STRONG : FONT_TEXT,
                 what == BLOCK_WAITS ? COLOR_ALARM
                 : dim               ? COLOR_DIM
                                     : COLOR_INK,
                 (const char *[]){full, named, name, number}, 4);
    sums_text(at, own, false, sums, sizeof sums);
    sums_text(at, own, true, brief, sizeof brief);
    snprintf(own_sum, sizeof own_sum, "%s%s%s",
             brief[0] ? phrase_sum(at->trace) : "", brief[0] ? " " : "", brief);
    if (at->rows.pairs >= 0 && what != BLOCK_ABSENT)
        draw_state(at, rect_cut_top(&box, line), index, own);
    const Access *wrong = wrong_of(at, index);
    if (wrong)
        draw_wrong(at, rect_cut_top(&box, line), own_sum, wrong);
    else
        draw_fitting(at, rect_cut_top(&box, line), FONT_TEXT, COLOR_INK,
                     (const char *[]){sums, own_sum, brief}, 3);
}

static void draw_card(const BlocksView *at, Rect box, uint32_t index, Word own)
{
    const View *view = at->view;
    TileRange looks;
    BlockDoing what =
        block_layout_doing(&at->rows, &at->now,
                           block_layout_block(&at->rows, index), &looks);
    Rect inside = block_layout_inside(&at->rows, box);
    double gap = fmin(view_px(view, 3), box.w / 12);

    box = rect_inset(box, gap, 0);
    tag_tile(at, index);
    bool now = what == BLOCK_RUNS || what == BLOCK_LOOKS;
    Shape *shape = draw_rect(view->list, box, view_px(view, 6),
                             now                  ? COLOR_RUNNING
                             : what == BLOCK_DONE ? COLOR_CELL
                                                  : COLOR_NONE);
    view_edge(view, shape,
              now                   ? COLOR_INK
              : what == BLOCK_WAITS ? COLOR_ALARM
                                    : COLOR_EDGE,
              now || what == BLOCK_WAITS ? 2 : 1);
    shape->dashed = what == BLOCK_COMING || what == BLOCK_WAITS;
    if (what == BLOCK_ABSENT)
        shape->hatch = fmax(4, view_px(view, 8));
    if (wrong_of(at, index))
        view_mark_wrong(view, shape);
    draw_card_lines(at, inside, index, own, what, looks);
}

/* Blocks too narrow for words: a colour for what each does. */
static void draw_folded(const BlocksView *at, Rect box)
{
    PixelBins strip = pixel_bins_new(box, false);

    for (uint32_t b = 0; b < at->rows.grid->blocks; ++b) {
        TileRange looks;
        BlockDoing what =
            block_layout_doing(&at->rows, &at->now,
                               block_layout_block(&at->rows, b), &looks);
        Rect place = block_layout_card(&at->rows, b);
        Color color = what == BLOCK_RUNS || what == BLOCK_LOOKS ? COLOR_GLOBAL
                      : what == BLOCK_WAITS                     ? COLOR_CONFLICT
                      : what == BLOCK_DONE                      ? COLOR_HELD
                                                                : COLOR_CELL;
        if (at->rows.pairs >= 0 && what != BLOCK_ABSENT &&
            color != COLOR_GLOBAL) {
            Published state =
                state_of(at, b, tile_status_own(at->trace, at->rows.grid, b));
            if (state != PUBLISHED_NOTHING)
                color = state_color(state);
        }
        pixel_bins_mark(&strip, place.x - box.x, place.x - box.x + place.w,
                        color);
    }
    view_tag(at->view, TAG_BLOCK, (uint32_t)at->trace->blocks_count);
    pixel_bins_draw(&strip, at->view->list);
}

/* An arrow over the cards, from a block to the one it looks at or waits for. */
static void draw_look(const BlocksView *at, double foot, double height,
                      uint32_t from, uint32_t to, bool waits)
{
    const View *view = at->view;
    Rect a = block_layout_card(&at->rows, from);
    Rect b = block_layout_card(&at->rows, to);
    double x0 = a.x + a.w * 0.4, x1 = b.x + b.w * 0.6;
    double head = fmax(5, view_px(view, 10));
    double top = foot - height + view_px(view, 4);
    Color color = waits ? COLOR_ALARM : COLOR_GLOBAL;
    double width = view_px(view, waits ? 1.6 : 2.6);

    tag_tile(at, from);
    Shape *shape =
        draw_curve(view->list, (double[]){x0, x0, x1, x1},
                   (double[]){foot, top, top, foot - head}, width, color);
    shape->dashed = waits;
    draw_arrow(view->list, x1, foot - head, x1, foot - 1, head, color);
}

/* Arrows of all blocks, or, of very many blocks, of the first that have any. */
static void draw_looks(const BlocksView *at, Rect box)
{
    int drawn = 0;

    for (uint32_t b = 0; b < at->rows.grid->blocks; ++b) {
        TileRange looks;
        BlockDoing what =
            block_layout_doing(&at->rows, &at->now,
                               block_layout_block(&at->rows, b), &looks);
        for (uint32_t to = looks.first;
             to <= looks.last && (drawn < MOST_LOOKS || what == BLOCK_LOOKS);
             ++to, ++drawn)
            draw_look(at, box.y + box.h, box.h, b, to, what == BLOCK_WAITS);
    }
}

/* The labels of the blocks in the column of names. */
static void draw_name(const BlocksView *at)
{
    const View *view = at->view;
    Text text = {0};
    uint32_t held = 0, first = UINT32_MAX; /* blocks, whatever their tiles */
    double line = block_layout_line(view), left = at->rows.box.x;
    Rect name = {left, at->rows.cards.y,
                 at->rows.axis.x - left - view_px(view, 8), line * 1.2};

    for (size_t b = 0; b < at->trace->blocks_count; ++b) {
        const Block *block = at->trace->blocks + b;
        if (block->grid != at->rows.grid_index)
            continue;
        ++held;
        first = block->index < first ? block->index : first;
    }
    text_add(&text, "%u %s%s", at->rows.grid->blocks, at->noun,
             at->rows.grid->blocks == 1 ? "" : "s");
    view_tag(view, TAG_FRAME, 0);
    char brief[16];
    snprintf(brief, sizeof brief, "%u", at->rows.grid->blocks);
    view_text_fitting(view, name, FONT_TEXT, 15, COLOR_DIM,
                      (const char *[]){text.text, brief}, 2);
    text_free(&text);
    name.y += line;
    if (held == at->rows.grid->blocks) {
        const char *words = "shown in turn";
        if (held > 1 && !view->analysed->order &&
            view_least_width(view, FONT_TEXT, words) <= name.w)
            view_text(view, name, FONT_TEXT, 14, COLOR_DIM, words);
        return;
    }
    Text window = {0};
    text_add(&window, held == 1 ? "block %u" : "blocks %u–%u", first,
             first + held - 1);
    view_text_fitting(view, name, FONT_TEXT, 14, COLOR_ALARM,
                      (const char *[]){window.text}, 1);
    text_free(&window);
}

static void draw_blocks(const BlocksView *at)
{
    const BlockLayout *rows = &at->rows;

    if (at->trace->grids_count > 1)
        draw_chips(at, rows->chips);
    if (rows->pairs >= 0)
        draw_looks(at, rows->arrows);
    draw_name(at);
    if (rows->folded) {
        draw_folded(at, rows->cards);
        return;
    }
    for (uint32_t b = 0; b < rows->grid->blocks; ++b)
        draw_card(at, block_layout_card(rows, b), b,
                  tile_status_own(at->trace, rows->grid, b));
}

void view_blocks(const View *view, Rect box)
{
    View whole = view_whole(view);

    if (rect_is_empty(box))
        return;
    display_list_area(view->list, AREA_BLOCKS, view->panel, box);
    BlocksView at = {.view = &whole,
                     .trace = whole.analysed->trace,
                     .rows = block_layout(&whole, box)};
    if (at.trace->blocks_count > 1) {
        at.noun = tile_status_draws(at.trace, whole.analysed->sums) ? "tile"
                                                                    : "block";
        at.now = global_layout_now(&whole);
        at.wrong = find_wrong(&at);
        draw_blocks(&at);
        free(at.wrong);
        global_memory_free(&at.now);
    }
    view_global(&whole, at.rows.arrays);
}

/* ---- Words under way -----------------------------------------------------*/

static bool is_pair(const BlocksView *at)
{
    return at->rows.pairs >= 0 && at->view->running->array == at->rows.pairs;
}

/* Where word, or pair, I of the running instruction's array stands. */
static bool find_word(const BlocksView *at, uint32_t i, Rect *place)
{
    uint8_t array = at->view->running->array;

    if (is_pair(at)) {
        *place = block_layout_state(&at->rows, i);
        return i < at->rows.grid->blocks;
    }
    if (!global_layout_has(&at->arrays, array))
        return false;
    *place = global_layout_word(&at->arrays, array, i);
    return true;
}

/* Where the lane of an access is, which has to do with WORD. */
static Rect find_lane(const BlocksView *at, const Access *access, Rect word)
{
    const LaneLayout *lanes = at->lanes;
    const Trace *trace = at->view->trace;
    uint32_t thread = trace_thread(trace, at->view->running, access);
    double middle = word.x + word.w / 2;

    if (lanes && lanes->now >= lanes->top && lanes->now < lanes->bottom &&
        thread >= lanes->first && thread < lanes->end)
        return lane_layout_box(lanes, lanes->now, thread);
    if (trace->blocks_count < 2) {
        Rect axis = at->arrays.axis;
        if (trace->run.threads >= trace->run.n)
            middle = axis.x + (thread + 0.5) * axis.w / trace->run.threads;
        return (Rect){middle, at->rows.arrays.y + at->rows.arrays.h, 0, 0};
    }
    uint32_t tile = block_layout_running(&at->rows);
    if (is_pair(at))
        return block_layout_sums(&at->rows, tile);
    Rect card = block_layout_card(&at->rows, tile);
    double x =
        layout_clamp(middle, card.x + card.w * 0.1, card.x + card.w * 0.9);
    return (Rect){x, card.y + card.h * 0.75, 0, 0};
}

/* What is written on the way; nothing where places are too narrow for it. */
static void token_text(const BlocksView *at, const Access *access, Rect word,
                       char text[VALUE_TEXT])
{
    const View *view = at->view;
    uint8_t holds = view->trace->arrays[view->running->array].holds;

    text[0] = '\0';
    if (word.w < view_least_width(view, FONT_CODE, "00"))
        return;
    if (holds == HOLDS_NUMBERS || holds == HOLDS_FLAGS)
        snprintf(text, VALUE_TEXT, "%u", access->value);
    else
        scene_value(view->trace->run.op, access->value, true, text);
}

/* From card to card, as the arrow over them goes, but the other way. */
static void draw_seen(const BlocksView *at, Rect from, Rect to, double share,
                      const char *text)
{
    const View *view = at->view;
    double t = view_eased(0, 1, share), u = 1 - t;
    double x0 = from.x + from.w * 0.6, x1 = to.x + to.w * 0.4;
    double y0 = from.y + from.h / 2, y1 = to.y + to.h / 2;
    double top = at->rows.arrows.y - at->rows.arrows.h * 0.3;

    view_moving_at(view, x0 * u * u * (u + 3 * t) + x1 * t * t * (t + 3 * u),
                   y0 * u * u * u + top * 3 * u * t + y1 * t * t * t, 17,
                   COLOR_GLOBAL, text);
}

static void draw_word(const BlocksView *at, int lane)
{
    const View *view = at->view;
    const Access *access = view->accesses + lane;
    uint32_t i = global_memory_index(view->running, access);
    double served = view_served(view, view->accesses + lane);
    bool stores = global_layout_stores(view);
    char text[VALUE_TEXT];
    Rect word;

    if (served <= 0 || served >= 1 || !find_word(at, i, &word))
        return;
    token_text(at, access, word, text);
    if (view->running->kind == ACCESS_AWAIT && is_pair(at)) {
        Rect own =
            block_layout_state(&at->rows, block_layout_running(&at->rows));
        draw_seen(at, word, own, served, text);
        return;
    }
    Rect place = find_lane(at, access, word);
    view_moving(view, stores ? place : word, stores ? word : place, served, 16,
                COLOR_GLOBAL, text);
}

void view_blocks_moving(const View *view, Rect blocks, Rect lanes)
{
    View whole = view_whole(view);
    LaneLayout table = {0};
    bool has_lanes = !rect_is_empty(lanes);

    if (!view_is_moving(view) || rect_is_empty(blocks) ||
        !trace_is_global(whole.running))
        return;
    BlocksView at = {.view = &whole,
                     .trace = whole.trace,
                     .rows = block_layout(&whole, blocks)};
    at.arrays = global_layout(&whole, at.rows.arrays);
    if (has_lanes) {
        table = lane_layout(view, lanes);
        at.lanes = &table;
    }
    for (int lane = 0; lane < whole.running->lanes; ++lane)
        draw_word(&at, lane);
    lane_layout_free(&table);
}
