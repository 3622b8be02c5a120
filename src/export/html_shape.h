/* SPDX-License-Identifier: MIT
 *
 * html_shape - a shape of a display list as the text that the HTML player
 * draws.
 */
#ifndef UPSWEEP_HTML_SHAPE_H
#define UPSWEEP_HTML_SHAPE_H

#include "draw/display_list.h"

/* Appends a shape as text: a letter for its kind, numbers, its colours as
 * letters ("a" is COLOR_PAPER, "-" none), and its text last.
 *
 *     rX Y W H RADIUS FILL ALPHA                      a box
 *     eX Y W H RADIUS FILL EDGE WIDTH ALPHA DASH      a box with an edge
 *     pPATH FILL ALPHA                                the head of an arrow
 *     lPATH EDGE WIDTH ALPHA DASH                     a line or curve
 *     tFONT SIZE X Y FILL ALPHA TEXT                  text
 *
 * In PATH, "_" stands for " ".
 */
void html_shape_add(Text *text, const DisplayList *list, const Shape *shape);

#endif
