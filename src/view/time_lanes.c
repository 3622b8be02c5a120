/* SPDX-License-Identifier: MIT */
#include "view/time_lanes.h"

#include "draw/font.h"
#include "view/items.h"

#include <math.h>
#include <stdlib.h>

/* ---- Strips --------------------------------------------------------------*/

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

/* ---- Bars ----------------------------------------------------------------*/

/* Text of a part of a lane, on the ground of the panel, if there is room. */
static void draw_on_wait(const TimePanel *panel, Rect box, Color color,
                         const char *text)
{
    const View *view = panel->view;
    double size = view_size(view, 14);
    double width = font_width(FONT_STRONG, size, text) + view_px(view, 14);

    if (!time_panel_is_open(panel) || width + view_px(view, 8) > box.w ||
        box.h < size * 1.25)
        return;
    Rect ground =
        rect_around(box.x + box.w / 2, box.y + box.h / 2, width, size * 1.35);
    draw_rect(view->list, ground, view_px(view, 3), COLOR_PANEL);
    view_label(view, ground, FONT_STRONG, 14, color, text);
}

/* The place of what lasts from START to END in the lane of warp W of block B;
 * false if it is not seen. */
static bool wait_box(const TimePanel *panel, uint32_t b, uint32_t w,
                     uint64_t start, uint64_t end, Rect *box)
{
    double bar = time_layout_bar(&panel->at, b), from, to;

    if (!time_panel_span(panel, start, end, &from, &to) || to - from < 3 ||
        bar < 4)
        return false;
    *box = (Rect){from, time_layout_y(&panel->at, b, w), to - from, bar};
    return true;
}

/* What a warp waits for at a barrier, or its block at the end of a launch. */
static void draw_barrier_wait(const TimePanel *panel, uint32_t b, uint32_t w,
                              uint64_t start, uint64_t end)
{
    Rect box;

    if (!wait_box(panel, b, w, start, end, &box))
        return;
    view_block(panel->view, panel->trace->blocks + b);
    time_panel_hatch(panel->view, box, COLOR_LINK);
}

static const char *short_name(const Trace *trace, const Instruction *at)
{
    return trace_is_update(at)                ? "update"
           : tile_status_looks(trace, at)     ? "look"
           : tile_status_publishes(trace, at) ? "publish"
           : trace_traits_of(at)->brings      ? "load"
                                              : "store";
}

/* The place of an instruction's bar; false if it is not seen. */
static bool place_bar(const TimePanel *panel, uint32_t i, Rect *box)
{
    const ScheduledInstruction *when = panel->schedule->instructions + i;
    uint32_t b = time_layout_block(&panel->at, i);
    double from, to, bar = time_layout_bar(&panel->at, b);
    double height =
        fmax(round(bar * time_panel_share(time_panel_color(panel, i))), 1);

    if (!time_panel_span(panel, when->start, when->end, &from, &to))
        return false;
    from = round(from);
    to = fmax(round(to) - (to - from >= 4 ? 1 : 0), from + 1);
    *box = (Rect){from, time_layout_lane(&panel->at, i) + bar - height,
                  to - from, height};
    return true;
}

static void draw_bar(const TimePanel *panel, uint32_t i)
{
    const View *view = panel->view;
    const ScheduledInstruction *when = panel->schedule->instructions + i;
    Color color = time_panel_color(panel, i);
    Rect box;

    if (!place_bar(panel, i, &box))
        return;
    time_panel_tag(panel, i);
    double radius =
        (double)(when->end - when->start) * panel->at.cycle > view_px(view, 20)
            ? view_px(view, 3)
            : 0;
    Shape *shape = draw_rect(view->list, box, radius, color);
    if (i == panel->running)
        view_edge(view, shape, COLOR_INK, 2.5);
}

/* The name of an instruction of global memory, over lines that cross its bar:
 * on its colour. */
