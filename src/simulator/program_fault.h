/* SPDX-License-Identifier: MIT
 *
 * program_fault - who did wrong, and where; machine.h has what tells of it.
 */
#ifndef UPSWEEP_SIMULATOR_PROGRAM_FAULT_H
#define UPSWEEP_SIMULATOR_PROGRAM_FAULT_H

#include "simulator/machine.h"

/* Writes "thread 5 of block 2 of scan"; of NULL "the host". */
void program_fault_who(const Thread *thread, char text[128]);

/* Logs where the running code is.  A signal handler may call this; where the
 * stack is damaged, that ends in another signal. */
void program_fault_note_frames(void);

#endif
