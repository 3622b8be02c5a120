/* SPDX-License-Identifier: MIT
 *
 * view_blocks - draws what all blocks together do: launches, blocks, global
 * memory.
 *
 *     4 launches [1 scan each block] 2 collect sums  3 scan sums  4 add before
 *                ┌───────────────┐                 looks at tile 0
 *     4 blocks   │ block 0       │ block 1        block 2        block 3
 *                ▼ done          │ runs           waits          later
 *                  ■ prefix 11     □ aggregate 14  ○ nothing      ○ nothing
 *     in           3  1  7  0      4  1  6  3      ...            view_global
 *
 * A block is drawn over its inputs, on the axis of the arrays below.  The line
 * of states, and the arrows, are drawn only where blocks publish statuses.
 */
#include "view/views.h"

#include "analysis/sum_results.h"
#include "draw/font.h"
#include "moment/block_state.h"
#include "say/phrases.h"
#include "view/items.h"
#include "view/shown_value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double text_likes = 22, strip_text = 24; /* px at 1080 */
static const double line_share = 1.4, chip_share = 1.6, arrow_share = 1.7;
static const double gap_likes = 8, card_radius = 6;
static const double most_stretch = 1.7;
static const double text_share = 0.83; /* of a card, so that texts keep apart */
static const double narrowest = 0.6;   /* of a card, the last one */

enum { MOST_LOOKS = 1024 }; /* more arrows would be one patch */

typedef struct {
    const View *view; /* of the whole trace */
    const Trace *trace;
    const Grid *grid; /* the running launch; at the start the first */
    uint32_t grid_index;
    int statuses;     /* array of the tiles' statuses; -1: none */
    const char *noun; /* "block", or "tile" where blocks draw theirs */
    double width;     /* of the axis */
    bool over_inputs; /* cards are; else all are as wide */
} Blocks;

static double line_height(const View *view)
{
    return ceil(view->least * line_share * view->stretch);
}

static Blocks blocks_of(const View *whole, double width)
{
    const Trace *trace = whole->trace;
    Blocks at = {.view = whole,
                 .trace = trace,
                 .grid_index = view_grid(whole),
                 .statuses = -1,
                 .noun = "block",
                 .width = width};
    double from, to, first, end;

    at.grid = trace->grids + at.grid_index;
    if (trace->blocks_count < 2)
        return at;
    at.statuses = block_statuses(trace, at.grid);
    if (tile_status_draws(trace, whole->analysed->sums))
        at.noun = "tile";
    at.over_inputs =
        view_global_span(whole, width, tile_status_place(trace, at.grid, 0),
                         &from, &to) &&
        view_global_span(whole, width,
                         tile_status_place(trace, at.grid, at.grid->blocks - 1),
                         &first, &end) &&
        end - first >= narrowest * (to - from);
    return at;
}

static const Block *block_of(const Blocks *at, uint32_t tile)
{
    const AnalysedTrace *whole = at->view->analysed;

    return tile_status_block(at->trace, whole->sums, at->grid_index, tile);
}

/* What the block of TILE does, and the tiles that it looks at. */
static BlockDoing doing_of(const Blocks *at, uint32_t tile, TileRange *looks)
{
    return block_doing(at->view->all, at->statuses, block_of(at, tile), looks);
}

/* ---- Launches -------------------------------------------------------------*/

static void look_launch(const void *data, uint32_t i, int form, Item *item)
{
    const Blocks *at = data;
    bool now = i == at->grid_index;
    uint32_t number = recorded_launches_number(at->trace, i);

    item->fill = now ? COLOR_HELD : COLOR_NONE;
    item->edge = now ? COLOR_INK : COLOR_EDGE;
    item->edge_width = now ? 2 : 1;
    item->ink = i <= at->grid_index ? COLOR_INK : COLOR_DIM;
    item->strong = now;
    snprintf(item->text, ITEM_TEXT, form ? "%u" : "%u  %.30s", number,
             at->trace->grids[i].title);
}

