/* SPDX-License-Identifier: MIT
 *
 * frame_spec - one moment of one or two traces as a picture, cut and sized as
 * asked.
 *
 *     moment ──► frame or one view ──► cut ──► enlarged ──► DisplayList ──►
 * pixels
 */
#ifndef UPSWEEP_FRAME_SPEC_H
#define UPSWEEP_FRAME_SPEC_H

#include "export/frame_selection.h"

/* What is in the picture. */
typedef enum {
    FRAME_SPEC_FRAME, /* all */
    FRAME_SPEC_VIEW,  /* one view, filling the frame */
    FRAME_SPEC_CROP   /* one view, cut out of the frame */
} FrameSpecKind;

typedef struct {
    const AnalysedTrace *analysed_traces[PLAYER_MAX_TRACES];
    int count;
    FrameSpecKind kind;
    Area area;         /* of a view or a cut */
    int width, height; /* of the frame, pixels, before it is enlarged */
    double scale;      /* by which it is then enlarged */
    double text_scale; /* of text and all lengths; 0: 1 */
    Theme theme;
    bool silent;      /* no sentence */
    bool transparent; /* no ground */
} FrameSpec;

/* Fills CANVAS (cleared first) with the picture; its size is whole pixels. */
void frame_spec_draw(const FrameSpec *spec, const Moment *moment,
                     DisplayList *list);

/* The size in pixels, which all moments of a shot share. */
void frame_spec_size(const FrameSpec *spec, int *width, int *height);

/* Paints a CANVAS of frame_spec_draw into pixels, 0xAARRGGBB, rows without
 * gaps, not premultiplied. */
void frame_spec_paint(const FrameSpec *spec, const DisplayList *list,
                      uint32_t *pixels);

/* "LeftRight beside Padding, step 4 of 15"; what happens at each. */
void frame_spec_title(const FrameSpec *spec, const Moment *moment, Text *text);
void frame_spec_sentence(const FrameSpec *spec, const Moment *moment,
                         Text *text);

#endif
