/* SPDX-License-Identifier: MIT
 *
 * zoom_focus - which part of a view shows what runs, with its operands: what
 * the lanes load and store in the same turn, between the same barriers.
 *
 *     level 2          ┌──── 23 ────┐          T0 stores 11 + 12 = 23
 *     level 1    ┌── 11 ──┐    ┌── 12 ──┐      and has loaded these two
 *                low                 high
 */
#ifndef UPSWEEP_ZOOM_FOCUS_H
#define UPSWEEP_ZOOM_FOCUS_H

#include "view/scene.h"

/* A part of the whole range of a view, 0 .. 1; empty: low > high. */
typedef struct {
    double low, high;
} ZoomRange;

/* Where the running instruction of the first trace of SCENE and its operands
 * are in the views of KIND; with LANE, of one lane alone.  Empty if
 * nothing runs there. */
ZoomRange zoom_focus(const Scene *scene, ZoomKind kind, bool lane);

#endif
