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
#include "view/views.h"

#include "analysis/dataflow.h"
#include "draw/font.h"
#include "draw/layout.h"
#include "trace/value.h"
#include "trace/variable.h"
#include "view/flow_layout.h"
#include "view/flow_text.h"
#include "view/items.h"
#include "view/shown_value.h"
#include "view/view_marks.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Values --------------------------------------------------------------*/

/* The words of the table of the flow of values, as texts that fit: what a cell
 * shows, and the operands on their way to their sums. */

/* The running access that shows at a cell of the table: the store itself, a
 * load of what the round before left there, or a global access at the ends. */
static const Access *flow_values_running(const FlowLayout *at, size_t round,
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
static const Access *flow_values_shown(const FlowLayout *at, size_t round,
                                       uint32_t column)
{
    const View *view = at->view;

    if (view->steps) {
        const DataflowCell *cell = dataflow_cell(&at->flow, round, column);
        return view_is_of_step(view, cell->instruction)
                   ? view->trace->accesses + cell->access
                   : NULL;
    }
    const Access *access = flow_values_running(at, round, column);
    if (!access)
        return NULL;
    bool comes =
        trace_is_store(view->running) || trace_is_global_load(view->running);
    bool shown = comes ? view_done(view, access) : view_begun(view, access);
    return shown ? access : NULL;
}

/* The part of a cell that text may fill. */
static Rect flow_values_inside(Rect box)
{
    return rect_inset(box, 0.25, 0);
}

/* The word that a cell of the table shows; 0: none. */
static Word word_at(const FlowLayout *at, size_t round, uint32_t column)
{
    const Access *access = flow_values_shown(at, round, column);
    const DataflowCell *cell;
    bool here;

    if (!access && flow_layout_newest(at, round, column, &cell, &here))
        access = at->view->trace->accesses + cell->access;
    return access ? access->value : 0;
}

/* The word of the upper half of a number whose lower half is in COLUMN; 0 of
 * another column. */
static Word flow_values_high(const FlowLayout *at, size_t round,
                             uint32_t column)
{
    return flow_layout_half(at, column) == HALF_LOW
               ? word_at(at, round, column + 1)
               : 0;
}

/* Formats WORD, the one of a column, so that it fits in WIDTH if it can; of the
 * lower half of a number of 8 bytes the number, whose other half is in HIGH. */
static void flow_values_text(const FlowLayout *at, uint32_t column, Word word,
                             Word high, Font font, double width,
                             char text[VALUE_TEXT])
{
    const View *view = at->view;
    uint32_t grid = view_grid(view);
    const Variable *variable = trace_variable_at(view->trace, grid, column);
    uint8_t element = number_cell_element(view->trace, grid, column);
    bool typed = variable && (element_width(variable->element) > 0 ||
                              variable->members.count > 0);

    if (!view_has_variables(view) || !typed) {
        view_value(view, word, font, width, text);
        return;
    }
    if (element == ELEMENT_OTHER) { /* several numbers */
        variable_cell_value(view->trace, grid, column, word, text);
        return;
    }
    bool both = flow_layout_half(at, column) != HALF_NONE;
    Number number = {both ? (uint64_t)high << 32 | word : word, element};
    number_text(number, false, text);
    if (view_least_width(view, font, text) > width)
        number_text(number, true, text);
}

/* Is there a word in a row that has no room in its cell?  Then none is written:
 * numbers that stop half-way would look as if there were no more. */
static bool flow_values_hidden(const FlowLayout *at, size_t round)
{
    const View *view = at->view;
    const DataflowCell *cell;
    char value[VALUE_TEXT];
    double width = flow_values_inside(flow_layout_cell(at, round, 0)).w + 1e-6;
    bool here;

    if (round > at->now || (view->trace->run.op != OP_INTERVAL &&
                            view_least_width(view, FONT_CODE, "0000") <= width))
        return false; /* longer ones are left out */
    for (uint32_t c = at->first; c < at->end; ++c) {
        if (flow_layout_half(at, c) == HALF_HIGH ||
            !flow_layout_newest(at, round, c, &cell, &here))
            continue;
        Word word = view->trace->accesses[cell->access].value;
        width = flow_values_inside(flow_layout_cell(at, round, c)).w + 1e-6;
        flow_values_text(at, c, word, flow_values_high(at, round, c), FONT_CODE,
                         width, value);
        if (view_least_width(view, FONT_CODE, value) > width)
            return true;
    }
    return false;
}

/* An operand on its way from the round before, to the left half of the cell
 * (-1), its middle, or the right half (1). */
static void draw_token(const FlowLayout *at, uint32_t column,
                       const Access *access, Word value, Word interval,
                       double side, const char *text)
{
    const View *view = at->view;
    DataflowSource source =
        flow_lines_source(at, at->now, column, interval, value);
    uint32_t from = source.column;

    if (from == DATAFLOW_NEVER)
        return;
    Rect start = flow_layout_cell(at, at->now - 1, from);
    Rect end = flow_layout_cell(at, at->now, column);
    Color color = view_access_color(view, access);
    double share = view_served(view, access);
    double down = view_eased(0, 1, share);
    end.x += side * end.w * 0.27;
    if (from == column) { /* waits there for the one that comes from afar */
        start.x += side * start.w * 0.27;
        view_moving(view, start, end, fmin(1, share * 2), 16, color, text);
        return;
    }
    if (flow_lines_beside(source, column)) {
        double x, y;
        flow_lines_place(at, at->now, from, column, down, &x, &y);
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
static void flow_values_global(const FlowLayout *at)
{
    bool load = trace_is_global_load(at->view->running);
    double below = at->cell * (load ? -1.1 : 1.1);

    for (size_t round = 0; round <= at->now; ++round)
        for (uint32_t c = at->first; c < at->end; ++c) {
            const Access *access = flow_values_running(at, round, c);
            if (access && flow_layout_half(at, c) != HALF_HIGH)
                view_moving_global(at->view, flow_layout_cell(at, round, c),
                                   below, access, 16, !at->hide_values);
        }
}

/* The number that an operand of SUM, of two words or a part of one, was when
 * the thread last moved it; of ELEMENT_OTHER if it is not found near by. */
static Number operand_number(const Trace *trace, const Sum *sum, bool right)
{
    enum { MOST = 64 };
    const Instruction *at = trace_instruction_of(trace, sum->access);
    uint32_t thread = trace_thread(trace, at, trace->accesses + sum->access);
    Word value = right ? sum->right : sum->left;
    Word interval = right ? sum->right_interval : sum->left_interval;

    for (int i = 0; i < MOST && at > trace->instructions; ++i) {
        const Access *access = trace_accesses(trace, --at);
        for (int lane = 0; lane < at->lanes; ++lane, ++access)
            if (access->value == value && access->interval == interval &&
                trace_thread(trace, at, access) == thread)
                return number_moved(trace, at, access);
    }
    return (Number){0, ELEMENT_OTHER};
}

static void operand_text(const Trace *trace, const Sum *sum, bool right,
                         char text[VALUE_TEXT])
{
    Number number = {0, ELEMENT_OTHER};

    if (!trace_sum_is_of_words(trace, sum))
        number = operand_number(trace, sum, right);
    if (number.element == ELEMENT_OTHER)
        shown_value_operand(trace, sum, right, true, text);
    else
        number_text(number, true, text);
}

/* What the stores that are under way are made of. */
static void flow_values_tokens(const FlowLayout *at)
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
            flow_layout_half(at, column) == HALF_HIGH)
            continue;
        if (sum && trace_is_new_sum(view->trace, access)) {
            operand_text(view->trace, sum, true, text);
            draw_token(at, column, access, sum->right, sum->right_interval, 1,
                       text);
            operand_text(view->trace, sum, false, text);
            draw_token(at, column, access, sum->left, sum->left_interval, -1,
                       text);
        } else {
            bool halves = flow_layout_half(at, column) == HALF_LOW &&
                          i + 1 < view->running->lanes;
            flow_values_text(at, column, access->value,
                             halves ? access[1].value : 0, FONT_CODE, at->pitch,
                             text);
            draw_token(at, column, access, access->value, access->interval, 0,
                       text);
        }
    }
}

