/* SPDX-License-Identifier: MIT
 *
 * flip - many pictures as one drawing and what changes: a flip-book.
 *
 * A drawing is a row of slots, from the back to the front; a slot shows one
 * shape or nothing.  Each picture says which slots change:
 *
 *     slot          0       1       2       3
 *     picture 0     ground  cell 0  cell 1  -
 *     picture 1             41 <- T0        mark
 *     picture 2             cell 0          -
 *
 * A shape is written once, as a word (see flip_word), however often it is
 * shown. Whatever the pictures are, what is shown is exactly they: slots only
 * decide how little must be said.
 */
#ifndef UPSWEEP_FLIP_H
#define UPSWEEP_FLIP_H

#include "paint/canvas.h"

typedef struct Flip Flip;

Flip *flip_new(void);
void flip_free(Flip *flip);

/* The next picture. */
void flip_add(Flip *flip, const Canvas *canvas);

/* Adds all shapes, a line each: shape 1, shape 2, ... in the order in which
 * pictures first show them. */
void flip_shapes(const Flip *flip, Text *text);
/* Adds all pictures, a line each: pairs of slot and shape, in base 36.  A slot
 * is told by how far it is from the one before; a shape that is shown for the
 * first time by nothing at all; an emptied slot by 0:
 *
 *     3 1:4 2:0    slot 3: the next new shape; slot 4: shape 4; slot 6: nothing
 */
void flip_pictures(const Flip *flip, Text *text);
size_t flip_slots(const Flip *flip);

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
void flip_word(Text *text, const Canvas *canvas, const Shape *shape);

#endif
