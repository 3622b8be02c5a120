/* SPDX-License-Identifier: MIT
 *
 * view_time - draws what blocks and warps do beside each other, by the model of
 * time of schedule.h.
 *
 *              0         10        20        30        40   model cycles
 *     tile 0   ┌load────┐▪ ▪ ┃▪▪ ▪┃     68
 *     block 1  │  ┌load────┐▪┃▪▪░░┃░░░░░■░┃▪▪    ░ waits at a barrier
 *                                        ╲
 *     tile 1   ┌load────┐▪ ▪ ┃▪▪ ▪┃▪▪////▼┃▪▪    / waits for another block
 *     block 0  │  ┌load────┐▪┃▪▪░░┃░░░░░░░┃▪▪    ▼ sees what it published
 *
 * A black line under the lanes is the critical path: what would have to be
 * shorter for the run to be so.  All traces of a frame have one scale of
 * cycles.
 */
#include "view/views.h"

#include "draw/font.h"
#include "text/phrases.h"
#include "view/pixel_bins.h"
#include "view/time_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* px at 1080 */
static const double pad = 16, name_height = 34, line_height = 26;
static const double chip_height = 26, axis_height = 28, panel_gap = 10;
static const double lane_name = 44, label_gap = 12;

static const double least_bar = 2; /* pixels a cycle, for bars of their own */

enum {
    MOST_BARS = 40000, /* instructions that are drawn one by one */
    MOST_ARROWS = 400, /* from those that publish to those that see */
    MOST_SEGMENTS = 20000
};

typedef struct {
    TimeLayout at;
    const View *view;
    const Trace *trace;
    const Schedule *schedule;
    double now;       /* the cycle that is shown */
    uint32_t running; /* instruction, or SCHEDULE_NONE */
    bool bins;        /* lanes are strips of pixels */
    Rect box;         /* of the panel */
    Rect names, axis, chips;
} TimePanel;

static double high_share(Color color)
{
    return color == COLOR_GLOBAL || color == COLOR_CONFLICT ? 1
           : color == COLOR_STORE                           ? 0.75
           : color == COLOR_LOAD                            ? 0.5
                                                            : 0.3;
}

static Color color_of(const TimePanel *panel, uint32_t i)
{
    const AnalysedTrace *analysed = panel->view->analysed;

    return view_instruction_color(analysed,
                                  issue_order_place(panel->trace,
                                                    analysed->order, i));
}

static void tag_bar(const TimePanel *panel, uint32_t i)
{
    size_t place =
        issue_order_place(panel->trace, panel->view->analysed->order, i);

    view_tag(panel->view, TAG_TIMELINE, (uint32_t)place);
}

static bool is_open(const TimePanel *panel)
{
    return panel->at.mode == TIME_OPEN;
}

/* The pixels of two cycles, within the lanes; false if they are not seen. */
static bool span_of(const TimePanel *panel, uint64_t start, uint64_t end,
                    double *from, double *to)
{
    Rect lanes = panel->at.lanes;

    *from = fmax(time_layout_x(&panel->at, (double)start), lanes.x);
    *to = fmin(time_layout_x(&panel->at, (double)end), lanes.x + lanes.w);
    return *to > *from;
}

/* ---- Lanes ---------------------------------------------------------------*/

