/* SPDX-License-Identifier: MIT
 *
 * pointer - the state of the mouse pointer: what is under the pointer, what is
 * dragged, and the tick to which a click would go.
 *
 *     press on      holds          while it moves        release
 *     a button      that button                          runs it, if still on
 *     position      the position   goes where it is
 *     a timeline    that timeline  goes where it is
 *
 * A bar of a timeline may be a pixel wide and lower than its row, so a click
 * selects the nearest bar or mark, first along the time, then across it:
 *
 *       █          █
 *     █ █ █ ×  █   █     a click at × selects the bar to its left
 *     '   '    '         marks of global accesses
 */
#ifndef UPSWEEP_POINTER_H
#define UPSWEEP_POINTER_H

#include "window/chrome.h"

typedef enum {
    HOLD_NONE,
    HOLD_BUTTON,
    HOLD_POSITION,
    HOLD_TIMELINE
} PointerHold;

typedef struct {
    double x, y; /* pixels; negative: not over the window */
    PointerHold hold;
    int held;     /* the number of the button, or the panel of the timeline */
    int button;   /* the button under the pointer, or -1 */
    int64_t tick; /* the tick to which a click would go, or -1 */
} Pointer;

/* What can be under the pointer: both display lists as last drawn. */
typedef struct {
    const DisplayList *frame, *chrome;
    const Player *player;
} PointerTarget;

/* The pointer has left the window. */
void pointer_leave(Pointer *pointer);
/* Moves the pointer; true if its button or tick has changed. */
bool pointer_move(Pointer *pointer, const PointerTarget *target, double x,
                  double y);
/* Starts holding what is under the pointer; true if that is the help, which
 * cannot be held. */
bool pointer_press(Pointer *pointer, const PointerTarget *target);
/* Ends holding; returns the number of the button that was clicked, or -1. */
int pointer_release(Pointer *pointer, const PointerTarget *target);
/* True while the position or a timeline is held, so that playback follows the
 * pointer. */
bool pointer_drags(const Pointer *pointer);

/* The bar or mark of FRAME's timelines nearest to X, Y.  With a PANEL, in the
 * timeline of that panel, at any distance; with -1, X, Y must be on a timeline.
 * NULL if there is none. */
const Shape *pointer_timeline(const DisplayList *frame, int panel, double x,
                              double y);

#endif
