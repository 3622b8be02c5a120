/* SPDX-License-Identifier: MIT
 *
 * convergence - which lanes of a warp execute the next instruction together.
 *
 * Each lane waits at its next access.  The lanes that wait at the lowest source
 * line go first, so that lanes that fell behind catch up and all lanes meet
 * again behind an if or a loop.  Of these, the lanes whose count of visits to
 * that line in this step is lowest form the instruction.
 *
 *     line 40:  if (i >= d)            lanes 0 1 2 3   wait at 41 41 - -
 *     line 41:      y = LOAD(i - d)                        44 for lanes 2 3
 *     line 44:  STORE(i, x)            -> 41 {0 1}, then 44 {0 1 2 3}
 *
 * The CPU machine (block_state.c) executes by this rule, and trace_builder.c
 * groups the logs of either machine by it, so both machines give the same
 * instructions.
 */
#ifndef UPSWEEP_CONVERGENCE_H
#define UPSWEEP_CONVERGENCE_H

#include "catalog/launch.h"

#define CONVERGENCE_MAX_SITES 64 /* lines with an access in one step */
#define CONVERGENCE_MAX_LINE  4096

/* How often each lane of a warp executed each line in the current step. */
typedef struct {
    uint32_t visits[CONVERGENCE_MAX_SITES][TRACE_MAX_BANKS];
    uint16_t lines[CONVERGENCE_MAX_SITES];
    int sites;
} Convergence;

/* Begins a new step: sets all counts of visits to 0. */
void convergence_reset(Convergence *state);

/* Chooses from the lanes of the set LANES (bit i for lane i), of which HEADS[i]
 * is the next access.  Returns the set of lanes that execute (0 if LANES is
 * empty), counts their visit, and sets *OCCURRENCE to the visits before this
 * one.  Ends the program if a step has accesses on more than
 * CONVERGENCE_MAX_SITES lines: ask convergence_full first. */
uint64_t convergence_next(Convergence *state, const Event *const heads[],
                          uint64_t lanes, uint32_t *occurrence);

/* True if LINE is in the table. */
bool convergence_knows(const Convergence *state, uint16_t line);

/* True if LINE is not in the table and the table is full. */
static inline bool convergence_full(const Convergence *state, uint16_t line)
{
    return state->sites == CONVERGENCE_MAX_SITES &&
           !convergence_knows(state, line);
}

#endif
