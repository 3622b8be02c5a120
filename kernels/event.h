/* SPDX-License-Identifier: MIT
 *
 * event - one thing that a thread did, as both machines log it; for C and CUDA.
 *
 *   kind              cell                 value              array
 *   LOAD, STORE       cell                 word moved         -
 *   GLOAD, GSTORE     index                word moved         which array
 *   ATOMIC            index                word before        which array
 *   PUBLISH, AWAIT    4 * index + state    word of the pair   which array
 *   SHFL              lane it came from    word received      -
 *   OP                left operand         right operand      -
 *   STEP              level                -                  -
 *   SYNC              -                    -                  -
 */
#ifndef UPSWEEP_EVENT_H
#define UPSWEEP_EVENT_H

#include "op.h"

typedef enum {
    ACCESS_LOAD,    /* shared memory to lane */
    ACCESS_STORE,   /* lane to shared memory */
    ACCESS_GLOAD,   /* global memory to lane */
    ACCESS_GSTORE,  /* lane to global memory */
    ACCESS_SHFL,    /* lane to lane */
    ACCESS_ATOMIC,  /* read and change a word of global memory */
    ACCESS_PUBLISH, /* a state and a word, at once, for other blocks to see */
    ACCESS_AWAIT,   /* wait until another block has published such a pair */
    ACCESS_KINDS
} AccessKind;

/* Events that are no access. */
enum { EVENT_OP = ACCESS_KINDS, EVENT_STEP, EVENT_SYNC };

/* GlobalMemory arrays that every run has; an algorithm may add its own. */
enum { GLOBAL_IN, GLOBAL_OUT, GLOBAL_FIRST_OWN };

/* A pair of state and word is a descriptor.  It is two words of its array, the
 * state first, and the log tells of both in one event. */
enum { PAIR_STATES = 4 }; /* 0: nothing was published yet */

OP_FUNCTION uint32_t pair_cell(uint32_t index, uint32_t state)
{
    return index * PAIR_STATES + state;
}

typedef struct {
    uint32_t cell;
    Word value;
    uint16_t site; /* line of the source */
    uint8_t kind;
    uint8_t array;
} Event;

#endif
