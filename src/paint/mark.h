/* SPDX-License-Identifier: MIT
 *
 * mark - the signs of a chart's series: ○ □ ◇ △ × + ● ▽ ■ ◆, each drawn so that
 * one is seen through another at the same point.
 */
#ifndef UPSWEEP_MARK_H
#define UPSWEEP_MARK_H

#include "paint/canvas.h"

enum { MARK_COUNT = 10 };

/* The sign of STYLE (they start again after MARK_COUNT), SIZE pixels high, with
 * strokes of WIDTH, around a point. */
void mark_draw(Canvas *canvas, size_t style, double x, double y, double size,
               double width, Color color);

#endif
