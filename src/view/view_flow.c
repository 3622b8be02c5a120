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
#include "view/flow_lines.h"
#include "view/flow_text.h"
#include "view/flow_values.h"
#include "view/pixel_bins.h"
#include "view/view_marks.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
