/* SPDX-License-Identifier: MIT
 *
 * samples - one shape of each kind in each cell of a grid, for the tests that
 * what writes a display list down is read as it is painted.  A picture of a
 * whole frame would hide a wrong corner or stripe among two million pixels.
 */
#ifndef UPSWEEP_SAMPLES_H
#define UPSWEEP_SAMPLES_H

#include "draw/display_list.h"

enum { SAMPLES_WIDTH = 512, SAMPLES_HEIGHT = 384 };

/* All samples, or those that the words of an HTML page have: all but clips,
 * which no view needs there. */
DisplayList samples_draw(bool for_words);
/* Their pixels, by paint_cairo, rows without gaps; to be freed. */
uint32_t *samples_paint(const DisplayList *list, Theme theme);
/* Fails the test, and names the sample, where a cell of GOT (and of OTHER, if
 * there is a second reader) differs from WANT by more than the soft edges of
 * letters do. */
void samples_compare(const uint32_t *want, const uint32_t *got,
                     const uint32_t *other, Theme theme);

#endif
