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
 * of states is drawn only where blocks publish statuses.
 */
#include "view/shown_value.h"
#include "analysis/recorded_launches.h"
#include "view/views.h"

#include "draw/font.h"
#include "say/phrases.h"
#include "view/block_layout.h"
#include "view/items.h"
#include "view/view_global.h"
#include "view/view_marks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const View *view; /* of the whole trace */
    const Trace *trace;
    BlockLayout rows;
    const GlobalWords *now;
    const char *noun; /* "block", or "tile" where blocks draw theirs */
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
    text_add(text, "%u", recorded_launches_number(at->trace, g));
    if (brief && g != at->rows.grid_index)
        return;
    text_add(text, "  %s", at->trace->grids[g].title);
}

/* The block that works on TILE; none, if the trace does not hold it. */
static void tag_tile(const BlocksView *at, uint32_t tile)
{
    const Block *block = block_layout_block(&at->rows, tile);

    if (block)
        view_block(at->view, block);
    else
        view_thing(at->view, THING_TOTALS, tile);
}

static void draw_chip(const BlocksView *at, Rect box, uint32_t g, bool brief)
{
    const View *view = at->view;
    bool now = g == at->rows.grid_index;
    Text text = {0};

    chip_text(at, g, brief, &text);
    view_thing(view, THING_LAUNCH, g);
    Shape *shape =
        draw_rect(view->list, box, box.h / 2, now ? COLOR_RUNNING : COLOR_NONE);
    view_edge(view, shape, now ? COLOR_INK : COLOR_EDGE, now ? 2 : 1);
    view_label(view, rect_inset(box, view_px(view, 10), 0),
               now ? FONT_STRONG : FONT_TEXT, 16,
               g <= at->rows.grid_index ? COLOR_INK : COLOR_DIM, text.text);
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
    view_thing(view, THING_FRAME, 0);
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
            view_thing(view, THING_FRAME, 0);
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

/* Independent blocks ran concurrently, in whatever order they are played: then
 * the words are the player's, under "shown in turn". */
static void doing_text(const BlocksView *at, BlockDoing what, TileRange looks,
                       char text[64])
{
    static const char *const words[][2] = {
        [BLOCK_ABSENT] = {"not in the trace", "not in the trace"},
        [BLOCK_COMING] = {"later", "not begun"},
        [BLOCK_RUNS] = {"now", "runs"},
        [BLOCK_LOOKS] = {"looks at", "looks at"},
        [BLOCK_WAITS] = {"waits for", "waits for"},
        [BLOCK_BEGUN] = {"partly done", "begun"},
        [BLOCK_DONE] = {"done", "done"}};
    const char *word = words[what][at->view->analysed->order != NULL];

    if (looks.first > looks.last)
        snprintf(text, 64, "%s", word);
    else if (looks.first == looks.last)
        snprintf(text, 64, "%s %s %u", word, at->noun, looks.first);
    else
        snprintf(text, 64, "%s %ss %u to %u", word, at->noun, looks.first,
                 looks.last);
}

/* The sum of the inputs OWN (or of those BEFORE them); "" if no block has
 * computed it yet. */
static void sum_text(const BlocksView *at, Word own, bool before,
                     char text[VALUE_TEXT])
{
    const View *view = at->view;
    const BlockSums *all = view->analysed->sums;

    text[0] = '\0';
    for (size_t b = 0; b < at->trace->blocks_count; ++b) {
        uint32_t known = before ? all[b].before_at : all[b].own_at;
        if (all[b].own != own || known >= view->position - view_is_moving(view))
            continue;
        shown_value(at->trace->run.op,
                    before ? all[b].before_value : all[b].own_value, true,
                    text);
        return;
    }
}

/* The first wrong word of the block of tile INDEX; NULL if there is none. */
static const Access *wrong_of(const BlocksView *at, uint32_t index)
{
    const Block *block = block_layout_block(&at->rows, index);

    return block ? block_wrong(at->view->all, block) : NULL;
}

/* What the block of tile INDEX does, and the tiles that it looks at. */
static BlockDoing doing_of(const BlocksView *at, uint32_t index,
                           TileRange *looks)
{
    return block_doing(at->view->all, at->now, at->rows.statuses,
                       block_layout_block(&at->rows, index), looks);
}

/* The longest of several texts that fits. */
static void draw_fitting(const BlocksView *at, Rect box, Font font, Color color,
                         const char *const texts[], int count)
{
    const View *view = at->view;

    for (int i = 0; i < count; ++i) {
        double width = view_least_width(view, font, texts[i]);
        double room = i + 1 == count ? 1 : view->stretch > 1 ? 1.5 : 1.1;

        if (!texts[i][0] || width * room > box.w)
            continue;
        /* apart from what stands beside it */
        double edge = fmin(box.w * 0.04, (box.w - width) / 2);
        view_label(view, rect_inset(box, edge, 0), font,
                   16 * fmin(view->stretch, 1.5), color, texts[i]);
        return;
    }
}

/* "sum 61 · wrong: 264" of a tile whose block has gone wrong. */
static void draw_wrong(const BlocksView *at, Rect box, const char *own,
                       const Access *wrong)
{
    char full[160], brief[64], value[VALUE_TEXT];

    shown_value(at->trace->run.op, wrong->value, true, value);
    snprintf(brief, sizeof brief, "wrong: %s", value);
    snprintf(full, sizeof full, "%s%s%s", own, own[0] ? " · " : "", brief);
    draw_fitting(at, box, FONT_STRONG, COLOR_FAULT,
                 (const char *[]){full, brief, "wrong"}, 3);
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

/* The inputs of the tile of card INDEX. */
static Word own_of(const BlocksView *at, uint32_t index)
{
    const AnalysedTrace *whole = at->view->analysed;

    return tile_status_inputs(at->trace, whole->sums, whole->tiles,
                              at->rows.grid_index, index);
}

static Published state_of(const BlocksView *at, uint32_t index, Word own)
{
    const GlobalWord *status = block_status(at->now, at->rows.statuses, index);
    const Array *array = at->trace->arrays + at->rows.statuses;

    return !status ? PUBLISHED_NOTHING
           : tile_status_words(array) == 1
               ? PUBLISHED_BARE
               : tile_status_kind(own, status->interval);
}

/* "▣ aggregate 14". */
static void draw_state(const BlocksView *at, Rect box, uint32_t index, Word own)
{
    Published state = state_of(at, index, own);
    const GlobalWord *status = block_status(at->now, at->rows.statuses, index);
    const char *name = state == PUBLISHED_NOTHING
                           ? "nothing published"
                           : tile_status_kind_name(state);
    char value[VALUE_TEXT] = "", full[80];

    if (state != PUBLISHED_NOTHING && state != PUBLISHED_BARE)
        shown_value(at->trace->run.op, status->value, true, value);
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
    char sums[160], own_sum[64], brief[VALUE_TEXT], before[VALUE_TEXT] = "";
    char span[VALUE_TEXT];
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
    if (interval_is_range(own))
        snprintf(full, sizeof full, "%s · %s · %s", name, inputs, doing_words);
    else
        snprintf(full, sizeof full, "%s", named);
    bool strong = what == BLOCK_RUNS || what == BLOCK_LOOKS;
    bool dim = what == BLOCK_COMING || what == BLOCK_ABSENT;
    draw_fitting(at, rect_cut_top(&box, line), strong ? FONT_STRONG : FONT_TEXT,
                 what == BLOCK_WAITS ? COLOR_ALARM
                 : dim               ? COLOR_DIM
                                     : COLOR_INK,
                 (const char *[]){full, named, name, number}, 4);
    sum_text(at, own, false, brief);
    if (tile_status_before(own) != INTERVAL_IDENTITY)
        sum_text(at, own, true, before);
    snprintf(own_sum, sizeof own_sum, "%s%s%s",
             brief[0] ? phrase_sum(at->trace) : "", brief[0] ? " " : "", brief);
    snprintf(sums, sizeof sums, "%s%s%s%s", own_sum,
             brief[0] && before[0] ? " · " : "", before[0] ? "before it " : "",
             before);
    if (at->rows.statuses >= 0 && what != BLOCK_ABSENT)
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
    BlockDoing what = doing_of(at, index, &looks);
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
    shape->dashed =
        what == BLOCK_COMING || what == BLOCK_WAITS || what == BLOCK_ABSENT;
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
        BlockDoing what = doing_of(at, b, &looks);
        Rect place = block_layout_card(&at->rows, b);
        Color color = what == BLOCK_RUNS || what == BLOCK_LOOKS ? COLOR_GLOBAL
                      : what == BLOCK_WAITS                     ? COLOR_CONFLICT
                      : what == BLOCK_DONE                      ? COLOR_HELD
                                                                : COLOR_CELL;
        if (at->rows.statuses >= 0 && what != BLOCK_ABSENT &&
            color != COLOR_GLOBAL) {
            Published state = state_of(at, b, own_of(at, b));
            if (state != PUBLISHED_NOTHING)
                color = state_color(state);
        }
        pixel_bins_mark(&strip, place.x - box.x, place.x - box.x + place.w,
                        color);
    }
    view_thing(at->view, THING_TOTALS, 0);
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
        BlockDoing what = doing_of(at, b, &looks);
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
    view_thing(view, THING_FRAME, 0);
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
    if (rows->statuses >= 0)
        draw_looks(at, rows->arrows);
    draw_name(at);
    if (rows->folded) {
        draw_folded(at, rows->cards);
        return;
    }
    for (uint32_t b = 0; b < rows->grid->blocks; ++b)
        draw_card(at, block_layout_card(rows, b), b, own_of(at, b));
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
        at.now = moment_global(whole.all);
        draw_blocks(&at);
    }
    view_global(&whole, at.rows.arrays);
}
