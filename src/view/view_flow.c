/* SPDX-License-Identifier: MIT
 *
 * view_flow - draws the flow of values from round to round, for scans whose
 * sums form no tree: one column an element, one row a round.
 *
 *     load      [ 8 ] [ 3 ] [ 5 ] [ 7 ]
 *                  \     \     \
 *     level 1   [ 8 ] [11 ] [ 8 ] [12 ]
 *                      8 + 3  ...
 *
 * A row is as high as all others and holds, from the top: room for the lines
 * that arrive, the cells, the sums of the round that is under way.
 */
#include "view/view_flow.h"

#include "analysis/dataflow.h"
#include "draw/font.h"
#include "text/phrases.h"
#include "trace/value.h"
#include "trace/variable.h"
#include "view/pixel_bins.h"
#include "view/scene.h"
#include "view/views.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far apart the operands of a round's sums are; 0 where that is not so
 * simple. */
static uint32_t distance_of(const Dataflow *flow, size_t round)
{
    const Trace *trace = flow->trace;
    const DataflowRound *of = flow->rounds + round;

    if (trace->steps[of->step].level == 0)
        return 0;
    for (uint32_t i = of->first; i < of->end; ++i) {
        uint32_t distance = trace_is_store(trace->instructions + i)
                                ? phrase_distance(trace, i)
                                : 0;
        if (distance)
            return distance;
    }
    return 0;
}

/* "line 18, 3rd time · 4 apart"; then shorter. */
static void program_label(const Trace *trace, const Step *step,
                          uint32_t distance, int brief, char text[FLOW_LABEL])
{
    Text name = {0};

    trace_step_name(trace, step, ", ", &name);
    if (distance && brief == 0)
        text_add(&name, " · %u apart", distance);
    const char *time = brief == 2 ? strstr(name.text, " time") : NULL;
    snprintf(text, FLOW_LABEL, "%.*s",
             (int)(time ? time - name.text : (ptrdiff_t)name.length),
             name.text);
    text_free(&name);
}

void flow_text_label(const Dataflow *flow, size_t round, int brief,
                     char text[FLOW_LABEL])
{
    const Step *step = flow->trace->steps + flow->rounds[round].step;
    const char *phase = trace_phase(flow->trace, step);
    uint32_t distance = distance_of(flow, round);

    if (trace_is_program(flow->trace)) {
        program_label(flow->trace, step, distance, brief, text);
        return;
    }
    if (step->level == 0)
        snprintf(text, FLOW_LABEL, "%s", phase);
    else if (distance && brief == 0)
        snprintf(text, FLOW_LABEL, "level %d · %u apart", step->level,
                 distance);
    else if (distance && brief == 1)
        snprintf(text, FLOW_LABEL, "%u apart", distance);
    else if (brief == 0)
        snprintf(text, FLOW_LABEL, "%s · level %d", phase, step->level);
    else
        snprintf(text, FLOW_LABEL, "level %d", step->level);
}

bool flow_text_sum(const Trace *trace, const Access *access, const char *gap,
                   char text[FLOW_SUM])
{
    const Sum *sum = trace_sums(trace, access);
    char left[VALUE_TEXT], right[VALUE_TEXT];

    if (!sum || !trace_is_new_sum(trace, access))
        return false;
    snprintf(text, FLOW_SUM, "%s%s%s%s%s",
             scene_operand(trace, sum, false, true, left), gap,
             op_sign(trace->run.op), gap,
             scene_operand(trace, sum, true, true, right));
    return true;
}

static const double label_width = 152; /* px at 1080 */

typedef struct {
    const View *view;
    Dataflow flow;
    Rect labels, box, seen; /* the box of all columns, and the part seen */
    double pitch;           /* from column to column */
    double row;             /* height of a row */
    double cell;            /* height of a cell */
    double gap;             /* between cells of a row */
    uint32_t bundled;       /* end of the bundle of lines that is drawn */
    double note;            /* height of a sum under it; 0: none */
    double head;            /* of the elements' numbers over them; 0: none */
    bool text;              /* cells have room for values */
    bool hide_values;       /* but not for some of the row that is drawn */
    size_t now;             /* the round under way */
    uint8_t *lanes; /* 1 + the first lane of the running instruction that meets
                       each column; 0: none */
    uint32_t first, end; /* the columns that are seen */
    bool clips;          /* they are not all */
} FlowView;