/* Text of a part of a lane, on the ground of the panel, if there is room. */
static void draw_on_wait(const TimePanel *panel, Rect box, Color color,
                         const char *text)
{
    const View *view = panel->view;
    double size = view_size(view, 14);
    double width = font_width(FONT_STRONG, size, text) + view_px(view, 14);

    if (!is_open(panel) || width + view_px(view, 8) > box.w ||
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

    if (!span_of(panel, start, end, &from, &to) || to - from < 3 || bar < 4)
        return false;
    *box = (Rect){from, time_layout_y(&panel->at, b, w), to - from, bar};
    return true;
}

static void draw_hatching(const TimePanel *panel, Rect box, Color color)
{
    Shape *shape = draw_rect(panel->view->list, box, 0, COLOR_NONE);

    shape->edge = color;
    shape->hatch = fmax(4, view_px(panel->view, 8));
}

/* What a warp waits for at a barrier, or its block at the end of a launch. */
static void draw_barrier_wait(const TimePanel *panel, uint32_t b, uint32_t w,
                              uint64_t start, uint64_t end)
{
    Rect box;

    if (!wait_box(panel, b, w, start, end, &box))
        return;
    view_tag(panel->view, TAG_BLOCK, b);
    draw_hatching(panel, box, COLOR_LINK);
}

static const char *short_name(const Instruction *at)
{
    return trace_is_update(at)           ? "update"
           : at->kind == ACCESS_AWAIT    ? "look"
           : at->kind == ACCESS_PUBLISH  ? "publish"
           : trace_traits_of(at)->brings ? "load"
                                         : "store";
}

/* The place of an instruction's bar; false if it is not seen. */
static bool place_bar(const TimePanel *panel, uint32_t i, Rect *box)
{
    const ScheduledInstruction *when = panel->schedule->instructions + i;
    uint32_t b = time_layout_block(&panel->at, i);
    double from, to, bar = time_layout_bar(&panel->at, b);
    double height = fmax(round(bar * high_share(color_of(panel, i))), 1);

    if (!span_of(panel, when->start, when->end, &from, &to))
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
    Color color = color_of(panel, i);
    Rect box;

    if (!place_bar(panel, i, &box))
        return;
    tag_bar(panel, i);
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
    const char *name = short_name(at);
    double width = font_width(FONT_TEXT, view_size(view, 14), name) + 2;
    Rect box;

    if (!trace_is_global(at) || !place_bar(panel, i, &box) ||
        view_least_width(view, FONT_TEXT, name) + view_px(view, 8) > box.w)
        return;
    tag_bar(panel, i);
    Color color = color_of(panel, i);
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
    view_tag(panel->view, TAG_BLOCK, time_layout_block(&panel->at, i));
    draw_hatching(panel, box, COLOR_CONFLICT);
}

/* "waits for tile 2". */
static void draw_wait_name(const TimePanel *panel, uint32_t i)
{
    const ScheduledInstruction *when = panel->schedule->instructions + i;
    Text text = {0};
    Rect box;

    if (when->why != SCHEDULE_WORD || !place_wait(panel, i, &box))
        return;
    view_tag(panel->view, TAG_BLOCK, time_layout_block(&panel->at, i));
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

    if (end == begin || !span_of(panel, begin, end, &from, &to))
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

/* A barrier, at X: grey, for what is black is the critical path. */
static void draw_barrier(const View *view, double x, double top, double foot)
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

    if (!span_of(panel, begin, panel->schedule->steps[s], &from, &to) ||
        to - from < 3)
        return;
    view_tag(view, TAG_BLOCK, b);
    if (to < panel->at.lanes.x + panel->at.lanes.w - 1)
        draw_barrier(view, round(to) - 0.5, top, foot);
}

/* A text over lines: the ground of the panel under it keeps them away. */
static void draw_over_lines(const View *view, Rect box, Font font, Color color,
                            const char *text)
{
    draw_rect(view->list, box, 0, COLOR_PANEL);
    view_label(view, box, font, 14, color, text);
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

    if (!span_of(panel, begin, panel->schedule->steps[s], &from, &to) ||
        to - from < 3)
        return;
    text_add(&text, "%s", trace_phase(panel->trace, panel->trace->steps + s));
    double width = font_width(FONT_TEXT, view_size(view, 14), text.text) + 2;
    double left = (from + to - width) / 2;
    bool fits = width <= (to - from) + view_px(view, 20) && left > *named;
    if (panel->trace->grids_count > 1)
        fits &= span_of(panel, launch->start, launch->end, &start, &end) &&
                left >= start + 2 && left + width <= end - 2;
    if (fits) {
        view_tag(view, TAG_BLOCK, b);
        draw_over_lines(view, (Rect){left, foot, width, panel->at.foot},
                        FONT_TEXT, COLOR_DIM, text.text);
        *named = left + width + view_px(view, 8);
    }
    text_free(&text);
}

static void draw_step_names(const TimePanel *panel, uint32_t b)
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

static void draw_block(const TimePanel *panel, uint32_t b)
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
        Color color = color_of(panel, i);
        PixelBins *bins = lanes + (w < count ? w : count - 1);
        if (color == COLOR_CONFLICT) /* orange means waiting for a block */
            color = trace_is_load(trace->instructions + i) ? COLOR_LOAD
                                                           : COLOR_STORE;
        if (span_of(panel, when->start, when->end, &from, &to))
            pixel_bins_mark(bins, from - left, to - left, color);
        if (when->waited &&
            span_of(panel, when->ready, when->start, &from, &to))
            pixel_bins_mark(bins, from - left, to - left, COLOR_CONFLICT);
    }
    const ScheduledBlock *block = panel->schedule->blocks + b;
    for (uint32_t w = 0; w < count; ++w)
        if (span_of(panel, block->start, block->end, &from, &to))
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
    view_tag(panel->view, TAG_BLOCK, blocks[0]);
    if (instruction < last)
        tag_bar(panel, instruction);
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

static void draw_all_strips(const TimePanel *panel)
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

/* ---- Names ---------------------------------------------------------------*/

/* The block of a tile, if it has another number; else nothing. */
static void other_name(const TimePanel *panel, const TimeRow *row, Text *text)
{
    const Block *block = panel->trace->blocks + row->block;

    if (panel->at.noun[0] == 't')
        text_add(text, "block %u", block->index);
}

/* The name in the middle of the first lane, the other one under it. */
static void draw_open_name(const TimePanel *panel, const TimeRow *row, Rect box)
{
    const View *view = panel->view;
    Text name = {0}, other = {0};
    double line = view_size(view, 17) * 1.3, all;

    text_add(&name, "%s %u", panel->at.noun, row->number);
    other_name(panel, row, &other);
    all = time_layout_row(&panel->at, row) + panel->at.foot;
    box.y = row->y;
    box.h = other.text && all >= 2 * line ? line : panel->at.lane;
    view_text(view, box, FONT_STRONG, 17, COLOR_INK, name.text);
    box.y += line;
    if (other.text && all >= 2 * line)
        view_text(view, box, FONT_TEXT, 14, COLOR_DIM, other.text);
    text_free(&name);
    text_free(&other);
}

/* The block of ROW whose warps are named: of blocks of several launches the one
 * that was the last to start at the cycle shown. */
static uint32_t named_block(const TimePanel *panel, const TimeRow *row)
{
    uint32_t named = row->block;

    for (uint32_t b = 0; b < panel->trace->blocks_count; ++b)
        if (time_layout_row_of(&panel->at, b) == row &&
            (double)panel->schedule->blocks[b].start <= panel->now)
            named = b;
    return named;
}

/* "W0" at each lane. */
static void draw_lane_names(const TimePanel *panel, const TimeRow *row,
                            Rect box)
{
    const View *view = panel->view;
    uint32_t b = named_block(panel, row);
    uint32_t lanes = time_layout_lanes(&panel->at, b);
    char name[16];

    box.h = time_layout_bar(&panel->at, b);
    if (box.h < view->least || lanes != time_layout_warps(&panel->at, b))
        return;
    for (uint32_t w = 0; w < lanes; ++w) {
        box.y = time_layout_y(&panel->at, b, w);
        snprintf(name, sizeof name, "W%u", w);
        draw_text(view->list, box, ALIGN_RIGHT, FONT_CODE, view_size(view, 14),
                  view->least, COLOR_DIM, name);
    }
}

