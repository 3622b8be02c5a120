/* SPDX-License-Identifier: MIT
 *
 * view_motion - see view_motion.h.
 */
#include "view/view_motion.h"

#include "draw/font.h"
#include "draw/layout.h"

#include <math.h>

double view_eased(double from, double to, double share)
{
    return from + (to - from) * share * share * (3 - 2 * share);
}

void view_moving_at(const View *view, double x, double y, double at_1080,
                    Color color, const char *text)
{
    double size = view_size(view, at_1080);
    double least = fmax(6, round(view_px(view, 10)));
    double width =
        text[0] ? font_width(FONT_CODE_STRONG, size, text) + view_px(view, 12)
                : least;
    Rect box = rect_around(x, y, width, text[0] ? size * 1.4 : least);

    view_thing(view, THING_MOTION, 0);
    Shape *shape =
        draw_rect(view->list, box, fmin(view_px(view, 6), box.h / 2), color);
    if (!text[0])
        return;
    view_edge(view, shape, COLOR_PANEL, 1.5);
    view_label(view, box, FONT_CODE_STRONG, at_1080, view_on(color), text);
}

Rect view_leaving(const View *view, Rect from, Rect to, double at_1080)
{
    double half = view_size(view, at_1080) * 0.7, y = from.y + from.h / 2;

    if (to.y >= from.y + from.h)
        return (Rect){from.x, from.y + from.h + half, from.w, 0};
    if (to.y + to.h <= from.y)
        return (Rect){from.x, from.y - half, from.w, 0};
    return (Rect){to.x > from.x ? from.x + from.w + half : from.x - half, y, 0,
                  0};
}

void view_moving(const View *view, Rect from, Rect to, double share,
                 double at_1080, Color color, const char *text)
{
    view_moving_at(view,
                   view_eased(from.x + from.w / 2, to.x + to.w / 2, share),
                   view_eased(from.y + from.h / 2, to.y + to.h / 2, share),
                   at_1080, color, text);
}

bool view_is_under_way(const View *view, const Token *token)
{
    double served = view_served(view, token->access);

    return served > 0 && served < 1;
}

void view_token(const View *view, const Token *token, Rect from, Rect to,
                double at_1080, const char *text)
{
    view_moving(view, from, to, view_served(view, token->access), at_1080,
                view_access_color(view, token->access), text);
}

bool view_moves_global(const View *view)
{
    return view_is_moving(view) && !view_shows_blocks(view) &&
           (trace_is_global_load(view->running) ||
            trace_is_global_store(view->running));
}

void view_moving_global(const View *view, Rect box, double below,
                        const Access *access, double at_1080, bool text)
{
    double served = view_served(view, access);
    bool load = trace_is_global_load(view->running);
    Rect far = box;
    char word[VALUE_TEXT] = "";

    if (served <= 0 || served >= 1)
        return;
    if (text)
        view_moved(view, view->running, access, word);
    far.y += below;
    view_moving(view, load ? far : box, load ? box : far, served, at_1080,
                COLOR_GLOBAL, word);
}