/* Which part of a number of 8 bytes, which has two columns, a column is. */
static Half half_of(const FlowView *at, uint32_t column)
{
    return variable_half(at->view->trace, view_grid(at->view), column);
}

/* Both columns of such a number have one box. */
static Rect cell_box(const FlowView *at, size_t round, uint32_t column)
{
    double lines = at->row - at->cell - at->note;
    Half half = half_of(at, column);
    uint32_t first = column - (half == HALF_HIGH);

    if (round == 0)
        lines = 0;
    else
        lines += at->row * (double)(round - 1) + at->cell + at->note;
    return (Rect){at->box.x + first * at->pitch + at->gap / 2,
                  round ? at->box.y + lines : at->box.y,
                  (half == HALF_NONE ? 1 : 2) * at->pitch - at->gap, at->cell};
}

/* Has this round's store to a column been executed, and has it arrived? */
static bool is_stored(const FlowView *at, const DataflowCell *cell)
{
    const View *view = at->view;

    if (cell->instruction == DATAFLOW_NEVER ||
        cell->instruction >= view->position)
        return false;
    return !view_is_moving(view) || cell->instruction + 1 < view->position ||
           view_done(view, view->trace->accesses + cell->access);
}

/* Has it been executed, or is it on its way? */
static bool is_begun(const FlowView *at, const DataflowCell *cell)
{
    const View *view = at->view;

    return is_stored(at, cell) ||
           (view_is_moving(view) && cell->instruction + 1 == view->position &&
            view_begun(view, view->trace->accesses + cell->access));
}

static void find_lanes(FlowView *at)
{
    const Instruction *running = at->view->running;

    at->lanes = base_alloc(at->flow.columns, sizeof *at->lanes);
    for (int i = running ? running->lanes : 0; i-- > 0;) {
        uint32_t place =
            trace_accesses(at->view->analysed->trace, running)[i].cell;
        if (trace_is_shared(running))
            place = dataflow_column(&at->flow, place);
        if (place < at->flow.columns)
            at->lanes[place] = (uint8_t)(i + 1);
    }
}

/* The running access that shows at a cell of the table: the store itself, a
 * load of what the round before left there, or a global access at the ends. */
static const Access *running_at(const FlowView *at, size_t round,
                                uint32_t column)
{
    const Instruction *running = at->view->running;

    if (!running)
        return NULL;
    const Access *accesses = trace_accesses(at->view->trace, running);
    size_t row = at->now;
    bool load = trace_is_load(running);
    uint32_t index = (uint32_t)at->view->position - 1;
    bool within = index < at->flow.rounds[at->now].end;
    if (load && within && row > 0)
        --row;
    return row == round && at->lanes[column] ? accesses + at->lanes[column] - 1
                                             : NULL;
}

/* The same once it is visible: a store when its word has arrived. */
static const Access *shown_at(const FlowView *at, size_t round, uint32_t column)
{
    const View *view = at->view;

    if (view->steps) {
        const DataflowCell *cell = dataflow_cell(&at->flow, round, column);
        return view_is_of_step(view, cell->instruction)
                   ? view->trace->accesses + cell->access
                   : NULL;
    }
    const Access *access = running_at(at, round, column);
    if (!access)
        return NULL;
    bool comes =
        trace_is_store(view->running) || trace_is_global_load(view->running);
    bool shown = comes ? view_done(view, access) : view_begun(view, access);
    return shown ? access : NULL;
}

/* The round that the running instruction is in, or the last one before it. */
static size_t round_now(const Dataflow *flow, size_t position)
{
    size_t now = 0;

    while (now + 1 < flow->rounds_count && position > flow->rounds[now].end)
        ++now;
    return position <= flow->rounds[now].first && now ? now - 1 : now;
}

/* The newest store to a column up to a round; false if there was none, or if
 * the round is still to store there: what was there before is not what it
 * keeps. */
static bool newest(const FlowView *at, size_t round, uint32_t column,
                   const DataflowCell **cell, bool *here)
{
    *cell = dataflow_cell(&at->flow, round, column);
    *here = true;
    if ((*cell)->instruction != DATAFLOW_NEVER && !is_stored(at, *cell))
        return false;
    for (; !is_stored(at, *cell); *here = false) {
        if ((*cell)->above == DATAFLOW_NEVER)
            return false;
        *cell = dataflow_cell(&at->flow, (*cell)->above, column);
    }
    return true;
}

