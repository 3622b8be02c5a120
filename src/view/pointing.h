/* SPDX-License-Identifier: MIT
 *
 * pointing - which things belong together at a moment, and from which one comes
 * to which.
 *
 *     Thing ──► related Things
 *     cell 28   its node, and who asks for it
 */
#ifndef UPSWEEP_POINTING_H
#define UPSWEEP_POINTING_H

#include "view/pointed_trace.h"

/* The things that belong to THING at the moment: of a thread the cells, words
 * and nodes of the running instruction, of a cell its node and who asks for it.
 * Returns how many of THINGS were set. */
#define THING_MOST_RELATED 64
int thing_related(const PointedTrace *at, const Thing *thing,
                  Thing things[THING_MOST_RELATED]);

/* The neighbour of THING, of the same kind, X to the right and Y below: the
 * cell of the next bank, or of the next row; below a node of the tree is its
 * left child.  THING itself where there is none. */
Thing thing_beside(const PointedTrace *at, const Thing *thing, int x, int y);
/* What one would point at first: what the running instruction touches. */
Thing thing_first(const PointedTrace *at);

/* Adds the thing that TEXT (thing.h) names to those that SCENE lights.  False
 * and ERROR_USAGE if no trace has it, or if there are too many. */
bool scene_point(Scene *scene, const char *text, Error *error);

#endif
