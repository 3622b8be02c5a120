/* SPDX-License-Identifier: MIT
 *
 * received_words - what becomes of the words that the lanes of a block receive
 * by loads and shuffles; warp_registers.h says how that is known.
 *
 * An access is an index into trace->accesses, a sum one into trace->sums.
 */
#ifndef UPSWEEP_RECEIVED_WORDS_H
#define UPSWEEP_RECEIVED_WORDS_H

#include "analysis/register_rows.h"

typedef struct {
    const Trace *trace;
    const RegisterRows *rows;
    uint32_t *next;           /* of each access: the same thread's next, or
                                 REGISTERS_NEVER */
    uint32_t *instruction_of; /* of each access */
} ReceivedWords;

/* Those of ROWS's trace; both must outlive the result.  Free it with
 * received_words_free. */
ReceivedWords received_words_of(const RegisterRows *rows);
void received_words_free(ReceivedWords *words);

/* The thread's next access after the instruction of ACCESS, which may be one
 * word of several; REGISTERS_NEVER if there is none. */
uint32_t received_words_next(const ReceivedWords *words, uint32_t access);

/* The first of the sums that a thread made before its next access, if it is
 * made of the word of ACCESS; of one word of several, the sum that it was added
 * in from the right.  REGISTERS_NEVER if there is none, or if the next access
 * stores several sums, each of which has its own row. */
uint32_t received_words_sum(const ReceivedWords *words, uint32_t access);
/* Of one word of several that are stored: the sum that it is, or was made last
 * for it; else REGISTERS_NEVER. */
uint32_t received_words_stored_sum(const ReceivedWords *words, uint32_t access);

/* True if a thread keeps the word that it held, VALUE with INTERVAL, and
 * discards the word of ACCESS, one of the shuffle AT. */
bool received_words_keeps(const ReceivedWords *words, const Instruction *at,
                          uint32_t access, Word value, Word interval);

#endif
