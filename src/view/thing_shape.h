/* SPDX-License-Identifier: MIT
 *
 * thing_shape - what the shapes and strips of a frame stand for.
 *
 *     a press ──► Shape ──► Tag ──► Thing
 */
#ifndef UPSWEEP_THING_SHAPE_H
#define UPSWEEP_THING_SHAPE_H

#include "view/pointed_trace.h"

/* What a shape with TAG stands for, which stands for a thread, too, if THREAD
 * is 1 + that thread.  THING_NONE: for nothing. */
Thing thing_of_tag(const Scene *scene, Tag tag, uint32_t thread);
/* The same in the trace AT, whose panel the tag has. */
Thing thing_tagged(const PointedTrace *at, Tag tag, uint32_t thread);
/* The thing at a point of LIST, the frame of SCENE; THING_NONE if there is
 * none. */
Thing thing_at(const Scene *scene, const DisplayList *list, double x, double y);

/* The tag of what STRIP has at a point; false if the point is not on it. */
bool strip_at(const Strip *strip, double x, double y, Tag *tag);

/* True if SHAPE of a frame stands for THING in the trace AT. */
bool thing_is_shown_by(const PointedTrace *at, const Thing *thing,
                       const Shape *shape);
/* The place of THING on STRIP; false if it is not there. */
bool thing_on_strip(const PointedTrace *at, const Thing *thing,
                    const Strip *strip, Rect *box);

#endif
