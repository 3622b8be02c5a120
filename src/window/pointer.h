/* SPDX-License-Identifier: MIT
 *
 * pointer - the pointer: what it is on, what it holds, where a click would go.
 *
 *     press on      holds          while it moves        release
 *     a button      that button                          runs it, if still on
 *     position      the position   goes where it is
 *     a timeline    that timeline  goes where it is
 *
 * A bar of a timeline may be a pixel wide and lower than its row, so what
 * counts is the nearest bar or tick, first along the time, then across it:
 *
 *       █          █
 *     █ █ █ ×  █   █     × is in the row: the bar to its left is meant
 *     '   '    '         ticks of global accesses
 */
#ifndef UPSWEEP_POINTER_H
#define UPSWEEP_POINTER_H

#include "window/chrome.h"

typedef enum { HOLD_NONE, HOLD_BUTTON, HOLD_POSITION, HOLD_TIMELINE } HandHold;

typedef struct {
    double x, y; /* pixels; negative: not over the window */
    HandHold hold;
    int held;     /* the number of the button, or the panel of the timeline */
    int button;   /* that it is on, or -1 */
    int64_t tick; /* where a click would go, or -1 */
} Pointer;

/* What it may touch: both display lists as they were drawn. */
typedef struct {
    const DisplayList *frame, *chrome;
    const Player *player;
} PointerTarget;

/* Over nothing. */
void pointer_leave(Pointer *pointer);
/* Moves it; true if button or beat are others than before. */
bool pointer_move(Pointer *pointer, const PointerTarget *view, double x,
                  double y);
/* Takes hold of what is under it; true if that is the help, which cannot be
 * held. */
bool pointer_press(Pointer *pointer, const PointerTarget *view);
/* Lets go; the number of the button that was clicked, or -1. */
int pointer_release(Pointer *pointer, const PointerTarget *view);
/* True if it holds what goes where the pointer goes. */
bool pointer_drags(const Pointer *pointer);

/* The bar or tick of FRAME's timelines that X, Y stands for.  With a PANEL, of
 * that panel, however far away the place is; with -1 the place must be on a
 * timeline.  NULL if there is none. */
const Shape *pointer_timeline(const DisplayList *frame, int panel, double x,
                              double y);

#endif
