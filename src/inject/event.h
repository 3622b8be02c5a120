/* SPDX-License-Identifier: MIT
 *
 * event - what the functions of patch.cu write down on the GPU, and inject.c
 * reads: one Event for the lanes of a warp that run an instruction together,
 * with an EventLane behind it for each of them.
 */
#ifndef UPSWEEP_EVENT_H
#define UPSWEEP_EVENT_H

#include <stdint.h>

typedef enum {
    EVENT_SHARED, /* an access; an address is an offset in shared memory */
    EVENT_GLOBAL,
    EVENT_ENTER,   /* a warp begins; no lanes */
    EVENT_BARRIER, /* __syncthreads and its kin; no lanes */
    EVENT_SYNC     /* __syncwarp; no lanes */
} EventKind;

enum { /* Event.flags */
       EVENT_READS = 1,
       EVENT_WRITES = 2,
       EVENT_PART = 4 /* a barrier of a part of the block */
};

typedef struct {
    uint64_t pc;
    uint32_t lanes; /* that take part: a mask */
    uint32_t block; /* x + X (y + Y z) */
    uint16_t warp;
    uint8_t kind;   /* EventKind */
    uint8_t flags;  /* of the above */
    uint32_t bytes; /* that each lane moves */
    uint32_t whole; /* bytes of the event and its lanes */
    uint32_t zero;
} Event;

/* A load: the value was read by us just before the instruction did.  A store:
 * the value that is stored.  An atomic access: that before it. */
typedef struct {
    uint64_t address;
    uint64_t value[2];
} EventLane;

/* Of a launch: where its events go.  In the GPU's memory. */
typedef struct {
    unsigned long long used; /* bytes wanted, also beyond ROOM */
    unsigned long long lost; /* accesses of a lane for which was no room */
    uint64_t room;           /* bytes at EVENTS */
    char *events;
    uint32_t first_block, last_block; /* that are recorded */
} EventLog;

#endif
