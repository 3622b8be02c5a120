/* SPDX-License-Identifier: MIT */
#include "view/flow_layout.h"

#include "draw/font.h"
#include "draw/layout.h"

#include <math.h>

static const double label_width = 152; /* px at 1080 */

/* How many instructions before or after one are looked at. */
enum { MOST_NEAR = 4096 };

Half flow_layout_half(const FlowLayout *at, uint32_t column)
{
    return number_cell_half(at->view->trace, view_grid(at->view), column);
}

Rect flow_layout_cell(const FlowLayout *at, size_t round, uint32_t column)
{
    double lines = at->row - at->cell - at->note;
    Half half = flow_layout_half(at, column);
    uint32_t first = column - (half == HALF_HIGH);

    if (round == 0)
        lines = 0;
    else
        lines += at->row * (double)(round - 1) + at->cell + at->note;
    return (Rect){at->box.x + first * at->pitch + at->gap / 2,
                  round ? at->box.y + lines : at->box.y,
                  (half == HALF_NONE ? 1 : 2) * at->pitch - at->gap, at->cell};
}

bool flow_layout_stored(const FlowLayout *at, const DataflowCell *cell)
{
    const View *view = at->view;

    if (cell->instruction == DATAFLOW_NEVER ||
        cell->instruction >= view->position)
        return false;
    return !view_is_moving(view) || cell->instruction + 1 < view->position ||
           view_done(view, view->trace->accesses + cell->access);
}

bool flow_layout_begun(const FlowLayout *at, const DataflowCell *cell)
{
    const View *view = at->view;

    return flow_layout_stored(at, cell) ||
           (view_is_moving(view) && cell->instruction + 1 == view->position &&
            view_begun(view, view->trace->accesses + cell->access));
}

/* The cell of shared memory that a lane takes the word of ACCESS, of the
 * running instruction, from when it writes the word to global memory, and to
 * when it read the word there: the next in the step with the same word.  False
 * if there is none. */
static bool moved_cell(const View *view, const Access *access, uint32_t *cell)
{
    const Trace *trace = view->trace;
    const Instruction *running = view->running, *at = running;
    const Instruction *end = trace->instructions + trace->instructions_count;
    int way = trace_is_global_load(running) ? 1 : -1;

    for (int near = 0; near < MOST_NEAR; ++near) {
        if (way < 0 && at == trace->instructions)
            return false;
        at += way;
        if (at == end || at->step != running->step)
            return false;
        if (at->warp != running->warp || !trace_is_shared(at))
            continue;
        const Access *other = trace_accesses(trace, at);
        for (int i = 0; i < at->lanes; ++i)
            if (other[i].lane == access->lane &&
                other[i].value == access->value &&
                other[i].interval == access->interval) {
                *cell = other[i].cell;
                return true;
            }
    }
    return false;
}

void flow_layout_lanes(FlowLayout *at)
{
    const View *view = at->view;
    const Instruction *running = view->running;

    at->lanes = base_alloc(at->flow.columns, sizeof *at->lanes);
    for (int i = running ? running->lanes : 0; i-- > 0;) {
        const Access *access = trace_accesses(view->trace, running) + i;
        uint32_t cell = access->cell;
        if (trace_is_shared(running) ||
            (trace_is_global(running) && moved_cell(view, access, &cell)))
            at->lanes[dataflow_column(&at->flow, cell)] = (uint8_t)(i + 1);
    }
}

size_t flow_layout_now(const Dataflow *flow, size_t position)
{
    size_t now = 0;

    while (now + 1 < flow->rounds_count && position > flow->rounds[now].end)
        ++now;
    return position <= flow->rounds[now].first && now ? now - 1 : now;
}

