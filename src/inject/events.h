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
} EventsLaunch;

/* Logs the BYTES bytes of events at EVENTS; the launch has been logged.  Arrays
 * are those of allocations.h. */
void events_log(const EventsLaunch *launch, const char *events, size_t bytes);

#endif
