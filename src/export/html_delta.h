/* SPDX-License-Identifier: MIT
 *
 * html_delta - many pictures as one drawing and what changes: a flip-book.
 *
 * A drawing is a row of slots, from the back to the front; a slot shows one
 * shape or nothing.  Each picture says which slots change:
 *
 *     slot          0       1       2       3
 *     picture 0     ground  cell 0  cell 1  -
 *     picture 1             41 <- T0        mark
 *     picture 2             cell 0          -
 *
 * A shape is written once, as a word (see html_delta_word), however often it is
 * shown. Whatever the pictures are, what is shown is exactly they: slots only
 * decide how little must be said.
 */
#ifndef UPSWEEP_HTML_DELTA_H
#define UPSWEEP_HTML_DELTA_H

#include "draw/display_list.h"

typedef struct HtmlDelta HtmlDelta;

HtmlDelta *html_delta_new(void);
void html_delta_free(HtmlDelta *delta);

/* The next picture. */
void html_delta_add(HtmlDelta *delta, const DisplayList *list);

/* Adds all shapes, a line each: shape 1, shape 2, ... in the order in which
 * pictures first show them. */
void html_delta_shapes(const HtmlDelta *delta, Text *text);
/* Adds all pictures, a line each: pairs of slot and shape, in base 36.  A slot
 * is told by how far it is from the one before; a shape that is shown for the
 * first time by nothing at all; an emptied slot by 0:
 *
 *     3 1:4 2:0    slot 3: the next new shape; slot 4: shape 4; slot 6: nothing
 */
void html_delta_pictures(const HtmlDelta *delta, Text *text);
size_t html_delta_slots(const HtmlDelta *delta);

/* Adds a shape as a word: a letter for what it is, numbers, its colours as
 * letters ("a" is COLOR_PAPER, "-" none), and words last.
 *
 *     rX Y W H RADIUS FILL ALPHA                      a box
 *     eX Y W H RADIUS FILL EDGE WIDTH ALPHA DASH      a box with an edge
 *     hX Y W H PERIOD EDGE ALPHA                      hatching
 *     pPATH FILL ALPHA                                an arrow's head; "_" for
 * " " lPATH EDGE WIDTH ALPHA DASH                     a line or curve tFONT
 * SIZE X Y FILL ALPHA TEXT                  text
 *
 * Nothing for clips: no view needs them. */
void html_delta_word(Text *text, const DisplayList *list, const Shape *shape);

#endif