bool flow_layout_newest(const FlowLayout *at, size_t round, uint32_t column,
                        const DataflowCell **cell, bool *here)
{
    *cell = dataflow_cell(&at->flow, round, column);
    *here = true;
    if ((*cell)->instruction != DATAFLOW_NEVER &&
        !flow_layout_stored(at, *cell))
        return false;
    for (; !flow_layout_stored(at, *cell); *here = false) {
        if ((*cell)->above == DATAFLOW_NEVER)
            return false;
        *cell = dataflow_cell(&at->flow, (*cell)->above, column);
    }
    return true;
}

bool flow_layout_under_way(const FlowLayout *at, size_t round)
{
    return round == at->now && at->view->position > 0 &&
           at->view->position <= at->flow.rounds[round].end;
}

/* The visible columns. */
static void lay_columns(FlowLayout *at, Rect box)
{
    const Zoom *zoom = at->view->zooms + ZOOM_UPPER;
    double columns = at->flow.columns;

    at->seen = at->box = box;
    at->pitch = fmin(box.w * zoom_scale(zoom) / columns,
                     view_px(at->view, at->view->single ? 130 : 90));
    at->box.w = fmax(box.w, at->pitch * columns);
    at->box.x -= fmin(at->box.w * zoom->from, at->box.w - box.w);
    at->clips = at->box.w > box.w + 1;
    at->end = at->flow.columns;
    if (!at->clips)
        return;
    double left = box.x - at->box.x;
    at->first = (uint32_t)(left / at->pitch);
    at->end = (uint32_t)layout_clamp(ceil((left + box.w) / at->pitch),
                                     at->first, columns);
}

/* Cells come closer where their words need the room. */
static double cell_gap(const FlowLayout *at)
{
    int digits = at->view->analysed->digits;
    double gap = at->pitch > 24 ? at->pitch * 0.14 : at->pitch > 3 ? 1 : 0;
    double word = view_digits_width(digits, at->view->least) +
                  VIEW_APART * at->view->least + 2.5;

    return fmin(gap, fmax(1, at->pitch - word));
}

void flow_layout_place(FlowLayout *at, Rect box)
{
    const View *view = at->view;
    double rows = (double)at->flow.rounds_count;

    at->labels =
        rect_cut_left(&box, fmin(view_px(view, label_width), box.w / 5));
    rect_cut_right(&at->labels, view_px(view, 8));
    lay_columns(at, box);
    at->gap = cell_gap(at);
    double text = view_least_width(view, FONT_CODE, "00") + 2;
    at->text = at->pitch * 0.86 >= text;
    at->row = box.h / rows;
    at->cell = fmin(view_px(view, view->single ? 44 : 32),
                    at->row * (at->text ? 0.52 : 0.7));
    at->note = at->row - at->cell > view->least * 2.6 && at->text
                   ? view->least * 1.5
                   : 0;
    double head = view->least * 1.5;
    at->head = at->text && at->row - at->cell > 1.7 * head ? head : 0;
    rect_cut_top(&at->box, at->head);
    box.h -= at->head;
    /* The first row has no lines above it; the others share what it leaves. */
    if (rows > 1)
        at->row =
            fmin((box.h - at->cell - at->note) / (rows - 1), at->cell * 5);
    at->box.y += (box.h - at->row * (rows - 1) - at->cell - at->note) / 2;
}

/* ---- Lines ---------------------------------------------------------------*/

/* A line from a column of the round before to one of this round. */
static void draw_operand_line(const FlowLayout *at, size_t round, uint32_t from,
                              uint32_t to, bool strong, Color color)
{
    const View *view = at->view;
    Rect above = flow_layout_cell(at, round - 1, from),
         below = flow_layout_cell(at, round, to);
    double x0 = above.x + above.w / 2, x1 = below.x + below.w / 2;
    double y0 = above.y + at->cell + (round == at->now + 1 ? at->note : 0);
    double y1 = below.y, middle = (y0 + y1) / 2;
    double head = strong ? fmin(view_px(view, 9), (y1 - y0) * 0.7) : 0;
    double width = view_px(view, strong ? 2 : 1.2);

    draw_curve(view->list, (double[]){x0, x0, x1, x1},
               (double[]){y0, middle, middle, y1 - head}, width, color);
    if (strong)
        draw_arrow(view->list, x1, y1 - head, x1, y1 - 1, head, color);
}

