/* SPDX-License-Identifier: MIT
 *
 * zoom_pan - zooms and pans the views of a frame by wheel, drag and key.
 *
 *     Ctrl + wheel over a view     zooms in or out around the pointer
 *     drag in a zoomed view        pans
 *     keys                         all views, around the running instruction
 *
 * Tree and flow are zoomed along their elements, memory along its rows,
 * timelines along their cycles; all panels alike.  When the running instruction
 * or its operands leave the visible part, the visible part follows, and zooms
 * out as far as one lane needs to be seen with its operands.
 */
#ifndef UPSWEEP_ZOOM_PAN_H
#define UPSWEEP_ZOOM_PAN_H

#include "window/zoom_focus.h"

typedef struct {
    Zoom zooms[ZOOM_COUNT];
    double wished[ZOOM_COUNT]; /* zooms that were asked for: the others may be
                                  less, for what runs to be in sight */
    bool holds;    /* a view is being dragged, until holds is cleared */
    ZoomKind held; /* the kind of that view */
    double x, y;   /* last position of the pointer */
} ZoomPan;

/* Zooms by NOTCHES of the wheel at a point, in if positive; false if there is
 * no view at that point. */
bool zoom_pan_wheel(ZoomPan *view_zoom, const DisplayList *frame, double x,
                    double y, int notches);
/* Starts dragging the view at a point; false if it is not zoomed or there is
 * none. */
bool zoom_pan_press(ZoomPan *view_zoom, const DisplayList *frame, double x,
                    double y);
/* Pans the dragged view; true if anything moved. */
bool zoom_pan_drag(ZoomPan *view_zoom, const DisplayList *frame, double x,
                   double y);

/* Ends all zooming, so that every view shows everything. */
void zoom_pan_whole(ZoomPan *view_zoom);
/* Zooms all views by ZOOM octaves (1: a factor of 2) around the running
 * instruction, but not in to timelines that are not at the same cycle; pans by
 * PAN times the visible length; ends zooming if WHOLE.  These are the requests
 * of a CommandState. */
void zoom_pan_move(ZoomPan *view_zoom, const Scene *scene, double zoom,
                   double pan, bool whole);
/* True if any view is zoomed. */
bool zoom_pan_is_close(const ZoomPan *view_zoom);
/* Pans each view in which the running instruction is not visible to it. */
void zoom_pan_follow(ZoomPan *view_zoom, const Scene *scene);

/* What is to be in sight of views of KIND of whose whole length the share
 * VISIBLE is seen: what runs with its operands, or, if that is too long, that
 * of one lane; {0, 0} if nothing runs. */
ZoomRange zoom_pan_focus(const Scene *scene, ZoomKind kind, double visible);

/* The extent of the boxes of FRAME with a thing of KIND in PANEL; empty if
 * there are none. */
Rect zoom_pan_extent(const DisplayList *frame, ThingKind kind, int panel);
/* True if a point lies in BOX. */
bool zoom_pan_contains(Rect box, double x, double y);

#endif
