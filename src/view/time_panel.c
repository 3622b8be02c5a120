/* SPDX-License-Identifier: MIT */
#include "view/time_panel.h"

#include <math.h>
#include <stdlib.h>

/* px at 1080 */
static const double text_size = 20, most_lane = 110, likes_lane = 32;
static const double row_gap = 8;
static const double thin_lane = 5; /* pixels */

enum { MOST_BARS = 40000 /* instructions that are drawn one by one */ };

double time_panel_text(const View *view)
{
    return view_size(view, text_size);
}

double time_panel_line(const View *view)
{
    return ceil(time_panel_text(view) * 1.25);
}

/* ---- Rows -----------------------------------------------------------------*/

/* A block, by the number of its row. */
typedef struct {
    uint32_t number, block;
} Numbered;

static int by_number(const void *a, const void *b)
{
    const Numbered *x = a, *y = b;

    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->block > y->block) - (x->block < y->block);
}

static uint32_t warps_of(const TimePanel *panel, uint32_t b)
{
    const Trace *trace = panel->trace;
    uint32_t threads = trace->grids[trace->blocks[b].grid].threads;

    return (threads + trace->run.k - 1) / trace->run.k;
}

static void add_rows(TimePanel *panel)
{
    const Trace *trace = panel->trace;
    const BlockSums *sums = panel->view->analysed->sums;
    bool tiles = sums && tile_status_draws(trace, sums);
    size_t count = trace->blocks_count;
    Numbered *blocks = base_alloc(count + 1, sizeof *blocks);

    panel->noun = tiles ? "tile" : "block";
    for (uint32_t b = 0; b < count; ++b)
        blocks[b] =
            (Numbered){tiles ? sums[b].tile : trace->blocks[b].index, b};
    qsort(blocks, count, sizeof *blocks, by_number);
    for (size_t i = 0; i < count; ++i) {
        uint32_t b = blocks[i].block, warps = warps_of(panel, b);
        if (i == 0 || blocks[i].number != blocks[i - 1].number)
            panel->rows[panel->rows_count++] =
                (TimeRow){.number = blocks[i].number};
        TimeRow *row = panel->rows + panel->rows_count - 1;
        row->lanes = warps > row->lanes ? warps : row->lanes;
        panel->row_of[b] = panel->rows_count - 1;
    }
    free(blocks);
}

/* The cycle of the moment that the player shows: within the running
 * instruction; at the start 0, and after the last instruction the end. */
static double now_of(const View *view, const Schedule *schedule)
{
    double progress = view->moment->progress;

    if (view->position == 0)
        return 0;
    if (view->position == view->trace->instructions_count && progress >= 1)
        return (double)schedule->end;
    const ScheduledInstruction *at =
        schedule->instructions +
        analysed_running(view->analysed, view->position);
    return (double)at->start + progress * (double)(at->end - at->start);
}

TimePanel time_panel_new(const View *view, const ScheduleCosts *costs)
{
    const Trace *trace = view->trace;
    const Schedule *schedule = analysed_schedule(view->whole, costs);
    size_t count = trace->blocks_count;
    TimePanel panel = {.view = view,
                       .trace = trace,
                       .schedule = schedule,
                       .now = now_of(view, schedule),
                       .running = SCHEDULE_NONE,
                       .rows = base_alloc(count + 1, sizeof *panel.rows),
                       .row_of = base_alloc(count + 1, sizeof *panel.row_of)};

    if (view->position && (view->position < trace->instructions_count ||
                           view->moment->progress < 1))
        panel.running =
            (uint32_t)analysed_running(view->analysed, view->position);
    for (size_t l = 0; l < schedule->seen.links_count; ++l)
        panel.values |=
            tile_status_looks(trace,
                              trace->instructions + schedule->seen.links[l].to);
    add_rows(&panel);
    return panel;
}

void time_panel_free(TimePanel *panel)
{
    free(panel->rows);
    free(panel->row_of);
    free(panel->tops);
    *panel = (TimePanel){0};
}

/* ---- Places ---------------------------------------------------------------*/

static double all_lanes(const TimePanel *panel)
{
    double lanes = 0;

    for (uint32_t r = 0; r < panel->rows_count; ++r)
        lanes += panel->rows[r].lanes;
    return fmax(lanes, 1);
}

double time_panel_likes(const TimePanel *panel)
{
    const View *view = panel->view;
    double around = view_px(view, row_gap) +
                    time_panel_line(view) * (panel->values ? 2 : 1);

    return panel->rows_count * around +
           view_px(view, all_lanes(panel) * likes_lane);
}

