/* SPDX-License-Identifier: MIT
 *
 * pixel_bins - folding to pixels; see pixel_bins.h.
 */
#include "view/pixel_bins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What matters more has a higher rank. */
static int color_rank(Color color)
{
    static const uint8_t ranks[COLOR_COUNT] = {
        [COLOR_NONE] = 0,     [COLOR_PANEL] = 1, [COLOR_CELL] = 2,
        [COLOR_HELD] = 3,     [COLOR_LINK] = 4,  [COLOR_GLOBAL] = 5,
        [COLOR_GOOD] = 6,     [COLOR_LOAD] = 7,  [COLOR_STORE] = 8,
        [COLOR_CONFLICT] = 9,
    };

    return ranks[color];
}

/* Lines are thin; a whole strip of their colour would be too much. */
static const double link_alpha = 0.5;

PixelBins pixel_bins_new(double length)
{
    PixelBins strip = {.length = length > 1 ? (int)ceil(length) : 1};

    strip.colors = base_alloc((size_t)strip.length, 1);
    pixel_bins_clear(&strip);
    return strip;
}

void pixel_bins_free(PixelBins *strip)
{
    free(strip->colors);
    *strip = (PixelBins){0};
}

void pixel_bins_clear(PixelBins *strip)
{
    memset(strip->colors, COLOR_NONE, (size_t)strip->length);
}

void pixel_bins_mark(PixelBins *strip, double from, double to, Color color)
{
    int first = (int)floor(from + 1e-6), end = (int)floor(to + 1e-6);

    if (first < 0)
        first = 0;
    if (first >= strip->length)
        first = strip->length - 1;
    if (end > strip->length)
        end = strip->length;
    if (end <= first)
        end = first + 1;
    for (int i = first; i < end; ++i)
        if (color_rank(color) > color_rank((Color)strip->colors[i]))
            strip->colors[i] = (uint8_t)color;
}

void pixel_bins_draw(const PixelBins *strip, DisplayList *list, Rect box,
                     bool down)
{
    double start = round(down ? box.y : box.x);
    int from = 0;

    for (int i = 1; i <= strip->length; ++i) {
        if (i < strip->length && strip->colors[i] == strip->colors[from])
            continue;
        Color color = (Color)strip->colors[from];
        Rect run = down ? (Rect){box.x, start + from, box.w, i - from}
                        : (Rect){start + from, box.y, i - from, box.h};
        if (color != COLOR_NONE)
            draw_rect(list, run, 0, color)->alpha =
                color == COLOR_LINK ? link_alpha : 1;
        from = i;
    }
}

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