/* The names of rows that are not open, as far as they do not touch. */
static void draw_closed_name(const TimePanel *panel, const TimeRow *row,
                             Rect box, double *next)
{
    const View *view = panel->view;
    double line = view_size(view, 14) * 1.3;
    double height = time_layout_row(&panel->at, row);
    Text name = {0};

    box.y = row->y + (fmin(height, line) - line) / 2;
    if (box.y < *next ||
        box.y + line > panel->names.y + panel->names.h + line / 2)
        return;
    box.h = line;
    text_add(&name, "%s %u", panel->at.noun, row->number);
    view_text(view, box, FONT_TEXT, 14, COLOR_INK, name.text);
    *next = box.y + line * 1.4;
    text_free(&name);
}

static void draw_names(const TimePanel *panel)
{
    const View *view = panel->view;
    double next = 0;

    for (uint32_t r = 0; r < panel->at.rows_count; ++r) {
        const TimeRow *row = panel->at.rows + r;
        Rect box = panel->names;
        Rect lanes = rect_cut_right(&box, view_px(view, lane_name));
        view_tag(view, TAG_FRAME, r);
        lanes.w -= view_px(view, label_gap);
        if (!is_open(panel)) {
            draw_closed_name(panel, row, box, &next);
            continue;
        }
        draw_open_name(panel, row, box);
        draw_lane_names(panel, row, lanes);
    }
}

/* ---- What is published, and who sees it ----------------------------------*/

static Color state_color(Published state)
{
    return state == PUBLISHED_PREFIX  ? COLOR_GOOD
           : state == PUBLISHED_OTHER ? COLOR_CONFLICT
                                      : COLOR_STORE;
}

/* A square over the bar of a publication: half full for an aggregate, full for
 * a prefix, empty for a state alone. */
static void draw_published(const TimePanel *panel, uint32_t b, double x,
                           double y, Published state)
{
    const View *view = panel->view;
    double bar = time_layout_bar(&panel->at, b);
    double size = fmin(bar - 2, view_px(view, 15));
    Rect mark = rect_around(x, y + bar / 2, size, size);
    Color color = state_color(state);

    Shape *shape = draw_rect(view->list, mark, view_px(view, 2),
                             state == PUBLISHED_PREFIX ? color : COLOR_PANEL);
    view_edge(view, shape, COLOR_INK, 1.5);
    if (state == PUBLISHED_PREFIX || state == PUBLISHED_BARE)
        return;
    double edge = fmax(1, view_px(view, 1.5));
    mark = rect_inset(mark, edge, edge);
    rect_cut_top(&mark, mark.h / 2);
    draw_rect(view->list, mark, 0, color);
}

/* The publications of block B, with their values over its first lane. */
static void draw_publications(const TimePanel *panel, uint32_t b)
{
    const View *view = panel->view;
    const Trace *trace = panel->trace;
    const TimeRow *row = panel->at.rows + panel->at.row_of[b];
    uint32_t i, end;
    double named = panel->at.lanes.x - 100, from, to;
    char value[VALUE_TEXT];

    trace_block_instructions(trace, trace->blocks + b, &i, &end);
    for (; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        const ScheduledInstruction *when = panel->schedule->instructions + i;
        if (at->kind != ACCESS_PUBLISH ||
            !span_of(panel, when->start, when->end, &from, &to))
            continue;
        const Access *access = trace_accesses(trace, at);
        Published state = tile_status_published(trace, at, access);
        double x =
            to - fmin(time_layout_bar(&panel->at, b), view_px(view, 15)) / 2;
        tag_bar(panel, i);
        draw_published(panel, b, x, time_layout_lane(&panel->at, i), state);
        if (state == PUBLISHED_BARE || panel->at.top <= 0)
            continue;
        scene_value(trace->run.op, access->value, true, value);
        double width =
            font_width(FONT_CODE_STRONG, view_size(view, 14), value) + 2;
        /* arrows to what comes next are on the right, with their heads */
        double left = to - width - view_px(view, 6);
        if (left < named)
            continue;
        draw_over_lines(view,
                        (Rect){left, row->y - panel->at.top, width,
                               panel->at.top},
                        FONT_CODE_STRONG, COLOR_INK, value);
        named = to + view_px(view, 6);
    }
}

static bool is_arrow(const TimePanel *panel, const WordLink *link)
{
    const Instruction *to = panel->trace->instructions + link->to;

    return link->blocks && !trace_is_update(to);
}

/* Is this what the critical path goes along? */
static bool is_critical(const TimePanel *panel, const WordLink *link)
{
    const ScheduledInstruction *to = panel->schedule->instructions + link->to;

    return to->critical && to->why == SCHEDULE_WORD && to->cause == link->from;
}

