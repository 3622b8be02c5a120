/* SPDX-License-Identifier: MIT
 *
 * glyph_outline - text as the outlines of its glyphs, in the words of SVG's
 * paths.
 *
 *     "41"  ->  M0 0m63 0l0 -730...zM600 0m...z
 *
 * Coordinates are the font's own units, with y downwards and the pen starting
 * at (0, 0); scale by size / glyph_outline_em to draw.  Within a glyph all is
 * relative, so that a glyph is the same words wherever it stands.
 */
#ifndef UPSWEEP_GLYPH_OUTLINE_H
#define UPSWEEP_GLYPH_OUTLINE_H

#include "draw/display_list.h"

/* Units of FONT to an em. */
double glyph_outline_em(Font font);
/* The outline of one glyph, from its pen's place; "" if it has no ink. */
const char *glyph_outline_glyph(Font font, uint32_t glyph);
/* Adds the outlines of TEXT, which is to be SIZE pixels an em and to start FROM
 * pixels to the right: glyphs stand on quarters of a pixel, as in raster.c. */
void glyph_outline_add(Text *path, Font font, double size, double from,
                       const char *text);

/* Gives back what was cached. */
void glyph_outline_done(void);

#endif
