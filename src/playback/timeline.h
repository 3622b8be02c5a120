/* SPDX-License-Identifier: MIT
 *
 * timeline - the beats on which traces are walked together, by one of two
 * clocks.
 *
 * By step, at each beat every trace executes one instruction of its turn, and
 * the one that has fewer waits; see player.h.  In a race all traces run on
 * cycles, each as fast as its queues let it, and a beat is when any of them is
 * done with an instruction:
 *
 *     cycle         0   1   2   3   4   5
 *     leftright     ▐ld ▐ld ▐st ▐st ▐ld        one request at a bank: a cycle
 *     nopadding     ▐ld ×2  ▐ld ×2  ▐st ×2     two: it falls behind
 *     beat          0   1   2   3   4   5
 *
 * Cycles are the model's (bank.h) or, where all traces are of one block and
 * every step was measured on a GPU, the measured ones of a step, shared out
 * among its instructions as the model would.  An instruction that takes none
 * (global accesses) has a beat of its own, during which the cycle stands still.
 *
 * Where blocks wait for each other, instructions follow each other in the order
 * in which they were issued, and steps end where a block comes to a barrier,
 * see tour.h.  Positions count instructions in the order of playing.  By step,
 * beside such a trace all walk instruction by instruction.
 *
 * A beat lasts, for who watches, as many model cycles as the slowest of its
 * instructions takes, but at least one.
 */
#ifndef UPSWEEP_TIMELINE_H
#define UPSWEEP_TIMELINE_H

#include "analysis/issue_order.h"

#define TIMELINE_MAX_TRACES 4

typedef enum { TIMELINE_STEPS, TIMELINE_CYCLES, TIMELINE_KINDS } CourseKind;

typedef struct {
    CourseKind kind;
    int count; /* traces */
    const Trace *traces[TIMELINE_MAX_TRACES];
    uint32_t *orders[TIMELINE_MAX_TRACES]; /* of playing; NULL: as they lie */
    uint32_t ticks; /* the last beat; there are beats + 1 of them */
    uint32_t steps; /* of the trace that has most; of the first in a race, and
                       where blocks wait for each other */
    uint32_t *step_beats; /* beat at which each step starts; [steps] = beats */
    uint32_t *positions[TIMELINE_MAX_TRACES]; /* instructions done, by beat */
    double *times;    /* when each beat is over, for who watches; [0] is 0 */
    uint64_t *cycles; /* what the clock shows at each beat; NULL by step */
    /* Cycle at which each instruction starts, in the order of playing; [count]
     * is when the last ends. */
    uint64_t *starts[TIMELINE_MAX_TRACES];
    bool measured; /* cycles are those of a GPU */
} Timeline;

Timeline timeline_by_step(const Trace *const traces[], int count);
Timeline timeline_by_cycles(const Trace *const traces[], int count);
void timeline_free(Timeline *timeline);

/* Where trace T stands when a SHARE of beat BEAT has passed, 0 < SHARE <= 1:
 * the instructions it has done or begun, and of the last one what REMAINS to be
 * done, 0 <= *remains < 1. */
size_t timeline_place(const Timeline *timeline, int t, uint32_t tick,
                      double share, double *remains);
/* What the clock of a race shows then. */
double timeline_cycle(const Timeline *timeline, uint32_t tick, double share);

/* Have all the same steps in the same order, so that it can be said who leads?
 */
bool timeline_is_even(const Timeline *timeline);
/* By how many cycles each trace is behind the one that leads a race at CYCLE:
 * so long ago that one was where it is now, step by step and within the step by
 * the share of its cycles.  Returns the leader; -1 when none leads, or when
 * their steps are not alike, as where blocks are mixed. */
int timeline_gaps(const Timeline *timeline, double cycle,
                  double gaps[TIMELINE_MAX_TRACES]);

#endif
