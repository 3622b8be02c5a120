/* SPDX-License-Identifier: MIT
 *
 * access_role - what an instruction is for.
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
#ifndef UPSWEEP_ACCESS_ROLE_H
#define UPSWEEP_ACCESS_ROLE_H

#include "trace/trace.h"

/* What an instruction does, for all its lanes. */
typedef enum {
    ACCESS_ROLE_LOAD,     /* a word, for what cannot be told */
    ACCESS_ROLE_LEFT,     /* the left operand of a sum */
    ACCESS_ROLE_RIGHT,    /* the right operand */
    ACCESS_ROLE_FIRST,    /* an operand, the other is still to come */
    ACCESS_ROLE_SECOND,   /* an operand, the other is there */
    ACCESS_ROLE_RESULT,   /* a word that goes to global memory */
    ACCESS_ROLE_STORE,    /* a word, from where cannot be told */
    ACCESS_ROLE_SUM,      /* a sum just made */
    ACCESS_ROLE_OLD_SUM,  /* a sum made before, while the next was made */
    ACCESS_ROLE_SOME_SUM, /* some lanes a sum, some a word they move */
    ACCESS_ROLE_MOVE,     /* a word loaded from another cell */
    ACCESS_ROLE_INPUT,    /* a word from global memory */
    ACCESS_ROLE_IDENTITY,
    ACCESS_ROLE_GLOAD,   /* a word of global memory */
    ACCESS_ROLE_FLAGS,   /* flags that were given with the input */
    ACCESS_ROLE_GSTORE,  /* a word to global memory */
    ACCESS_ROLE_GSUM,    /* the same, a sum just made */
    ACCESS_ROLE_SHFL,    /* a word of another lane, to have it */
    ACCESS_ROLE_ADD,     /* or to add it, before its own */
    ACCESS_ROLE_ATOMIC,  /* a word of global memory, changed */
    ACCESS_ROLE_DRAW,    /* a number */
    ACCESS_ROLE_PUBLISH, /* a state and a word */
    ACCESS_ROLE_AWAIT,   /* such a pair, of another block */
    ACCESS_ROLE_COUNT
} AccessRole;

AccessRole access_role_of(const Trace *trace, size_t index);

/* What one lane does with a word that it loaded or was handed. */
typedef struct {
    bool left, right; /* it is this operand of the lane's next sum with it */
    bool out;         /* or goes to global memory */
    bool load_between;
} AccessUse;

AccessUse access_role_use(const Trace *trace, size_t index,
                          const Access *access);

/* The last of the sums that a lane made with the word of ACCESS, which
 * instruction INDEX brought it, before its next access; NULL if it made none.
 */
const Sum *access_role_sum(const Trace *trace, size_t index,
                           const Access *access);

#endif