static void draw_launches(const Blocks *at, Rect names, Rect box)
{
    Items items = {.count = (uint32_t)at->trace->grids_count,
                   .font = FONT_TEXT,
                   .size = text_likes * at->view->stretch,
                   .radius = 12,
                   .share = text_share,
                   .forms = 2,
                   .thing = {THING_LAUNCH, 0, 0, at->view->panel + 1},
                   .data = at,
                   .look = look_launch};
    char text[32];

    snprintf(text, sizeof text, "%u launches", items.count);
    view_thing(at->view, THING_FRAME, 0);
    view_global_name(at->view, names, FONT_TEXT, COLOR_DIM, text);
    items_draw_fitting(at->view, &items, box);
}

/* ---- Cards ----------------------------------------------------------------*/

static void place_card(const void *data, uint32_t i, double *from, double *to)
{
    const Blocks *at = data;

    view_global_span(at->view, at->width,
                     tile_status_place(at->trace, at->grid, i), from, to);
}

/* Makes ITEM a part of the card of TILE, without a ground; its block, or NULL.
 */
static const Block *start_item(const Blocks *at, uint32_t tile, Item *item)
{
    const Block *block = block_of(at, tile);

    item->fill = COLOR_NONE;
    item->thing = (Thing){THING_TOTALS, tile, 0, at->view->panel + 1};
    if (block)
        item->thing = (Thing){THING_BLOCK, block->grid, block->index,
                              at->view->panel + 1};
    return block;
}

/* The ground of a card. */
static void look_card(const void *data, uint32_t tile, int form, Item *item)
{
    const Blocks *at = data;
    const Block *block = start_item(at, tile, item);
    TileRange looks;
    BlockDoing what = doing_of(at, tile, &looks);
    bool now = what == BLOCK_RUNS || what == BLOCK_LOOKS;
    bool wrong = block && block_wrong(at->view->all, block);

    (void)form;
    item->fill = now                  ? COLOR_HELD
                 : what == BLOCK_DONE ? COLOR_CELL
                                      : COLOR_PANEL;
    item->edge = wrong                 ? COLOR_FAULT
                 : now                 ? COLOR_INK
                 : what == BLOCK_WAITS ? COLOR_ALARM
                                       : COLOR_EDGE;
    item->edge_width = wrong || now || what == BLOCK_WAITS ? 3 : 1;
    item->dashed = what == BLOCK_COMING || what == BLOCK_WAITS;
    item->hatched = what == BLOCK_ABSENT;
}

static void write_doing(BlockDoing what, TileRange looks, char text[ITEM_TEXT])
{
    static const char *const words[] = {[BLOCK_ABSENT] = "not in the trace",
                                        [BLOCK_COMING] = "later",
                                        [BLOCK_RUNS] = "now",
                                        [BLOCK_LOOKS] = "looks at",
                                        [BLOCK_WAITS] = "waits for",
                                        [BLOCK_BEGUN] = "begun",
                                        [BLOCK_DONE] = "done"};
    const char *word = words[what];

    if (looks.first > looks.last)
        snprintf(text, ITEM_TEXT, "%s", word);
    else if (looks.first == looks.last)
        snprintf(text, ITEM_TEXT, "%s %u", word, looks.first);
    else
        snprintf(text, ITEM_TEXT, "%s %u to %u", word, looks.first, looks.last);
}

/* A line of a card: "block 1 · runs", "block 1", "1". */
static void look_name(const void *data, uint32_t tile, int form, Item *item)
{
    const Blocks *at = data;
    TileRange looks;
    BlockDoing what = doing_of(at, tile, &looks);
    char doing[ITEM_TEXT];

    start_item(at, tile, item);
    item->strong = what == BLOCK_RUNS || what == BLOCK_LOOKS;
    item->ink = what == BLOCK_WAITS                            ? COLOR_ALARM
                : what == BLOCK_COMING || what == BLOCK_ABSENT ? COLOR_DIM
                                                               : COLOR_INK;
    write_doing(what, looks, doing);
    if (form == 0)
        snprintf(item->text, ITEM_TEXT, "%s %u · %.24s", at->noun, tile, doing);
    else
        snprintf(item->text, ITEM_TEXT, form == 1 ? "%s %u" : "%.0s%u",
                 at->noun, tile);
}

