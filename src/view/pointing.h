/* SPDX-License-Identifier: MIT
 *
 * pointing - what the shapes of a frame stand for, which things belong together
 * at a moment, and from which one comes to which.
 *
 *     Thing ──► related Things
 *     cell 28   its node, and who asks for it
 */
#ifndef UPSWEEP_POINTING_H
#define UPSWEEP_POINTING_H

#include "view/scene.h"

/* A trace of a scene at its moment, as views see it: the block that runs and,
 * behind it, all blocks. */
typedef struct {
    int t; /* which trace of the scene */
    const AnalysedTrace *whole, *analysed;
    size_t whole_position, position;
    Service service;            /* of the running instruction */
    const Instruction *running; /* of analysed->trace; NULL at the start */
    const Access *accesses;     /* of that; NULL at the start */
    uint32_t columns; /* of the table of rounds, where sums form no tree */
} PointedTrace;

PointedTrace pointed_trace(const Scene *scene, int t);
/* True if the trace has THING, a node, too. */
bool thing_is_there(const PointedTrace *at, const Thing *thing);
/* The running access in the place THING of a queue; NULL if there is none. */
const Access *thing_access(const PointedTrace *at, const Thing *thing);

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

/* Adds the thing that TEXT (thing.h) names to those that SCENE lights.  False
 * and ERROR_USAGE if no trace has it, or if there are too many. */
bool scene_point(Scene *scene, const char *text, Error *error);

#endif