/* Is the running instruction part of ROUND, and not of what comes after the
 * last one, such as the write back? */
static bool is_under_way(const FlowView *at, size_t round)
{
    return round == at->now && at->view->position > 0 &&
           at->view->position <= at->flow.rounds[round].end;
}

static Color cell_color(const FlowView *at, size_t round, uint32_t column)
{
    const Access *access = shown_at(at, round, column);
    const DataflowCell *cell;
    bool here;

    if (access)
        return view_access_color(at->view, access);
    if (round > at->now || !newest(at, round, column, &cell, &here))
        return COLOR_PANEL;
    const Access *stored = at->view->trace->accesses + cell->access;
    return here && (round == 0 || trace_is_new_sum(at->view->trace, stored))
               ? COLOR_HELD
               : COLOR_CELL;
}

/* The part of a cell that text may fill. */
static Rect cell_inside(Rect box)
{
    return rect_inset(box, 0.25, 0);
}

/* The word that a cell of the table shows; 0: none. */
static Word word_at(const FlowView *at, size_t round, uint32_t column)
{
    const Access *access = shown_at(at, round, column);
    const DataflowCell *cell;
    bool here;

    if (!access && newest(at, round, column, &cell, &here))
        access = at->view->trace->accesses + cell->access;
    return access ? access->value : 0;
}

/* That of the upper half of a number whose lower half is in a column. */
static Word high_at(const FlowView *at, size_t round, uint32_t column)
{
    return half_of(at, column) == HALF_LOW ? word_at(at, round, column + 1) : 0;
}

/* Formats WORD, the one of a column, so that it fits in WIDTH if it can; of the
 * lower half of a number of 8 bytes the number, whose other half is in HIGH. */
static void value_text(const FlowView *at, uint32_t column, Word word,
                       Word high, Font font, double width,
                       char text[VALUE_TEXT])
{
    const View *view = at->view;
    const Variable *variable =
        trace_variable_at(view->trace, view_grid(view), column);

    if (half_of(at, column) == HALF_NONE || !view_has_variables(view)) {
        view_value(view, word, font, width, text);
        return;
    }
    variable_long_value(variable->element, word, high, false, text);
    if (view_least_width(view, font, text) > width)
        variable_long_value(variable->element, word, high, true, text);
}

/* Is there a word in a row that has no room in its cell?  Then none is written:
 * numbers that stop half-way would look as if there were no more. */
static bool hides_values(const FlowView *at, size_t round)
{
    const View *view = at->view;
    const DataflowCell *cell;
    char value[VALUE_TEXT];
    double width = cell_inside(cell_box(at, round, 0)).w + 1e-6;
    bool here;

    if (round > at->now || (view->trace->run.op != OP_INTERVAL &&
                            view_least_width(view, FONT_CODE, "0000") <= width))
        return false; /* longer ones are left out */
    for (uint32_t c = at->first; c < at->end; ++c) {
        if (half_of(at, c) == HALF_HIGH || !newest(at, round, c, &cell, &here))
            continue;
        Word word = view->trace->accesses[cell->access].value;
        width = cell_inside(cell_box(at, round, c)).w + 1e-6;
        value_text(at, c, word, high_at(at, round, c), FONT_CODE, width, value);
        if (view_least_width(view, FONT_CODE, value) > width)
            return true;
    }
    return false;
}

/* Is the word wrong that stands in CELL of ROUND, or that ACCESS moves?  What
 * the last round left in memory is wrong if it is taken to a wrong output. */
static bool is_wrong(const FlowView *at, size_t round, const Access *access,
                     const DataflowCell *cell)
{
    const View *view = at->view;

    if (access && view_is_wrong(view, access))
        return true;
    if (!cell)
        return false;
    const Access *stored = view->trace->accesses + cell->access;
    return (!access && view_is_wrong(view, stored)) ||
           (round == at->now && view->wrong && view->wrong[stored->cell]);
}