/* The inputs of TILE. */
static Word own_of(const Blocks *at, uint32_t tile)
{
    const AnalysedTrace *whole = at->view->analysed;

    return tile_status_inputs(at->trace, whole->sums, at->grid_index, tile);
}

/* What TILE has published: "■ prefix 11", "■ 11". */
static void look_state(const void *data, uint32_t tile, int form, Item *item)
{
    static const char *const marks[PUBLISHED_KINDS] = {"○", "□", "■", "□", "✗"};
    const Blocks *at = data;
    GlobalWord status;
    bool published = block_status(at->view->all, at->statuses, tile, &status);
    const Array *array = at->trace->arrays + at->statuses;
    Published state = !published ? PUBLISHED_NOTHING
                      : tile_status_words(array) == 1
                          ? PUBLISHED_BARE
                          : tile_status_kind(own_of(at, tile), status.interval);
    char value[VALUE_TEXT] = "";

    if (state != PUBLISHED_NOTHING && state != PUBLISHED_BARE)
        shown_value(at->trace->run.op, status.value, true, value);
    start_item(at, tile, item);
    item->strong = state != PUBLISHED_NOTHING;
    item->ink = state == PUBLISHED_NOTHING ? COLOR_DIM
                : state == PUBLISHED_OTHER ? COLOR_FAULT
                                           : COLOR_INK;
    const char *blank = value[0] ? " " : "";
    if (form == 0)
        snprintf(item->text, ITEM_TEXT, "%s %s%s%.20s", marks[state],
                 tile_status_kind_name(state), blank, value);
    else
        snprintf(item->text, ITEM_TEXT, "%s%s%.30s", marks[state], blank,
                 value);
}

/* The sum of the inputs OWN; "" if no block has computed it yet. */
static void write_sum(const Blocks *at, Word own, char text[VALUE_TEXT])
{
    const View *view = at->view;
    const BlockSums *all = view->analysed->sums;

    text[0] = '\0';
    for (size_t b = 0; b < at->trace->blocks_count; ++b) {
        if (all[b].own != own ||
            all[b].own_at >= view->position - view_is_moving(view))
            continue;
        shown_value(at->trace->run.op, all[b].own_value, true, text);
        return;
    }
}

/* "sum 14", "14"; "wrong: 264". */
static void look_sum(const void *data, uint32_t tile, int form, Item *item)
{
    const Blocks *at = data;
    const Block *block = start_item(at, tile, item);
    const Access *wrong = block ? block_wrong(at->view->all, block) : NULL;
    const char *name = wrong ? "wrong:" : phrase_sum(at->trace);
    char value[VALUE_TEXT];

    if (wrong) {
        shown_value(at->trace->run.op, wrong->value, true, value);
        item->ink = COLOR_FAULT;
        item->strong = true;
    } else {
        write_sum(at, own_of(at, tile), value);
    }
    if (value[0])
        snprintf(item->text, ITEM_TEXT, form ? "%.0s%s" : "%s %.30s", name,
                 value);
}

/* How many lines a card has; 0: the trace has one block. */
static int lines_of(const View *whole)
{
    const Trace *trace = whole->trace;

    if (trace->blocks_count < 2)
        return 0;
    return block_statuses(trace, trace->grids + view_grid(whole)) >= 0 ? 3 : 2;
}

/* The items of a line of all cards, SHARE of their width. */
static Items line_of(const Blocks *at,
                     void (*look)(const void *, uint32_t, int, Item *),
                     double share)
{
    return (Items){.count = at->grid->blocks,
                   .share = share,
                   .radius = card_radius,
                   .font = FONT_TEXT,
                   .size = text_likes * at->view->stretch,
                   .forms = 3,
                   .data = at,
                   .look = look,
                   .place = at->over_inputs ? place_card : NULL};
}

