/* SPDX-License-Identifier: MIT
 *
 * convergence - which lanes of a warp execute together.
 *
 * Each lane waits at the access that it will do next.  Those that wait at the
 * lowest line of the source go first: the lanes that fell behind catch up, and
 * all meet again behind an if or a loop.  Of these, the ones that are there for
 * the same, lowest how-many-eth time in this step form the instruction.
 *
 *     line 40:  if (i >= d)            lanes 0 1 2 3   wait at 41 41 - -
 *     line 41:      y = LOAD(i - d)                        44 for lanes 2 3
 *     line 44:  STORE(i, x)            -> 41 {0 1}, then 44 {0 1 2 3}
 *
 * The CPU machine issues by this rule, and assemble.c groups a log by it, so a
 * log of either machine gives the same instructions.
 */
#ifndef UPSWEEP_CONVERGENCE_H
#define UPSWEEP_CONVERGENCE_H

#include "catalog/launch.h"

#define CONVERGENCE_MAX_SITES 64 /* lines with an access in one step */
#define CONVERGENCE_MAX_LINE  4096

typedef struct {
    uint32_t visits[CONVERGENCE_MAX_SITES][TRACE_MAX_BANKS];
    uint16_t lines[CONVERGENCE_MAX_SITES];
    int sites;
} Convergence;

/* A new step begins: nobody has been anywhere yet. */
void convergence_reset(Convergence *state);

/* Chooses from the lanes of the set LANES (bit i for lane i), of which HEADS[i]
 * is the next access.  Returns the set of those that issue (0 if LANES is
 * empty), notes their visit, and gives the occurrence.  Dies if a step has
 * accesses in more than CONVERGENCE_MAX_SITES lines: see convergence_full. */
uint64_t convergence_next(Convergence *state, const Event *const heads[],
                          uint64_t lanes, uint32_t *occurrence);

/* True if the table has no room for one more line. */
bool convergence_full(const Convergence *state, uint16_t line);

#endif
