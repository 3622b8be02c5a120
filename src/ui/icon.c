/* SPDX-License-Identifier: MIT
 *
 * icon - polylines; see ui.h.
 */
#include "ui/ui.h"

#include <math.h>
#include <stdlib.h>

/* The points of each icon, "x,y" on a field of 24 x 24, joined by lines; a
 * semicolon starts another polyline. */
static const char *const icons[] = {
    [UI_ICON_NONE] = "",
    [UI_ICON_BACK] = "15,5 8,12 15,19",
    [UI_ICON_PLAY] =
        "8,5 19,12 8,19 8,5; 9,8 16,12 9,16 9,8; 10,11 13,12 10,13",
    [UI_ICON_PAUSE] = "8,5 8,19; 16,5 16,19",
    [UI_ICON_STEP] = "9,5 16,12 9,19",
    [UI_ICON_DETAILS] = "5,7 19,7; 5,12 19,12; 5,17 19,17",
    [UI_ICON_MENU] = "5,12 5.01,12; 12,12 12.01,12; 19,12 19.01,12",
    [UI_ICON_LESS] = "6,12 18,12",
    [UI_ICON_MORE] = "6,12 18,12; 12,6 12,18",
    [UI_ICON_CLOSE] = "6,6 18,18; 18,6 6,18",
    [UI_ICON_CHECK] = "5,13 10,18 19,7",
};

void ui_icon(Ui *ui, Rect box, UiIcon icon, Color color, double alpha)
{
    const char *points = icons[icon];
    double scale = layout_least(box.w, box.h) / 24, x = 0, y = 0;
    double left = box.x + (box.w - 24 * scale) / 2;
    double top = box.y + (box.h - 24 * scale) / 2;
    double width = layout_most(1.5, (icon == UI_ICON_MENU ? 4 : 2.4) * scale);
    char *end;

    for (bool first = true; *points; first = *end == ';') {
        double to_x = left + strtod(points, &end) * scale;
        double to_y = top + strtod(end + 1, &end) * scale;
        if (!first)
            draw_line(ui->list, x, y, to_x, to_y, width, color)->alpha = alpha;
        x = to_x;
        y = to_y;
        points = end + (*end == ';');
    }
}