static void draw_link(const TimePanel *panel, const WordLink *link)
{
    const View *view = panel->view;
    const Schedule *schedule = panel->schedule;
    double x0 = time_layout_x(&panel->at,
                              (double)schedule_visible(schedule, link->from));
    double x1 = time_layout_x(&panel->at,
                              (double)schedule->instructions[link->to].start);
    double y0 = time_layout_lane(&panel->at, link->from);
    double y1 = time_layout_lane(&panel->at, link->to);
    Rect lanes = panel->at.lanes;
    bool down = y1 > y0, critical = is_critical(panel, link);
    bool solid = link->needed || critical;
    double head = view_px(view, critical ? 11 : 9);

    if (x1 < lanes.x || x0 > lanes.x + lanes.w)
        return;
    uint32_t from = time_layout_block(&panel->at, link->from);
    uint32_t to = time_layout_block(&panel->at, link->to);
    y0 += down ? time_layout_bar(&panel->at, from) : 0;
    y1 += down ? 0 : time_layout_bar(&panel->at, to);
    double length = hypot(x1 - x0, y1 - y0);
    if (length < 1)
        return;
    double share = solid ? fmax(0, 1 - head * 0.8 / length) : 1;
    view_tag(
        view, TAG_BLOCK,
        panel->trace->steps[panel->trace->instructions[link->to].step].block);
    Shape *line = draw_line(view->list, x0, y0, x0 + (x1 - x0) * share,
                            y0 + (y1 - y0) * share,
                            fmax(1, view_px(view, critical ? 3
                                                  : solid  ? 1.8
                                                           : 1)),
                            solid ? COLOR_INK : COLOR_LINK);
    line->dashed = !solid;
    if (solid)
        draw_arrow(view->list, x1 - (x1 - x0) * fmin(1, head / length),
                   y1 - (y1 - y0) * fmin(1, head / length), x1, y1, head,
                   COLOR_INK);
}

/* Those that are not needed first, so that the others lie over them; where
 * there are very many, those of the critical path alone. */
static void draw_links(const TimePanel *panel)
{
    const Schedule *schedule = panel->schedule;
    size_t arrows = 0;

    for (size_t l = 0; l < schedule->seen.links_count; ++l)
        arrows += is_arrow(panel, schedule->seen.links + l);
    bool all = arrows <= MOST_ARROWS && panel->at.mode <= TIME_LANES;
    for (int needed = all ? 0 : 1; needed < 2; ++needed)
        for (size_t l = 0; l < schedule->seen.links_count; ++l) {
            const WordLink *link = schedule->seen.links + l;
            if (is_arrow(panel, link) && link->needed == (needed == 1) &&
                (all ||
                 (is_critical(panel, link) && panel->at.mode <= TIME_ROWS)))
                draw_link(panel, link);
        }
}

/* ---- The critical path ---------------------------------------------------*/

/* The line of it under the lanes of the row of instruction I. */
static double path_y(const TimePanel *panel, uint32_t i)
{
    const TimeRow *row =
        time_layout_row_of(&panel->at, time_layout_block(&panel->at, i));

    return row->y + time_layout_row(&panel->at, row) -
           (is_open(panel) ? panel->at.gap / 2 : 0);
}

/* From instruction CAUSE to I, in another row, or of another launch. */
static void draw_turn(const TimePanel *panel, uint32_t cause, uint32_t i,
                      double from)
{
    const View *view = panel->view;
    const ScheduledInstruction *when = panel->schedule->instructions + i;
    double to = time_layout_x(&panel->at, (double)when->start);
    Rect lanes = panel->at.lanes;

    if (when->why == SCHEDULE_WORD && panel->at.mode <= TIME_ROWS &&
        !trace_is_update(panel->trace->instructions + i))
        return; /* its arrow is there */
    if (from < lanes.x || to > lanes.x + lanes.w)
        return;
    Shape *line =
        draw_line(view->list, from, path_y(panel, cause), to, path_y(panel, i),
                  fmax(1, view_px(view, 2)), COLOR_INK);
    line->dashed = when->why == SCHEDULE_LAUNCH;
}

/* The line under what the row of I does of it, up to TO. */
static void draw_stretch(const TimePanel *panel, uint32_t i, uint64_t start,
                         double to)
{
    const View *view = panel->view;
    Rect lanes = panel->at.lanes;
    double from = fmax(time_layout_x(&panel->at, (double)start), lanes.x);
    double y = path_y(panel, i);

    to = fmin(to, lanes.x + lanes.w);
    if (to > from)
        draw_line(view->list, from, y, to, y, fmax(1, view_px(view, 3)),
                  COLOR_INK);
}

/* From the end of the run to its start. */
static void draw_critical(const TimePanel *panel)
{
    const Schedule *schedule = panel->schedule;
    uint32_t i = schedule->last;
    int segments = 0;

    if (i == SCHEDULE_NONE)
        return;
    view_tag(panel->view, TAG_TOTALS, 1);
    double to = time_layout_x(&panel->at, (double)schedule->end);
    for (uint32_t cause; i != SCHEDULE_NONE && segments < MOST_SEGMENTS;
         i = cause) {
        const ScheduledInstruction *when = schedule->instructions + i;
        cause = when->cause;
        if (cause != SCHEDULE_NONE && when->why != SCHEDULE_LAUNCH &&
            time_layout_block(&panel->at, cause) ==
                time_layout_block(&panel->at, i))
            continue;
        draw_stretch(panel, i, when->start, to);
        ++segments;
        if (cause == SCHEDULE_NONE)
            break;
        to = time_layout_x(&panel->at,
                           (double)(when->why == SCHEDULE_WORD
                                        ? schedule_visible(schedule, cause)
                                        : schedule->instructions[cause].end));
        draw_turn(panel, cause, i, to);
    }
}

/* ---- Axis and launches ---------------------------------------------------*/

/* 1, 2 or 5 times a power of ten, at least LEAST. */
static double nice_step(double least)
{
    double power = pow(10, floor(log10(fmax(least, 1))));

    for (int i = 0; i < 3; ++i) {
        static const double factors[] = {1, 2, 5};
        if (factors[i] * power >= least)
            return factors[i] * power;
    }
    return 10 * power;
}