static void draw_bar_name(const TimePanel *panel, uint32_t i)
{
    const View *view = panel->view;
    const Instruction *at = panel->trace->instructions + i;
    const char *name = short_name(panel->trace, at);
    double width = font_width(FONT_TEXT, view_size(view, 14), name) + 2;
    Rect box;

    if (!trace_is_global(at) || !place_bar(panel, i, &box) ||
        view_least_width(view, FONT_TEXT, name) + view_px(view, 8) > box.w)
        return;
    time_panel_tag(panel, i);
    Color color = time_panel_color(panel, i);
    Rect ground = rect_around(box.x + box.w / 2, box.y + box.h / 2,
                              fmin(width, box.w), box.h);
    draw_rect(view->list, ground, 0, color);
    view_label(view, box, FONT_TEXT, 14, view_on(color), name);
}

/* The place of what an instruction waits for the word of another block; false
 * if it does not. */
static bool place_wait(const TimePanel *panel, uint32_t i, Rect *box)
{
    const ScheduledInstruction *when = panel->schedule->instructions + i;

    if (!when->waited || when->start == when->ready)
        return false;
    return wait_box(panel, time_layout_block(&panel->at, i),
                    panel->trace->instructions[i].warp, when->ready,
                    when->start, box);
}

static void draw_word_wait(const TimePanel *panel, uint32_t i)
{
    Rect box;

    if (!place_wait(panel, i, &box))
        return;
    view_block(panel->view,
               panel->trace->blocks + time_layout_block(&panel->at, i));
    time_panel_hatch(panel->view, box, COLOR_CONFLICT);
}

/* "waits for tile 2". */
static void draw_wait_name(const TimePanel *panel, uint32_t i)
{
    const ScheduledInstruction *when = panel->schedule->instructions + i;
    Text text = {0};
    Rect box;

    if (when->why != SCHEDULE_WORD || !place_wait(panel, i, &box))
        return;
    view_block(panel->view,
               panel->trace->blocks + time_layout_block(&panel->at, i));
    uint32_t b = time_layout_block(&panel->at, when->cause);
    text_add(&text, "waits for %s %u", panel->at.noun,
             time_layout_row_of(&panel->at, b)->number);
    draw_on_wait(panel, box, COLOR_ALARM, text.text);
    text_free(&text);
}

/* A step of block B, from cycle BEGIN on; LASTS is room for all warps. */
static void draw_step(const TimePanel *panel, uint32_t b, uint32_t s,
                      uint64_t begin, uint64_t *lasts)
{
    const Trace *trace = panel->trace;
    const Step *step = trace->steps + s;
    uint32_t lanes = time_layout_lanes(&panel->at, b);
    uint64_t end = panel->schedule->steps[s];
    double from, to;

    if (end == begin || !time_panel_span(panel, begin, end, &from, &to))
        return;
    for (uint32_t w = 0; w < lanes; ++w)
        lasts[w] = begin;
    for (uint32_t j = 0; j < step->instruction_count; ++j) {
        uint32_t i = step->first_instruction + j;
        uint32_t w = trace->instructions[i].warp;
        const ScheduledInstruction *when = panel->schedule->instructions + i;
        draw_word_wait(panel, i);
        draw_bar(panel, i);
        w = w < lanes ? w : lanes - 1;
        lasts[w] = when->end > lasts[w] ? when->end : lasts[w];
    }
    for (uint32_t w = 0; w < lanes; ++w)
        if (lasts[w] < end)
            draw_barrier_wait(panel, b, w, lasts[w], end);
}

void time_lanes_barrier(const View *view, double x, double top, double foot)
{
    draw_line(view->list, x, top, x, foot, fmax(1, view_px(view, 2)),
              COLOR_DIM);
}

