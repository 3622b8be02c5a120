/* SPDX-License-Identifier: MIT
 *
 * time_strips - see time_strips.h.
 */
#include "view/time_strips.h"

#include "view/pixel_bins.h"

#include <stdlib.h>

/* Marks block B in the strips of its lanes, COUNT of them. */
static void mark_block(const TimePanel *panel, uint32_t b, PixelBins *lanes,
                       uint32_t count)
{
    const Trace *trace = panel->trace;
    double left = panel->at.lanes.x, from, to;
    uint32_t first, end;

    trace_block_instructions(trace, trace->blocks + b, &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        const ScheduledInstruction *when = panel->schedule->instructions + i;
        uint32_t w = trace->instructions[i].warp;
        Color color = time_panel_color(panel, i);
        PixelBins *bins = lanes + (w < count ? w : count - 1);
        if (color == COLOR_CONFLICT) /* orange means waiting for a block */
            color = trace_is_load(trace->instructions + i) ? COLOR_LOAD
                                                           : COLOR_STORE;
        if (time_panel_span(panel, when->start, when->end, &from, &to))
            pixel_bins_mark(bins, from - left, to - left, color);
        if (when->waited &&
            time_panel_span(panel, when->ready, when->start, &from, &to))
            pixel_bins_mark(bins, from - left, to - left, COLOR_CONFLICT);
    }
    const ScheduledBlock *block = panel->schedule->blocks + b;
    for (uint32_t w = 0; w < count; ++w)
        if (time_panel_span(panel, block->start, block->end, &from, &to))
            pixel_bins_mark(lanes + w, from - left, to - left, COLOR_CELL);
}

/* The lanes of BLOCKS, which share them: the blocks of a folded row, or one. */
static void draw_strips(const TimePanel *panel, const uint32_t *blocks,
                        uint32_t blocks_count)
{
    uint32_t count = time_layout_lanes(&panel->at, blocks[0]);
    uint32_t instruction, last;
    PixelBins *lanes = base_alloc((size_t)count + 1, sizeof *lanes);

    for (uint32_t w = 0; w < count; ++w) {
        Rect box = panel->at.lanes;
        box.y = time_layout_y(&panel->at, blocks[0], w);
        box.h = time_layout_bar(&panel->at, blocks[0]);
        lanes[w] = pixel_bins_new(box, false);
    }
    for (uint32_t i = 0; i < blocks_count; ++i)
        mark_block(panel, blocks[i], lanes, count);
    trace_block_instructions(panel->trace, panel->trace->blocks + blocks[0],
                             &instruction, &last);
    view_block(panel->view, panel->trace->blocks + blocks[0]);
    if (instruction < last)
        time_panel_tag(panel, instruction);
    for (uint32_t w = 0; w < count; ++w)
        pixel_bins_draw(lanes + w, panel->view->list);
    free(lanes);
}

/* The blocks of each row, as rows lie; free it. */
static uint32_t *blocks_by_row(const TimePanel *panel, uint32_t *firsts)
{
    size_t count = panel->trace->blocks_count;
    uint32_t *blocks = base_alloc(count + 1, sizeof *blocks);

    for (size_t b = 0; b < count; ++b)
        ++firsts[panel->at.row_of[b] + 1];
    for (uint32_t r = 0; r < panel->at.rows_count; ++r)
        firsts[r + 1] += firsts[r];
    uint32_t *next =
        base_memdup(firsts, (panel->at.rows_count + 1) * sizeof *firsts);
    for (uint32_t b = 0; b < count; ++b)
        blocks[next[panel->at.row_of[b]]++] = b;
    free(next);
    return blocks;
}

void time_strips_draw(const TimePanel *panel)
{
    const TimeRow *rows = panel->at.rows;
    uint32_t count = panel->at.rows_count;
    uint32_t *firsts = base_alloc((size_t)count + 2, sizeof *firsts);
    uint32_t *blocks = blocks_by_row(panel, firsts);
    bool each = panel->at.mode <= TIME_LANES;

    for (uint32_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && panel->at.mode == TIME_FOLDED &&
                              rows[end].y == rows[first].y;
             ++end)
            ;
        for (uint32_t i = firsts[first]; each && i < firsts[end]; ++i)
            draw_strips(panel, blocks + i, 1);
        if (!each)
            draw_strips(panel, blocks + firsts[first],
                        firsts[end] - firsts[first]);
    }
    free(blocks);
    free(firsts);
}
