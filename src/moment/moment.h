/* SPDX-License-Identifier: MIT
 *
 * moment - every fact that a picture shows at one position of a trace.  A view
 * places and paints facts, a card describes them, a question asks for them;
 * none of them looks into the trace for what a moment knows.
 *
 *     trace ─► moment_go(position) ─► cells           s[3] = 23, written by T0
 *                                  ─► queues of banks bank 3: T0 served, T1
 * waits ─► global memory   out[5] = 7
 *
 * The moment is "the first POSITION instructions have been executed"; the last
 * of them is the running instruction, of which the share PROGRESS has happened.
 * A request that is not served yet has done nothing (service.h).
 *
 * All moments of a trace share what does not change from one to the next, their
 * Moments.  A moment that is put back is moved on when the next one is asked
 * for, which costs what lies between the two, and not the whole run.
 */
#ifndef UPSWEEP_MOMENT_H
#define UPSWEEP_MOMENT_H

#include "analysis/dataflow.h"
#include "analysis/tree.h"
#include "analysis/wrong_words.h"
#include "moment/global_words.h"
#include "moment/service.h"

typedef struct Moment Moment;

/* The moments of one trace. */
typedef struct {
    const Trace *trace;
    const uint32_t *order;
    const WrongWords *wrong;
    const Tree *tree;
    History history; /* once it was asked for */
    Dataflow flow;   /* the same, of a trace whose sums form no tree */
    bool has_flow;
    Moment **idle; /* those that were put back */
    size_t idle_count, idle_capacity;
} Moments;

struct Moment {
    Moments *of;
    const Trace *trace;
    size_t position;
    double progress;          /* 1 at rest */
    size_t index;             /* of the running instruction, if there is one */
    Service service;          /* of it */
    Service longest;          /* see moment_longest */
    Word *values, *intervals; /* shared memory of the block that runs */
    uint8_t *wrong; /* of each cell: 1 if its word is wrong; NULL: none is */
};

/* The moments of TRACE, whose playing order is ORDER, whose wrong words are
 * WRONG and whose sums form TREE; all four must outlive it.  Free it with
 * moments_free when all moments are put back. */
Moments *moments_new(const Trace *trace, const uint32_t *order,
                     const WrongWords *wrong, const Tree *tree);
void moments_free(Moments *moments);
/* The accesses to each word; owned by MOMENTS. */
const History *moments_history(Moments *moments);
/* The rounds of its sums; owned by MOMENTS. */
const Dataflow *moments_flow(Moments *moments);

/* The moment after POSITION instructions; moment_put gives it back, NULL too.
 */
Moment *moment_at(Moments *moments, size_t position, double progress);
void moment_put(Moment *moment);
/* Moves to another position, forward or backward. */
void moment_go(Moment *moment, size_t position, double progress);

/* MOMENT is of one block of a trace, of which it has its part of each array:
 * takes the transactions from the same moment of the WHOLE trace. */
void moment_serve_as(Moment *moment, const Moment *whole);

/* True while the running instruction is under way, false at rest. */
bool moment_is_moving(const Moment *moment);
/* True once ACCESS, one of the running instruction's, is served; once serving
 * it has begun. */
bool moment_done(const Moment *moment, const Access *access);
bool moment_begun(const Moment *moment, const Access *access);
/* True if instruction INDEX is part of the step of the running one. */
bool moment_is_of_step(const Moment *moment, size_t index);
/* What stands for a step as a whole, which has just ended: the requests of its
 * instruction with the longest queue; of several, the last that gives nodes of
 * the tree their words, or the last.  The running one, if none of the step
 * touches shared memory.  Owned by MOMENT. */
const Service *moment_longest(Moment *moment);
/* Word INDEX of ARRAY of global memory; a store under way counts once its word
 * has arrived. */
GlobalWord moment_word(const Moment *moment, uint8_t array, uint32_t index);

#endif
