/* SPDX-License-Identifier: MIT
 *
 * fault - ends the program that is recorded, with a reason for its log.
 */
#ifndef UPSWEEP_INJECT_FAULT_H
#define UPSWEEP_INJECT_FAULT_H

#include "util/base.h"

/* Ends the program with PROGRAM_FAULT; FORMAT makes a clause. */
_Noreturn void fault_stop(const char *format, ...) BASE_PRINTF(1, 2);

/* Ends the program with PROGRAM_FULL: LOST accesses found no room. */
_Noreturn void fault_full(uint64_t lost);

/* Ends the program with PROGRAM_AGAIN: the last recorded launch fails on random
 * inputs, which leaves the GPU unusable. */
_Noreturn void fault_again(void);

#endif
