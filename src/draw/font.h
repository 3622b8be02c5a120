/* SPDX-License-Identifier: MIT
 *
 * font - measures text in the two font families that are built into the program
 * (assets/).
 *
 * Widths are the font's own advances, unhinted and without kerning, scaled to
 * the size.  Painters place glyphs by the same numbers, so text is drawn as
 * wide as it was measured, on every machine.
 */
#ifndef UPSWEEP_FONT_H
#define UPSWEEP_FONT_H

#include "util/base.h"

typedef enum {
    FONT_TEXT,
    FONT_STRONG,
    FONT_CODE,
    FONT_CODE_STRONG,
    FONT_COUNT
} Font;

/* The width in pixels of UTF-8 TEXT at SIZE pixels an em. */
double font_width(Font font, double size, const char *text);
/* The height of capitals in pixels at SIZE. */
double font_capital(Font font, double size);
/* How far the ink of TEXT itself reaches above and below the baseline; both are
 * 0 for text without ink. */
void font_ink(Font font, double size, const char *text, double *above,
              double *below);

/* The font file as built into the program; do not free it.  Its size is stored
 * in *BYTES. */
const void *font_data(Font font, size_t *bytes);

/* The FreeType face of a font, for painters, owned by this module.  Painters
 * may set any size, because measuring does not depend on it. */
struct FT_FaceRec_ *font_face(Font font);

/* Decodes and returns the next code point of UTF-8 and advances *TEXT; 0 at the
 * end. */
uint32_t font_next(const char **text);
/* Appends a code point to TEXT as UTF-8; U+FFFD if CODE is not valid. */
void font_add(Text *text, uint32_t code);
/* The glyph number of a code point, or 0 if the font lacks the character; sets
 * *ADVANCE in ems. */
uint32_t font_glyph(Font font, uint32_t code, double *advance);

/* Frees all cached faces and glyph data. */
void font_done(void);

#endif
