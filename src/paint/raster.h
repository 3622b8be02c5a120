/* SPDX-License-Identifier: MIT
 *
 * raster - the few things that a frame has by the thousand, put straight into
 * pixels: rectangles on whole pixels, with round corners or hatched; glyphs.
 *
 * A frame of 2048 cells spends its time here.  A path through Cairo costs some
 * microseconds however small it is; a cell of 4 x 4 pixels costs 16 writes.
 * Glyphs are kept as masks at four places within a pixel, so that letters stand
 * where their advances put them and not where whole pixels would:
 *
 *     x = 17.00  17.25  17.50  17.75        one mask each, made once
 */
#ifndef UPSWEEP_RASTER_H
#define UPSWEEP_RASTER_H

#include "paint/canvas.h"

/* Pixels, 0xAARRGGBB and opaque, of which those inside the clip may change. */
typedef struct {
    uint32_t *pixels;
    int width, height;
    int stride;                   /* words a row */
    int left, top, right, bottom; /* the clip: left <= x < right, ... */
} Raster;

/* Sets the clip to the whole pixels of BOX that lie in the raster. */
void raster_clip(Raster *raster, Rect box);

/* Fills BOX, its sides moved to the nearest whole pixels, round by RADIUS. */
void raster_fill(const Raster *raster, Rect box, double radius, uint32_t color,
                 double alpha);
/* The border of the same, WIDTH pixels thick, inside it. */
void raster_edge(const Raster *raster, Rect box, double radius, double width,
                 uint32_t color, double alpha);
/* Stripes in BOX, rising to the right, PERIOD pixels apart. */
void raster_hatch(const Raster *raster, Rect box, double period, uint32_t color,
                  double alpha);
/* Upright stripes a third of PERIOD wide. */
void raster_upright(const Raster *raster, Rect box, double period,
                    uint32_t color, double alpha);
/* Text from X along BASELINE. */
void raster_text(const Raster *raster, Font font, double size, double x,
                 double baseline, const char *text, uint32_t color,
                 double alpha);

/* Gives back the masks. */
void raster_done(void);

#endif
