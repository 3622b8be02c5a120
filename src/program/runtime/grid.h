/* SPDX-License-Identifier: MIT
 *
 * grid - the blocks of a launch: some are resident and have turns by chance,
 * and as one ends the next one begins.
 */
#ifndef UPSWEEP_RUNTIME_GRID_H
#define UPSWEEP_RUNTIME_GRID_H

#include "program/runtime/machine_state.h"

/* Runs all blocks of the launch in machine.launch. */
void grid_run(void);
/* Leaves a run that was ended in its midst. */
void grid_abandon(void);

/* How many blocks of the launch are recorded. */
uint32_t grid_kept_blocks(void);

#endif