/* ---- Words of the same round ----------------------------------------------
 *
 * Where a thread loaded what another had just stored in the same round, the
 * word did not come from the row above, but from beside:
 *
 *               ╭───────────╮
 *      [ 6 ] [13 ] [ 7 ] [  ▼]
 */

DataflowSource flow_lines_source(const FlowLayout *at, size_t round,
                                 uint32_t column, Word interval, Word value)
{
    return dataflow_source(&at->flow, at->flow.rounds + round,
                           dataflow_cell(&at->flow, round, column), interval,
                           value);
}

bool flow_lines_beside(DataflowSource source, uint32_t column)
{
    return source.store != DATAFLOW_NEVER && source.column != column;
}

/* The curve from FROM to TO, two columns of a round, which ends HEAD over the
 * cell. */
static void beside_curve(const FlowLayout *at, size_t round, uint32_t from,
                         uint32_t to, double head, double x[4], double y[4])
{
    Rect start = flow_layout_cell(at, round, from),
         end = flow_layout_cell(at, round, to);
    double aside = (from < to ? 0.27 : -0.27) * start.w;
    double rise = (at->row - at->cell - at->note) * 0.8;

    x[0] = x[1] = start.x + start.w / 2 + aside;
    x[2] = x[3] = end.x + end.w / 2 - aside;
    y[0] = start.y;
    y[1] = y[2] = start.y - rise;
    y[3] = end.y - head;
}

static void draw_beside(const FlowLayout *at, size_t round,
                        DataflowSource source, uint32_t to, bool strong)
{
    const View *view = at->view;
    double head = view_px(view, 9), x[4], y[4];
    Color color = source.early ? COLOR_FAULT : strong ? COLOR_LOAD : COLOR_LINK;

    head = fmin(head, (at->row - at->cell - at->note) * 0.4);
    beside_curve(at, round, source.column, to, head, x, y);
    draw_curve(view->list, x, y, view_px(view, strong ? 2.4 : 1.6), color)
        ->dashed = source.early;
    draw_arrow(view->list, x[3], y[3], x[3], y[3] + head - 1, head, color);
}

void flow_lines_place(const FlowLayout *at, size_t round, uint32_t from,
                      uint32_t to, double share, double *x, double *y)
{
    double xs[4], ys[4], t = share, s = 1 - share;

    beside_curve(at, round, from, to, 0, xs, ys);
    double weights[4] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
    *x = *y = 0;
    for (int i = 0; i < 4; ++i) {
        *x += weights[i] * xs[i];
        *y += weights[i] * ys[i];
    }
}

/* ---- Bundles of long lines ------------------------------------------------
 *
 * Operands that all come from as far away go together:
 *
 *      [ 3 ] [ 8 ] [ 5 ] [ 7 ] [ 2 ] [ 9 ]
 *        └─────┴─────┘
 *                 ┃
 *                 └──┬─────┬─────┐
 *                    ▼     ▼     ▼
 *
 * and so do those that come from beside, over their row.
 */

static const double long_line = 5; /* times as long as it is high */

enum { BUNDLE_LEAST = 3, BESIDE_FAR = 4 };

/* Where the left operand of the sum that is shown in a column comes from, if
 * that is far away: from the row above or, with BESIDE, from the same one; else
 * DATAFLOW_NEVER. */