/* The barrier at the end of a step. */
static void draw_step_end(const TimePanel *panel, uint32_t b, uint32_t s,
                          uint64_t begin)
{
    const View *view = panel->view;
    const TimeRow *row = panel->at.rows + panel->at.row_of[b];
    double from, to, top = row->y;
    double foot = top + time_layout_row(&panel->at, row);

    if (!time_panel_span(panel, begin, panel->schedule->steps[s], &from, &to) ||
        to - from < 3)
        return;
    view_block(view, panel->trace->blocks + b);
    if (to < panel->at.lanes.x + panel->at.lanes.w - 1)
        time_lanes_barrier(view, round(to) - 0.5, top, foot);
}

/* The name of a step under an open row, not over the ends of its launch. */
static void draw_step_name(const TimePanel *panel, uint32_t b, uint32_t s,
                           uint64_t begin, double *named)
{
    const View *view = panel->view;
    const TimeRow *row = panel->at.rows + panel->at.row_of[b];
    uint32_t g = panel->trace->blocks[b].grid;
    const ScheduledLaunch *launch = panel->schedule->launches + g;
    double from, to, start, end;
    double foot = row->y + time_layout_row(&panel->at, row);
    Text text = {0};

    if (!time_panel_span(panel, begin, panel->schedule->steps[s], &from, &to) ||
        to - from < 3)
        return;
    text_add(&text, "%s", trace_phase(panel->trace, panel->trace->steps + s));
    double width = font_width(FONT_TEXT, view_size(view, 14), text.text) + 2;
    double left = (from + to - width) / 2;
    bool fits = width <= (to - from) + view_px(view, 20) && left > *named;
    if (panel->trace->grids_count > 1)
        fits &=
            time_panel_span(panel, launch->start, launch->end, &start, &end) &&
            left >= start + 2 && left + width <= end - 2;
    if (fits) {
        view_block(view, panel->trace->blocks + b);
        time_panel_text(view, (Rect){left, foot, width, panel->at.foot},
                        FONT_TEXT, COLOR_DIM, text.text);
        *named = left + width + view_px(view, 8);
    }
    text_free(&text);
}

void time_lanes_steps(const TimePanel *panel, uint32_t b)
{
    const Block *block = panel->trace->blocks + b;
    uint64_t begin = panel->schedule->blocks[b].start;
    double named = 0;

    for (uint32_t s = block->first_step;
         s < block->first_step + block->step_count; ++s) {
        draw_step_name(panel, b, s, begin, &named);
        begin = panel->schedule->steps[s];
    }
}

/* What a block waits after its end, until the launch ends and another one can
 * start. */
static void draw_launch_wait(const TimePanel *panel, uint32_t b)
{
    const Trace *trace = panel->trace;
    uint32_t g = trace->blocks[b].grid;
    const ScheduledLaunch *launch = panel->schedule->launches + g;
    const ScheduledBlock *block = panel->schedule->blocks + b;
    if (g + 1 >= trace->grids_count)
        return;
    for (uint32_t w = 0; w < time_layout_lanes(&panel->at, b); ++w)
        draw_barrier_wait(panel, b, w, block->end, launch->end);
}

void time_lanes_draw(const TimePanel *panel, uint32_t b)
{
    const Block *block = panel->trace->blocks + b;
    uint64_t begin = panel->schedule->blocks[b].start;
    uint32_t lanes = time_layout_lanes(&panel->at, b);
    uint64_t *lasts = base_alloc((size_t)lanes + 1, sizeof *lasts);

    for (uint32_t s = block->first_step;
         s < block->first_step + block->step_count; ++s) {
        draw_step(panel, b, s, begin, lasts);
        draw_step_end(panel, b, s, begin);
        begin = panel->schedule->steps[s];
    }
    draw_launch_wait(panel, b);
    free(lasts);
}

void time_lanes_names(const TimePanel *panel)
{
    for (uint32_t i = 0; i < panel->trace->instructions_count; ++i) {
        draw_bar_name(panel, i);
        draw_wait_name(panel, i);
    }
}
