/* SPDX-License-Identifier: MIT
 *
 * The lanes of warps in the view of time:
 *
 *     tile 1   ┌load────┐▪ ▪ ┃▪▪ ▪┃▪▪▪////▼┃▪▪    / waits for another block
 *              │  ┌load────┐▪┃▪▪░░┃░░░░░░░┃▪▪     ░ waits at a barrier
 */
#include "draw/font.h"
#include "view/items.h"
#include "view/time_panel.h"

#include <math.h>
#include <stdlib.h>

static const double pale = 0.35;    /* of what waits */
static const double least_wait = 3; /* pixels */

static Color color_of(const TimePanel *panel, uint32_t i)
{
    const AnalysedTrace *analysed = panel->view->analysed;

    return view_instruction_color(analysed,
                                  issue_order_place(panel->trace,
                                                    analysed->order, i));
}

/* The share of a lane that the bar of an instruction is high. */
static double share_of(const Instruction *at, Color color)
{
    return trace_is_global(at) || color == COLOR_CONFLICT ? 1
           : color == COLOR_STORE                         ? 0.75
           : color == COLOR_LOAD                          ? 0.5
                                                          : 0.3;
}

/* ---- Strips ---------------------------------------------------------------*/

static void mark_span(const TimePanel *panel, PixelBins *bins, uint64_t start,
                      uint64_t end, Color color)
{
    double left = panel->lanes.x, from, to;

    if (time_panel_span(panel, start, end, 0, &from, &to))
        pixel_bins_mark(bins, from - left, to - left, color);
}

static void mark_block(const TimePanel *panel, uint32_t b, PixelBins *lanes)
{
    const Trace *trace = panel->trace;
    const ScheduledBlock *block = panel->schedule->blocks + b;
    uint32_t first, end, lane = time_panel_lane(panel, b, 0);

    for (uint32_t w = 0; w < time_panel_row(panel, b)->lanes; ++w)
        mark_span(panel, lanes + lane + w, block->start, block->end,
                  COLOR_CELL);
    trace_block_instructions(trace, trace->blocks + b, &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        const ScheduledInstruction *when = panel->schedule->instructions + i;
        PixelBins *bins = lanes + time_panel_lane(panel, b, at->warp);
        Color color = color_of(panel, i);
        if (panel->values && color == COLOR_CONFLICT) /* as what waits is */
            color = trace_is_load(at) ? COLOR_LOAD : COLOR_STORE;
        mark_span(panel, bins, when->start, when->end, color);
        if (when->waited)
            mark_span(panel, bins, when->ready, when->start, COLOR_CONFLICT);
    }
}

static void draw_strips(const TimePanel *panel)
{
    uint32_t count = panel->lanes_count;
    PixelBins *lanes = base_alloc((size_t)count + 1, sizeof *lanes);
    uint32_t *blocks = base_alloc((size_t)count + 1, sizeof *blocks);

    for (uint32_t i = 0; i < count; ++i) {
        Rect box = panel->lanes;
        box.y = panel->tops[i];
        box.h = panel->bar;
        lanes[i] = pixel_bins_new(box);
    }
    for (uint32_t b = (uint32_t)panel->trace->blocks_count; b-- > 0;) {
        mark_block(panel, b, lanes);
        for (uint32_t w = 0; w < time_panel_row(panel, b)->lanes; ++w)
            blocks[time_panel_lane(panel, b, w)] = b;
    }
    for (uint32_t i = 0; i < count; ++i) {
        time_panel_tag_block(panel, blocks[i]);
        pixel_bins_draw(lanes + i, panel->view->list);
    }
    free(lanes);
    free(blocks);
}

/* ---- Bars -----------------------------------------------------------------*/

/* Something that warp W of block B waits for from START to END; false if it is
 * too short to be seen. */
static bool draw_wait(const TimePanel *panel, uint32_t b, uint32_t w,
                      uint64_t start, uint64_t end, Color color)
{
    double from, to;

    if (!time_panel_span(panel, start, end, least_wait, &from, &to))
        return false;
    Rect box = {from, panel->tops[time_panel_lane(panel, b, w)], to - from,
                panel->bar};
    time_panel_tag_block(panel, b);
    draw_rect(panel->view->list, box, 0, color)->alpha = pale;
    return true;
}

static void draw_bar(const TimePanel *panel, uint32_t i)
{
    const View *view = panel->view;
    const ScheduledInstruction *when = panel->schedule->instructions + i;
    Color color = color_of(panel, i);
    double share = share_of(panel->trace->instructions + i, color);
    double height = fmax(round(panel->bar * share), 1), from, to;

    if (!time_panel_span(panel, when->start, when->end, 0, &from, &to))
        return;
    from = round(from);
    to = fmax(round(to) - (to - from >= 4 ? 1 : 0), from + 1);
    time_panel_tag(panel, i);
    Rect box = {from, time_panel_y(panel, i) + panel->bar - height, to - from,
                height};
    Shape *shape = draw_rect(view->list, box, 0, color);
    if (i == panel->running)
        view_edge(view, shape, COLOR_INK, 2.5);
}

/* The barrier at the end of a step: grey, for what is black is the critical
 * path. */
static void draw_barrier(const TimePanel *panel, uint32_t b, uint64_t begin,
                         uint64_t end)
{
    const TimeRow *row = time_panel_row(panel, b);
    double from, to;

    if (!time_panel_span(panel, begin, end, least_wait, &from, &to) ||
        to >= panel->lanes.x + panel->lanes.w - 1)
        return;
    time_panel_tag_block(panel, b);
    draw_line(panel->view->list, round(to) - 0.5, row->y, round(to) - 0.5,
              row->y + row->h, fmax(1, view_px(panel->view, 2)), COLOR_DIM);
}

