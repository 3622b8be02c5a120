/* SPDX-License-Identifier: MIT
 *
 * access - what the compiler's pass calls before each load and store of the
 * user's code (program/pass.h), and what the headers call around an atomic
 * operation: checks the address, and lists the access for the warp.
 */
#ifndef UPSWEEP_SIMULATOR_ACCESS_H
#define UPSWEEP_SIMULATOR_ACCESS_H

#include "simulator/machine.h"

/* Makes the first access of THREAD's list the one behind it; what THREAD waits
 * for then. */
ThreadState access_pop(Thread *thread);

void access_free(AccessList *list);

#endif
