/* SPDX-License-Identifier: MIT
 *
 * icon - strokes and mirrors; see icon.h.
 */
#include "window/icon.h"

#include "draw/layout.h"

#include <math.h>

/* Strokes on a field of 24 x 24. */
typedef struct {
    Icon icon;
    double x0, y0, x1, y1;
} IconStroke;

static const IconStroke strokes[] = {
    {ICON_FORWARD, 10, 6, 16, 12},
    {ICON_FORWARD, 16, 12, 10, 18},
    {ICON_FORWARD_STEP, 6, 6, 12, 12},
    {ICON_FORWARD_STEP, 12, 12, 6, 18},
    {ICON_FORWARD_STEP, 13, 6, 19, 12},
    {ICON_FORWARD_STEP, 19, 12, 13, 18},
    {ICON_FORWARD_PHASE, 3, 7, 8, 12},
    {ICON_FORWARD_PHASE, 8, 12, 3, 17},
    {ICON_FORWARD_PHASE, 9, 7, 14, 12},
    {ICON_FORWARD_PHASE, 14, 12, 9, 17},
    {ICON_FORWARD_PHASE, 15, 7, 20, 12},
    {ICON_FORWARD_PHASE, 20, 12, 15, 17},
    {ICON_LAST, 7, 6, 13, 12},
    {ICON_LAST, 13, 12, 7, 18},
    {ICON_LAST, 18, 6, 18, 18},
    {ICON_PLAY, 8, 5, 19, 12},
    {ICON_PLAY, 19, 12, 8, 19},
    {ICON_PLAY, 8, 19, 8, 5},
    {ICON_PAUSE, 8, 5, 8, 19},
    {ICON_PAUSE, 16, 5, 16, 19},
    {ICON_SLOWER, 6, 12, 18, 12},
    {ICON_FASTER, 6, 12, 18, 12},
    {ICON_FASTER, 12, 6, 12, 18},
    {ICON_CONFLICT, 3, 6, 10, 6},
    {ICON_CONFLICT, 3, 12, 10, 12},
    {ICON_CONFLICT, 3, 18, 10, 18},
    {ICON_CONFLICT, 15, 7, 20, 12},
    {ICON_CONFLICT, 20, 12, 15, 17},
    {ICON_RACE, 3, 6, 10, 18},
    {ICON_RACE, 3, 18, 10, 6},
    {ICON_RACE, 15, 7, 20, 12},
    {ICON_RACE, 20, 12, 15, 17},
    {ICON_MOTION, 3, 7, 10, 7},
    {ICON_MOTION, 3, 12, 12, 12},
    {ICON_MOTION, 3, 17, 10, 17},
    {ICON_MOTION, 15, 7, 21, 12},
    {ICON_MOTION, 21, 12, 15, 17},
    {ICON_MOTION, 15, 17, 15, 7},
    {ICON_CLOCK, 8, 3, 16, 3},
    {ICON_CLOCK, 16, 3, 21, 8},
    {ICON_CLOCK, 21, 8, 21, 16},
    {ICON_CLOCK, 21, 16, 16, 21},
    {ICON_CLOCK, 16, 21, 8, 21},
    {ICON_CLOCK, 8, 21, 3, 16},
    {ICON_CLOCK, 3, 16, 3, 8},
    {ICON_CLOCK, 3, 8, 8, 3},
    {ICON_CLOCK, 12, 7, 12, 12},
    {ICON_CLOCK, 12, 12, 16, 14},
    {ICON_SAVE, 12, 3, 12, 15},
    {ICON_SAVE, 7, 10, 12, 15},
    {ICON_SAVE, 17, 10, 12, 15},
    {ICON_SAVE, 4, 15, 4, 20},
    {ICON_SAVE, 4, 20, 20, 20},
    {ICON_SAVE, 20, 20, 20, 15},
    {ICON_FULL, 4, 9, 4, 4},
    {ICON_FULL, 4, 4, 9, 4},
    {ICON_FULL, 15, 4, 20, 4},
    {ICON_FULL, 20, 4, 20, 9},
    {ICON_FULL, 20, 15, 20, 20},
    {ICON_FULL, 20, 20, 15, 20},
    {ICON_FULL, 9, 20, 4, 20},
    {ICON_FULL, 4, 20, 4, 15},
    {ICON_TOOLBAR, 4, 19, 20, 19},
    {ICON_TOOLBAR, 7, 7, 12, 12},
    {ICON_TOOLBAR, 12, 12, 17, 7},
    {ICON_QUIT, 6, 6, 18, 18},
    {ICON_QUIT, 18, 6, 6, 18},
    {ICON_HELP, 8, 8, 9.2, 5.2},
    {ICON_HELP, 9.2, 5.2, 12, 4},
    {ICON_HELP, 12, 4, 14.8, 5.2},
    {ICON_HELP, 14.8, 5.2, 16, 8},
    {ICON_HELP, 16, 8, 14.8, 10.4},
    {ICON_HELP, 14.8, 10.4, 12, 12.4},
    {ICON_HELP, 12, 12.4, 12, 15},
    {ICON_HELP, 12, 19, 12, 20},
    {ICON_LABELS, 17, 5, 7, 5},
    {ICON_LABELS, 7, 5, 13, 12},
    {ICON_LABELS, 13, 12, 7, 19},
    {ICON_LABELS, 7, 19, 17, 19},
    {ICON_CHART, 4, 4, 4, 20},
    {ICON_CHART, 4, 20, 20, 20},
    {ICON_CHART, 7, 16, 12, 13},
    {ICON_CHART, 12, 13, 16, 9},
    {ICON_CHART, 16, 9, 19, 4},
    {ICON_SMALLER, 12, 8, 8, 19},
    {ICON_SMALLER, 12, 8, 16, 19},
    {ICON_SMALLER, 9.5, 15, 14.5, 15},
    {ICON_LARGER, 12, 3, 5, 21},
    {ICON_LARGER, 12, 3, 19, 21},
    {ICON_LARGER, 7.6, 15, 16.4, 15},
    {ICON_MARK, 7, 4, 17, 4},
    {ICON_MARK, 7, 4, 7, 20},
    {ICON_MARK, 17, 4, 17, 20},
    {ICON_MARK, 7, 20, 12, 15},
    {ICON_MARK, 12, 15, 17, 20},
    {ICON_NEXT_MARK, 4, 5, 11, 5},
    {ICON_NEXT_MARK, 4, 5, 4, 18},
    {ICON_NEXT_MARK, 11, 5, 11, 18},
    {ICON_NEXT_MARK, 4, 18, 7.5, 14.5},
    {ICON_NEXT_MARK, 7.5, 14.5, 11, 18},
    {ICON_NEXT_MARK, 15, 7, 20, 12},
    {ICON_NEXT_MARK, 20, 12, 15, 17},
    {ICON_STEP, 9, 4, 7, 20},
    {ICON_STEP, 17, 4, 15, 20},
    {ICON_STEP, 4, 9, 20, 9},
    {ICON_STEP, 4, 15, 20, 15},
    {ICON_RUN, 4, 6, 20, 6},
    {ICON_RUN, 4, 12, 20, 12},
    {ICON_RUN, 4, 18, 20, 18},
    {ICON_RUN, 9, 4, 9, 8},
    {ICON_RUN, 16, 10, 16, 14},
    {ICON_RUN, 7, 16, 7, 20},
    {ICON_BLANK, 4, 5, 20, 5},
    {ICON_BLANK, 20, 5, 20, 16},
    {ICON_BLANK, 20, 16, 4, 16},
    {ICON_BLANK, 4, 16, 4, 5},
    {ICON_BLANK, 8, 20, 16, 20},
};

