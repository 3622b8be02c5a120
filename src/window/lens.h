/* SPDX-License-Identifier: MIT
 *
 * lens - zooming and panning what is seen of a frame, by wheel, drag and key.
 *
 *     Ctrl + wheel over a view     closer, or farther, around the pointer
 *     drag in a view that is close moves it along
 *     keys                         all views, around what is running
 *
 * Tree and flow are zoomed along their elements, memory along its rows, the
 * timelines along their cycles; both panels alike.  What runs stays in sight:
 * when it leaves the part that is seen, that part follows.
 */
#ifndef UPSWEEP_LENS_H
#define UPSWEEP_LENS_H

#include "view/scene.h"

typedef struct {
    Zoom zooms[ZOOM_COUNT];
    bool holds;    /* something is being dragged: */
    ZoomKind held; /* the kind of view */
    double x, y;   /* where the pointer was last */
} Lens;

/* The kind of view of FRAME at a place; ZOOM_COUNT if there is none. */
ZoomKind lens_at(const Canvas *frame, double x, double y);

/* NOTCHES of the wheel at a place, forward is closer; false over no view. */
bool lens_wheel(Lens *lens, const Canvas *frame, double x, double y,
                int notches);
/* Takes hold of a view that is close; true if it did. */
bool lens_press(Lens *lens, const Canvas *frame, double x, double y);
/* Moves what is held; true if anything moved. */
bool lens_drag(Lens *lens, const Canvas *frame, double x, double y);
void lens_release(Lens *lens);

/* All views closer by BY (0.5: by half an octave), around what runs.  Timelines
 * that are not at the same cycle stay as they are. */
void lens_zoom(Lens *lens, const Scene *scene, double by);
/* All of everything. */
void lens_whole(Lens *lens);
/* Each of these, as far as it is asked for. */
void lens_move(Lens *lens, const Scene *scene, double zoom, double pan,
               bool whole);
/* Is anything zoomed? */
bool lens_is_close(const Lens *lens);
/* Moves on to what runs, where that is out of sight. */
void lens_follow(Lens *lens, const Scene *scene);

/* Where the running instruction is in a view of SCENE's first trace that has
 * one, 0 .. 1 of the whole. */
double lens_focus(const Scene *scene, ZoomKind kind);

#endif
