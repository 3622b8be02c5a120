/* SPDX-License-Identifier: MIT
 *
 * layout - divides rectangles into rectangles and sets paragraphs in them.
 *
 * A view gets a rectangle and cuts off a part for each thing that it draws.
 * Parts do not overlap, so shapes that stay in their parts do not either:
 *
 *     box ┌────────────┐   rect_cut_top(&box, 2)   ┌────────────┐ returned
 *         │            │                           ├────────────┤
 *         │            │                           │            │ box
 *         └────────────┘                           └────────────┘
 */
#ifndef UPSWEEP_LAYOUT_H
#define UPSWEEP_LAYOUT_H

#include "draw/display_list.h"

/* Each cuts a part off *BOX and returns it; the part is at most all of *BOX. */
Rect rect_cut_top(Rect *box, double height);
Rect rect_cut_bottom(Rect *box, double height);
Rect rect_cut_left(Rect *box, double width);
Rect rect_cut_right(Rect *box, double width);

/* BOX made smaller by DX at the left and right and DY at the top and bottom. */
Rect rect_inset(Rect box, double dx, double dy);
/* A box of this size centred on a point. */
Rect rect_around(double x, double y, double w, double h);
/* Draws a cross, or a check mark, in BOX with strokes WIDTH pixels wide. */
void draw_cross(DisplayList *list, Rect box, double width, Color color);
void draw_check(DisplayList *list, Rect box, double width, Color color);

/* True if BOX has no area. */
bool rect_is_empty(Rect box);

/* The smaller of two numbers; the larger; X limited to LOW .. HIGH. */
double layout_least(double a, double b);
double layout_most(double a, double b);
double layout_clamp(double x, double low, double high);

/* The same of integers. */
int int_least(int a, int b);
int int_most(int a, int b);
/* The number 1, 2 or 5 times a power of ten that is nearest to VALUE, which is
 * above 0: at most VALUE or, if UP, at least. */
double layout_pattern(double value, bool up);

/* Draws TEXT in as many lines of LINE_HEIGHT as BOX has room for, broken
 * between words; the last line is cut with an ellipsis if text remains.
 * Returns the number of lines used. */
int layout_paragraph(DisplayList *list, Rect box, double line_height, Font font,
                     double size, double min_size, Color color,
                     const char *text);

/* The number of lines of WIDTH that TEXT has, broken between words. */
int layout_lines(Font font, double size, double width, const char *text);

#endif
