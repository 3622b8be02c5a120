/* SPDX-License-Identifier: MIT
 *
 * layout - rectangles cut into rectangles, and text laid in them.
 *
 * A view gets a rectangle and hands parts of it to what it draws.  Parts are
 * cut off, so they cannot overlap, and whatever keeps to its part collides
 * with nothing:
 *
 *     box ┌────────────┐   rect_cut_top(&box, 2)   ┌────────────┐ returned
 *         │            │                           ├────────────┤
 *         │            │                           │            │ box
 *         └────────────┘                           └────────────┘
 */
#ifndef UPSWEEP_LAYOUT_H
#define UPSWEEP_LAYOUT_H

#include "draw/display_list.h"

/* Cuts off and returns a part; at most all that is there. */
Rect rect_cut_top(Rect *box, double height);
Rect rect_cut_bottom(Rect *box, double height);
Rect rect_cut_left(Rect *box, double width);
Rect rect_cut_right(Rect *box, double width);

/* The box smaller by DX left and right and DY above and below. */
Rect rect_inset(Rect box, double dx, double dy);
/* A box of this size around a point. */
Rect rect_around(double x, double y, double w, double h);
bool rect_is_empty(Rect box);

double layout_least(double a, double b);
double layout_most(double a, double b);
double layout_clamp(double x, double low, double high);

/* Text in as many lines of LINE_HEIGHT as BOX has room for, broken between
 * words; what is left over is cut with an ellipsis.  The lines used. */
int layout_paragraph(DisplayList *list, Rect box, double line_height, Font font,
                     double size, double min_size, Color color,
                     const char *text);

#endif