static uint32_t comes_from_afar(const FlowLayout *at, size_t round,
                                uint32_t column, bool beside)
{
    const DataflowCell *cell = dataflow_cell(&at->flow, round, column);
    const Trace *trace = at->view->trace;

    if (!flow_layout_begun(at, cell) ||
        (!at->text && cell->instruction + 1 != at->view->position))
        return DATAFLOW_NEVER;
    const Access *access = trace->accesses + cell->access;
    const Sum *sum = trace_sums(trace, access);
    if (!sum || !trace_is_new_sum(trace, access))
        return DATAFLOW_NEVER;
    DataflowSource source =
        flow_lines_source(at, round, column, sum->left_interval, sum->left);
    uint32_t from = source.column;
    double high = at->row - at->cell;
    bool far = beside ? column - from >= BESIDE_FAR
                      : (column - from) * at->pitch > long_line * high;
    return from < column && flow_lines_beside(source, column) == beside && far
               ? from
               : DATAFLOW_NEVER;
}

/* The end of the columns from COLUMN on whose operands come from as far away;
 * COLUMN if they are too few for a bundle. */
static uint32_t bundle_end(const FlowLayout *at, size_t round, uint32_t column,
                           bool beside)
{
    uint32_t from = comes_from_afar(at, round, column, beside), end = column;

    if (from == DATAFLOW_NEVER)
        return column;
    while (end < at->end &&
           comes_from_afar(at, round, end, beside) == from + (end - column))
        ++end;
    return end - column < BUNDLE_LEAST ? column : end;
}

static double column_middle(const FlowLayout *at, double column)
{
    return at->box.x + (column + 0.5) * at->pitch;
}

/* The operands of the columns from FIRST to END - 1. */
static void draw_bundle(const FlowLayout *at, size_t round, uint32_t first,
                        uint32_t end)
{
    DisplayList *list = at->view->list;
    uint32_t by = first - comes_from_afar(at, round, first, false);
    bool strong = flow_layout_under_way(at, round);
    Color color = strong ? COLOR_LOAD : COLOR_LINK;
    double thin = view_px(at->view, strong ? 2 : 1.2);
    double y0 = flow_layout_cell(at, round - 1, first).y + at->cell +
                (round == at->now + 1 ? at->note : 0);
    double y1 = flow_layout_cell(at, round, first).y;
    double high = y1 - y0, out = y0 + high * 0.2, in = y0 + high * 0.55;
    double head = strong ? fmin(view_px(at->view, 9), high * 0.4) : 0;
    /* between the columns that they come from and those that they go to, or in
       the middle of those that are both */
    double bend = column_middle(at, (first + (end - 1.0) - by) / 2);
    double left = column_middle(at, first - by);
    double right = column_middle(at, end - 1);

    for (uint32_t c = first; c < end; ++c) {
        double from = column_middle(at, c - by), to = column_middle(at, c);
        draw_line(list, from, y0, from, out, thin, color);
        draw_line(list, to, in, to, y1 - head, thin, color);
        if (strong)
            draw_arrow(list, to, y1 - head, to, y1 - 1, head, color);
    }
    draw_line(list, left, out, fmax(bend, column_middle(at, end - 1 - by)), out,
              thin, color);
    draw_line(list, fmin(bend, column_middle(at, first)), in, right, in, thin,
              color);
    draw_line(list, bend, out - thin / 2, bend, in + thin / 2, 2 * thin, color);
}

/* The same of operands that come from beside: up from their cells, along a line
 * over the row, and down. */
