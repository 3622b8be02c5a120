/* SPDX-License-Identifier: MIT
 *
 * shot - one moment of one or two traces as a picture, cut and sized as asked.
 *
 *     moment ──► frame or one view ──► cut ──► enlarged ──► Canvas ──► pixels
 */
#ifndef UPSWEEP_SHOT_H
#define UPSWEEP_SHOT_H

#include "export/moments.h"

/* What is in the picture. */
typedef enum {
    SHOT_FRAME, /* all */
    SHOT_VIEW,  /* one view, filling the frame */
    SHOT_CROP   /* one view, cut out of the frame */
} ShotKind;

typedef struct {
    const Exhibit *exhibits[PLAYER_MAX_TRACES];
    int count;
    ShotKind kind;
    Area area;         /* of a view or a cut */
    int width, height; /* of the frame, pixels, before it is enlarged */
    double scale;      /* by which it is then enlarged */
    double text_scale; /* of text and all lengths; 0: 1 */
    Theme theme;
    bool silent;      /* no sentence */
    bool transparent; /* no ground */
} Shot;

/* Fills CANVAS (cleared first) with the picture; its size is whole pixels. */
void shot_draw(const Shot *shot, const Moment *moment, Canvas *canvas);

/* The size in pixels, which all moments of a shot share. */
void shot_size(const Shot *shot, int *width, int *height);

/* Paints a CANVAS of shot_draw into pixels, 0xAARRGGBB, rows without gaps, not
 * premultiplied. */
void shot_paint(const Shot *shot, const Canvas *canvas, uint32_t *pixels);

/* "LeftRight beside Padding, step 4 of 15"; what happens at each. */
void shot_title(const Shot *shot, const Moment *moment, Text *text);
void shot_sentence(const Shot *shot, const Moment *moment, Text *text);

#endif