/* Opens rows of HEIGHT pixels with TOP and FOOT over and under their lanes, and
 * returns the height of a lane; 0 if lanes would be too low. */
static double open_rows(TimePanel *panel, double height, double top,
                        double foot)
{
    const View *view = panel->view;
    double around = panel->rows_count * (top + foot + view_px(view, row_gap));
    double lane = floor((height - around) / all_lanes(panel));

    if (lane < time_panel_line(view))
        return 0;
    panel->open = true;
    panel->top = top;
    panel->foot = foot;
    return fmin(lane, view_px(view, most_lane));
}

/* The height of a lane in HEIGHT pixels; makes rows of one lane where warps
 * have no room for a lane each. */
static double lane_height(TimePanel *panel, double height)
{
    double line = time_panel_line(panel->view), lane;
    double top = panel->values ? line : 0;

    if ((!panel->strips && ((lane = open_rows(panel, height, top, line)) > 0 ||
                            (lane = open_rows(panel, height, top, 0)) > 0)) ||
        (lane = open_rows(panel, height, 0, 0)) > 0)
        return lane;
    lane = height / (all_lanes(panel) + panel->rows_count);
    if (lane >= thin_lane)
        return fmin(lane, line);
    for (uint32_t r = 0; r < panel->rows_count; ++r)
        panel->rows[r].lanes = 1;
    return fmin(height / panel->rows_count, line);
}

void time_panel_place(TimePanel *panel, Rect box, uint64_t cycles)
{
    double y = box.y;

    panel->lanes = box;
    panel->cycle = box.w / (cycles ? (double)cycles : 1);
    panel->strips =
        panel->cycle < 2 || panel->trace->instructions_count > MOST_BARS;
    double lane = lane_height(panel, box.h);
    double between = panel->open ? view_px(panel->view, row_gap) : 0;
    panel->bar = fmax(2, floor(lane - (lane >= 12 ? 3 : lane >= 5 ? 1 : 0)));
    panel->strips |= lane < thin_lane;
    panel->tops = base_alloc((size_t)all_lanes(panel) + 1, sizeof *panel->tops);
    for (uint32_t r = 0; r < panel->rows_count; ++r) {
        TimeRow *row = panel->rows + r;
        row->y = y + panel->top;
        row->h = row->lanes * lane;
        row->lane = panel->lanes_count;
        for (uint32_t i = 0; i < row->lanes; ++i) {
            double top = round(row->y + i * lane);
            if (lane < 2) /* two pixels for several rows */
                top = round(box.y) + 2 * floor((row->y - box.y) / 2);
            if (panel->lanes_count && lane < 2 &&
                top <= panel->tops[panel->lanes_count - 1])
                row->lane = panel->lanes_count - 1;
            else
                panel->tops[panel->lanes_count++] = top;
        }
        y += panel->top + row->h + panel->foot +
             (panel->open      ? between
              : row->lanes > 1 ? lane
                               : 0);
    }
    panel->lanes.h = fmin(box.h, y - between - box.y);
}

double time_panel_x(const TimePanel *panel, double cycle)
{
    return panel->lanes.x + cycle * panel->cycle;
}

bool time_panel_span(const TimePanel *panel, uint64_t start, uint64_t end,
                     double least, double *from, double *to)
{
    *from = time_panel_x(panel, (double)start);
    *to =
        fmin(time_panel_x(panel, (double)end), panel->lanes.x + panel->lanes.w);
    return end > start && *to - *from >= least;
}

uint32_t time_panel_block(const TimePanel *panel, uint32_t instruction)
{
    const Trace *trace = panel->trace;

    return trace->steps[trace->instructions[instruction].step].block;
}

const TimeRow *time_panel_row(const TimePanel *panel, uint32_t b)
{
    return panel->rows + panel->row_of[b];
}

uint32_t time_panel_lane(const TimePanel *panel, uint32_t b, uint32_t warp)
{
    const TimeRow *row = time_panel_row(panel, b);

    return row->lane + (warp < row->lanes ? warp : row->lanes - 1);
}

double time_panel_y(const TimePanel *panel, uint32_t instruction)
{
    return panel
        ->tops[time_panel_lane(panel, time_panel_block(panel, instruction),
                               panel->trace->instructions[instruction].warp)];
}

void time_panel_tag(const TimePanel *panel, uint32_t i)
{
    size_t place =
        issue_order_place(panel->trace, panel->view->analysed->order, i);

    view_thing(panel->view, THING_INSTRUCTION, (uint32_t)place);
}

void time_panel_tag_block(const TimePanel *panel, uint32_t b)
{
    view_block(panel->view, panel->trace->blocks + b);
}
