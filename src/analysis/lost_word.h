/* SPDX-License-Identifier: MIT
 *
 * lost_word - the word that a wrong output needed, and the store that took its
 * place.  What was stored may be right by itself: only its place is wrong.
 *
 *     cell 17    x16 ──► Σx16..x17                     stored over x16
 *                           │
 *     output 17           Σx0..x15 + Σx0..x15          x16 was needed here
 */
#ifndef UPSWEEP_LOST_WORD_H
#define UPSWEEP_LOST_WORD_H

#include "trace/trace.h"

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
