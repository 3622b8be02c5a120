/* SPDX-License-Identifier: MIT
 *
 * frame_spec - how a moment of one to four traces is drawn for an export: what
 * is shown, how it is cropped, and its size.
 *
 *     moment ──► frame or one view ──► cropped ──► enlarged ──► DisplayList
 */
#ifndef UPSWEEP_FRAME_SPEC_H
#define UPSWEEP_FRAME_SPEC_H

#include "export/frame_selection.h"
#include "view/view.h"

/* What the picture shows. */
typedef enum {
    FRAME_SPEC_FRAME, /* the whole frame */
    FRAME_SPEC_VIEW,  /* one view, filling the frame */
    FRAME_SPEC_CROP   /* one view, cropped from the frame */
} FrameSpecKind;

typedef struct {
    const AnalysedTrace *analysed_traces[PLAYER_MAX_TRACES];
    int count;
    FrameSpecKind kind;
    Area area;         /* of FRAME_SPEC_VIEW and FRAME_SPEC_CROP */
    int width, height; /* of the frame, pixels, before it is enlarged */
    double scale;      /* by which the picture is then enlarged */
    double text_scale; /* of text and all lengths; 0: 1 */
    uint32_t thread;   /* 1 + the one whose locals are shown; see Scene */
    Thing things[SCENE_THINGS]; /* that are pointed at, see Scene */
    int things_count;
    Theme theme;
    const ScheduleCosts *costs; /* of the view of time; see Scene */
    bool steps;                 /* steps as a whole, see Scene */
    bool projector, details;    /* see Scene */
    bool no_caption;            /* hide the sentence on what happens */
    bool transparent;           /* no background */
} FrameSpec;

/* Clears LIST and draws the picture into it; its size is whole pixels. */
void frame_spec_draw(const FrameSpec *spec, const FrameMoment *moment,
                     DisplayList *list);

/* The size of the pictures in pixels, the same for all moments. */
void frame_spec_size(const FrameSpec *spec, int *width, int *height);

/* Appends a title, "LeftRight beside Padding, step 4 of 15"; without the step
 * if MOMENT is NULL. */
void frame_spec_title(const FrameSpec *spec, const FrameMoment *moment,
                      Text *text);
/* Appends a sentence for each trace on what happens. */
void frame_spec_sentence(const FrameSpec *spec, const FrameMoment *moment,
                         Text *text);

/* The steps of frame_spec_draw, from a picture to a crop of it:
 *
 *     ┌──────────────┐         ┌────────┐
 *     │   ┌────┐     │         │ queues │   twice as large, and sharp:
 *     │   │que │     │  ──►    │ T1 T2  │   shapes grow, not pixels
 *     └───┴────┴─────┘         └────────┘
 */

/* Keeps the shapes of LIST that lie in one of COUNT boxes, and puts the boxes
 * side by side from (0, 0) on, GAP pixels apart.  A shape of panel t belongs to
 * box t.  Shapes that extend far beyond a box, such as backgrounds, are left
 * out. */
void crop_pieces(DisplayList *list, const Rect boxes[], int count, double gap);

/* Multiplies all coordinates and lengths by SCALE. */
void crop_scale(DisplayList *list, double scale);

/* Removes the backgrounds of panels, for a transparent picture. */
void crop_grounds(DisplayList *list);

#endif
