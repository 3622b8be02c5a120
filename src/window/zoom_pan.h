/* SPDX-License-Identifier: MIT
 *
 * zoom_pan - zooming and panning what is seen of a frame, by wheel, drag and
 * key.
 *
 *     Ctrl + wheel over a view     closer, or farther, around the pointer
 *     drag in a view that is close moves it along
 *     keys                         all views, around what is running
 *
 * Tree and flow are zoomed along their elements, memory along its rows, the
 * timelines along their cycles; both panels alike.  What runs stays in sight:
 * when it leaves the part that is seen, that part follows.
 */
#ifndef UPSWEEP_ZOOM_PAN_H
#define UPSWEEP_ZOOM_PAN_H

#include "view/scene.h"

typedef struct {
    Zoom zooms[ZOOM_COUNT];
    bool holds;    /* something is being dragged: */
    ZoomKind held; /* the kind of view */
    double x, y;   /* where the pointer was last */
} ZoomPan;

/* The kind of view of FRAME at a place; ZOOM_COUNT if there is none. */
ZoomKind zoom_pan_at(const DisplayList *frame, double x, double y);

/* NOTCHES of the wheel at a place, forward is closer; false over no view. */
bool zoom_pan_wheel(ZoomPan *view_zoom, const DisplayList *frame, double x,
                    double y, int notches);
/* Takes hold of a view that is close; true if it did. */
bool zoom_pan_press(ZoomPan *view_zoom, const DisplayList *frame, double x,
                    double y);
/* Moves what is held; true if anything moved. */
bool zoom_pan_drag(ZoomPan *view_zoom, const DisplayList *frame, double x,
                   double y);
void zoom_pan_release(ZoomPan *view_zoom);

/* All views closer by BY (0.5: by half an octave), around what runs.  Timelines
 * that are not at the same cycle stay as they are. */
void zoom_pan_zoom(ZoomPan *view_zoom, const Scene *scene, double by);
/* All of everything. */
void zoom_pan_whole(ZoomPan *view_zoom);
/* Each of these, as far as it is asked for. */
void zoom_pan_move(ZoomPan *view_zoom, const Scene *scene, double zoom,
                   double pan, bool whole);
/* Is anything zoomed? */
bool zoom_pan_is_close(const ZoomPan *view_zoom);
/* Moves on to what runs, where that is out of sight. */
void zoom_pan_follow(ZoomPan *view_zoom, const Scene *scene);

/* Where the running instruction is in a view of SCENE's first trace that has
 * one, 0 .. 1 of the whole. */
double zoom_pan_focus(const Scene *scene, ZoomKind kind);

#endif
