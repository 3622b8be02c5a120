/* SPDX-License-Identifier: MIT
 *
 * font - the two families the program carries (assets/): how wide text is.
 *
 * Widths are the font's own advances, unhinted and without kerning, scaled to
 * the size; the painter places glyphs by the same numbers, so what was measured
 * is what is drawn, on every machine.
 */
#ifndef UPSWEEP_FONT_H
#define UPSWEEP_FONT_H

#include "draw/display_list.h"

/* Pixels that UTF-8 TEXT is wide at SIZE pixels an em. */
double font_width(Font font, double size, const char *text);
/* Heights in pixels at SIZE: of capitals, above and below the baseline. */
double font_capital(Font font, double size);
double font_ascent(Font font, double size);
double font_descent(Font font, double size);
/* How far the ink of TEXT itself reaches above and below the baseline; both are
 * 0 for text without ink. */
void font_ink(Font font, double size, const char *text, double *above,
              double *below);

/* The file of a font, held in the program itself. */
const void *font_data(Font font, size_t *bytes);

/* Its FreeType face, for painters: any size may be set, as measuring does not
 * depend on it. */
struct FT_FaceRec_ *font_face(Font font);

/* The next code point of *TEXT, which moves on; 0 at the end. */
uint32_t font_next(const char **text);
/* Adds a code point as UTF-8; U+FFFD for what is none. */
void font_add(Text *text, uint32_t code);
/* Glyph number and advance (in ems) of a code point; 0 if the font has none. */
uint32_t font_glyph(Font font, uint32_t code, double *advance);

/* Gives back what was cached; for a leak-free end. */
void font_done(void);

#endif
