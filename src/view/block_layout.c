/* SPDX-License-Identifier: MIT */
#include "view/block_layout.h"

#include "analysis/block_trace.h"

#include <math.h>

static const double chips_height = 34, arrows_height = 34; /* px at 1080 */
static const double line_height = 22, card_pad = 5, gap_height = 6;
static const double least_card = 34;
static const double named_card = 250; /* "tile 5 by block 4 · runs" */

/* The array of the statuses of the grid's tiles; -1 if it has none. */
static int find_statuses(const Trace *trace, const Grid *grid)
{
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        uint32_t words = tile_status_words(trace->arrays + a);
        if (words && trace->arrays[a].words / words == grid->blocks)
            return (int)a;
    }
    return -1;
}

static double card_height(const View *view, bool statuses)
{
    return view_px(view, (statuses ? 3 : 2) * line_height + 2 * card_pad) *
           view->stretch;
}

/* Everything over the arrays. */
static double head_height(const View *whole)
{
    const Grid *grid = global_layout_grid(whole);
    double height = 0;

    if (whole->trace->blocks_count < 2)
        return 0;
    if (whole->trace->grids_count > 1)
        height += view_px(whole, chips_height + gap_height);
    bool statuses = find_statuses(whole->trace, grid) >= 0;
    if (statuses)
        height += view_px(whole, arrows_height);
    return height + card_height(whole, statuses) + view_px(whole, gap_height);
}

double block_layout_height(const View *whole)
{
    return head_height(whole) + global_layout_height(whole) +
           view_px(whole, 2 * gap_height);
}

double block_layout_line(const View *view)
{
    return view_px(view, line_height) * view->stretch;
}

/* Where the card of TILE stands: over its inputs, or, if these have no such
 * places, in an equal share of the axis. */
static Rect card_span(const BlockLayout *rows, uint32_t tile)
{
    const Trace *trace = rows->view->trace;
    Word place = tile_status_place(trace, rows->grid, tile);
    double width = rows->axis.w / rows->grid->blocks;

    if (!interval_is_range(place))
        return (Rect){rows->axis.x + tile * width, rows->cards.y, width,
                      rows->cards.h};
    return global_layout_span(rows->view, rows->axis, place, rows->cards.y,
                              rows->cards.h);
}

/* Finds how wide the card of the last tile is, if it has fewer inputs than the
 * others; 0: as wide as they are. */
static double widened_last(const BlockLayout *rows)
{
    const View *view = rows->view;
    uint32_t blocks = rows->grid->blocks;
    double wanted = fmax(view_px(view, named_card), view->least * 20);

    if (blocks < 2 || rows->folded)
        return 0;
    double full = card_span(rows, 0).w, last = card_span(rows, blocks - 1).w;
    wanted = fmin(wanted, rows->axis.w / blocks);
    return last > 0 && last < fmin(full - 1e-6, wanted) ? wanted : 0;
}

BlockLayout block_layout(const View *whole, Rect box)
{
    const Trace *trace = whole->trace;
    BlockLayout rows = {.view = whole,
                        .grid = global_layout_grid(whole),
                        .statuses = -1,
                        .box = box,
                        .axis = global_layout_axis(whole, box)};

    rows.grid_index = (uint32_t)(rows.grid - trace->grids);
    if (trace->blocks_count > 1) {
        rows.statuses = find_statuses(trace, rows.grid);
        if (trace->grids_count > 1) {
            rows.chips = rect_cut_top(&box, view_px(whole, chips_height));
            rect_cut_top(&box, view_px(whole, gap_height));
        }
        if (rows.statuses >= 0)
            rows.arrows = rect_cut_top(&box, view_px(whole, arrows_height));
        rows.cards = rect_cut_top(&box, card_height(whole, rows.statuses >= 0));
        rows.cards.x = rows.axis.x;
        rows.cards.w = rows.axis.w;
        rows.folded = card_span(&rows, 0).w < view_px(whole, least_card);
        rows.last = widened_last(&rows);
        rect_cut_top(&box, view_px(whole, gap_height));
    }
    rows.arrays = box;
    return rows;
}

/* ---- Cards ---------------------------------------------------------------*/

Rect block_layout_card(const BlockLayout *rows, uint32_t tile)
{
    Rect card = card_span(rows, tile);
    uint32_t last = rows->grid->blocks - 1;

    if (rows->last <= 0)
        return card;
    double before = card_span(rows, last).x - rows->axis.x;
    double share = (rows->axis.w - rows->last) / before;
    card.x = rows->axis.x + (card.x - rows->axis.x) * share;
    card.w = tile == last ? rows->last : card.w * share;
    return card;
}

