/* SPDX-License-Identifier: MIT
 *
 * motion - times and places of what moves; see motion.h.
 */
#include "view/motion.h"

#include "paint/font.h"

#include <math.h>

/* Cycles, or transactions, that the running instruction takes. */
static double cycles_of(const View *view)
{
    return view->turns ? view->turns : 1;
}

/* Of the first cycle, for entering the queues. */
static double entry_of(const View *view)
{
    return view_is_shared(view) ? 0.35 : 0;
}

bool motion_is_on(const View *view)
{
    return view->moment < 1;
}

double motion_entered(const View *view)
{
    if (!motion_is_on(view))
        return 1;
    if (!view_is_shared(view))
        return 1;
    return layout_clamp(view->moment * cycles_of(view) / entry_of(view), 0, 1);
}

double motion_served(const View *view, int i)
{
    if (!motion_is_on(view))
        return 1;
    double cycles = cycles_of(view), entry = entry_of(view);
    double slot = (cycles - entry) / cycles;
    double since = view->moment * cycles - entry - view->ranks[i] * slot;

    return layout_clamp(since / slot, 0, 1);
}

static int index_of(const View *view, const Access *access)
{
    return (int)(access - trace_accesses(view->exhibit->trace, view->running));
}

bool motion_begun(const View *view, const Access *access)
{
    return motion_served(view, index_of(view, access)) > 0;
}

bool motion_done(const View *view, const Access *access)
{
    return motion_served(view, index_of(view, access)) >= 1;
}

int motion_begun_at(const View *view, uint32_t bank)
{
    const Trace *trace = view->exhibit->trace;
    const Access *accesses = trace_accesses(trace, view->running);
    int begun = 0;

    if (!motion_is_on(view))
        return view->queues[bank];
    for (int i = 0; i < view->running->lanes; ++i)
        begun += (accesses[i].cell & (trace->run.k - 1)) == bank &&
                 motion_served(view, i) > 0;
    return begun;
}

double motion_between(double from, double to, double share)
{
    return from + (to - from) * share * share * (3 - 2 * share);
}

void motion_draw(const View *view, double x, double y, double at_1080,
                 Color color, const char *text)
{
    double size = view_size(view, at_1080);
    double least = layout_most(6, round(view_px(view, 10)));
    double width =
        text[0] ? font_width(FONT_CODE_STRONG, size, text) + view_px(view, 12)
                : least;
    Rect box = rect_around(x, y, width, text[0] ? size * 1.4 : least);

    canvas_tag(view->canvas, TAG_MOTION, view->panel, 0);
    Shape *shape =
        canvas_rect(view->canvas, box,
                    layout_least(view_px(view, 6), box.h / 2), color);
    if (!text[0])
        return;
    shape->edge = COLOR_PANEL;
    shape->width = layout_most(1, view_px(view, 1.5));
    view_label(view, box, FONT_CODE_STRONG, at_1080, view_on(color), text);
}

void motion_token(const View *view, Rect from, Rect to, double share,
                  double at_1080, Color color, const char *text)
{
    motion_draw(view,
                motion_between(from.x + from.w / 2, to.x + to.w / 2, share),
                motion_between(from.y + from.h / 2, to.y + to.h / 2, share),
                at_1080, color, text);
}
