/* SPDX-License-Identifier: MIT
 *
 * flow_values - see flow_values.h.
 */
#include "view/flow_values.h"

#include "analysis/dataflow.h"
#include "draw/font.h"
#include "draw/layout.h"
#include "trace/value.h"
#include "view/flow_lines.h"
#include "view/scene.h"
#include "view/shown_value.h"
#include "view/view_motion.h"

#include <math.h>

const Access *flow_values_running(const FlowLayout *at, size_t round,
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

const Access *flow_values_shown(const FlowLayout *at, size_t round,
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

Rect flow_values_inside(Rect box)
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

Word flow_values_high(const FlowLayout *at, size_t round, uint32_t column)
{
    return flow_layout_half(at, column) == HALF_LOW
               ? word_at(at, round, column + 1)
               : 0;
}

void flow_values_text(const FlowLayout *at, uint32_t column, Word word,
                      Word high, Font font, double width, char text[VALUE_TEXT])
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

bool flow_values_hidden(const FlowLayout *at, size_t round)
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

void flow_values_global(const FlowLayout *at)
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

void flow_values_tokens(const FlowLayout *at)
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