/* ---- The flow ------------------------------------------------------------*/

static Color cell_color(const FlowLayout *at, size_t round, uint32_t column)
{
    const Access *access = flow_values_shown(at, round, column);
    const DataflowCell *cell;
    bool here;

    if (access)
        return view_access_color(at->view, access);
    if (round > at->now || !flow_layout_newest(at, round, column, &cell, &here))
        return COLOR_PANEL;
    const Access *stored = at->view->trace->accesses + cell->access;
    return here && (round == 0 || trace_is_new_sum(at->view->trace, stored))
               ? COLOR_HELD
               : COLOR_CELL;
}

/* Is the word wrong that stands in CELL of ROUND, or that ACCESS moves?  What
 * the last round left in memory is wrong if it is taken to a wrong output. */
static bool is_wrong(const FlowLayout *at, size_t round, const Access *access,
                     const DataflowCell *cell)
{
    const View *view = at->view;

    if (access && view_is_wrong(view, access))
        return true;
    if (!cell)
        return false;
    const Access *stored = view->trace->accesses + cell->access;
    return (!access && view_is_wrong(view, stored)) ||
           (round == at->now && view->moment->wrong &&
            view->moment->wrong[stored->cell]);
}

static void draw_cell(const FlowLayout *at, size_t round, uint32_t column)
{
    const View *view = at->view;
    Rect box = flow_layout_cell(at, round, column);
    Color fill = cell_color(at, round, column);
    const Access *access = flow_values_shown(at, round, column);
    const Access *wanted =
        access || view->steps ? NULL : flow_values_running(at, round, column);
    const DataflowCell *cell = NULL;
    bool here, filled = round <= at->now &&
                        flow_layout_newest(at, round, column, &cell, &here);

    view_pair(view, THING_NODE, (uint32_t)round, column);
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
    box = flow_values_inside(box);
    flow_values_text(at, column, word, flow_values_high(at, round, column),
                     font, box.w, text);
    view_number(view, box, font, 18, on, text);
}

