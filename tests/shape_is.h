/* SPDX-License-Identifier: MIT
 *
 * shape_is - does a shape show a kind of thing, in the wider sense of the
 * tests: a queue with its places, lanes with the names of their threads?
 */
#ifndef UPSWEEP_SHAPE_IS_H
#define UPSWEEP_SHAPE_IS_H

#include "draw/display_list.h"

static inline bool shape_is(const Shape *shape, ThingKind kind)
{
    ThingKind own = shape->thing.kind;

    return own == kind || (kind == THING_QUEUE && own == THING_PLACE) ||
           (kind == THING_LANE && own == THING_THREAD);
}

#endif