/* The grounds of all cards.  In a strip of pixels the running block would not
 * be seen. */
static void draw_grounds(const Blocks *at, const Items *ground, Rect box)
{
    const View *view = at->view;
    ItemFit fit = items_draw_fitting(view, ground, box);

    if (fit.detail >= ITEMS_CELLS || !view->running)
        return;
    const Block *block =
        trace_block(at->trace, trace_step(at->trace, view->running));
    uint32_t tile = view->analysed->sums[block - at->trace->blocks].tile;
    if (tile >= at->grid->blocks)
        return;
    Rect slot = items_slot(ground, box, tile);
    double width = fmax(4, slot.w);
    slot.x = fmin(slot.x, box.x + box.w - width);
    view_block(view, block);
    draw_rect(view->list, (Rect){slot.x, box.y, width, box.h}, 0, COLOR_INK);
}

static void draw_cards(const Blocks *at, Rect box, int lines)
{
    const View *view = at->view;
    Items ground = line_of(at, look_card, 0.96);
    Items rows[] = {line_of(at, look_name, text_share),
                    line_of(at, lines > 2 ? look_state : look_sum, text_share),
                    line_of(at, look_sum, text_share)};

    draw_grounds(at, &ground, box);
    rect_cut_top(&box, line_height(view) * 0.15);
    for (int i = 0; i < lines; ++i) {
        Rect line = rect_cut_top(&box, line_height(view));
        ItemFit fit = items_fit(view, rows + i, line);
        if (fit.detail == ITEMS_TEXT)
            items_draw(view, rows + i, line, fit);
    }
}

/* "32 blocks", or "6 of 32 blocks" where the trace does not hold them all. */
static void draw_names(const Blocks *at, Rect box)
{
    const View *view = at->view;
    uint32_t begin, end, all = at->grid->blocks;
    Text text = {0};

    trace_grid_blocks(at->trace, at->grid_index, &begin, &end);
    if (end - begin < all)
        text_add(&text, "%u of ", end - begin);
    text_add(&text, "%u %s%s", all, at->noun, all == 1 ? "" : "s");
    view_thing(view, THING_FRAME, 0);
    view_global_name(view, rect_cut_top(&box, line_height(view)), FONT_TEXT,
                     COLOR_DIM, text.text);
    text_free(&text);
    if (end - begin > 1 && !view->analysed->order)
        view_global_name(view, rect_cut_top(&box, line_height(view)), FONT_TEXT,
                         COLOR_DIM, "shown in turn");
}

/* ---- Looking back ---------------------------------------------------------*/

/* An arrow over the cards, from a tile to the one it looks at or waits for. */
static void draw_look(const Blocks *at, Rect box, Rect from, Rect to,
                      bool waits)
{
    const View *view = at->view;
    double x0 = from.x + from.w * 0.4, x1 = to.x + to.w * 0.6;
    double foot = box.y + box.h, top = box.y + view_px(view, 4);
    double head = fmax(5, view_px(view, 10));
    Color color = waits ? COLOR_ALARM : COLOR_INK;
    Shape *shape = draw_curve(view->list, (double[]){x0, x0, x1, x1},
                              (double[]){foot, top, top, foot - head},
                              fmax(1, view_px(view, waits ? 2 : 3)), color);

    shape->dashed = waits;
    draw_arrow(view->list, x1, foot - head, x1, foot - 1, head, color);
}

static void draw_looks(const Blocks *at, Rect box)
{
    Items cards = line_of(at, look_card, 1);
    int drawn = 0;

    for (uint32_t tile = 0; tile < at->grid->blocks; ++tile) {
        TileRange looks;
        BlockDoing what = doing_of(at, tile, &looks);
        Rect from = items_cell(&cards, box, tile);
        view_thing(at->view, THING_TOTALS, tile);
        for (uint32_t to = looks.first;
             to <= looks.last && to < at->grid->blocks && drawn < MOST_LOOKS;
             ++to, ++drawn)
            draw_look(at, box, from, items_cell(&cards, box, to),
                      what == BLOCK_WAITS);
    }
}

