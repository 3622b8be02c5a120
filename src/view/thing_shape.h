/* SPDX-License-Identifier: MIT
 *
 * thing_shape - what the shapes and strips of a frame stand for.
 */
#ifndef UPSWEEP_THING_SHAPE_H
#define UPSWEEP_THING_SHAPE_H

#include "view/pointing.h"

/* What a person points at with SHAPE: a register stands for its thread, a queue
 * for its bank.  THING_NONE: nothing. */
Thing thing_of_shape(const Shape *shape);
/* The thing at a point of LIST, the frame of SCENE; THING_NONE if there is
 * none. */
Thing thing_at(const Scene *scene, const DisplayList *list, double x, double y);

/* What STRIP has at a point; false if the point is not on it. */
bool strip_at(const Strip *strip, double x, double y, Thing *thing);

/* True if SHAPE of a frame stands for THING in the trace AT. */
bool thing_is_shown_by(const PointedTrace *at, const Thing *thing,
                       const Shape *shape);
/* The place of THING on STRIP; false if it is not there. */
bool thing_on_strip(const PointedTrace *at, const Thing *thing,
                    const Strip *strip, Rect *box);

#endif
