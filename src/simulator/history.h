/* SPDX-License-Identifier: MIT
 *
 * history - what has happened on the device since the first launch: launches,
 * and what the host did to arrays between them.  replay.c makes it happen again
 * on random inputs.
 *
 *     memory      launch 1   copy to x   launch 2   free y   launch 3
 *     before  ──► items[0]   events[0]   items[1]   events   items[2]
 *     launch 1                                      [1]
 */
#ifndef UPSWEEP_SIMULATOR_HISTORY_H
#define UPSWEEP_SIMULATOR_HISTORY_H

#include "simulator/launch.h"
#include "simulator/memory.h"
#include "simulator/uses.h"
#include "simulator/values.h"

/* What the host does to an array, or asks of it. */
typedef enum {
    HOST_ALLOC,
    HOST_FREE,
    HOST_STORE, /* DATA */
    HOST_SET,   /* each byte to VALUE */
    HOST_COPY,  /* from another array */
    HOST_READ   /* it sees the result of a launch */
} HostAct;

typedef struct {
    HostAct act;
    int value;
    uint32_t array, from; /* numbers of arrays */
    size_t offset, from_offset, bytes;
    char *data;
} HostEvent;

typedef struct {
    const Launch *launch;
    size_t events;          /* that come before it */
    uint64_t exact;         /* a hash of the kernel, sizes, and arguments */
    uint64_t call;          /* the same, with each pointer as the size of its
                               array and the place in it */
    uint64_t host;          /* a hash of all that the host has given so far */
    const LaunchUses *uses; /* NULL: not known */
    uint64_t turns;         /* of its warps */
    bool fast;              /* it ran in the fast way */
    bool recorded;
    ProgramTrialKind kind; /* if it was recorded, as input and trials */
    uint32_t input;        /* the number of the array that trials make random */
    uint32_t trials;       /* that are enough */
    ValuesKept kept;       /* what its threads did */
} PastLaunch;

typedef struct {
    PastLaunch *items; /* by their numbers, from 1 */
    size_t items_count, items_capacity;
    HostEvent *events;
    size_t events_count, events_capacity;
    GlobalArray *arrays; /* as they were before the first launch ... */
    size_t arrays_count; /* ... so many */
    uint64_t host;
    size_t bytes;     /* of the data of events */
    const char *lost; /* why the history is not complete; NULL: it is */
    bool replaying;   /* nothing is noted */
} History;

extern __attribute__((visibility("hidden"))) History history;

/* The launch LAUNCH begins, or has run, FAST or not; trials of it come behind
 * that. */
void history_begin_launch(const Launch *launch);
void history_end_launch(bool fast);
/* It was recorded: what was found about runs on random inputs. */
void history_note_recorded(ProgramTrialKind kind, const GlobalArray *input,
                           uint32_t trials);

/* The host has done so. */
void history_copy(const void *to, const void *from, size_t bytes);
void history_set(const void *to, int value, size_t bytes);
/* The host loads from ADDRESS, in an array that it may touch. */
void history_read(const void *address);

/* Makes the events that come before launch NUMBER happen again, behind launch
 * NUMBER - 1.  UNDEFINED: new arrays have RANDOM_UNDEFINED. */
void history_apply(uint32_t number, bool undefined);

/* Notes what is stored to. */
void history_begin_stores(const Launch *launch);
void history_end_stores(void);

#endif
