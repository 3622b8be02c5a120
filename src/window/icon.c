/* SPDX-License-Identifier: MIT
 *
 * icon - polylines and mirrors; see icon.h.
 */
#include "window/icon.h"

#include "draw/layout.h"

#include <math.h>
#include <stdlib.h>

/* The points of each icon, "x,y" on a field of 24 x 24, joined by lines; a
 * semicolon starts another polyline.  A mirrored icon is drawn from right to
 * left. */
static const struct {
    Icon icon, mirrored;
    const char *points;
} icons[] = {
    {ICON_FORWARD, ICON_BACK, "10,6 16,12 10,18"},
    {ICON_FORWARD_STEP, ICON_BACK_STEP, "6,6 12,12 6,18; 13,6 19,12 13,18"},
    {ICON_FORWARD_PHASE, ICON_BACK_PHASE,
     "3,7 8,12 3,17; 9,7 14,12 9,17; 15,7 20,12 15,17"},
    {ICON_LAST, ICON_FIRST, "7,6 13,12 7,18; 18,6 18,18"},
    {ICON_PLAY, ICON_NONE, "8,5 19,12 8,19 8,5"},
    {ICON_PAUSE, ICON_NONE, "8,5 8,19; 16,5 16,19"},
    {ICON_SLOWER, ICON_NONE, "6,12 18,12"},
    {ICON_FASTER, ICON_NONE, "6,12 18,12; 12,6 12,18"},
    {ICON_CONFLICT, ICON_BACK_CONFLICT,
     "3,6 10,6; 3,12 10,12; 3,18 10,18; 15,7 20,12 15,17"},
    {ICON_RACE, ICON_BACK_RACE, "3,6 10,18; 3,18 10,6; 15,7 20,12 15,17"},
    {ICON_MOTION, ICON_NONE,
     "3,7 10,7; 3,12 12,12; 3,17 10,17; 15,7 21,12 15,17 15,7"},
    {ICON_CLOCK, ICON_NONE,
     "8,3 16,3 21,8 21,16 16,21 8,21 3,16 3,8 8,3; 12,7 12,12 16,14"},
    {ICON_SAVE, ICON_NONE,
     "12,3 12,15; 7,10 12,15; 17,10 12,15; 4,15 4,20 20,20 20,15"},
    {ICON_FULL, ICON_NONE,
     "4,9 4,4 9,4; 15,4 20,4 20,9; 20,15 20,20 15,20; 9,20 4,20 4,15"},
    {ICON_TOOLBAR, ICON_NONE, "4,19 20,19; 7,7 12,12 17,7"},
    {ICON_QUIT, ICON_NONE, "6,6 18,18; 18,6 6,18"},
    {ICON_WORDS, ICON_NONE, "12,4 12,5; 9,10 12,10 12,19; 8,19 16,19"},
    {ICON_HELP, ICON_NONE,
     "8,8 9.2,5.2 12,4 14.8,5.2 16,8 14.8,10.4 12,12.4 12,15; 12,19 12,20"},
    {ICON_LABELS, ICON_NONE, "17,5 7,5 13,12 7,19 17,19"},
    {ICON_TIME, ICON_NONE,
     "3,5 13,5; 7,10 20,10; 4,15 11,15; 9,20 21,20; 3,3 3,21"},
    {ICON_CHART, ICON_NONE, "4,4 4,20 20,20; 7,16 12,13 16,9 19,4"},
    {ICON_SMALLER, ICON_NONE, "12,8 8,19; 12,8 16,19; 9.5,15 14.5,15"},
    {ICON_LARGER, ICON_NONE, "12,3 5,21; 12,3 19,21; 7.6,15 16.4,15"},
    {ICON_PROJECTOR, ICON_NONE,
     "3,4 21,4; 5,4 5,15; 19,4 19,15; 5,15 19,15; 12,15 12,18; 8,21 12,18 "
     "16,21"},
    {ICON_MARK, ICON_NONE, "7,4 17,4; 7,4 7,20; 17,4 17,20; 7,20 12,15 17,20"},
    {ICON_NEXT_MARK, ICON_PREVIOUS_MARK,
     "4,5 11,5; 4,5 4,18; 11,5 11,18; 4,18 7.5,14.5 11,18; 15,7 20,12 15,17"},
    {ICON_STEP, ICON_NONE, "9,4 7,20; 17,4 15,20; 4,9 20,9; 4,15 20,15"},
    {ICON_START, ICON_NONE,
     "4,4 10,4 10,10 4,10 4,4; 14,4 20,4 20,10 14,10 14,4; 4,14 10,14 10,20 "
     "4,20 4,14; 14,14 20,14 20,20 14,20 14,14"},
    {ICON_RUN, ICON_NONE,
     "4,6 20,6; 4,12 20,12; 4,18 20,18; 9,4 9,8; 16,10 16,14; 7,16 7,20"},
    {ICON_BLANK, ICON_NONE, "4,5 20,5 20,16 4,16 4,5; 8,20 16,20"},
};

static double line_width(double scale)
{
    return layout_most(1, round(2 * scale * 2) / 2);
}

/* A disc, half of it full. */
static void draw_theme_icon(DisplayList *list, Rect box, double width)
{
    Rect disc = rect_inset(box, round(box.w / 6), round(box.h / 6));
    Shape *ring = draw_rect(list, disc, disc.w / 2, COLOR_NONE);

    ring->edge = COLOR_INK;
    ring->width = width;
    draw_clip(list, (Rect){disc.x, disc.y, disc.w / 2, disc.h});
    draw_rect(list, disc, disc.w / 2, COLOR_INK);
    draw_unclip(list);
}

/* Draws the lines between POINTS, with one unit of the field SCALE pixels long;
 * below 0 across: from right to left. */
static void draw_points(DisplayList *list, const char *points, double left,
                        double top, double across, double scale, double alpha)
{
    double width = line_width(scale), x = 0, y = 0;
    char *end;

    for (bool first = true; *points; first = *end == ';') {
        double to_x = left + strtod(points, &end) * across;
        double to_y = top + strtod(end + 1, &end) * scale;
        if (!first)
            draw_line(list, x, y, to_x, to_y, width, COLOR_INK)->alpha = alpha;
        x = to_x;
        y = to_y;
        points = end + (*end == ';');
    }
}

void icon_draw(DisplayList *list, Rect box, Icon icon, double alpha)
{
    double scale = box.w / 24;

    if (icon == ICON_THEME)
        draw_theme_icon(list, box, line_width(scale));
    for (size_t i = 0; icon && i < sizeof icons / sizeof icons[0]; ++i)
        if (icons[i].icon == icon)
            draw_points(list, icons[i].points, box.x, box.y, scale, scale,
                        alpha);
        else if (icons[i].mirrored == icon)
            draw_points(list, icons[i].points, box.x + box.w, box.y, -scale,
                        scale, alpha);
}