static void draw_beside_bundle(const FlowLayout *at, size_t round,
                               uint32_t first, uint32_t end)
{
    const View *view = at->view;
    DisplayList *list = view->list;
    uint32_t from = comes_from_afar(at, round, first, true);
    const DataflowCell *cell = dataflow_cell(&at->flow, round, first);
    const Sum *sum =
        trace_sums(view->trace, view->trace->accesses + cell->access);
    DataflowSource source =
        flow_lines_source(at, round, first, sum->left_interval, sum->left);
    bool strong = flow_layout_under_way(at, round);
    Color color = source.early ? COLOR_FAULT : strong ? COLOR_LOAD : COLOR_LINK;
    double thin = view_px(view, strong ? 2 : 1.4);
    double x[4], y[4], head = view_px(view, 9);

    head = fmin(head, (at->row - at->cell - at->note) * 0.4);
    for (uint32_t c = first; c < end; ++c, ++from) {
        beside_curve(at, round, from, c, head, x, y);
        double over = y[0] - (y[0] - y[1]) * 0.62;
        draw_line(list, x[0], y[0], x[0], over, thin, color)->dashed =
            source.early;
        draw_line(list, x[3], over, x[3], y[3], thin, color)->dashed =
            source.early;
        draw_arrow(list, x[3], y[3], x[3], y[3] + head - 1, head, color);
        double along = c + 1 < end ? x[0] + at->pitch : x[3];
        draw_line(list, x[0], over, along, over, thin, color)->dashed =
            source.early;
    }
}

/* An operand that the thread still had from the column before. */
static void draw_carried(const FlowLayout *at, size_t round, uint32_t column,
                         Word interval, bool strong)
{
    if (column == 0)
        return;
    const DataflowCell *left = dataflow_cell(&at->flow, round, column - 1);
    if (!flow_layout_stored(at, left) || interval == INTERVAL_TOP ||
        at->view->trace->accesses[left->access].interval != interval)
        return;
    Rect from = flow_layout_cell(at, round, column - 1);
    Rect to = flow_layout_cell(at, round, column);
    double y = from.y + from.h / 2, x = from.x + from.w;
    draw_arrow(at->view->list, x, y, to.x, y,
               fmin(to.x - x, view_px(at->view, 9)),
               strong ? COLOR_LOAD : COLOR_LINK);
}

/* The lines of one operand of the store to a column. */
static void draw_operand(const FlowLayout *at, size_t round, uint32_t column,
                         Word interval, Word value, bool sums)
{
    DataflowSource source =
        flow_lines_source(at, round, column, interval, value);
    uint32_t from = source.column;
    bool strong = flow_layout_under_way(at, round) && sums;

    if (from == DATAFLOW_NEVER) {
        draw_carried(at, round, column, interval, strong);
        return;
    }
    if (flow_lines_beside(source, column)) {
        draw_beside(at, round, source, column, strong);
        return;
    }
    /* No line is drawn for an element's own value, which comes straight down.
     */
    bool own = from == column && sums;
    draw_operand_line(at, round, from, column, strong && !own,
                      own      ? COLOR_EDGE
                      : strong ? COLOR_LOAD
                               : COLOR_LINK);
}

void flow_lines_draw(FlowLayout *at)
{
    view_thing(at->view, THING_FRAME, 0);
    for (size_t round = 1; round < at->flow.rounds_count; ++round) {
        at->bundled = 0;
        for (uint32_t c = at->first; c < at->end; ++c) {
            for (int beside = 0; beside < 2 && c >= at->bundled; ++beside) {
                uint32_t bundle = bundle_end(at, round, c, beside);
                if (bundle == c)
                    continue;
                if (beside)
                    draw_beside_bundle(at, round, c, bundle);
                else
                    draw_bundle(at, round, c, bundle);
                at->bundled = bundle;
            }
            const DataflowCell *cell = dataflow_cell(&at->flow, round, c);
            if (!flow_layout_begun(at, cell) ||
                flow_layout_half(at, c) == HALF_HIGH ||
                (!at->text && cell->instruction + 1 != at->view->position))
                continue;
            const Access *access = at->view->trace->accesses + cell->access;
            const Sum *sum = trace_sums(at->view->trace, access);
            if (sum && trace_is_new_sum(at->view->trace, access)) {
                if (c >= at->bundled)
                    draw_operand(at, round, c, sum->left_interval, sum->left,
                                 true);
                draw_operand(at, round, c, sum->right_interval, sum->right,
                             true);
            } else {
                draw_operand(at, round, c, access->interval, access->value,
                             false);
            }
        }
    }
}
