/* SPDX-License-Identifier: MIT
 *
 * launch_groups - which launches of a program work together: those between what
 * makes its input and what it leaves, without others that could be left out.
 *
 *     launch    1     2     3     4     5     6
 *               scan  sums  add   scan  sums  add     in -> out, twice
 *     groups    1 ........... 3   4 ........... 6
 *
 * A benchmark makes the same launches again and again, and a test makes them
 * for several sizes.  Two runs on random inputs tell which launches the input
 * reaches: they change something to another value in each.  Runs that leave out
 * launches tell which of these what is left depends on.
 */
#ifndef UPSWEEP_LAUNCH_GROUPS_H
#define UPSWEEP_LAUNCH_GROUPS_H

#include "program/launch_notes.h"
#include "program/whole_runs.h"

typedef struct {
    uint32_t first, last; /* launches, from 1 */
    uint32_t reached; /* the last one that the input reaches: those behind it
                         change nothing, as one that adds zeros */
} LaunchGroup;

typedef struct {
    LaunchGroup *items; /* by rising first */
    size_t items_count, items_capacity;
} LaunchGroups;

/* The runs that a search for groups, and what follows it, may still make. */
typedef struct {
    const WholeProgram *program;
    double seconds; /* left for them */
} RunBudget;

/* True if launches were compared in the run behind NOTES, up to its end. */
bool launch_groups_compared(const LaunchNotes *notes);

/* True if COUNT launches from A on make the calls of those from B on: the same
 * kernels of the same sizes with the same arguments. */
bool launch_groups_same_calls(const LaunchNotes *notes, uint32_t a, uint32_t b,
                              uint32_t count);

/* True if what the last launch left depends on launches that were left out in
 * the run behind SKIPPED, and not in that behind WHOLE. */
bool launch_groups_depend(const LaunchNotes *whole, const LaunchNotes *skipped);

/* Finds the groups that the input of PLAN reaches, by X and Y, two runs on
 * random inputs of it; launches that are TAKEN, by their numbers, are in no
 * group.  Free their items.  False if a signal asked to stop. */
bool launch_groups_find(RunBudget *budget, const WholePlan *plan,
                        const LaunchNotes *x, const LaunchNotes *y,
                        const bool *taken, LaunchGroups *groups, Error *error);

#endif
