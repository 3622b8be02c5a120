/* SPDX-License-Identifier: MIT
 *
 * html_delta - encodes many similar pictures by their differences, for the HTML
 * export.
 *
 * A drawing is a row of slots, from the back to the front; a slot shows one
 * shape or nothing.  Each picture is a list of the slots that change:
 *
 *     slot          0       1       2       3
 *     picture 0     ground  cell 0  cell 1  -
 *     picture 1             41 <- T0        mark
 *     picture 2             cell 0          -
 *
 * A shape is written once, as a line of text (see html_delta_word), however
 * often it is shown.  The encoding is lossless for all pictures; the choice of
 * slots only affects its size.
 */
#ifndef UPSWEEP_HTML_DELTA_H
#define UPSWEEP_HTML_DELTA_H

#include "draw/display_list.h"

typedef struct HtmlDelta HtmlDelta;

/* No pictures yet; free it with html_delta_free. */
HtmlDelta *html_delta_new(void);
void html_delta_free(HtmlDelta *delta);

/* Adds the next picture; LIST may change afterwards. */
void html_delta_add(HtmlDelta *delta, const DisplayList *list);

/* Appends all shapes to TEXT, a line each: shape 1, shape 2, ... in the order
 * in which pictures first show them. */
void html_delta_shapes(const HtmlDelta *delta, Text *text);
/* Appends all pictures to TEXT, a line each: pairs of slot and shape, in base
 * 36.  A slot is written as the distance from the previous one in the line.  A
 * shape that is shown for the first time is omitted; 0 empties the slot:
 *
 *     3 1:4 2:0    slot 3: the next new shape; slot 4: shape 4; slot 6: nothing
 */
void html_delta_pictures(const HtmlDelta *delta, Text *text);
/* The number of slots of the drawing. */
size_t html_delta_slots(const HtmlDelta *delta);
/* Bytes that it takes in memory, about. */
size_t html_delta_bytes(const HtmlDelta *delta);

/* Appends a shape as text: a letter for its kind, numbers, its colours as
 * letters ("a" is COLOR_PAPER, "-" none), and its text last.
 *
 *     rX Y W H RADIUS FILL ALPHA                      a box
 *     eX Y W H RADIUS FILL EDGE WIDTH ALPHA DASH      a box with an edge
 *     pPATH FILL ALPHA                                the head of an arrow
 *     lPATH EDGE WIDTH ALPHA DASH                     a line or curve
 *     tFONT SIZE X Y FILL ALPHA TEXT                  text
 *     cX Y W H THREAD                                 behind the others: where
 *                                                     a press means a thread
 *
 * In PATH, "_" stands for " ".  Clips give nothing, because no view uses them.
 */
void html_delta_word(Text *text, const DisplayList *list, const Shape *shape);

#endif
