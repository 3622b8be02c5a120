/* SPDX-License-Identifier: MIT */
#include "view/view_map.h"

#include "analysis/issue_order.h"
#include "draw/font.h"
#include "view/position_text.h"

#include <math.h>
#include <stdio.h>

double view_map_blocks_height(const View *view)
{
    return view->whole->trace->blocks_count > 1 ? view->least * 1.5 : 0;
}

/* What a block of the whole trace has done: nothing, some, all. */
static Color block_color(const View *whole, const Block *block, bool running)
{
    uint32_t first, end;
    uint32_t done = issue_order_done(whole->trace, whole->analysed->order,
                                     block, whole->position);

    trace_block_instructions(whole->trace, block, &first, &end);
    return running               ? COLOR_RUNNING
           : done == 0           ? COLOR_PANEL
           : done == end - first ? COLOR_LINK
                                 : COLOR_HELD;
}

void view_map_blocks(const View *view, Rect box)
{
    View whole = view_whole(view);
    uint32_t first, end, grid = view_grid(&whole);
    const Block *now =
        whole.running
            ? trace_block(whole.trace, trace_step(whole.trace, whole.running))
            : NULL;
    Text text = {0};
    char brief[32];

    trace_grid_blocks(whole.trace, grid, &first, &end);
    snprintf(brief, sizeof brief, "block %u", now ? now->index : 0);
    if (now)
        position_block(whole.analysed, whole.position, &text);
    else
        text_add(&text, "%s", brief);
    double most = box.w * 0.5;
    bool full = view_least_width(view, FONT_STRONG, text.text) <= most;
    double width =
        font_width(FONT_STRONG, view_size(view, 24), full ? text.text : brief) +
        1;
    Rect label = rect_cut_left(&box, fmin(width, most));
    view_thing(view, THING_LAUNCH, grid);
    view_text(view, label, FONT_STRONG, 24, COLOR_INK,
              full ? text.text : brief);
    text_free(&text);
    rect_cut_left(&box, view_px(view, 18));
    display_list_area(view->list, AREA_BLOCKS, view->panel, box);
    double pitch = fmin(box.w / (end - first), view_px(view, 60));
    double gap = pitch > 6 ? fmax(1, pitch * 0.12) : 0;
    for (uint32_t b = first; b < end; ++b) {
        const Block *block = whole.trace->blocks + b;
        Rect cell = {box.x + pitch * (b - first), box.y + box.h * 0.25,
                     fmax(1, pitch - gap), box.h * 0.5};
        view_block(view, block);
        Shape *shape = draw_rect(view->list, cell, fmin(4, cell.w / 4),
                                 block_color(&whole, block, block == now));
        view_edge(view, shape, block == now ? COLOR_INK : COLOR_EDGE,
                  block == now ? 3 : 1);
    }
}
