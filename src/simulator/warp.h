/* SPDX-License-Identifier: MIT
 *
 * warp - the lanes of a warp in lockstep: of those that have stopped, the ones
 * at the lowest site go on together, but for those that only repeat themselves
 * (spin.h).
 */
#ifndef UPSWEEP_SIMULATOR_WARP_H
#define UPSWEEP_SIMULATOR_WARP_H

#include "simulator/machine.h"

/* What came of a turn: something was done, or all lanes wait for others. */
typedef enum { TURN_DONE, TURN_WAITS } Turn;

/* Ends the program, or the run: THREAD waits for lanes that do not come. */
void warp_fault_alone(Thread *thread);

/* One instruction of a warp of BLOCK. */
Turn warp_turn(const Block *block, Warp *warp);

#endif
