/* SPDX-License-Identifier: MIT
 *
 * execute - what one instruction of a warp does: to shared memory, to the
 * arrays in global memory, and between the lanes.
 *
 * The instruction's accesses stand in the lanes' logs as they were asked for;
 * issuing one writes the word that it brought, or that was there before, into
 * the log.
 */
#ifndef UPSWEEP_EXECUTE_H
#define UPSWEEP_EXECUTE_H

#include "sim/thread.h"

/* The next access of a lane that waits to be issued, or NULL. */
Event *execute_head(Thread *lane);

/* False for an AWAIT of a pair that was not published yet. */
bool execute_may(const Launch *launch, const Thread *lane, const Event *event);

/* Executes the HEADS of the lanes in SET; a fault goes to the shared error.
 * CLASSES are those of the words in MEMORY, see lane.h. */
void execute(const Launch *launch, Word *memory, uint8_t *classes, Warp *warp,
             uint64_t set, Event *heads[]);

#endif