static void draw_cell(const FlowView *at, size_t round, uint32_t column)
{
    const View *view = at->view;
    Rect box = cell_box(at, round, column);
    Color fill = cell_color(at, round, column);
    const Access *access = shown_at(at, round, column);
    const Access *wanted =
        access || view->steps ? NULL : running_at(at, round, column);
    const DataflowCell *cell = NULL;
    bool here,
        filled = round <= at->now && newest(at, round, column, &cell, &here);

    view_tag(view, TAG_NODE, (uint32_t)round * at->flow.columns + column);
    Shape *shape = draw_rect(view->list, box, view_px(view, 5), fill);
    if (!access) {
        view_edge(view, shape, COLOR_EDGE, 1);
        shape->dashed = !filled;
    }
    if (wanted)
        view_edge(view, shape, view_access_color(view, wanted), 2.4);
    bool wrong = is_wrong(at, round, access, filled ? cell : NULL);
    Color on = access               ? view_on(fill)
               : fill == COLOR_CELL ? COLOR_DIM
                                    : COLOR_INK;
    if (wrong)
        on = view_fill_wrong(view, shape);
    if ((!access && !filled) || at->hide_values)
        return;
    Word word =
        access ? access->value : view->trace->accesses[cell->access].value;
    Font font = access || wrong ? FONT_CODE_STRONG : FONT_CODE;
    char text[VALUE_TEXT];
    box = cell_inside(box);
    value_text(at, column, word, high_at(at, round, column), font, box.w, text);
    view_number(view, box, font, 18, on, text);
}

/* The text under a cell that holds a sum; false if it does not hold one. */
static bool note_text(const FlowView *at, size_t round, uint32_t column,
                      const char *gap, char text[FLOW_SUM])
{
    const DataflowCell *cell = dataflow_cell(&at->flow, round, column);

    return is_stored(at, cell) &&
           flow_text_sum(at->view->trace,
                         at->view->trace->accesses + cell->access, gap, text);
}

/* Do the sums of a round all fit under their cells, and apart? */
static bool notes_fit(const FlowView *at, size_t round, const char *gap)
{
    char text[FLOW_SUM];
    double apart = view_digits_width(1, at->view->least) * 1.5;

    for (uint32_t c = at->first; c < at->end; ++c)
        if (note_text(at, round, c, gap, text) &&
            view_least_width(at->view, FONT_CODE, text) >
                cell_box(at, round, c).w + at->gap - apart)
            return false;
    return true;
}

/* What stands around the signs of a round's sums: a blank, or nothing where
 * that is too much; NULL if they do not fit at all. */
static const char *notes_gap(const FlowView *at, size_t round)
{
    if (at->note <= 0)
        return NULL;
    return notes_fit(at, round, " ")  ? " "
           : notes_fit(at, round, "") ? ""
                                      : NULL;
}

static void draw_note(const FlowView *at, size_t round, uint32_t column,
                      const char *gap)
{
    char text[FLOW_SUM];

    if (!note_text(at, round, column, gap, text))
        return;
    Rect box = cell_box(at, round, column);
    box = (Rect){box.x - at->gap / 2, box.y + at->cell, box.w + at->gap,
                 at->note};
    box = rect_inset(box, view_digits_width(1, at->view->least) * 0.7, 0);
    view_tag(at->view, TAG_SENTENCE, column);
    view_label(at->view, box, FONT_CODE, 13.5, COLOR_DIM, text);
}

