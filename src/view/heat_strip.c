/* SPDX-License-Identifier: MIT
 *
 * heat_strip - adding up and drawing; see heat_strip.h.
 */
#include "view/heat_strip.h"

#include <math.h>
#include <stdlib.h>

enum { SHADES = 6 };

static const double faintest = 0.25;

HeatStrip heat_strip_new(double length)
{
    HeatStrip heat = {.length = length > 1 ? (int)ceil(length) : 1};

    heat.amounts = base_alloc((size_t)heat.length, sizeof *heat.amounts);
    heat.hot = base_alloc((size_t)heat.length, 1);
    return heat;
}

void heat_strip_free(HeatStrip *heat)
{
    free(heat->amounts);
    free(heat->hot);
    *heat = (HeatStrip){0};
}

void heat_strip_add(HeatStrip *heat, double from, double to, double amount,
                    bool hot)
{
    int first = (int)floor(from + 1e-6), end = (int)floor(to + 1e-6);

    if (to <= 0 || from >= heat->length)
        return;
    first = first < 0 ? 0 : first;
    end = end > heat->length ? heat->length : end;
    if (end <= first)
        end = first + 1;
    for (int i = first; i < end; ++i) {
        heat->amounts[i] += amount;
        heat->hot[i] |= hot;
    }
}

/* The shade of a pixel, 0 for none. */
static int shade_of(const HeatStrip *heat, int i, double most)
{
    if (heat->amounts[i] <= 0)
        return 0;
    return 1 + (int)floor((SHADES - 1) * heat->amounts[i] / most + 0.5);
}

void heat_strip_draw(const HeatStrip *heat, DisplayList *list, Rect box,
                     bool down)
{
    double start = round(down ? box.y : box.x), most = 0;
    int from = 0;

    for (int i = 0; i < heat->length; ++i)
        most = fmax(most, heat->amounts[i]);
    for (int i = 1; i <= heat->length; ++i) {
        int shade = shade_of(heat, from, most);
        if (i < heat->length && heat->hot[i] == heat->hot[from] &&
            shade_of(heat, i, most) == shade)
            continue;
        Rect run = down ? (Rect){box.x, start + from, box.w, i - from}
                        : (Rect){start + from, box.y, i - from, box.h};
        if (shade)
            draw_rect(list, run, 0,
                      heat->hot[from] ? COLOR_CONFLICT : COLOR_LINK)
                ->alpha =
                faintest + (1 - faintest) * (shade - 1) / (SHADES - 1);
        from = i;
    }
}
