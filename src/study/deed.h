/* SPDX-License-Identifier: MIT
 *
 * deed - what an instruction is for.
 *
 * Nothing is known of the kernel but its trace, so what an access is for is
 * found by looking around it: what the lane made of a word that it loaded, and
 * where a word came from that it stores.  Only what holds for all lanes of the
 * instruction is told.
 *
 *     load p ... load q ... store p+q ... store q
 *       └── its lane's sum ──┘  │           └── a word it loaded: moved
 *           begins with it      └── a word just computed: a new sum
 */
#ifndef UPSWEEP_DEED_H
#define UPSWEEP_DEED_H

#include "trace/trace.h"

/* What an instruction does, for all its lanes. */
typedef enum {
    DEED_LOAD,     /* a word, for what cannot be told */
    DEED_LEFT,     /* the left operand of a sum */
    DEED_RIGHT,    /* the right operand */
    DEED_FIRST,    /* an operand, the other is still to come */
    DEED_SECOND,   /* an operand, the other is there */
    DEED_RESULT,   /* a word that goes to global memory */
    DEED_STORE,    /* a word, from where cannot be told */
    DEED_SUM,      /* a sum just made */
    DEED_OLD_SUM,  /* a sum made before, while the next was made */
    DEED_SOME_SUM, /* some lanes a sum, some a word they move */
    DEED_MOVE,     /* a word loaded from another cell */
    DEED_INPUT,    /* a word from global memory */
    DEED_IDENTITY,
    DEED_GLOAD,   /* a word of global memory */
    DEED_FLAGS,   /* flags that were given with the input */
    DEED_GSTORE,  /* a word to global memory */
    DEED_GSUM,    /* the same, a sum just made */
    DEED_SHFL,    /* a word of another lane, to have it */
    DEED_ADD,     /* or to add it, before its own */
    DEED_ATOMIC,  /* a word of global memory, changed */
    DEED_DRAW,    /* a number */
    DEED_PUBLISH, /* a state and a word */
    DEED_AWAIT,   /* such a pair, of another block */
    DEED_COUNT
} Deed;

Deed deed_of(const Trace *trace, size_t index);

/* What one lane does with a word that it loaded or was handed. */
typedef struct {
    bool left, right; /* it is this operand of the lane's next sum with it */
    bool out;         /* or goes to global memory */
    bool load_between;
} DeedUse;

DeedUse deed_use(const Trace *trace, size_t index, const Access *access);

/* The last of the sums that a lane made with the word of ACCESS, which
 * instruction INDEX brought it, before its next access; NULL if it made none.
 */
const Sum *deed_sum(const Trace *trace, size_t index, const Access *access);

#endif
