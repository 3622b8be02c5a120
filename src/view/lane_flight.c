/* SPDX-License-Identifier: MIT
 *
 * lane_flight - words between lanes; see lane_flight.h.
 */
#include "view/lane_flight.h"

#include "view/lane_text.h"
#include "view/motion.h"

#include <math.h>

/* Of the time, until a word is there; what is left is for joining. */
static const double arrival = 0.8;

/* A place on the way of a shuffle's word, SHARE of it behind: out of its cell
 * down the column, across as the arrow goes, into the cell. */
static void place_on(const LaneTable *at, const LanePath *path, double share,
                     double *x, double *y)
{
    double from = path->y0 - at->cell / 2 - at->note * at->notes;
    double down = path->start - from, in = at->cell / 2;
    double across = hypot(path->x1 - path->x0, path->end - path->start);
    double gone = motion_between(0, down + across + in, share);

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
static void draw_token(const LaneTable *at, const LanePath *path, double share,
                       double side, Color color, Word value)
{
    const View *view = at->view;
    double apart = side * at->pitch * 0.24;
    double travelled =
        layout_least(1, share / arrival * (path->x0 == path->x1 ? 2 : 1));
    double joined = layout_clamp((share - arrival) / (1 - arrival), 0, 1);
    char text[VALUE_TEXT] = "";
    double x, y;

    place_on(at, path, travelled, &x, &y);
    x += apart * motion_between(0, 1, travelled) *
         (1 - motion_between(0, 1, joined));
    if (at->text)
        scene_value(view->exhibit->trace->run.op, value, true, text);
    motion_draw(view, x, y, at->pitch > view_px(view, 70) ? 18 : 14, color,
                text);
}

static void draw_flight(const LaneTable *at, uint32_t thread)
{
    const View *view = at->view;
    const LaneCell *cell = lane_table_cell(at, at->now, thread);
    uint32_t from;
    Word own;

    if (!lane_table_runs(at, cell) || lane_is_done(view, cell))
        return;
    const Access *access = view->exhibit->trace->accesses + cell->access;
    bool sum = cell->sum != LANES_NEVER;
    uint32_t taken = lane_table_taken(at, at->now, thread, &from);
    uint32_t held = lane_table_own(at, at->now, thread, &own);
    double share =
        motion_served(view, (int)(access - trace_accesses(view->exhibit->trace,
                                                          view->running)));
    double side = !sum ? 0 : from < thread ? -1 : 1;
    if (held != LANES_NEVER) {
        LanePath path = lane_table_path(at, held, thread, at->now, thread);
        draw_token(at, &path, share, -side, COLOR_HELD, own);
    }
    if (taken != LANES_NEVER) {
        LanePath path = lane_table_path(at, taken, from, at->now, thread);
        draw_token(at, &path, share, side, view_access_color(view, access),
                   access->value);
    }
}

void lane_flight(const LaneTable *at)
{
    const View *view = at->view;

    if (!motion_is_on(view) || view->running->kind != ACCESS_SHFL ||
        at->now < at->top || at->now >= at->bottom || at->now == 0)
        return;
    for (uint32_t t = at->first; t < at->end; ++t)
        draw_flight(at, t);
}
