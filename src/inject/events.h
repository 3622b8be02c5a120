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

/* Where the events of a launch are, and room for a piece of them, into which
 * they are read one piece after the other. */
typedef struct {
    void (*read)(const void *from, uint64_t at, char *to, size_t bytes);
    const void *from;
    uint64_t bytes; /* of all of them */
    char *room;
    size_t room_bytes; /* at least EVENTS_ROOM */
} EventsSource;

/* No event is longer. */
#define EVENTS_ROOM (sizeof(Event) + 32 * sizeof(EventLane))

/* Logs the events of SOURCE; the launch has been logged.  Arrays come from
 * allocations.h.  From the first atomic access on, the events are held in
 * memory together, because a later one has the value that the access left. */
void events_log(const EventsLaunch *launch, const EventsSource *source);

#endif