/* Backward icons are forward ones in a mirror. */
static Icon mirror_of(Icon icon)
{
    static const Icon mirrors[][2] = {
        {ICON_BACK, ICON_FORWARD},
        {ICON_BACK_STEP, ICON_FORWARD_STEP},
        {ICON_BACK_PHASE, ICON_FORWARD_PHASE},
        {ICON_FIRST, ICON_LAST},
        {ICON_BACK_CONFLICT, ICON_CONFLICT},
        {ICON_BACK_RACE, ICON_RACE},
        {ICON_PREVIOUS_MARK, ICON_NEXT_MARK},
    };

    for (size_t i = 0; i < sizeof mirrors / sizeof mirrors[0]; ++i)
        if (mirrors[i][0] == icon)
            return mirrors[i][1];
    return ICON_NONE;
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

void icon_draw(DisplayList *list, Rect box, Icon icon, double alpha)
{
    Icon mirrored = mirror_of(icon);
    double scale = box.w / 24, sign = mirrored ? -1 : 1;
    double x = box.x + (mirrored ? box.w : 0);
    double width = layout_most(1, round(2 * scale * 2) / 2);

    if (icon == ICON_THEME)
        draw_theme_icon(list, box, width);
    for (size_t i = 0; i < sizeof strokes / sizeof strokes[0]; ++i) {
        const IconStroke *at = strokes + i;
        if (at->icon != (mirrored ? mirrored : icon))
            continue;
        draw_line(list, x + sign * at->x0 * scale, box.y + at->y0 * scale,
                  x + sign * at->x1 * scale, box.y + at->y1 * scale, width,
                  COLOR_INK)
            ->alpha = alpha;
    }
}