/* ---- All of it ------------------------------------------------------------*/

double view_blocks_height(const View *view)
{
    View whole = view_whole(view);

    int lines = lines_of(&whole);
    double height = view_global_height(&whole), gap = view_px(view, gap_likes);

    if (lines && whole.trace->grids_count > 1)
        height += ceil(view->least * chip_share * view->stretch) + gap;
    if (lines > 2)
        height += ceil(view->least * arrow_share * view->stretch);
    return lines ? height + line_height(view) * (lines + 0.3) + gap : height;
}

/* The rows are higher, and texts larger, where there is room. */
void view_blocks(const View *view, Rect box)
{
    View whole = view_whole(view);

    whole.stretch =
        layout_clamp(box.h / view_blocks_height(view), 1, most_stretch);
    view = &whole;
    int lines = lines_of(&whole);
    double gap = view_px(view, gap_likes);

    if (rect_is_empty(box))
        return;
    display_list_area(view->list, AREA_BLOCKS, view->panel, box);
    Rect axis = view_global_axis(&whole, box);
    Blocks at = blocks_of(&whole, axis.w);
    if (lines && whole.trace->grids_count > 1) {
        Rect row =
            rect_cut_top(&box, ceil(view->least * chip_share * view->stretch));
        draw_launches(&at, (Rect){box.x, row.y, axis.x - box.x, row.h},
                      (Rect){axis.x, row.y, axis.w, row.h});
        rect_cut_top(&box, gap);
    }
    if (lines > 2) {
        Rect row =
            rect_cut_top(&box, ceil(view->least * arrow_share * view->stretch));
        draw_looks(&at, (Rect){axis.x, row.y, axis.w, row.h});
    }
    if (lines) {
        Rect row = rect_cut_top(&box, line_height(view) * (lines + 0.3));
        draw_names(&at, (Rect){box.x, row.y, axis.x - box.x, row.h});
        draw_cards(&at, (Rect){axis.x, row.y, axis.w, row.h}, lines);
        rect_cut_top(&box, gap);
    }
    view_global(&whole, box);
}

/* ---- The strip ------------------------------------------------------------*/

double view_block_strip_height(const View *view)
{
    return view->whole->trace->blocks_count > 1 ? ceil(view->least * 1.5) : 0;
}

/* "block 3"; its width. */
static double draw_running(const Blocks *at, Rect box)
{
    const View *view = at->view;
    const Trace *trace = at->trace;
    uint32_t index =
        view->running
            ? trace_block(trace, trace_step(trace, view->running))->index
            : 0;
    char text[32];

    snprintf(text, sizeof text, "block %u", index);
    view_thing(view, THING_LAUNCH, at->grid_index);
    Shape *shape = view_text_fitting(view, box, FONT_STRONG, strip_text,
                                     COLOR_INK, (const char *[]){text}, 1);
    return shape ? shape->box.w + view_px(view, 18) : 0;
}

void view_block_strip(const View *view, Rect box)
{
    View whole = view_whole(view);
    Blocks at = blocks_of(&whole, box.w);

    box.h = fmin(box.h, view_block_strip_height(view));
    if (rect_is_empty(box))
        return;
    rect_cut_left(&box,
                  draw_running(&at, (Rect){box.x, box.y, box.w * 0.5, box.h}));
    display_list_area(view->list, AREA_BLOCKS, view->panel, box);
    if (at.grid->blocks < 2)
        return;
    Items items = line_of(&at, look_card, 0.88);
    items.place = NULL;
    items.most = view_px(view, 60);
    box.w = fmin(box.w, items.count * items.most);
    draw_grounds(&at, &items, rect_inset(box, 0, box.h * 0.22));
}
