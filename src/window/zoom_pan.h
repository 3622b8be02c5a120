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
 * leaves the visible part, the visible part follows.
 */
#ifndef UPSWEEP_ZOOM_PAN_H
#define UPSWEEP_ZOOM_PAN_H

#include "view/scene.h"

typedef struct {
    Zoom zooms[ZOOM_COUNT];
    bool holds;    /* a view is being dragged */
    ZoomKind held; /* the kind of that view */
    double x, y;   /* last position of the pointer */
} ZoomPan;

/* The kind of the view of FRAME at a point; ZOOM_COUNT if there is none. */
ZoomKind zoom_pan_at(const DisplayList *frame, double x, double y);

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
/* Ends dragging. */
void zoom_pan_release(ZoomPan *view_zoom);

/* Zooms all views by BY octaves (1: a factor of 2), around the running
 * instruction.  Timelines that are not at the same cycle are not zoomed. */
void zoom_pan_zoom(ZoomPan *view_zoom, const Scene *scene, double by);
/* Ends all zooming, so that every view shows everything. */
void zoom_pan_whole(ZoomPan *view_zoom);
/* Zooms by ZOOM octaves, pans by PAN times the visible length, and ends zooming
 * if WHOLE; the requests of a CommandState. */
void zoom_pan_move(ZoomPan *view_zoom, const Scene *scene, double zoom,
                   double pan, bool whole);
/* True if any view is zoomed. */
bool zoom_pan_is_close(const ZoomPan *view_zoom);
/* Pans each view in which the running instruction is not visible to it. */
void zoom_pan_follow(ZoomPan *view_zoom, const Scene *scene);

/* The place of the running instruction in views of KIND, 0 .. 1 of the whole,
 * in the first trace of SCENE that has one. */
double zoom_pan_focus(const Scene *scene, ZoomKind kind);

#endif
