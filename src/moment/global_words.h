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

#include "analysis/wrong_words.h"
#include "moment/history.h"

typedef enum {
    GLOBAL_MEMORY_NOTHING, /* nothing was stored there yet */
    GLOBAL_MEMORY_HELD,
    GLOBAL_MEMORY_UNKNOWN, /* it was changed, and not read since */
    GLOBAL_MEMORY_LATER    /* of a program: a later launch reads what nothing in
                              the trace stores; what is there now is not known */
} GlobalWordState;

typedef struct {
    Word value, interval;
    Word rise;      /* by the last atomic update but one */
    uint8_t held;   /* GlobalWordState */
    uint8_t bytes;  /* which of its bytes are held, as in Access.bytes */
    uint8_t wrong;  /* which of its bytes are wrong: what was stored last */
    bool is_change; /* it was changed last, by an update that does not show to
                       what: loads may show it */
} GlobalWord;

typedef struct {
    uint32_t length;
    GlobalWord *words;
} ArrayContents;

/* A word after DONE of its events, before what later ones show of it. */
typedef struct {
    GlobalWord word;
    size_t done;
    uint32_t seen; /* 1 + the last launch that touched it */
} ReplayedWord;

/* Global memory at a position. */
typedef struct {
    const History *history;
    const WrongWords *wrong;
    uint32_t *launches; /* of each grid: the place where it begins */
    size_t position;
    ArrayContents *arrays; /* one for each array of the trace */
    size_t count;
    ReplayedWord *replayed; /* of each word of all arrays: where it was found
                               last, so that a step costs one event */
} GlobalWords;

/* Global memory at the start; HISTORY and WRONG must outlive it, which may be
 * NULL: nothing is wrong.  Free it with global_words_free. */
GlobalWords global_words_new(const History *history, const WrongWords *wrong);
void global_words_free(GlobalWords *words);
/* Moves to the state after the first POSITION instructions: finds the words
 * that the instructions between touch, or a launch that begins between. */
void global_words_go(GlobalWords *words, size_t position);
/* Finds again the words that the instruction at PLACE touches. */
void global_words_find(GlobalWords *words, size_t place);
/* Word INDEX of ARRAY after the first POSITION instructions. */
GlobalWord global_words_at(const GlobalWords *words, uint8_t array,
                           uint32_t index, size_t position);

#endif
