/* SPDX-License-Identifier: MIT
 *
 * run - runs a launch: in the fast way or in lockstep, recorded or not, and
 * again on random inputs if it was recorded.
 */
#ifndef UPSWEEP_SIMULATOR_RUN_H
#define UPSWEEP_SIMULATOR_RUN_H

#include "simulator/launch.h"

/* Runs LAUNCH, which a GPU would not refuse. */
void run_launch(const Launch *launch);

#endif