/* The box of "cycle 90". */
static Rect now_box(const TimePanel *panel, char text[40])
{
    const View *view = panel->view;
    double x = time_layout_x(&panel->at, panel->now);

    snprintf(text, 40, "cycle %.0f", floor(panel->now));
    double width =
        font_width(FONT_STRONG, view_size(view, 15), text) + view_px(view, 16);
    double left =
        layout_clamp(x - width / 2, panel->names.x,
                     panel->box.x + panel->box.w - width - view_px(view, 4));
    return (Rect){left, panel->axis.y + view_px(view, 4), width,
                  panel->axis.h - view_px(view, 6)};
}

static void draw_axis(const TimePanel *panel)
{
    const View *view = panel->view;
    Rect lanes = panel->at.lanes;
    char text[40], now[40];
    Rect taken = now_box(panel, now);
    double step = nice_step(view_px(view, 90) / panel->at.cycle);
    double first = fmax(0, ceil(-1e-6 + (lanes.x - panel->at.zero) /
                                            panel->at.cycle / step) *
                               step);

    view_tag(view, TAG_FRAME, 0);
    for (double cycle = first;; cycle += step) {
        double x = time_layout_x(&panel->at, cycle);
        if (x > lanes.x + lanes.w + 0.5)
            break;
        draw_line(view->list, round(x) + 0.5, lanes.y, round(x) + 0.5,
                  panel->axis.y, 1, COLOR_EDGE);
        snprintf(text, sizeof text, "%.0f", fabs(cycle));
        double width = font_width(FONT_CODE, view_size(view, 13), text) + 8;
        Rect box = {x - width / 2, panel->axis.y, width, panel->axis.h};
        if (box.x + box.w > panel->box.x + panel->box.w ||
            (box.x < taken.x + taken.w + 4 && box.x + box.w > taken.x - 4))
            continue;
        view_label(view, box, FONT_CODE, 13, COLOR_DIM, text);
    }
}

static void draw_now(const TimePanel *panel)
{
    const View *view = panel->view;
    Rect lanes = panel->at.lanes;
    char text[40];
    Rect box = now_box(panel, text);
    double x = time_layout_x(&panel->at, panel->now);
    bool moving = view->progress < 1;

    if (x < lanes.x - 1 || x > lanes.x + lanes.w + 1)
        return;
    view_tag(view, moving ? TAG_MOTION : TAG_TOTALS, 0);
    draw_line(view->list, x, lanes.y - view_px(view, 4), x, box.y + 1,
              fmax(1, view_px(view, 2)), COLOR_INK);
    draw_arrow(view->list, x, lanes.y - view_px(view, 12), x,
               lanes.y - view_px(view, 1), view_px(view, 11), COLOR_INK);
    draw_rect(view->list, box, view_px(view, 4), COLOR_INK);
    view_label(view, box, FONT_STRONG, 15, COLOR_PANEL, text);
}

/* The name of launch G beside its BOX, which is too narrow for it, up to the
 * next launch, or else from where names have come, *TAKEN. */
static void draw_launch_name(const TimePanel *panel, uint32_t g, Rect box,
                             double *taken)
{
    const View *view = panel->view;
    const ScheduledLaunch *launch = panel->schedule->launches + g;
    Rect lanes = panel->at.lanes;
    double right = lanes.x + lanes.w;
    Text name = {0};

    if (g + 1 < panel->trace->grids_count)
        right = fmin(right, time_layout_x(&panel->at, (double)launch[1].start));
    if (g > 0)
        *taken =
            fmax(*taken, time_layout_x(&panel->at, (double)launch[-1].end));
    phrase_launch(panel->trace, g, &name);
    double gap = view_px(view, 8);
    Rect beside = {box.x + box.w + gap, box.y,
                   font_width(FONT_TEXT, view_size(view, 15), name.text) + 2,
                   box.h};
    if (beside.x + beside.w + gap > right)
        beside.x = box.x - gap - beside.w;
    if (beside.x > *taken + gap) {
        view_label(view, beside, FONT_TEXT, 15, COLOR_INK, name.text);
        *taken = beside.x + beside.w;
    }
    text_free(&name);
}

/* "launch 1: scan each block", or "2" with the name beside it. */
static void draw_launch_label(const TimePanel *panel, uint32_t g, Rect box,
                              double *taken)
{
    const View *view = panel->view;
    double size = view_size(view, 15);
    Text full = {0};
    char brief[16];

    text_add(&full, "launch %u: ", g + 1);
    phrase_launch(panel->trace, g, &full);
    snprintf(brief, sizeof brief, "%u", g + 1);
    if (font_width(FONT_TEXT, size, full.text) + 8 <= box.w) {
        view_label(view, box, FONT_TEXT, 15, COLOR_INK, full.text);
        *taken = box.x + box.w;
    } else if (font_width(FONT_TEXT, size, brief) + 4 <= box.w) {
        view_label(view, box, FONT_TEXT, 15, COLOR_INK, brief);
        draw_launch_name(panel, g, box, taken);
    }
    text_free(&full);
}

/* The launches over the lanes, each from its start to its end. */
static void draw_launches(const TimePanel *panel)
{
    const View *view = panel->view;
    Rect lanes = panel->at.lanes;
    double from, to, taken = lanes.x;

    for (uint32_t g = 0; g < panel->trace->grids_count; ++g) {
        const ScheduledLaunch *launch = panel->schedule->launches + g;
        if (!span_of(panel, launch->start, launch->end, &from, &to))
            continue;
        Rect box = {from, panel->chips.y, to - from, panel->chips.h};
        view_tag(view, TAG_LAUNCH, g);
        draw_rect(view->list, box, 0, COLOR_HELD);
        draw_line(view->list, round(from) - 0.5, box.y, round(from) - 0.5,
                  lanes.y + lanes.h, fmax(1, view_px(view, 1.6)), COLOR_INK);
        draw_line(view->list, round(to) + 0.5, box.y, round(to) + 0.5,
                  lanes.y + lanes.h, fmax(1, view_px(view, 1.6)), COLOR_INK);
        draw_launch_label(panel, g, box, &taken);
    }
}

