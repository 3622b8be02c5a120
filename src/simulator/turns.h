/* SPDX-License-Identifier: MIT
 *
 * turns - the order in which the resident blocks of a launch have their turns:
 * by chance, from the seed of the log.
 *
 * In the fast way blocks run one after the other, since that is quicker.  The
 * log then tells in which order their accesses would have been made by turns.
 */
#ifndef UPSWEEP_SIMULATOR_TURNS_H
#define UPSWEEP_SIMULATOR_TURNS_H

#include <stdbool.h>
#include <stdint.h>

/* Block number BLOCK begins in the place SLOT of a resident block. */
typedef void TurnsBegin(uint32_t slot, uint32_t block);
/* The block in SLOT has a turn; true if it has ended. */
typedef bool TurnsTake(uint32_t slot);

/* Runs all blocks of the launch in SLOTS places. */
void turns_run(uint32_t slots, TurnsBegin *begin, TurnsTake *take);

/* Begins to note turns. */
void turns_note_none(void);
/* The block that runs has begun: its turns follow. */
void turns_note_block(void);
/* It has had a turn, whose records end where the log ends now. */
void turns_note(void);
/* Sets ProgramAccess.time of all accesses of the turns that were noted, to what
 * it is where SLOTS blocks are resident. */
void turns_order(uint32_t slots);

#endif
