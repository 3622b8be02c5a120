/* SPDX-License-Identifier: MIT
 *
 * grid - the blocks of a launch: some are resident and have turns by chance,
 * and as one ends the next one begins.
 */
#ifndef UPSWEEP_SIMULATOR_GRID_H
#define UPSWEEP_SIMULATOR_GRID_H

#include "simulator/machine.h"

/* Runs all blocks of the launch in machine.launch, as machine.fast and
 * machine.sink say; why it ended before, if it did. */
Halt grid_run(void);

/* How many blocks of the launch are recorded. */
uint32_t grid_kept_blocks(void);

#endif