/* ---- The panel -----------------------------------------------------------*/

static void draw_lanes(TimePanel *panel)
{
    const View *view = panel->view;
    uint32_t blocks = (uint32_t)panel->trace->blocks_count;
    bool clips = zoom_scale(view->zooms + ZOOM_TIME) > 1;

    if (clips)
        draw_clip(view->list, (Rect){panel->at.lanes.x, panel->box.y,
                                     panel->at.lanes.w, panel->box.h});
    if (panel->trace->grids_count > 1)
        draw_launches(panel);
    if (panel->bins)
        draw_all_strips(panel);
    for (uint32_t b = 0; b < blocks && !panel->bins; ++b)
        draw_block(panel, b);
    draw_critical(panel);
    draw_links(panel);
    if (clips)
        draw_unclip(view->list);
}

/* What instructions do, and what they wait for. */
static void draw_names_of_bars(const TimePanel *panel)
{
    for (uint32_t i = 0; i < panel->trace->instructions_count; ++i) {
        draw_bar_name(panel, i);
        draw_wait_name(panel, i);
    }
}

/* What lies over all lines, that of the cycle shown, too. */
static void draw_texts(const TimePanel *panel)
{
    const View *view = panel->view;
    uint32_t blocks = (uint32_t)panel->trace->blocks_count;
    bool clips = zoom_scale(view->zooms + ZOOM_TIME) > 1;

    if (!is_open(panel) || panel->bins)
        return;
    if (clips)
        draw_clip(view->list, (Rect){panel->at.lanes.x, panel->box.y,
                                     panel->at.lanes.w, panel->box.h});
    draw_names_of_bars(panel);
    for (uint32_t b = 0; b < blocks && panel->at.foot > 0; ++b)
        draw_step_names(panel, b);
    for (uint32_t b = 0; b < blocks; ++b)
        draw_publications(panel, b);
    if (clips)
        draw_unclip(view->list);
}

static void draw_totals(const TimePanel *panel, Rect *box)
{
    const View *view = panel->view;
    Text total = {0};

    time_text_total(panel->schedule, &total);
    double large = font_width(FONT_STRONG, view_size(view, 24), total.text) + 2;
    view_tag(view, TAG_TOTALS, 2);
    for (int brief = 0; brief < 2; ++brief) {
        Text more = {0};
        time_text_totals(view, panel->schedule, brief, &more);
        double small =
            font_width(FONT_TEXT, view_size(view, 15), more.text) + 2;
        bool fits = large + small + view_px(view, 12) <= box->w * 0.8;
        if (fits) {
            view_text(view, rect_cut_right(box, small), FONT_TEXT, 15,
                      COLOR_DIM, more.text);
            rect_cut_right(box, view_px(view, 10));
        }
        text_free(&more);
        if (fits)
            break;
    }
    if (large < box->w)
        view_text(view, rect_cut_right(box, large), FONT_STRONG, 24, COLOR_INK,
                  total.text);
    rect_cut_right(box, view_px(view, 20));
    text_free(&total);
}

/* Beside other traces the sentence stands beside the name. */
static void draw_head(const TimePanel *panel, Rect box)
{
    const View *view = panel->view;
    Rect top = rect_cut_top(&box, view_px(view, name_height));
    const char *name = scene_name(panel->trace);
    const char *summary = panel->trace->run.summary;
    Text text = {0};

    draw_totals(panel, &top);
    view_tag(view, TAG_FRAME, 0);
    double width = font_width(FONT_STRONG, view_size(view, 22), name) + 2;
    if (!view->single) {
        view_text(view, rect_cut_left(&top, fmin(width, top.w)), FONT_STRONG,
                  22, COLOR_INK, name);
        rect_cut_left(&top, view_px(view, 18));
        box = top;
    }
    if ((view->single || view->no_caption) && summary &&
        view_least_width(view, FONT_TEXT, summary) <= top.w)
        view_text(view, top, FONT_TEXT, 16, COLOR_DIM, summary);
    if (view->no_caption)
        return;
    view_tag(view, TAG_SENTENCE, 0);
    for (int brief = TIME_FULL; brief < TIME_BRIEFS; ++brief) {
        text_free(&text);
        time_text_sentence(&panel->at, panel->now, (TimeBrief)brief, &text);
        if (view_least_width(view, FONT_TEXT, text.text) > box.w)
            continue;
        view_text(view, box, FONT_TEXT, 17, COLOR_INK, text.text);
        break;
    }
    text_free(&text);
}

static double head_height(const View *view)
{
    bool line = view->single && !view->no_caption;

    return view_px(view, name_height + (line ? line_height : 0));
}

/* All of a panel but the lanes. */
static double around_lanes(const TimePanel *panel)
{
    const View *view = panel->view;
    double launches =
        panel->trace->grids_count > 1 ? view_px(view, chip_height) : 0;

    return head_height(view) + launches +
           view_px(view, pad / 4 + axis_height + 17);
}

/* The width of the names left of the lanes, with those of the warps. */
static double names_width(const TimePanel *panel)
{
    const View *view = panel->view;
    uint32_t most = 0;
    char text[48];

    for (uint32_t r = 0; r < panel->at.rows_count; ++r)
        most =
            panel->at.rows[r].number > most ? panel->at.rows[r].number : most;
    snprintf(text, sizeof text, "%s %u", panel->at.noun, most);
    double width = font_width(FONT_STRONG, view_size(view, 17), text);
    snprintf(text, sizeof text, "block %u", most);
    return fmax(width, font_width(FONT_TEXT, view_size(view, 14), text)) +
           view_px(view, lane_name + 4);
}

