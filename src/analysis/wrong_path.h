/* SPDX-License-Identifier: MIT
 *
 * wrong_path - the way of a wrong output back to where it goes wrong.
 *
 *     out[17] <- 44     store   line 15
 *     44 <- s[17]       load    line 15    the same word
 *     s[17] <- 44       store   line 12    its thread made 44 of others: here
 * it goes wrong, unless one of these is not a sum of neighbours; then the way
 * continues from that one
 */
#ifndef UPSWEEP_WRONG_PATH_H
#define UPSWEEP_WRONG_PATH_H

#include "trace/trace.h"

enum { WRONG_PATH_MOST = 64 };

/* Indices of accesses, from that which stored the output on; the last one is
 * the first that went wrong.  None if the trace does not have the output. */
typedef struct {
    uint32_t accesses[WRONG_PATH_MOST];
    uint32_t count;
    bool is_input; /* the output is an input as it is: what should have been
                      joined to it never was, and no access went wrong */
} WrongPath;

/* The way of the first wrong output of RESULT, one of TRACE's, or of the first
 * that its guess does not fit. */
WrongPath wrong_path_of(const Trace *trace, const SumResult *result);

/* The word that a wrong output needed, and the store that took its
 * place.  What was stored may be right by itself: only its place is wrong.
 *
 *     cell 17    x16 ──► Σx16..x17                     stored over x16
 *                           │
 *     output 17           Σx0..x15 + Σx0..x15          x16 was needed here
 */

typedef struct {
    Word interval; /* of the word; INTERVAL_UNSET: none was found */
    Word value;    /* the word itself */
    uint32_t access, cell, instruction; /* of the store */
    uint32_t needed; /* the instruction that loads the cell in vain */
} LostWord;

/* Goes back from ACCESS, the store of an output that should have the interval
 * WANTED. */
LostWord lost_word_find(const Trace *trace, const Access *access, Word wanted);

#endif
