/* SPDX-License-Identifier: MIT
 *
 * lane_animation - see lane_animation.h.
 */
#include "view/lane_animation.h"

#include "trace/value.h"
#include "view/shown_value.h"
#include "view/view_motion.h"

#include <math.h>

/* Of the time, until a word is there; what is left is for joining. */
static const double arrival = 0.8;

/* A place on the way of a shuffle's word, SHARE of it behind: out of its cell
 * down the column, across as the arrow goes, into the cell. */
static void place_on(const LaneLayout *at, const LanePath *path, double share,
                     double *x, double *y)
{
    double from = path->y0 - at->cell / 2 - at->note * at->notes;
    double down = path->start - from, in = at->cell / 2;
    double across = hypot(path->x1 - path->x0, path->end - path->start);
    double gone = view_eased(0, down + across + in, share);

    *x = gone < down ? path->x0 : path->x1;
    *y = gone < down ? from + gone : path->end + gone - down - across;
    if (gone < down || gone > down + across || across <= 0)
        return;
    double t = (gone - down) / across, turned = t * t * (3 - 2 * t);
    double middle = 1.5 * t * (1 - t), ends = t * t * t;
    double start = (1 - t) * (1 - t) * (1 - t);
    *x = path->x0 + (path->x1 - path->x0) * turned;
    *y = (start + middle) * path->start + (middle + ends) * path->end;
}

/* Draws VALUE on PATH; at its end it waits on SIDE of the cell (-1 left, 1
 * right) and joins the other.  What comes straight down is there first. */
static void draw_token(const LaneLayout *at, const LanePath *path, double share,
                       double side, Color color, const char *text)
{
    double apart = side * at->pitch * 0.24;
    double travelled =
        fmin(1, share / arrival * (path->x0 == path->x1 ? 2 : 1));
    double joined = layout_clamp((share - arrival) / (1 - arrival), 0, 1);
    double x, y;

    place_on(at, path, travelled, &x, &y);
    x += apart * view_eased(0, 1, travelled) * (1 - view_eased(0, 1, joined));
    view_moving_at(at->view, x, y, at->pitch > view_px(at->view, 70) ? 18 : 14,
                   color, at->text ? text : "");
}

/* Writes what is on its way into CELL, "" for the lower half of a number: which
 * number that is shows when the upper half comes. */
static void moving_text(const LaneLayout *at, const RegisterCell *cell,
                        char text[VALUE_TEXT])
{
    const View *view = at->view;

    text[0] = '\0';
    if (cell->last < view->position)
        view_moved(view, view->trace->instructions + cell->instruction,
                   view->trace->accesses + cell->access, text);
}

/* Writes the word of THREAD in row ROW, which the thread holds while another
 * one is on its way to it. */
static void held_text(const LaneLayout *at, uint32_t row, uint32_t thread,
                      char text[VALUE_TEXT])
{
    const RegisterCell *cell = registers_cell(at->lanes, row, thread);
    Number number = registers_number(at->lanes, cell);

    if (number.element == ELEMENT_OTHER)
        shown_value(at->view->trace->run.op, cell->value, true, text);
    else
        number_text(number, true, text);
}

static void draw_moving_word(const LaneLayout *at, uint32_t thread)
{
    const View *view = at->view;
    const RegisterCell *cell = lane_layout_cell(at, at->now, thread);
    char text[VALUE_TEXT];
    uint32_t from;

    if (!lane_layout_runs(at, cell) || lane_is_done(view->moment, cell))
        return;
    const Access *access = lane_access(view->moment, cell);
    bool sum = cell->sum != REGISTERS_NEVER;
    uint32_t taken = lane_layout_taken(at, at->now, thread, &from);
    uint32_t held = lane_layout_own(at, at->now, thread);
    double share = view_served(view, access);
    double side = !sum ? 0 : from < thread ? -1 : 1;
    if (held != REGISTERS_NEVER) {
        LanePath path = lane_layout_path(at, held, thread, at->now, thread);
        held_text(at, held, thread, text);
        draw_token(at, &path, share, -side, COLOR_HELD, text);
    }
    if (taken != REGISTERS_NEVER) {
        LanePath path = lane_layout_path(at, taken, from, at->now, thread);
        moving_text(at, cell, text);
        draw_token(at, &path, share, side, view_access_color(view, access),
                   text);
    }
}

/* The words of a row of global memory come down into it, or leave it downwards.
 */
static void draw_global_row(const LaneLayout *at, size_t row)
{
    const View *view = at->view;
    double below =
        at->cell * (trace_is_global_load(view->running) ? -1.1 : 1.1);

    for (uint32_t t = at->first; t < at->end; ++t) {
        const RegisterCell *cell = lane_layout_cell(at, row, t);
        if (lane_layout_runs(at, cell))
            view_moving_global(view, lane_layout_box(at, row, t), below,
                               view->trace->accesses + cell->access,
                               at->pitch > view_px(view, 70) ? 18 : 14,
                               at->text);
    }
}

/* Those of all words of the access. */
static void draw_global(const LaneLayout *at)
{
    size_t first = at->now - at->lanes->rows[at->rows[at->now]].word;

    for (size_t row = first < at->top ? at->top : first; row <= at->now; ++row)
        draw_global_row(at, row);
}

void lane_animation_draw(const LaneLayout *at)
{
    if (view_moves_global(at->view) && at->now >= at->top &&
        at->now < at->bottom)
        draw_global(at);
    if (!view_is_moving(at->view) || !trace_is_shuffle(at->view->running) ||
        at->now < at->top || at->now >= at->bottom || at->now == 0)
        return;
    for (uint32_t t = at->first; t < at->end; ++t)
        draw_moving_word(at, t);
}
