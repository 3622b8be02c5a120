/* SPDX-License-Identifier: MIT
 *
 * marker - the signs of a chart's series: ○ □ ◇ △ × + ● ▽ ■ ◆, each drawn so
 * that one is seen through another at the same point.
 */
#ifndef UPSWEEP_MARKER_H
#define UPSWEEP_MARKER_H

#include "draw/display_list.h"

enum { MARKER_COUNT = 10 };

/* The sign of STYLE (they start again after MARKER_COUNT), SIZE pixels high,
 * with strokes of WIDTH, around a point. */
void marker_draw(DisplayList *list, size_t style, double x, double y,
                 double size, double width, Color color);

#endif
