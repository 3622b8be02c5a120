/* SPDX-License-Identifier: MIT
 *
 * glyph_outline - text as the outlines of its glyphs, in the syntax of SVG path
 * data.  Used by the SVG painter and the HTML export.
 *
 *     "41"  ->  M0 0m63 0l0 -730...zM600 0m...z
 *
 * Coordinates are the font's own units, with y downwards and the pen starting
 * at (0, 0); scale by size / glyph_outline_em to draw.  Commands within a glyph
 * are relative, so that the path of a glyph is the same text at every place.
 */
#ifndef UPSWEEP_GLYPH_OUTLINE_H
#define UPSWEEP_GLYPH_OUTLINE_H

#include "draw/display_list.h"

/* Font units per em. */
double glyph_outline_em(Font font);
/* Appends the outline of one glyph relative to the pen position; nothing if the
 * glyph is blank. */
void glyph_outline_glyph(Text *path, Font font, uint32_t glyph);
/* Appends the outlines of TEXT, to be drawn at SIZE pixels an em starting at
 * x = FROM pixels.  Glyphs are placed on quarters of a pixel. */
void glyph_outline_add(Text *path, Font font, double size, double from,
                       const char *text);

#endif