/* The text under a cell that holds a sum; false if it does not hold one. */
static bool note_text(const FlowLayout *at, size_t round, uint32_t column,
                      const char *gap, char text[FLOW_SUM])
{
    const DataflowCell *cell = dataflow_cell(&at->flow, round, column);

    return flow_layout_stored(at, cell) &&
           flow_text_sum(at->view->trace,
                         at->view->trace->accesses + cell->access, gap, text);
}

/* Do the sums of a round all fit under their cells, and apart? */
static bool notes_fit(const FlowLayout *at, size_t round, const char *gap)
{
    char text[FLOW_SUM];
    double apart = view_digits_width(1, at->view->least) * 1.5;

    for (uint32_t c = at->first; c < at->end; ++c)
        if (note_text(at, round, c, gap, text) &&
            view_least_width(at->view, FONT_CODE, text) >
                flow_layout_cell(at, round, c).w + at->gap - apart)
            return false;
    return true;
}

/* What stands around the signs of a round's sums: a blank, or nothing where
 * that is too much; NULL if they do not fit at all. */
static const char *notes_gap(const FlowLayout *at, size_t round)
{
    if (at->note <= 0)
        return NULL;
    return notes_fit(at, round, " ")  ? " "
           : notes_fit(at, round, "") ? ""
                                      : NULL;
}

