/* SPDX-License-Identifier: MIT
 *
 * view_marks - the marks of words that are wrong or in a race.
 */
#ifndef UPSWEEP_VIEW_MARKS_H
#define UPSWEEP_VIEW_MARKS_H

#include "view/view.h"

/* Fills SHAPE, which shows a wrong word, and returns the colour of what is
 * written on it: an access keeps its colour as the edge; and where there is
 * room, a cross in the corner distinguishes it from a conflict without colours.
 * SHAPE is not valid any more. */
Color view_fill_wrong(const View *view, Shape *shape);
/* Marks SHAPE, of a word in a race: a dashed edge. */
void view_mark_raced(const View *view, Shape *shape);
/* The cross that stands for what is wrong; the same before a text in the box
 * TEXT, if there is room for it right of LEFT. */
void view_cross(const View *view, Rect box, Color color);
void view_cross_before(const View *view, Rect text, double left, Color color);

#endif
