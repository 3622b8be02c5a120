/* SPDX-License-Identifier: MIT */
#include "view/pixel_bins.h"

#include <math.h>
#include <stdlib.h>

enum { SHADES = 6 };

static const double faintest = 0.25;
/* Lines are thin; a whole strip of their colour would be too much. */
static const double link_alpha = 0.5;

/* What matters more has a higher rank. */
static int color_rank(Color color)
{
    static const uint8_t ranks[COLOR_COUNT] = {
        [COLOR_NONE] = 0,     [COLOR_PANEL] = 1,  [COLOR_CELL] = 2,
        [COLOR_HELD] = 3,     [COLOR_LINK] = 4,   [COLOR_GLOBAL] = 5,
        [COLOR_GOOD] = 6,     [COLOR_LOAD] = 7,   [COLOR_STORE] = 8,
        [COLOR_CONFLICT] = 9, [COLOR_FAULT] = 10,
    };

    return ranks[color];
}

PixelBins pixel_bins_new(Rect box, bool down)
{
    double length = down ? box.h : box.w;
    PixelBins bins = {box, down, length > 1 ? (int)ceil(length) : 1, 0, 0};

    bins.colors = base_alloc((size_t)bins.length, 1);
    for (int i = 0; i < bins.length; ++i)
        bins.colors[i] = COLOR_NONE;
    bins.amounts = base_alloc((size_t)bins.length, sizeof *bins.amounts);
    return bins;
}

void pixel_bins_free(PixelBins *bins)
{
    free(bins->colors);
    free(bins->amounts);
    *bins = (PixelBins){0};
}

static void add(PixelBins *bins, double from, double to, Color color,
                double amount)
{
    int first = (int)floor(from + 1e-6), end = (int)floor(to + 1e-6);

    first = first < 0 ? 0 : first >= bins->length ? bins->length - 1 : first;
    end = end > bins->length ? bins->length : end;
    end = end <= first ? first + 1 : end;
    for (int i = first; i < end; ++i) {
        bins->amounts[i] += amount;
        if (color_rank(color) > color_rank((Color)bins->colors[i]))
            bins->colors[i] = (uint8_t)color;
    }
}

void pixel_bins_mark(PixelBins *bins, double from, double to, Color color)
{
    add(bins, from, to, color, 0);
}

void pixel_bins_heat(PixelBins *bins, double from, double to, double amount,
                     bool hot)
{
    if (to > 0 && from < bins->length)
        add(bins, from, to, hot ? COLOR_CONFLICT : COLOR_LINK, amount);
}

static double alpha_of(const PixelBins *bins, int i, double most)
{
    if (bins->amounts[i] <= 0)
        return bins->colors[i] == COLOR_LINK ? link_alpha : 1;
    double shade = floor((SHADES - 1) * bins->amounts[i] / most + 0.5);
    return faintest + (1 - faintest) * shade / (SHADES - 1);
}

void pixel_bins_draw(PixelBins *bins, DisplayList *list)
{
    Rect box = bins->box;
    double start = round(bins->down ? box.y : box.x), most = 0;
    int from = 0;

    for (int i = 0; i < bins->length; ++i)
        most = fmax(most, bins->amounts[i]);
    for (int i = 1; i <= bins->length; ++i) {
        Color color = (Color)bins->colors[from];
        double alpha = alpha_of(bins, from, most);
        if (i < bins->length && bins->colors[i] == color &&
            alpha_of(bins, i, most) == alpha)
            continue;
        Rect run = bins->down ? (Rect){box.x, start + from, box.w, i - from}
                              : (Rect){start + from, box.y, i - from, box.h};
        if (color != COLOR_NONE)
            draw_rect(list, run, 0, color)->alpha = alpha;
        from = i;
    }
    pixel_bins_free(bins);
}
