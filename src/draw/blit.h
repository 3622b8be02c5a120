/* SPDX-License-Identifier: MIT
 *
 * blit - writes the most frequent shapes straight into pixels: rectangles on
 * whole pixels (also with round corners or stripes) and glyphs.
 *
 * paint_cairo calls this instead of Cairo because a path through Cairo costs
 * some microseconds however small it is, while a cell of 4 x 4 pixels costs 16
 * writes; a frame of 2048 cells has thousands of them.  Glyphs are cached as
 * masks at four offsets within a pixel, so that a letter is at most an eighth
 * of a pixel from where the advances put it:
 *
 *     x = 17.00  17.25  17.50  17.75        one mask each, made once
 */
#ifndef UPSWEEP_BLIT_H
#define UPSWEEP_BLIT_H

#include "draw/layout.h"

/* The raster to write to: pixels 0xAARRGGBB, opaque.  Only pixels inside the
 * clip are changed.  The caller owns the pixels. */
typedef struct {
    uint32_t *pixels;
    int width, height;
    int stride; /* words a row */
    IntRect clip;
} Blit;

/* Sets the clip to the whole pixels of BOX that lie in the raster. */
void blit_clip(Blit *blit, Rect box);

/* Fills BOX after moving its sides to the nearest whole pixels; RADIUS pixels
 * for the corners, COLOR 0xRRGGBB, ALPHA 0 .. 1, as in all that follow. */
void blit_fill(const Blit *blit, Rect box, double radius, uint32_t color,
               double alpha);
/* Draws the border of such a box, THICK pixels thick, inside the box. */
void blit_edge(const Blit *blit, Rect box, double radius, int thick,
               uint32_t color, double alpha);
/* Draws slanted stripes in BOX, rising to the right, PERIOD pixels apart. */
void blit_hatch(const Blit *blit, Rect box, double period, uint32_t color,
                double alpha);
/* Draws UTF-8 TEXT from X along BASELINE, SIZE pixels an em. */
void blit_text(const Blit *blit, Font font, double size, double x,
               double baseline, const char *text, uint32_t color, double alpha);

/* Frees the cached glyph masks of all frames. */
void blit_done(void);

#endif