static void draw_panel(TimePanel *panel, Rect box, double names,
                       uint64_t cycles)
{
    const View *view = panel->view;

    panel->box = box;
    view_tag(view, TAG_FRAME, 0);
    Shape *ground = draw_rect(view->list, box, view_px(view, 10), COLOR_PANEL);
    view_edge(view, ground, COLOR_EDGE, 1);
    display_list_area(view->list, AREA_TIME, view->panel, box);
    box = rect_inset(box, view_px(view, pad), 0);
    rect_cut_top(&box, view_px(view, pad / 4));
    Rect head = rect_cut_top(&box, head_height(view));
    panel->axis = rect_cut_bottom(&box, view_px(view, axis_height));
    rect_cut_bottom(&box, view_px(view, 4));
    if (panel->trace->grids_count > 1)
        panel->chips = rect_cut_top(&box, view_px(view, chip_height));
    rect_cut_top(&box, view_px(view, 13));
    panel->names = rect_cut_left(&box, names);
    rect_cut_right(&box, view_px(view, 26));
    time_layout_place(&panel->at, box, cycles);
    panel->axis.y = panel->at.lanes.y + panel->at.lanes.h + view_px(view, 4);
    panel->bins = panel->at.mode > TIME_LANES || panel->at.cycle < least_bar ||
                  panel->trace->instructions_count > MOST_BARS;
    draw_head(panel, head);
    draw_axis(panel);
    draw_names(panel);
    draw_lanes(panel);
    draw_now(panel);
    draw_texts(panel);
}

/* ---- The legend ----------------------------------------------------------*/

typedef enum {
    SIGN_BAR,
    SIGN_HATCH,
    SIGN_HALF,
    SIGN_FULL,
    SIGN_PATH,
    SIGN_BARRIER,
    SIGN_ARROW,
    SIGN_DASHED,
    SIGN_NOW
} Sign;

static void draw_sign(const View *view, Rect box, Sign sign, Color color)
{
    double y = box.y + box.h / 2, foot = box.y + box.h;
    double size = round(box.h * high_share(color));

    switch (sign) {
    case SIGN_BAR:
        draw_rect(view->list, (Rect){box.x, foot - size, box.w, size}, 0,
                  color);
        return;
    case SIGN_HATCH: {
        Shape *shape = draw_rect(view->list, box, 0, COLOR_NONE);
        shape->edge = color;
        shape->hatch = fmax(4, view_px(view, 8));
        return;
    }
    case SIGN_HALF:
    case SIGN_FULL: {
        Rect mark = rect_around(box.x + box.w / 2, y, box.h, box.h);
        Shape *shape = draw_rect(view->list, mark, view_px(view, 2),
                                 sign == SIGN_FULL ? color : COLOR_PANEL);
        view_edge(view, shape, COLOR_INK, 1.5);
        mark = rect_inset(mark, view_px(view, 1.5), view_px(view, 1.5));
        rect_cut_top(&mark, mark.h / 2);
        if (sign == SIGN_HALF)
            draw_rect(view->list, mark, 0, color);
        return;
    }
    case SIGN_PATH:
        draw_line(view->list, box.x, y, box.x + box.w, y, view_px(view, 3),
                  COLOR_INK);
        return;
    case SIGN_BARRIER:
        draw_barrier(view, round(box.x + box.w / 2) + 0.5, box.y - 2, foot + 2);
        return;
    case SIGN_ARROW: {
        double head = view_px(view, 9);
        draw_line(view->list, box.x, y, box.x + box.w - head * 0.8, y,
                  view_px(view, 1.8), COLOR_INK);
        draw_arrow(view->list, box.x + box.w - head, y, box.x + box.w, y, head,
                   COLOR_INK);
        return;
    }
    default:
        draw_line(view->list, box.x, y, box.x + box.w, y,
                  fmax(1, view_px(view, 1)), COLOR_LINK)
            ->dashed = true;
    }
}

/* What there is in any of the panels. */
typedef struct {
    bool shuffles, barriers, words, pairs, unneeded, conflicts;
} TimeParts;

static TimeParts parts_of(const TimePanel *panels, int count)
{
    TimeParts parts = {0};

    for (int t = 0; t < count; ++t) {
        const TimePanel *panel = panels + t;
        const AnalysedTrace *analysed = panel->view->analysed;
        const Schedule *schedule = panel->schedule;
        parts.shuffles |= analysed->shuffles;
        parts.barriers |= panel->trace->steps_count > 1 && !panel->bins;
        parts.conflicts |=
            analysed->conflicts[panel->trace->instructions_count] > 0 &&
            !panel->bins;
        for (size_t l = 0; l < schedule->seen.links_count; ++l) {
            const WordLink *link = schedule->seen.links + l;
            if (!is_arrow(panel, link))
                continue;
            parts.words = true;
            parts.unneeded |= !link->needed;
            parts.pairs |=
                trace_traits_of(panel->trace->instructions + link->to)->pair;
        }
    }
    return parts;
}

