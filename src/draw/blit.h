/* SPDX-License-Identifier: MIT
 *
 * blit - the few things that a frame has by the thousand, put straight into
 * pixels: rectangles on whole pixels, with round corners or hatched; glyphs.
 *
 * A frame of 2048 cells spends its time here.  A path through Cairo costs some
 * microseconds however small it is; a cell of 4 x 4 pixels costs 16 writes.
 * Glyphs are kept as masks at four places within a pixel, so that letters stand
 * where their advances put them and not where whole pixels would:
 *
 *     x = 17.00  17.25  17.50  17.75        one mask each, made once
 */
#ifndef UPSWEEP_BLIT_H
#define UPSWEEP_BLIT_H

#include "draw/irect.h"

/* Pixels, 0xAARRGGBB and opaque, of which those inside the clip may change. */
typedef struct {
    uint32_t *pixels;
    int width, height;
    int stride; /* words a row */
    IntRect clip;
} Blit;

/* Sets the clip to the whole pixels of BOX that lie in the raster. */
void blit_clip(Blit *blit, Rect box);

/* Fills BOX, its sides moved to the nearest whole pixels, round by RADIUS. */
void blit_fill(const Blit *blit, Rect box, double radius, uint32_t color,
               double alpha);
/* The border of the same, WIDTH pixels thick, inside it. */
void blit_edge(const Blit *blit, Rect box, double radius, double width,
               uint32_t color, double alpha);
/* Stripes in BOX, rising to the right, PERIOD pixels apart. */
void blit_hatch(const Blit *blit, Rect box, double period, uint32_t color,
                double alpha);
/* Upright stripes a third of PERIOD wide. */
void blit_upright(const Blit *blit, Rect box, double period, uint32_t color,
                  double alpha);
/* Text from X along BASELINE. */
void blit_text(const Blit *blit, Font font, double size, double x,
               double baseline, const char *text, uint32_t color, double alpha);

/* Gives back the masks. */
void blit_done(void);

#endif
