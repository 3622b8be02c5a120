/* SPDX-License-Identifier: MIT
 *
 * access_role - the role of an instruction in the algorithm: the left operand
 * of a sum, a new sum, a word that is moved, and so on.
 *
 * Only the trace is known, not the kernel, so the role is inferred from the
 * accesses around: how the lane used a word that it loaded, and where a word
 * that it stores came from.  A role must hold for all lanes of the instruction.
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
    /* loads from shared memory */
    ACCESS_ROLE_LOAD,   /* a word of unknown use */
    ACCESS_ROLE_LEFT,   /* the left operand of a sum */
    ACCESS_ROLE_RIGHT,  /* the right operand */
    ACCESS_ROLE_FIRST,  /* an operand; the other is not loaded yet */
    ACCESS_ROLE_SECOND, /* an operand; the other is already loaded */
    ACCESS_ROLE_RESULT, /* a word that goes to global memory */
    /* stores to shared memory */
    ACCESS_ROLE_STORE,    /* a word of unknown origin */
    ACCESS_ROLE_SUM,      /* a sum just computed */
    ACCESS_ROLE_OLD_SUM,  /* a sum computed before the most recent one */
    ACCESS_ROLE_SOME_SUM, /* a sum in some lanes, a moved word in others */
    ACCESS_ROLE_MOVE,     /* a word loaded from another cell */
    ACCESS_ROLE_INPUT,    /* a word from global memory */
    ACCESS_ROLE_IDENTITY, /* the identity of the operator */
    /* global memory */
    ACCESS_ROLE_GLOAD,  /* loads a word */
    ACCESS_ROLE_FLAGS,  /* loads flags that were given with the input */
    ACCESS_ROLE_GSTORE, /* stores a word */
    ACCESS_ROLE_GSUM,   /* stores a sum just computed */
    /* shuffles */
    ACCESS_ROLE_SHFL, /* the lane keeps the word of another lane */
    ACCESS_ROLE_ADD,  /* that word is the left operand of a sum */
    /* between blocks */
    ACCESS_ROLE_ATOMIC,    /* updates a word of global memory */
    ACCESS_ROLE_DRAW,      /* draws a ticket */
    ACCESS_ROLE_PUBLISH,   /* publishes the status of a tile */
    ACCESS_ROLE_LOOK_BACK, /* looks at the statuses of others */
    ACCESS_ROLE_COUNT
} AccessRole;

/* The role of instruction INDEX. */
AccessRole access_role_of(const Trace *trace, size_t index);

/* What one lane does with a word that it received by a load or a shuffle. */
typedef struct {
    bool left, right;  /* the word is this operand of a sum */
    bool out;          /* the word goes to global memory */
    bool load_between; /* the lane loads another word before that */
} AccessUse;

/* How the lane of ACCESS uses the word that instruction INDEX gave it; all
 * false if unknown. */
AccessUse access_role_use(const Trace *trace, size_t index,
                          const Access *access);

/* The first sum that the lane of ACCESS made before its next access, if it made
 * it with the word that instruction INDEX gave it; else NULL. */
const Sum *access_role_sum(const Trace *trace, size_t index,
                           const Access *access);
/* True if the lane of ACCESS made a sum with that word before its next access.
 */
bool access_role_adds(const Trace *trace, size_t index, const Access *access);
/* How many of the sums that were made for ACCESS, the last ones, no word that a
 * shuffle brought just before took part in: they need no access. */
int access_role_alone(const Trace *trace, size_t index, const Access *access);

/* shuffle - which lane's word each lane receives in a shuffle of a trace.
 */

/* The distance between lanes in a shuffle, if it is the same for all lanes but
 * those that receive their own word; else 0. */
int shuffle_distance(const Trace *trace, const Instruction *at);
/* The lane whose word all lanes receive in a shuffle; -1 if there are several.
 */
int shuffle_source(const Trace *trace, const Instruction *at);
/* True if ACCESS of a shuffle brought its lane the lane's own word, because no
 * other was meant for it, as below the distance of a shift. */
bool shuffle_keeps_own(const Trace *trace, const Instruction *at,
                       const Access *access);
/* The word that a lane sends in a shuffle, as somebody receives it; NULL:
 * nobody does. */
const Access *shuffle_sent(const Trace *trace, const Instruction *at, int lane);

#endif
