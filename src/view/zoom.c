/* SPDX-License-Identifier: MIT */
#include "view/zoom.h"

#include <math.h>

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

double zoom_scale(const Zoom *zoom)
{
    return exp2(clamp(zoom->zoom, 0, ZOOM_MOST));
}

/* Keeps the visible part within the whole range. */
static void zoom_start_at(Zoom *zoom, double from)
{
    zoom->from = clamp(from, 0, 1 - 1 / zoom_scale(zoom));
}

void zoom_by(Zoom *zoom, double by, double around)
{
    double place = zoom->from + around / zoom_scale(zoom);

    zoom->zoom = clamp(zoom->zoom + by, 0, ZOOM_MOST);
    zoom_start_at(zoom, place - around / zoom_scale(zoom));
}

void zoom_pan(Zoom *zoom, double by)
{
    zoom_start_at(zoom, zoom->from + by / zoom_scale(zoom));
}