static void draw_note(const FlowLayout *at, size_t round, uint32_t column,
                      const char *gap)
{
    char text[FLOW_SUM];

    if (!note_text(at, round, column, gap, text))
        return;
    Rect box = flow_layout_cell(at, round, column);
    box = (Rect){box.x - at->gap / 2, box.y + at->cell, box.w + at->gap,
                 at->note};
    box = rect_inset(box, view_digits_width(1, at->view->least) * 0.7, 0);
    view_thing(at->view, THING_SENTENCE, column);
    view_label(at->view, box, FONT_CODE, 13.5, COLOR_DIM, text);
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

/* Where rows are lower than text, some rows have a label: every so many, and
 * the one that runs, unless there is none. */
static bool has_label(const FlowLayout *at, size_t round)
{
    const View *view = at->view;
    size_t every = (size_t)fmax(1, ceil(view->least * 1.25 / at->row));
    size_t away = round > at->now ? round - at->now : at->now - round;

    if (!view->running)
        return round % every == 0;
    return away == 0 || (round % every == 0 && away >= every);
}

static void draw_label(const FlowLayout *at, size_t round)
{
    const View *view = at->view;
    Rect box = at->labels;
    char text[FLOW_LABEL];

    if (!has_label(at, round))
        return;
    box.y = flow_layout_cell(at, round, 0).y;
    box.h = fmax(at->cell, view->least * 1.3);
    box.y -= (box.h - at->cell) / 2;
    for (int brief = 0; brief < FLOW_BRIEFS; ++brief) {
        flow_text_label(&at->flow, round, brief, text);
        if (view_least_width(view, FONT_STRONG, text) <= box.w)
            break;
    }
    bool now = view->running && flow_layout_under_way(at, round);
    view_thing(view, THING_FRAME, 0);
    view_text_fitting(view, box, now ? FONT_STRONG : FONT_TEXT, 14,
                      now ? COLOR_INK : COLOR_DIM, (const char *[]){text}, 1);
}

/* The number of each element over its column. */
static void draw_head(const FlowLayout *at)
{
    char text[16];

    view_thing(at->view, THING_FRAME, 0);
    for (uint32_t c = at->first; c < at->end; ++c) {
        Rect box = {at->box.x + c * at->pitch + at->gap / 2,
                    flow_layout_cell(at, 0, c).y - at->head,
                    at->pitch - at->gap, at->head};
        snprintf(text, sizeof text, "%u", c);
        view_number(at->view, box, FONT_CODE, 14, COLOR_DIM, text);
    }
}

/* The colour of a cell in a row that is too narrow for words. */
static Color strip_color(const FlowLayout *at, size_t round, uint32_t column)
{
    const Access *access = flow_values_shown(at, round, column);
    Color color = cell_color(at, round, column);
    const DataflowCell *cell = NULL;
    bool here, filled = flow_layout_newest(at, round, column, &cell, &here);

    return is_wrong(at, round, access, filled ? cell : NULL) ? COLOR_FAULT
           : color == COLOR_PANEL                            ? COLOR_CELL
                                                             : color;
}

/* A row too narrow for words; one that is still to come is an empty frame. */
static void draw_strip(const FlowLayout *at, size_t round)
{
    const View *view = at->view;
    double gap = at->pitch >= 3 ? 1 : 0, start = at->box.x - at->seen.x;
    Rect row = {at->seen.x, flow_layout_cell(at, round, 0).y, at->seen.w,
                at->cell};

    view_pair(view, THING_NODE, (uint32_t)round, at->first);
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
        double from = fmax(0, start + c * at->pitch);
        pixel_bins_mark(&strip, from,
                        fmax(from, start + (c + 1) * at->pitch - gap),
                        strip_color(at, round, c));
    }
    pixel_bins_draw(&strip, view->list);
}

static void draw_round(FlowLayout *at, size_t round)
{
    const char *gap = round == at->now ? notes_gap(at, round) : NULL;

    if (!at->text) {
        draw_strip(at, round);
        return;
    }
    at->hide_values = flow_values_hidden(at, round);
    for (uint32_t c = at->first; c < at->end; ++c) {
        if (flow_layout_half(at, c) == HALF_HIGH)
            continue;
        draw_cell(at, round, c);
        if (gap)
            draw_note(at, round, c, gap);
    }
}

void view_flow(const View *view, Rect box)
{
    FlowLayout at = {.view = view, .flow = *moments_flow(view->moment->of)};

    display_list_area(view->list, AREA_TREE, view->panel, box);
    if (!rect_is_empty(box) && at.flow.rounds_count) {
        flow_layout_place(&at, box);
        at.now = flow_layout_now(&at.flow, view->position);
        flow_layout_lanes(&at);
        for (size_t round = 0; round < at.flow.rounds_count; ++round)
            draw_label(&at, round);
        if (at.clips)
            draw_clip(view->list, at.seen);
        if (at.head > 0)
            draw_head(&at);
        flow_lines_draw(&at);
        for (size_t round = 0; round < at.flow.rounds_count; ++round)
            draw_round(&at, round);
        if (at.text)
            flow_values_tokens(&at);
        if (at.text && view_moves_global(view))
            flow_values_global(&at);
        if (at.clips)
            draw_unclip(view->list);
    }
    free(at.lanes);
}
