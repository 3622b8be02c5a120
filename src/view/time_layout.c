/* SPDX-License-Identifier: MIT */
#include "view/time_layout.h"

#include <math.h>
#include <stdlib.h>

/* px at 1080 */
static const double most_lane = 48, likes_lane = 26, least_lane = 17;
static const double lane_gap = 3, row_gap = 8;
static const double words_top = 18, words_foot = 18;
static const double thin_lane = 5; /* pixels */

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

static void add_rows(TimeLayout *at, const Numbered *blocks, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        uint32_t b = blocks[i].block, warps = time_layout_warps(at, b);
        if (i == 0 || blocks[i].number != blocks[i - 1].number)
            at->rows[at->rows_count++] =
                (TimeRow){.number = blocks[i].number, .block = b};
        TimeRow *row = at->rows + at->rows_count - 1;
        row->lanes = warps > row->lanes ? warps : row->lanes;
        at->row_of[b] = at->rows_count - 1;
    }
}

TimeLayout time_layout_new(const View *view, const Schedule *schedule)
{
    const Trace *trace = view->trace;
    const BlockSums *sums = view->analysed->sums;
    size_t count = trace->blocks_count;
    TimeLayout at = {.view = view,
                     .trace = trace,
                     .schedule = schedule,
                     .noun = "block",
                     .rows = base_alloc(count + 1, sizeof *at.rows),
                     .row_of = base_alloc(count + 1, sizeof *at.row_of)};
    Numbered *blocks = base_alloc(count + 1, sizeof *blocks);
    bool tiles = sums && tile_status_draws(trace, sums);

    if (tiles)
        at.noun = "tile";
    for (size_t l = 0; l < schedule->seen.links_count; ++l)
        at.values |= tile_status_looks(trace, trace->instructions +
                                                  schedule->seen.links[l].to);
    for (uint32_t b = 0; b < count; ++b)
        blocks[b] =
            (Numbered){tiles ? sums[b].tile : trace->blocks[b].index, b};
    qsort(blocks, count, sizeof *blocks, by_number);
    add_rows(&at, blocks, count);
    free(blocks);
    return at;
}

void time_layout_free(TimeLayout *at)
{
    free(at->rows);
    free(at->row_of);
    *at = (TimeLayout){0};
}

static double all_lanes(const TimeLayout *at)
{
    double lanes = 0;

    for (uint32_t r = 0; r < at->rows_count; ++r)
        lanes += at->rows[r].lanes;
    return lanes;
}

double time_layout_likes(const TimeLayout *at)
{
    double around = row_gap + words_foot + (at->values ? words_top : 0);

    return view_px(at->view, at->rows_count * around) +
           view_px(at->view, all_lanes(at) * likes_lane);
}

/* Sets the heights of open rows in HEIGHT pixels, with TOP and FOOT over and
 * under the lanes; false if the lanes would be too low. */
static bool open_rows(TimeLayout *at, double height, double top, double foot)
{
    const View *view = at->view;
    double lanes = fmax(all_lanes(at), 1);
    double around = view_px(view, top + foot + row_gap) * at->rows_count;
    double room = floor((height - around) / lanes);

    if (room < view_px(view, least_lane))
        return false;
    at->mode = TIME_OPEN;
    at->lane = fmin(room, view_px(view, most_lane));
    at->gap = view_px(view, lane_gap);
    at->top = view_px(view, top);
    at->foot = view_px(view, foot);
    at->between = view_px(view, row_gap);
    return true;
}

/* The same of lanes that are too low for words. */
static void close_rows(TimeLayout *at, double height)
{
    double most = view_px(at->view, least_lane);
    double lanes = all_lanes(at) + at->rows_count;

    at->top = at->foot = at->between = 0;
    at->mode = TIME_LANES;
    at->lane = at->between = fmin(height / lanes, most);
    at->gap = 1;
    if (at->lane >= thin_lane)
        return;
    at->lane = fmin(height / at->rows_count, most);
    at->mode = at->lane >= 3 ? TIME_ROWS : TIME_FOLDED;
    at->gap = at->lane >= 5 ? 1 : 0;
    at->between = 0;
}

void time_layout_place(TimeLayout *at, Rect box, uint64_t cycles)
{
    const Zoom *zoom = at->view->zooms + ZOOM_TIME;
    double whole = box.w * zoom_scale(zoom), y = box.y;
    double top = at->values ? words_top : 0;

    at->lanes = box;
    at->cycle = whole / (cycles ? (double)cycles : 1);
    at->zero = box.x - fmin(whole * zoom->from, whole - box.w);
    if (!open_rows(at, box.h, top, words_foot) &&
        !open_rows(at, box.h, top, 0) && !open_rows(at, box.h, 0, 0))
        close_rows(at, box.h);
    for (uint32_t r = 0; r < at->rows_count; ++r) {
        TimeRow *row = at->rows + r;
        row->y = y + at->top;
        if (at->mode == TIME_FOLDED) /* two pixels for several rows */
            row->y = box.y + 2 * floor((y - box.y) / 2);
        y += at->top + time_layout_row(at, row) + at->foot + at->between;
    }
    at->lanes.h = fmin(box.h, y - at->between - box.y);
}

double time_layout_x(const TimeLayout *at, double cycle)
{
    return at->zero + cycle * at->cycle;
}

double time_layout_row(const TimeLayout *at, const TimeRow *row)
{
    bool each = at->mode == TIME_OPEN || at->mode == TIME_LANES;

    return at->lane * (each ? row->lanes : 1);
}

uint32_t time_layout_warps(const TimeLayout *at, uint32_t b)
{
    const Grid *grid = at->trace->grids + at->trace->blocks[b].grid;

    return (grid->threads + at->trace->run.k - 1) / at->trace->run.k;
}

uint32_t time_layout_lanes(const TimeLayout *at, uint32_t b)
{
    bool each = at->mode == TIME_OPEN || at->mode == TIME_LANES;

    return each ? time_layout_warps(at, b) : 1;
}

/* The height of a lane of block B with the gap after it. */
static double pitch_of(const TimeLayout *at, uint32_t b)
{
    return time_layout_row(at, time_layout_row_of(at, b)) /
           time_layout_lanes(at, b);
}

double time_layout_y(const TimeLayout *at, uint32_t b, uint32_t warp)
{
    uint32_t lanes = time_layout_lanes(at, b);

    return round(time_layout_row_of(at, b)->y +
                 pitch_of(at, b) * (warp < lanes ? warp : lanes - 1));
}

double time_layout_lane(const TimeLayout *at, uint32_t instruction)
{
    return time_layout_y(at, time_layout_block(at, instruction),
                         at->trace->instructions[instruction].warp);
}

double time_layout_bar(const TimeLayout *at, uint32_t b)
{
    return fmax(at->mode == TIME_FOLDED ? 2 : 1,
                floor(pitch_of(at, b) - at->gap));
}

uint32_t time_layout_block(const TimeLayout *at, uint32_t instruction)
{
    return at->trace->steps[at->trace->instructions[instruction].step].block;
}

const TimeRow *time_layout_row_of(const TimeLayout *at, uint32_t b)
{
    return at->rows + at->row_of[b];
}
