/* SPDX-License-Identifier: MIT
 *
 * events - turns what the GPU wrote down of a launch into the records of
 * program_log.h.
 */
#ifndef UPSWEEP_EVENTS_H
#define UPSWEEP_EVENTS_H

#include "inject/event.h"

#include <stddef.h>

typedef struct {
    uint32_t number;   /* of the recorded launches, from 1 */
    uint32_t blocks;   /* of the launch */
    uint32_t reserved; /* bytes of shared memory before the program's own */
    uint32_t shared;   /* its own bytes, beyond which an access is a fault;
                          0: that is not looked at */
} EventsLaunch;

/* Logs the BYTES bytes of EVENTS, whose atomic accesses get the values that
 * they left; the launch has been logged.  Arrays come from allocations.h. */
void events_log(const EventsLaunch *launch, char *events, size_t bytes);

#endif
