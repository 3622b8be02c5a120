/* SPDX-License-Identifier: MIT */
#include "view/block_layout.h"

#include "analysis/block_trace.h"

#include <math.h>

static const double chips_height = 34, arrows_height = 34; /* px at 1080 */
static const double line_height = 22, card_pad = 5, gap_height = 6;
static const double least_card = 34;
static const double named_card = 250; /* "tile 5 by block 4 · runs" */

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
    bool statuses = block_statuses(whole->trace, grid) >= 0;
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
        rows.statuses = block_statuses(trace, rows.grid);
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
