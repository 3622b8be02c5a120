/* SPDX-License-Identifier: MIT
 *
 * lane_animation - words between lanes; see lane_animation.h.
 */
#include "view/lane_animation.h"

#include "view/animation.h"
#include "view/lane_text.h"

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
    double gone = animation_between(0, down + across + in, share);

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
    x += apart * animation_between(0, 1, travelled) *
         (1 - animation_between(0, 1, joined));
    if (at->text)
        scene_value(view->analysed->trace->run.op, value, true, text);
    animation_draw(view, x, y, at->pitch > view_px(view, 70) ? 18 : 14, color,
                   text);
}

static void draw_flight(const LaneLayout *at, uint32_t thread)
{
    const View *view = at->view;
    const RegisterCell *cell = lane_layout_cell(at, at->now, thread);
    uint32_t from;
    Word own;

    if (!lane_layout_runs(at, cell) || lane_is_done(view, cell))
        return;
    const Access *access = view->analysed->trace->accesses + cell->access;
    bool sum = cell->sum != REGISTERS_NEVER;
    uint32_t taken = lane_layout_taken(at, at->now, thread, &from);
    uint32_t held = lane_layout_own(at, at->now, thread, &own);
    double share =
        animation_served(view,
                         (int)(access - trace_accesses(view->analysed->trace,
                                                       view->running)));
    double side = !sum ? 0 : from < thread ? -1 : 1;
    if (held != REGISTERS_NEVER) {
        LanePath path = lane_layout_path(at, held, thread, at->now, thread);
        draw_token(at, &path, share, -side, COLOR_HELD, own);
    }
    if (taken != REGISTERS_NEVER) {
        LanePath path = lane_layout_path(at, taken, from, at->now, thread);
        draw_token(at, &path, share, side, view_access_color(view, access),
                   access->value);
    }
}

/* Words of global memory come down into the row, or leave it downwards. */
static void draw_global(const LaneLayout *at)
{
    const View *view = at->view;
    double below =
        at->cell * (view->running->kind == ACCESS_GLOAD ? -1.1 : 1.1);

    for (uint32_t t = at->first; t < at->end; ++t) {
        const RegisterCell *cell = lane_layout_cell(at, at->now, t);
        if (lane_layout_runs(at, cell))
            animation_global(view, lane_layout_box(at, at->now, t), below,
                             animation_index(view,
                                             view->analysed->trace->accesses +
                                                 cell->access),
                             at->pitch > view_px(view, 70) ? 18 : 14, at->text);
    }
}

void lane_animation(const LaneLayout *at)
{
    const View *view = at->view;

    if (animation_is_global(view) && at->now >= at->top && at->now < at->bottom)
        draw_global(at);
    if (!animation_is_on(view) || view->running->kind != ACCESS_SHFL ||
        at->now < at->top || at->now >= at->bottom || at->now == 0)
        return;
    for (uint32_t t = at->first; t < at->end; ++t)
        draw_flight(at, t);
}
