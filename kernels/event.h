/* SPDX-License-Identifier: MIT
 *
 * event - one thing that a thread did, as both machines log it; for C and CUDA.
 *
 *   kind              cell                 value              array
 *   LOAD, STORE       cell                 word moved         -
 *   GLOAD, GSTORE     index                word moved         which array
 *   ATOMIC            index                word before        which array
 *   SHFL              lane it came from    word received      -
 *   OP                left operand         right operand      -
 *   STEP              level                -                  -
 *   SYNC              -                    -                  -
 */
#ifndef UPSWEEP_EVENT_H
#define UPSWEEP_EVENT_H

#include "op.h"

typedef enum {
    ACCESS_LOAD,   /* shared memory to lane */
    ACCESS_STORE,  /* lane to shared memory */
    ACCESS_GLOAD,  /* global memory to lane */
    ACCESS_GSTORE, /* lane to global memory */
    ACCESS_SHFL,   /* lane to lane */
    ACCESS_ATOMIC, /* read and change a word of global memory */
    ACCESS_KINDS
} AccessKind;

/* Events that are no access. */
enum { EVENT_OP = ACCESS_KINDS, EVENT_STEP, EVENT_SYNC };

/* Global arrays that every kernel has; an algorithm may add its own. */
enum { GLOBAL_IN, GLOBAL_OUT, GLOBAL_FIRST_OWN };

typedef struct {
    uint32_t cell;
    Word value;
    uint16_t site; /* line of the source */
    uint8_t kind;
    uint8_t array;
} Event;

#endif
