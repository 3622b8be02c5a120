/* SPDX-License-Identifier: MIT
 *
 * global_words - what the arrays of global memory hold at a position, each word
 * found from its own history: stores, publications and atomic updates in the
 * playing order.
 *
 *     in        3  1  7  0  4  1  6  3      given
 *     sums 1    11  .                       stored so far; . nothing yet
 *     states    (prefix, 11)  (nothing)     pairs of a state and a word
 *
 * What a launch of a program finds in an array that nothing in the trace stored
 * was there when the launch began: the host may have copied it there just
 * before, also over what an earlier launch stored.  Until then it is not known.
 *
 * An atomic update is logged with the word before the update.  The word after
 * it is what the next update of that word finds; after the last update the word
 * is unknown, except in a program's output, which the trace has, and for counts
 * of an algorithm, which are assumed to rise as before.
 */
#ifndef UPSWEEP_GLOBAL_WORDS_H
#define UPSWEEP_GLOBAL_WORDS_H

#include "analysis/issue_order.h"
#include "analysis/wrong_words.h"

/* ---- History ------------------------------------------------------------- */

/* All accesses to each value in memory, in the playing order, so that a fact
 * about a value costs its own accesses and not the whole run:
 *
 *     cell 5        place 3: T1 stores 10    place 9: T0 loads 10
 *     in[5]         place 0: T5 loads 7
 */

#define HISTORY_SHARED UINT8_MAX /* instead of an array: shared memory */

typedef struct {
    uint32_t place;  /* of its instruction in the playing order */
    uint32_t access; /* index into trace->accesses */
} WordEvent;

typedef struct {
    const Trace *trace;
    const uint32_t *order;
    size_t *arrays;     /* of each array: its first word among all words */
    size_t words;       /* of shared memory, which come first, and all arrays */
    uint32_t *launches; /* of each grid: the place where it begins */
    uint32_t *starts;   /* of each word, and one more: its first event */
    WordEvent *events;  /* by word, then by place, then by lane */
} History;

/* The history of TRACE, which must outlive it, as must ORDER.  It has shared
 * memory only where the trace has one block.  Free it with history_free. */
History history_of(const Trace *trace, const uint32_t *order);
void history_free(History *history);

/* The accesses to word INDEX of ARRAY, or of HISTORY_SHARED; none where there
 * is no such word. */
const WordEvent *history_events(const History *history, uint8_t array,
                                uint32_t index, size_t *count);
/* How many of COUNT events are of the first POSITION instructions. */
size_t history_done(const WordEvent *events, size_t count, size_t position);
/* The instruction of an event, and its access. */
const Instruction *history_instruction(const History *history,
                                       const WordEvent *event);
const Access *history_access(const History *history, const WordEvent *event);

/* ---- Words --------------------------------------------------------------- */

typedef enum {
    GLOBAL_MEMORY_NOTHING, /* nothing was stored there yet */
    GLOBAL_MEMORY_HELD,
    GLOBAL_MEMORY_UNKNOWN, /* it was changed, and not read since */
    GLOBAL_MEMORY_LATER    /* of a program: a later launch reads what nothing in
                              the trace stores; what is there now is not known */
} GlobalWordState;

typedef struct {
    Word value, interval;
    Word rise;     /* by the last atomic update but one */
    uint8_t held;  /* GlobalWordState */
    uint8_t bytes; /* which of its bytes are held, as in Access.bytes */
    uint8_t wrong; /* which of its bytes are wrong: what was stored last */
} GlobalWord;

/* Word INDEX of ARRAY after the first POSITION instructions; by WRONG, which
 * may be NULL, its bytes are wrong. */
GlobalWord global_word(const History *history, const WrongWords *wrong,
                       uint8_t array, uint32_t index, size_t position);

#endif
