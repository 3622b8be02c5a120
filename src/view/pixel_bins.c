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