/* A line from a column of the round before to one of this round. */
static void draw_operand_line(const FlowView *at, size_t round, uint32_t from,
                              uint32_t to, bool strong, Color color)
{
    const View *view = at->view;
    Rect above = cell_box(at, round - 1, from), below = cell_box(at, round, to);
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

/* From where the operand with INTERVAL of the store to a column came. */
static DataflowSource source_of(const FlowView *at, size_t round,
                                uint32_t column, Word interval, Word value)
{
    return dataflow_source(&at->flow, at->flow.rounds + round,
                           dataflow_cell(&at->flow, round, column), interval,
                           value);
}

/* Did it come from beside? */
static bool is_beside(DataflowSource source, uint32_t column)
{
    return source.store != DATAFLOW_NEVER && source.column != column;
}

/* The curve from FROM to TO, two columns of a round, which ends HEAD over the
 * cell. */
static void beside_curve(const FlowView *at, size_t round, uint32_t from,
                         uint32_t to, double head, double x[4], double y[4])
{
    Rect start = cell_box(at, round, from), end = cell_box(at, round, to);
    double aside = (from < to ? 0.27 : -0.27) * start.w;
    double rise = (at->row - at->cell - at->note) * 0.8;

    x[0] = x[1] = start.x + start.w / 2 + aside;
    x[2] = x[3] = end.x + end.w / 2 - aside;
    y[0] = start.y;
    y[1] = y[2] = start.y - rise;
    y[3] = end.y - head;
}

static void draw_beside(const FlowView *at, size_t round, DataflowSource source,
                        uint32_t to, bool strong)
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

/* The place on that curve after SHARE of it. */
static void place_beside(const FlowView *at, size_t round, uint32_t from,
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
static uint32_t comes_from_afar(const FlowView *at, size_t round,
                                uint32_t column, bool beside)
{
    const DataflowCell *cell = dataflow_cell(&at->flow, round, column);
    const Trace *trace = at->view->trace;

    if (!is_begun(at, cell) ||
        (!at->text && cell->instruction + 1 != at->view->position))
        return DATAFLOW_NEVER;
    const Access *access = trace->accesses + cell->access;
    const Sum *sum = trace_sums(trace, access);
    if (!sum || !trace_is_new_sum(trace, access) ||
        (trace_is_program(trace) && sum->left_interval == INTERVAL_TOP))
        return DATAFLOW_NEVER;
    DataflowSource source =
        source_of(at, round, column, sum->left_interval, sum->left);
    uint32_t from = source.column;
    double high = at->row - at->cell;
    bool far = beside ? column - from >= BESIDE_FAR
                      : (column - from) * at->pitch > long_line * high;
    return from < column && is_beside(source, column) == beside && far
               ? from
               : DATAFLOW_NEVER;
}

/* The end of the columns from COLUMN on whose operands come from as far away;
 * COLUMN if they are too few for a bundle. */
static uint32_t bundle_end(const FlowView *at, size_t round, uint32_t column,
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

static double column_middle(const FlowView *at, double column)
{
    return at->box.x + (column + 0.5) * at->pitch;
}

/* The operands of the columns from FIRST to END - 1. */
static void draw_bundle(const FlowView *at, size_t round, uint32_t first,
                        uint32_t end)
{
    DisplayList *list = at->view->list;
    uint32_t by = first - comes_from_afar(at, round, first, false);
    bool strong = is_under_way(at, round);
    Color color = strong ? COLOR_LOAD : COLOR_LINK;
    double thin = view_px(at->view, strong ? 2 : 1.2);
    double y0 = cell_box(at, round - 1, first).y + at->cell +
                (round == at->now + 1 ? at->note : 0);
    double y1 = cell_box(at, round, first).y;
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
static void draw_beside_bundle(const FlowView *at, size_t round, uint32_t first,
                               uint32_t end)
{
    const View *view = at->view;
    DisplayList *list = view->list;
    uint32_t from = comes_from_afar(at, round, first, true);
    const DataflowCell *cell = dataflow_cell(&at->flow, round, first);
    const Sum *sum =
        trace_sums(view->trace, view->trace->accesses + cell->access);
    DataflowSource source =
        source_of(at, round, first, sum->left_interval, sum->left);
    bool strong = is_under_way(at, round);
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
static void draw_carried(const FlowView *at, size_t round, uint32_t column,
                         Word interval, bool strong)
{
    if (column == 0)
        return;
    const DataflowCell *left = dataflow_cell(&at->flow, round, column - 1);
    if (!is_stored(at, left) ||
        at->view->trace->accesses[left->access].interval != interval)
        return;
    Rect from = cell_box(at, round, column - 1);
    Rect to = cell_box(at, round, column);
    double y = from.y + from.h / 2, x = from.x + from.w;
    draw_arrow(at->view->list, x, y, to.x, y,
               fmin(to.x - x, view_px(at->view, 9)),
               strong ? COLOR_LOAD : COLOR_LINK);
}

/* The lines of one operand of the store to a column. */
static void draw_operand(const FlowView *at, size_t round, uint32_t column,
                         Word interval, Word value, bool sums)
{
    if (trace_is_program(at->view->trace) && interval == INTERVAL_TOP)
        return;

    DataflowSource source = source_of(at, round, column, interval, value);
    uint32_t from = source.column;
    bool strong = is_under_way(at, round) && sums;

    if (from == DATAFLOW_NEVER) {
        draw_carried(at, round, column, interval, strong);
        return;
    }
    if (is_beside(source, column)) {
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

/* Of folded rows only those of the running instruction. */
static void draw_lines(FlowView *at)
{
    view_tag(at->view, TAG_FRAME, 0);
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
            if (!is_begun(at, cell) || half_of(at, c) == HALF_HIGH ||
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

/* An operand on its way from the round before, to the left half of the cell
 * (-1), its middle, or the right half (1). */
static void draw_token(const FlowView *at, uint32_t column,
                       const Access *access, Word value, Word interval,
                       double side, const char *text)
{
    const View *view = at->view;
    DataflowSource source = source_of(at, at->now, column, interval, value);
    uint32_t from = source.column;

    if (from == DATAFLOW_NEVER)
        return;
    Rect start = cell_box(at, at->now - 1, from);
    Rect end = cell_box(at, at->now, column);
    Color color = view_access_color(view, access);
    double share = view_served(view, access);
    double down = view_eased(0, 1, share);
    end.x += side * end.w * 0.27;
    if (from == column) { /* waits there for the one that comes from afar */
        start.x += side * start.w * 0.27;
        view_moving(view, start, end, fmin(1, share * 2), 16, color, text);
        return;
    }
    if (is_beside(source, column)) {
        double x, y;
        place_beside(at, at->now, from, column, down, &x, &y);
        view_moving_at(view, x, y, 16, source.early ? COLOR_FAULT : color,
                       text);
        return;
    }
    /* Along the line: out of its column only between the rows. */
    double across = view_eased(0, 1, down);
    view_moving_at(view,
                   start.x + start.w / 2 +
                       (end.x + end.w / 2 - start.x - start.w / 2) * across,
                   start.y + start.h / 2 + (end.y - start.y) * down, 16, color,
                   text);
}

/* Inputs come down into the first row, outputs leave their row downwards. */
static void draw_global(const FlowView *at)
{
    bool load = trace_is_global_load(at->view->running);
    double below = at->cell * (load ? -1.1 : 1.1);

    for (size_t round = 0; round <= at->now; ++round)
        for (uint32_t c = at->first; c < at->end; ++c) {
            const Access *access = running_at(at, round, c);
            if (access && half_of(at, c) != HALF_HIGH)
                view_moving_global(at->view, cell_box(at, round, c), below,
                                   access, 16,
                                   !at->hide_values &&
                                       half_of(at, c) == HALF_NONE);
        }
}

/* What the stores that are under way are made of. */
static void draw_tokens(const FlowView *at)
{
    const View *view = at->view;

    if (!view_is_moving(view) || !trace_is_store(view->running) || at->now == 0)
        return;
    const Access *access = view->accesses;
    char text[VALUE_TEXT];
    for (int i = 0; i < view->running->lanes; ++i, ++access) {
        double served = view_served(view, access);
        uint32_t column = dataflow_column(&at->flow, access->cell);
        const Sum *sum = trace_sums(view->trace, access);
        const DataflowCell *cell = dataflow_cell(&at->flow, at->now, column);
        if (served <= 0 || served >= 1 || cell->instruction == DATAFLOW_NEVER ||
            half_of(at, column) == HALF_HIGH)
            continue;
        if (sum && trace_is_new_sum(view->trace, access)) {
            scene_operand(view->trace, sum, true, true, text);
            draw_token(at, column, access, sum->right, sum->right_interval, 1,
                       text);
            scene_operand(view->trace, sum, false, true, text);
            draw_token(at, column, access, sum->left, sum->left_interval, -1,
                       text);
        } else {
            bool halves =
                half_of(at, column) == HALF_LOW && i + 1 < view->running->lanes;
            value_text(at, column, access->value, halves ? access[1].value : 0,
                       FONT_CODE, at->pitch, text);
            draw_token(at, column, access, access->value, access->interval, 0,
                       text);
        }
    }
}

/* Where rows are lower than text, some rows have a label: every so many, and
 * the one that runs, unless there is none. */
static bool has_label(const FlowView *at, size_t round)
{
    const View *view = at->view;
    size_t every = (size_t)fmax(1, ceil(view->least * 1.25 / at->row));
    size_t away = round > at->now ? round - at->now : at->now - round;

    if (!view->running)
        return round % every == 0;
    return away == 0 || (round % every == 0 && away >= every);
}

static void draw_label(const FlowView *at, size_t round)
{
    const View *view = at->view;
    Rect box = at->labels;
    char text[FLOW_LABEL];

    if (!has_label(at, round))
        return;
    box.y = cell_box(at, round, 0).y;
    box.h = fmax(at->cell, view->least * 1.3);
    box.y -= (box.h - at->cell) / 2;
    for (int brief = 0; brief < FLOW_BRIEFS; ++brief) {
        flow_text_label(&at->flow, round, brief, text);
        if (view_least_width(view, FONT_STRONG, text) <= box.w)
            break;
    }
    bool now = view->running && is_under_way(at, round);
    view_tag(view, TAG_FRAME, 0);
    view_text_fitting(view, box, now ? FONT_STRONG : FONT_TEXT, 14,
                      now ? COLOR_INK : COLOR_DIM, (const char *[]){text}, 1);
}

/* The number of each element over its column. */
static void draw_head(const FlowView *at)
{
    char text[16];

    view_tag(at->view, TAG_FRAME, 0);
    for (uint32_t c = at->first; c < at->end; ++c) {
        Rect box = {at->box.x + c * at->pitch + at->gap / 2,
                    cell_box(at, 0, c).y - at->head, at->pitch - at->gap,
                    at->head};
        snprintf(text, sizeof text, "%u", c);
        view_number(at->view, box, FONT_CODE, 14, COLOR_DIM, text);
    }
}

/* A row too narrow for words; one that is still to come is an empty frame. */
static void draw_strip(const FlowView *at, size_t round)
{
    const View *view = at->view;
    double gap = at->pitch >= 3 ? 1 : 0, start = at->box.x - at->seen.x;
    Rect row = {at->seen.x, cell_box(at, round, 0).y, at->seen.w, at->cell};

    view_tag(view, TAG_NODE, (uint32_t)round * at->flow.columns + at->first);
    view_strip(view,
               (Rect){at->box.x + at->first * at->pitch, row.y,
                      (at->end - at->first) * at->pitch, row.h},
               false, 1, at->end - at->first);
    if (round > at->now) {
        Shape *frame = draw_rect(view->list, row, 0, COLOR_PANEL);
        view_edge(view, frame, COLOR_EDGE, 1);
        frame->dashed = true;
        return;
    }
    PixelBins strip = pixel_bins_new(row, false);
    for (uint32_t c = at->first; c < at->end; ++c) {
        Color color = cell_color(at, round, c);
        double from = fmax(0, start + c * at->pitch);
        pixel_bins_mark(&strip, from,
                        fmax(from, start + (c + 1) * at->pitch - gap),
                        color == COLOR_PANEL ? COLOR_CELL : color);
    }
    pixel_bins_draw(&strip, view->list);
}

/* The visible columns. */
static void lay_columns(FlowView *at, Rect box)
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
static double cell_gap(const FlowView *at)
{
    int digits = at->view->analysed->digits;
    double gap = at->pitch > 24 ? at->pitch * 0.14 : at->pitch > 3 ? 1 : 0;
    double word = view_digits_width(digits, at->view->least) +
                  VIEW_APART * at->view->least + 2.5;

    return fmin(gap, fmax(1, at->pitch - word));
}

static void lay_out(FlowView *at, Rect box)
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

static void draw_round(FlowView *at, size_t round)
{
    const char *gap = round == at->now ? notes_gap(at, round) : NULL;

    if (!at->text) {
        draw_strip(at, round);
        return;
    }
    at->hide_values = hides_values(at, round);
    for (uint32_t c = at->first; c < at->end; ++c) {
        if (half_of(at, c) == HALF_HIGH)
            continue;
        draw_cell(at, round, c);
        if (gap)
            draw_note(at, round, c, gap);
    }
}

void view_flow(const View *view, Rect box)
{
    FlowView at = {.view = view, .flow = dataflow_of(view->trace)};

    display_list_area(view->list, AREA_TREE, view->panel, box);
    if (!rect_is_empty(box) && at.flow.rounds_count) {
        lay_out(&at, box);
        at.now = round_now(&at.flow, view->position);
        find_lanes(&at);
        for (size_t round = 0; round < at.flow.rounds_count; ++round)
            draw_label(&at, round);
        if (at.clips)
            draw_clip(view->list, at.seen);
        if (at.head > 0)
            draw_head(&at);
        draw_lines(&at);
        for (size_t round = 0; round < at.flow.rounds_count; ++round)
            draw_round(&at, round);
        if (at.text)
            draw_tokens(&at);
        if (at.text && view_moves_global(view))
            draw_global(&at);
        if (at.clips)
            draw_unclip(view->list);
    }
    free(at.lanes);
    dataflow_free(&at.flow);
}
