/* SPDX-License-Identifier: MIT
 *
 * issue - what one instruction of a warp does: to shared memory, to the arrays
 * in global memory, and between the lanes.
 *
 * The instruction's accesses stand in the lanes' logs as they were asked for;
 * issuing one writes the word that it brought, or that was there before, into
 * the log.
 */
#ifndef UPSWEEP_ISSUE_H
#define UPSWEEP_ISSUE_H

#include "machine/lane.h"

/* The next access of a lane that waits to be issued, or NULL. */
Event *issue_head(Lane *lane);

/* False for an AWAIT of a pair that was not published yet. */
bool issue_may(const Launch *launch, const Lane *lane, const Event *event);

/* Executes the HEADS of the lanes in SET; a fault goes to the shared error.
 * CLASSES are those of the words in MEMORY, see lane.h. */
void issue(const Launch *launch, Word *memory, uint8_t *classes, Warp *warp,
           uint64_t set, Event *heads[]);

#endif
