/* SPDX-License-Identifier: MIT
 *
 * timeline - the sequence of ticks at which one to four traces advance
 * together, by one of two clocks.  Made by player.c.
 *
 * By the clock of steps, each trace executes one instruction of its turn at
 * each tick, and a trace with fewer instructions waits; see player.h.  By the
 * clock of cycles, each trace runs as fast as its bank queues allow, and there
 * is a tick whenever any trace completes an instruction:
 *
 *     cycle         0   1   2   3   4   5
 *     leftright     ▐ld ▐ld ▐st ▐st ▐ld        one request at a bank: a cycle
 *     nopadding     ▐ld ×2  ▐ld ×2  ▐st ×2     two: it falls behind
 *     tick          0   1   2   3   4   5
 *
 * Cycles are the model's (bank.h).  An instruction that takes no cycles (a
 * global access) has its tick, during which the cycle does not change.
 *
 * Where blocks wait for each other, instructions come in the order of issue,
 * and steps end where a block reaches a barrier, see issue_order.h.  Positions
 * count instructions in this order of playing.  By the clock of steps, other
 * traces beside such a trace advance instruction by instruction.
 *
 * In an animation a tick lasts as many model cycles as the slowest of its
 * instructions takes, but at least one.
 */
#ifndef UPSWEEP_TIMELINE_H
#define UPSWEEP_TIMELINE_H

#include "analysis/issue_order.h"

#define TIMELINE_MAX_TRACES 4

typedef enum { CLOCK_STEPS, CLOCK_CYCLES, CLOCK_COUNT } Clock;

typedef struct {
    Clock clock;
    int count; /* traces */
    const Trace *traces[TIMELINE_MAX_TRACES];
    uint32_t *orders[TIMELINE_MAX_TRACES]; /* of playing; NULL: by index */
    uint32_t ticks; /* the last tick; there are ticks + 1 of them */
    uint32_t steps; /* of the trace that has most; of the first by the clock
                       of cycles, and where blocks wait for each other */
    uint32_t *step_ticks; /* tick at which each step starts; [steps] = ticks */
    uint32_t *positions[TIMELINE_MAX_TRACES]; /* instructions done, by tick */
    double *times;    /* model cycles at which each tick ends; [0] is 0 */
    uint64_t *cycles; /* the cycle at each tick; NULL by the clock of steps */
    /* Cycle at which each instruction starts, in the order of playing; [count]
     * is when the last ends. */
    uint64_t *starts[TIMELINE_MAX_TRACES];
    bool even; /* all traces have the same steps in the same order, so that
                      one can be said to lead */
} Timeline;

/* The timeline of COUNT traces, which the caller owns, by the clock of steps;
 * the caller frees it with timeline_free. */
Timeline timeline_by_step(const Trace *const traces[], int count);

/* The same by the clock of cycles. */
Timeline timeline_by_cycles(const Trace *const traces[], int count);

/* Frees what TIMELINE has allocated and clears it. */
void timeline_free(Timeline *timeline);

/* The number of instructions that trace T has done or begun when SHARE of tick
 * TICK has passed, 0 < SHARE <= 1; *REMAINS is the part of the last one that is
 * not yet done, 0 <= *remains < 1. */
size_t timeline_place(const Timeline *timeline, int t, uint32_t tick,
                      double share, double *remains);

/* The cycle when SHARE of tick TICK has passed. */
double timeline_cycle(const Timeline *timeline, uint32_t tick, double share);

/* Sets GAPS[t] to the cycles by which trace T is behind the leader at CYCLE:
 * the leader was at the same place that many cycles ago.  A place is a step and
 * the share of its cycles that has passed.  Returns the leader's index; -1 if
 * none leads, or the timeline is not even. */
int timeline_gaps(const Timeline *timeline, double cycle,
                  double gaps[TIMELINE_MAX_TRACES]);

#endif