static void draw_legend(const TimePanel *panels, int count, Rect box)
{
    const View *view = panels->view;
    TimeParts parts = parts_of(panels, count);
    const struct {
        bool shown;
        Sign sign;
        Color color;
        const char *text;
    } items[] = {
        {true, SIGN_BAR, COLOR_LOAD, "load"},
        {true, SIGN_BAR, COLOR_STORE, "store"},
        {parts.conflicts, SIGN_BAR, COLOR_CONFLICT, "conflict"},
        {parts.shuffles, SIGN_BAR, COLOR_GOOD, "between lanes"},
        {true, SIGN_BAR, COLOR_GLOBAL, "global memory"},
        {true, SIGN_PATH, COLOR_INK, "critical path"},
        {parts.barriers, SIGN_BARRIER, COLOR_DIM, "barrier"},
        {parts.barriers, SIGN_HATCH, COLOR_LINK, "waits at a barrier"},
        {parts.words, panels->bins ? SIGN_BAR : SIGN_HATCH, COLOR_CONFLICT,
         "waits for another block"},
        {parts.words, SIGN_ARROW, COLOR_INK, "seen"},
        {parts.unneeded, SIGN_DASHED, COLOR_LINK, "seen, not needed"},
        {parts.pairs, SIGN_HALF, COLOR_STORE, "aggregate published"},
        {parts.pairs, SIGN_FULL, COLOR_GOOD, "prefix published"},
    };
    double size = view_size(view, 14), mark = round(view_px(view, 14));

    view_tag(view, TAG_FRAME, 0);
    for (size_t i = 0; i < sizeof items / sizeof *items; ++i) {
        double width = font_width(FONT_TEXT, size, items[i].text) + 1;
        double sign = items[i].sign == SIGN_HALF || items[i].sign == SIGN_FULL
                          ? mark
                          : 2 * mark;
        if (!items[i].shown)
            continue;
        if (box.w < width + sign + view_px(view, 8))
            return;
        Rect place = rect_cut_left(&box, sign);
        draw_sign(view,
                  rect_around(place.x + sign / 2, box.y + box.h / 2, sign,
                              mark),
                  items[i].sign, items[i].color);
        rect_cut_left(&box, view_px(view, 8));
        view_text(view, rect_cut_left(&box, width), FONT_TEXT, 14, COLOR_DIM,
                  items[i].text);
        rect_cut_left(&box, view_px(view, 22));
    }
}

static void draw_note(const TimePanel *panel, Rect box)
{
    const View *view = panel->view;
    Text text = {0};

    time_text_model(&panel->schedule->costs, false, &text);
    if (view_least_width(view, FONT_TEXT, text.text) > box.w) {
        text_free(&text);
        time_text_model(&panel->schedule->costs, true, &text);
    }
    view_tag(view, TAG_FRAME, 0);
    view_text(view, box, FONT_TEXT, 14, COLOR_DIM, text.text);
    text_free(&text);
}

/* ---- All -----------------------------------------------------------------*/

/* The factor by which texts and lanes are larger, to fill the room. */
static const double most_larger = 1.7;

static TimePanel open_panel(const View *view, const ScheduleCosts *costs)
{
    const Schedule *schedule = analysed_schedule(view->whole, costs);
    TimePanel panel = {.view = view,
                       .trace = view->trace,
                       .schedule = schedule,
                       .at = time_layout_new(view, schedule),
                       .now = time_text_now(view, schedule),
                       .running = SCHEDULE_NONE};

    if (view->position && (view->position < view->trace->instructions_count ||
                           view->progress < 1))
        panel.running =
            (uint32_t)analysed_running(view->analysed, view->position);
    return panel;
}

/* What all panels of a frame need together. */
typedef struct {
    double likes, around, names;
    uint64_t cycles;
} TimeNeeds;

static TimeNeeds needs_of(const TimePanel *panels, int count)
{
    TimeNeeds needs = {0};

    for (int t = 0; t < count; ++t) {
        const TimePanel *panel = panels + t;
        uint64_t end = panel->schedule->end;
        needs.likes += time_layout_likes(&panel->at);
        needs.around += around_lanes(panel);
        needs.names = fmax(needs.names, names_width(panel));
        needs.cycles = end > needs.cycles ? end : needs.cycles;
    }
    return needs;
}

/* Makes all larger where there is room in HEIGHT pixels. */
static void enlarge(View views[], TimePanel *panels, int count, double height)
{
    TimeNeeds needs = needs_of(panels, count);
    double larger = height / fmax(needs.likes + needs.around, 1);

    larger = layout_clamp(larger, 1, most_larger);
    for (int t = 0; t < count; ++t) {
        views[t].unit *= larger;
        views[t].least *= larger;
    }
}

void view_time(const View wholes[], int count, const ScheduleCosts *costs,
               Rect box)
{
    TimePanel panels[PLAYER_MAX_TRACES];
    View views[PLAYER_MAX_TRACES];
    double line = view_px(wholes, 28), gap = view_px(wholes, panel_gap);

    Rect note = rect_cut_bottom(&box, line);
    Rect legend = rect_cut_bottom(&box, line);
    for (int t = 0; t < count; ++t) {
        views[t] = wholes[t];
        panels[t] = open_panel(views + t, costs);
    }
    double room = box.h - gap * (count - 1);
    enlarge(views, panels, count, room);
    TimeNeeds needs = needs_of(panels, count);
    room = fmax(room - needs.around, 0);
    for (int t = 0; t < count; ++t) {
        double likes = time_layout_likes(&panels[t].at);
        double share = likes / fmax(needs.likes, 1);
        if (needs.likes > room) /* the smaller ones lose less */
            share = 0.5 / count + 0.5 * share;
        draw_panel(panels + t,
                   rect_cut_top(&box, around_lanes(panels + t) + room * share),
                   needs.names, needs.cycles);
        rect_cut_top(&box, gap);
    }
    for (int t = 0; t < count; ++t)
        views[t] = wholes[t];
    draw_legend(panels, count, legend);
    draw_note(panels, note);
    for (int t = 0; t < count; ++t)
        time_layout_free(&panels[t].at);
}
