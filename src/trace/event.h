/* SPDX-License-Identifier: MIT
 *
 * event - one access or operation of a thread, as both machines log it; for C
 * and CUDA.
 *
 *   kind              cell                 value              array
 *   LOAD, STORE       cell                 word moved         -
 *   GLOAD, GSTORE     index                word moved         which array
 *   ATOMIC            index                word before        which array
 *   PUBLISH, AWAIT    4 * index + state    word of the pair   which array
 *   CHANGE            cell                 word after         -
 *   SHFL              lane it came from    word received      -
 *   WORD              as the access's      as the access's    as the access's
 *   OP                left operand         right operand      -
 *   STEP              level                -                  PhaseKind
 *   SYNC              -                    -                  -
 *
 * An access of 16 bytes is an event for its first word and a WORD for each of
 * the next three.
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
    ACCESS_CHANGE,  /* read and change a word of shared memory; of programs */
    ACCESS_COUNT,   /* add one to a word of shared memory; of programs */
    ACCESS_KINDS
} AccessKind;

/* Further kinds of Event, which are not accesses. */
enum { EVENT_OP = ACCESS_KINDS, EVENT_STEP, EVENT_SYNC, EVENT_WORD };

/* Words of an access of 16 bytes. */
enum { WIDE_WORDS = 4 };

/* What a step is for.  Analyses and views know these; a kernel may have others.
 */
typedef enum {
    PHASE_OTHER,     /* the kernel's own, named by a text */
    PHASE_LOAD,      /* elements are brought to shared memory */
    PHASE_UPSWEEP,   /* the level is that of the sums made */
    PHASE_ADD,       /* rounds; the level is the round's number */
    PHASE_CLEAR,     /* the identity at the root */
    PHASE_DOWNSWEEP, /* the level is that of the parents */
    PHASE_WRITE_BACK,
    PHASE_KINDS
} PhaseKind;

/* Global arrays that every run has; an algorithm may add scratch arrays. */
enum { GLOBAL_IN, GLOBAL_OUT, GLOBAL_FIRST_SCRATCH };

/* PUBLISH and AWAIT move a pair, which is a state and a word: two words of its
 * array, the state first.  One event logs both; Event.cell is pair_cell. */
enum { PAIR_STATES = 4 }; /* state 0: not yet published */

/* Event.cell of pair INDEX in STATE. */
OP_FUNCTION uint32_t pair_cell(uint32_t index, uint32_t state)
{
    return index * PAIR_STATES + state;
}

typedef struct {
    uint32_t cell;
    Word value;
    uint16_t site; /* source line */
    uint8_t kind;
    uint8_t array;
} Event;

#endif
