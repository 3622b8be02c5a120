/* SPDX-License-Identifier: MIT */
#include "view/time_panel.h"

#include "analysis/recorded_launches.h"
#include "say/phrases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Layout --------------------------------------------------------------*/

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

/* ---- Panel ---------------------------------------------------------------*/

double time_panel_share(Color color)
{
    return color == COLOR_GLOBAL || color == COLOR_CONFLICT ? 1
           : color == COLOR_STORE                           ? 0.75
           : color == COLOR_LOAD                            ? 0.5
                                                            : 0.3;
}

Color time_panel_color(const TimePanel *panel, uint32_t i)
{
    const AnalysedTrace *analysed = panel->view->analysed;

    return view_instruction_color(analysed,
                                  issue_order_place(panel->trace,
                                                    analysed->order, i));
}

void time_panel_tag(const TimePanel *panel, uint32_t i)
{
    size_t place =
        issue_order_place(panel->trace, panel->view->analysed->order, i);

    view_thing(panel->view, THING_INSTRUCTION, (uint32_t)place);
}

bool time_panel_is_open(const TimePanel *panel)
{
    return panel->at.mode == TIME_OPEN;
}

bool time_panel_span(const TimePanel *panel, uint64_t start, uint64_t end,
                     double *from, double *to)
{
    Rect lanes = panel->at.lanes;

    *from = fmax(time_layout_x(&panel->at, (double)start), lanes.x);
    *to = fmin(time_layout_x(&panel->at, (double)end), lanes.x + lanes.w);
    return *to > *from;
}

void time_panel_hatch(const View *view, Rect box, Color color)
{
    (void)view;
    draw_rect(view->list, box, 0, color)->alpha = 0.35;
}

void time_panel_text(const View *view, Rect box, Font font, Color color,
                     const char *text)
{
    draw_rect(view->list, box, 0, COLOR_PANEL);
    view_label(view, box, font, 14, color, text);
}

/* ---- The axis ------------------------------------------------------------*/

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

void time_axis_draw(const TimePanel *panel)
{
    const View *view = panel->view;
    Rect lanes = panel->at.lanes;
    char text[40], now[40];
    Rect taken = now_box(panel, now);
    double step = nice_step(view_px(view, 90) / panel->at.cycle);
    double first = fmax(0, ceil(-1e-6 + (lanes.x - panel->at.zero) /
                                            panel->at.cycle / step) *
                               step);

    view_thing(view, THING_FRAME, 0);
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

void time_axis_now(const TimePanel *panel)
{
    const View *view = panel->view;
    Rect lanes = panel->at.lanes;
    char text[40];
    Rect box = now_box(panel, text);
    double x = time_layout_x(&panel->at, panel->now);
    bool moving = view->moment->progress < 1;

    if (x < lanes.x - 1 || x > lanes.x + lanes.w + 1)
        return;
    view_thing(view, moving ? THING_MOTION : THING_TOTALS, 0);
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
    const char *name = panel->trace->grids[g].title;

    if (g + 1 < panel->trace->grids_count)
        right = fmin(right, time_layout_x(&panel->at, (double)launch[1].start));
    if (g > 0)
        *taken =
            fmax(*taken, time_layout_x(&panel->at, (double)launch[-1].end));
    double gap = view_px(view, 8);
    Rect beside = {box.x + box.w + gap, box.y,
                   font_width(FONT_TEXT, view_size(view, 15), name) + 2, box.h};
    if (beside.x + beside.w + gap > right)
        beside.x = box.x - gap - beside.w;
    if (beside.x > *taken + gap) {
        view_label(view, beside, FONT_TEXT, 15, COLOR_INK, name);
        *taken = beside.x + beside.w;
    }
}

/* "launch 1: scan each block", or "2" with the name beside it. */
static void draw_launch_label(const TimePanel *panel, uint32_t g, Rect box,
                              double *taken)
{
    const View *view = panel->view;
    double size = view_size(view, 15);
    Text full = {0};
    char brief[16];

    uint32_t number = recorded_launches_number(panel->trace, g);

    text_add(&full, "launch %u: %s", number, panel->trace->grids[g].title);
    snprintf(brief, sizeof brief, "%u", number);
    if (font_width(FONT_TEXT, size, full.text) + 8 <= box.w) {
        view_label(view, box, FONT_TEXT, 15, COLOR_INK, full.text);
        *taken = box.x + box.w;
    } else if (font_width(FONT_TEXT, size, brief) + 4 <= box.w) {
        view_label(view, box, FONT_TEXT, 15, COLOR_INK, brief);
        draw_launch_name(panel, g, box, taken);
    }
    text_free(&full);
}

void time_axis_launches(const TimePanel *panel)
{
    const View *view = panel->view;
    Rect lanes = panel->at.lanes;
    double from, to, taken = lanes.x;

    for (uint32_t g = 0; g < panel->trace->grids_count; ++g) {
        const ScheduledLaunch *launch = panel->schedule->launches + g;
        if (!time_panel_span(panel, launch->start, launch->end, &from, &to))
            continue;
        Rect box = {from, panel->chips.y, to - from, panel->chips.h};
        view_thing(view, THING_LAUNCH, g);
        draw_rect(view->list, box, 0, COLOR_HELD);
        draw_line(view->list, round(from) - 0.5, box.y, round(from) - 0.5,
                  lanes.y + lanes.h, fmax(1, view_px(view, 1.6)), COLOR_INK);
        draw_line(view->list, round(to) + 0.5, box.y, round(to) + 0.5,
                  lanes.y + lanes.h, fmax(1, view_px(view, 1.6)), COLOR_INK);
        draw_launch_label(panel, g, box, &taken);
    }
}
