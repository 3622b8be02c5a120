/* SPDX-License-Identifier: MIT
 *
 * animation - times and places of what moves; see animation.h.
 */
#include "view/animation.h"

#include "draw/font.h"
#include "view/view_blocks.h"

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

bool animation_is_on(const View *view)
{
    return view->moment < 1;
}

double animation_entered(const View *view)
{
    if (!animation_is_on(view))
        return 1;
    if (!view_is_shared(view))
        return 1;
    return layout_clamp(view->moment * cycles_of(view) / entry_of(view), 0, 1);
}

double animation_served(const View *view, int i)
{
    if (!animation_is_on(view))
        return 1;
    double cycles = cycles_of(view), entry = entry_of(view);
    double slot = (cycles - entry) / cycles;
    double since = view->moment * cycles - entry - view->ranks[i] * slot;

    return layout_clamp(since / slot, 0, 1);
}

int animation_index(const View *view, const Access *access)
{
    return (int)(access - trace_accesses(view->analysed->trace, view->running));
}

bool animation_begun(const View *view, const Access *access)
{
    return animation_served(view, animation_index(view, access)) > 0;
}

bool animation_done(const View *view, const Access *access)
{
    return animation_served(view, animation_index(view, access)) >= 1;
}

int animation_begun_at(const View *view, uint32_t bank)
{
    const Trace *trace = view->analysed->trace;
    const Access *accesses = trace_accesses(trace, view->running);
    int begun = 0;

    if (!animation_is_on(view))
        return view->queues[bank];
    for (int i = 0; i < view->running->lanes; ++i)
        begun += (accesses[i].cell & (trace->run.k - 1)) == bank &&
                 animation_served(view, i) > 0;
    return begun;
}

double animation_between(double from, double to, double share)
{
    return from + (to - from) * share * share * (3 - 2 * share);
}

void animation_draw(const View *view, double x, double y, double at_1080,
                    Color color, const char *text)
{
    double size = view_size(view, at_1080);
    double least = layout_most(6, round(view_px(view, 10)));
    double width =
        text[0] ? font_width(FONT_CODE_STRONG, size, text) + view_px(view, 12)
                : least;
    Rect box = rect_around(x, y, width, text[0] ? size * 1.4 : least);

    draw_tag(view->list, TAG_MOTION, view->panel, 0);
    Shape *shape = draw_rect(view->list, box,
                             layout_least(view_px(view, 6), box.h / 2), color);
    if (!text[0])
        return;
    shape->edge = COLOR_PANEL;
    shape->width = layout_most(1, view_px(view, 1.5));
    view_label(view, box, FONT_CODE_STRONG, at_1080, view_on(color), text);
}

void animation_token(const View *view, Rect from, Rect to, double share,
                     double at_1080, Color color, const char *text)
{
    animation_draw(
        view, animation_between(from.x + from.w / 2, to.x + to.w / 2, share),
        animation_between(from.y + from.h / 2, to.y + to.h / 2, share), at_1080,
        color, text);
}

bool animation_is_global(const View *view)
{
    return animation_is_on(view) && !view_blocks_fit(view) &&
           (view->running->kind == ACCESS_GLOAD ||
            view->running->kind == ACCESS_GSTORE);
}

void animation_global(const View *view, Rect box, double below, int i,
                      double at_1080, bool text)
{
    const Trace *trace = view->analysed->trace;
    const Access *access = trace_accesses(trace, view->running) + i;
    double served = animation_served(view, i);
    bool load = view->running->kind == ACCESS_GLOAD;
    Rect far = box;
    char word[VALUE_TEXT] = "";

    if (served <= 0 || served >= 1)
        return;
    if (text)
        scene_value(trace->run.op, access->value, true, word);
    far.y += below;
    animation_token(view, load ? far : box, load ? box : far, served, at_1080,
                    COLOR_GLOBAL, word);
}