Rect block_layout_inside(const BlockLayout *rows, Rect card)
{
    double gap = fmin(view_px(rows->view, 3), card.w / 12);

    return rect_inset(rect_inset(card, gap, 0), view_px(rows->view, 4),
                      view_px(rows->view, card_pad));
}

/* Line LINE of a card. */
static Rect line_of(const BlockLayout *rows, uint32_t tile, int line)
{
    Rect card = block_layout_card(rows, tile);
    double height = block_layout_line(rows->view);

    if (rows->folded)
        return card;
    card = block_layout_inside(rows, card);
    rect_cut_top(&card, line * height);
    return rect_cut_top(&card, height);
}

Rect block_layout_state(const BlockLayout *rows, uint32_t tile)
{
    return line_of(rows, tile, 1);
}

Rect block_layout_sums(const BlockLayout *rows, uint32_t tile)
{
    return line_of(rows, tile, rows->statuses >= 0 ? 2 : 1);
}

const Block *block_layout_block(const BlockLayout *rows, uint32_t tile)
{
    const View *view = rows->view;

    return tile_status_block(view->trace, view->analysed->sums,
                             view->analysed->tiles, rows->grid_index, tile);
}

uint32_t block_layout_running(const BlockLayout *rows)
{
    const View *view = rows->view;
    const Block *block =
        trace_block(view->trace, trace_step(view->trace, view->running));

    return view->analysed->sums[block - view->trace->blocks].tile;
}

static const TileRange no_tiles = {1, 0};

/* The tiles that LOOK looks at; only those not yet published, if WAITS. */
static TileRange looks_at(const BlockLayout *rows, const GlobalMemory *now,
                          const Instruction *look, bool waits)
{
    const Trace *trace = rows->view->trace;
    TileRange tiles = no_tiles;

    if (!look || !tile_status_looks(trace, look) ||
        look->array != rows->statuses)
        return no_tiles;
    for (uint32_t i = 0; i < tile_status_count(trace, look); ++i) {
        uint32_t tile =
            tile_status_tile(trace, look, tile_status_access(trace, look, i));
        if (tile >= rows->grid->blocks ||
            (waits && block_layout_status(rows, now, tile)))
            continue;
        bool none = tiles.first > tiles.last;
        tiles.first = none || tile < tiles.first ? tile : tiles.first;
        tiles.last = none || tile > tiles.last ? tile : tiles.last;
    }
    return tiles;
}

const GlobalWord *block_layout_status(const BlockLayout *rows,
                                      const GlobalMemory *now, uint32_t tile)
{
    uint32_t words =
        tile_status_words(rows->view->trace->arrays + rows->statuses);
    const GlobalWord *state = now->arrays[rows->statuses].words + tile * words;

    return state->held == GLOBAL_MEMORY_HELD && state->value != 0
               ? state + words - 1
               : NULL;
}

BlockDoing block_layout_doing(const BlockLayout *rows, const GlobalMemory *now,
                              uint32_t tile, TileRange *tiles)
{
    const View *view = rows->view;
    const Block *block = block_layout_block(rows, tile);

    *tiles = no_tiles;
    if (!block)
        return BLOCK_ABSENT;
    uint32_t after = issue_order_next(view->trace, view->analysed->order, block,
                                      view->position);
    /* in a launch that was cut off, the block may have had more to do */
    BlockDoing last =
        trace_is_cut(view->trace, block->grid) ? BLOCK_BEGUN : BLOCK_DONE;
    const Instruction *next =
        after == ISSUE_ORDER_NONE ? NULL : view->trace->instructions + after;
    if (view->running &&
        trace_block(view->trace, trace_step(view->trace, view->running)) ==
            block) {
        *tiles = looks_at(rows, now, view->running, false);
        return tiles->first <= tiles->last ? BLOCK_LOOKS
               : next                      ? BLOCK_RUNS
                                           : last;
    }
    if (!next)
        return last;
    if (issue_order_done(view->trace, view->analysed->order, block,
                         view->position) == 0)
        return BLOCK_COMING;
    *tiles = looks_at(rows, now, next, true);
    return tiles->first <= tiles->last ? BLOCK_WAITS : BLOCK_BEGUN;
}
