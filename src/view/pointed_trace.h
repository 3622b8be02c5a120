/* SPDX-License-Identifier: MIT
 *
 * pointed_trace - a trace of a scene at its moment, of which something may be
 * pointed at: the queues and the nodes that it has there.
 */
#ifndef UPSWEEP_POINTED_TRACE_H
#define UPSWEEP_POINTED_TRACE_H

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

/* True if the running instruction accesses shared memory. */
bool pointed_asks_memory(const PointedTrace *at);
/* The thread of an access of the running instruction. */
uint32_t pointed_thread(const PointedTrace *at, const Access *access);
/* The place of running access I in the queue of its bank. */
Thing pointed_place(const PointedTrace *at, int i);
/* The running access in the place THING of a queue; NULL if there is none. */
const Access *thing_access(const PointedTrace *at, const Thing *thing);

/* The node of the tree whose word is in CELL; THING_NONE if there is none. */
Thing pointed_node_in_cell(const PointedTrace *at, uint32_t cell);
/* The cell that holds the word of a NODE of the tree, or will; UINT32_MAX if it
 * has none. */
uint32_t pointed_cell_of_node(const PointedTrace *at, const Thing *thing);

#endif
