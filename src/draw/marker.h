/* SPDX-License-Identifier: MIT
 *
 * marker - the markers of the series of a chart: ○ □ ◇ △ × + ● ▽ ■ ◆.  They are
 * drawn so that two different markers at one point can both be recognised.
 */
#ifndef UPSWEEP_MARKER_H
#define UPSWEEP_MARKER_H

#include "draw/display_list.h"

enum { MARKER_COUNT = 10 };

/* Draws marker STYLE modulo MARKER_COUNT centred on a point, SIZE pixels high
 * with strokes WIDTH pixels wide. */
void marker_draw(DisplayList *list, size_t style, double x, double y,
                 double size, double width, Color color);

#endif