/* A step of block B, from cycle BEGIN on; LASTS is room for all lanes. */
static void draw_step(const TimePanel *panel, uint32_t b, uint32_t s,
                      uint64_t begin, uint64_t *lasts)
{
    const Step *step = panel->trace->steps + s;
    uint32_t lanes = time_panel_row(panel, b)->lanes;
    uint32_t first = time_panel_lane(panel, b, 0);
    uint64_t end = panel->schedule->steps[s];

    for (uint32_t w = 0; w < lanes; ++w)
        lasts[w] = begin;
    for (uint32_t j = 0; j < step->instruction_count; ++j) {
        uint32_t i = step->first_instruction + j;
        uint32_t warp = panel->trace->instructions[i].warp;
        uint32_t w = time_panel_lane(panel, b, warp) - first;
        const ScheduledInstruction *when = panel->schedule->instructions + i;
        if (when->waited)
            draw_wait(panel, b, w, when->ready, when->start, COLOR_CONFLICT);
        draw_bar(panel, i);
        lasts[w] = when->end > lasts[w] ? when->end : lasts[w];
    }
    for (uint32_t w = 0; w < lanes; ++w)
        draw_wait(panel, b, w, lasts[w], end, COLOR_LINK);
    draw_barrier(panel, b, begin, end);
}

/* With what it waits after its end, until the launch ends and another one can
 * start. */
static void draw_block(const TimePanel *panel, uint32_t b, uint64_t *lasts)
{
    const Block *block = panel->trace->blocks + b;
    const ScheduledBlock *when = panel->schedule->blocks + b;
    uint64_t begin = when->start;

    for (uint32_t s = block->first_step;
         s < block->first_step + block->step_count; ++s) {
        draw_step(panel, b, s, begin, lasts);
        begin = panel->schedule->steps[s];
    }
    if (block->grid + 1 < panel->trace->grids_count)
        for (uint32_t w = 0; w < time_panel_row(panel, b)->lanes; ++w)
            draw_wait(panel, b, w, when->end,
                      panel->schedule->launches[block->grid].end, COLOR_LINK);
}

void time_lanes_draw(const TimePanel *panel)
{
    uint64_t *lasts = base_alloc((size_t)panel->lanes_count + 1, sizeof *lasts);

    if (panel->strips)
        draw_strips(panel);
    for (uint32_t b = 0; b < panel->trace->blocks_count && !panel->strips; ++b)
        draw_block(panel, b, lasts);
    free(lasts);
}

/* ---- Names ----------------------------------------------------------------*/

/* TEXT in BOX over lines: the ground of the panel keeps them away. */
static void draw_over(const View *view, Rect box, Font font, Color color,
                      const char *text)
{
    double size = time_panel_text(view);

    draw_rect(view->list, box, view_px(view, 3), COLOR_PANEL);
    draw_text(view->list, box, ALIGN_CENTER, font, size, view->least, color,
              text);
}

/* "waits for tile 2", in what instruction I waits for the word of a block. */
static void draw_wait_name(const TimePanel *panel, uint32_t i)
{
    const ScheduledInstruction *when = panel->schedule->instructions + i;
    double size = time_panel_text(panel->view), from, to;
    Text text = {0};

    if (!when->waited || when->why != SCHEDULE_WORD ||
        !time_panel_span(panel, when->ready, when->start, least_wait, &from,
                         &to))
        return;
    uint32_t cause = time_panel_block(panel, when->cause);
    text_add(&text, "waits for %s %u", panel->noun,
             time_panel_row(panel, cause)->number);
    double width = font_width(FONT_STRONG, size, text.text) + size * 0.6;
    Rect box =
        rect_around((from + to) / 2, time_panel_y(panel, i) + panel->bar / 2,
                    width, size * 1.25);
    time_panel_tag_block(panel, time_panel_block(panel, i));
    if (width < to - from && box.h <= panel->bar + 2)
        draw_over(panel->view, box, FONT_STRONG, COLOR_ALARM, text.text);
    text_free(&text);
}

/* The name of step S of block B under its row, from *NAMED on. */
static void draw_phase(const TimePanel *panel, uint32_t b, uint32_t s,
                       uint64_t begin, double *named)
{
    const TimeRow *row = time_panel_row(panel, b);
    const char *name = trace_phase(panel->trace, panel->trace->steps + s);
    double size = time_panel_text(panel->view), from, to;
    double width = font_width(FONT_TEXT, size, name) + 2;

    if (!time_panel_span(panel, begin, panel->schedule->steps[s], width, &from,
                         &to) ||
        (from + to - width) / 2 < *named)
        return;
    Rect box = {(from + to - width) / 2, row->y + row->h, width, panel->foot};
    time_panel_tag_block(panel, b);
    draw_over(panel->view, box, FONT_TEXT, COLOR_DIM, name);
    *named = box.x + width + size * 0.5;
}

void time_lanes_names(const TimePanel *panel)
{
    const Trace *trace = panel->trace;

    for (uint32_t i = 0; i < trace->instructions_count; ++i)
        draw_wait_name(panel, i);
    for (uint32_t b = 0; b < trace->blocks_count && panel->foot > 0; ++b) {
        const Block *block = trace->blocks + b;
        uint64_t begin = panel->schedule->blocks[b].start;
        double named = 0;
        for (uint32_t s = block->first_step;
             s < block->first_step + block->step_count; ++s) {
            draw_phase(panel, b, s, begin, &named);
            begin = panel->schedule->steps[s];
        }
    }
}
