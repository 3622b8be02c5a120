/* SPDX-License-Identifier: MIT
 *
 * wrong_words - which words of a run are wrong, and where they arise.
 *
 * Of a run of the catalog every word has the interval of inputs that it stands
 * for.  A word is wrong
 *
 *   - if it does not sum neighbouring inputs: it arises where two sums are
 *     added that do not belong side by side, and continues from there;
 *   - if threads raced, and it is not what its round makes of the words of the
 *     round before (dataflow.h);
 *   - if it is the last one stored to an output that should be another; if it
 *     is a sum, the load by which its thread took it there is wrong as well;
 *   - if it was stored over a word that the first wrong output needed
 *     (wrong_path.h).
 *
 * Of a user's program the outputs are wrong that are not as most are
 * (trace/sum_result.h), and a shared word that is no sum and goes to one
 * of them as it is.
 */
#ifndef UPSWEEP_WRONG_WORDS_H
#define UPSWEEP_WRONG_WORDS_H

#include "analysis/wrong_path.h"
#include "analysis/proof.h"

#define WRONG_WORDS_NEVER SIZE_MAX

/* What is wrong with the word of an access, a set. */
typedef enum {
    WRONG_WORD = 1,   /* it is wrong */
    WRONG_ARISES = 2, /* it was not before: here it becomes so */
    WRONG_TAKEN = 4   /* it is a sum, taken to an output that is another */
} WrongWord;

typedef struct {
    uint8_t *accesses; /* of each access of the trace; NULL: nothing is wrong */
    uint8_t *sums;     /* of each Sum of the trace: 1 if it is no sum */
    size_t first;  /* the place in the playing order where the first wrong word
                      arises; WRONG_WORDS_NEVER: no access brings one about */
    LostWord lost; /* that the first wrong output needed */
} WrongWords;

/* The wrong words of TRACE, whose playing order is ORDER (issue_order.h) and
 * of which PROOF holds.  Free the result with wrong_words_free. */
WrongWords wrong_words_of(const Trace *trace, const uint32_t *order,
                          const Proof *proof);
void wrong_words_free(WrongWords *words);

/* The wrong words of PART, a single block of TRACE (block_trace.h), whose
 * instructions have the indices ORIGINS there: a word that does not sum
 * the block's own inputs may be right in the whole.  Without where they arise.
 */
WrongWords wrong_words_part(const WrongWords *words, const Trace *trace,
                            const Trace *part, const uint32_t *origins);

/* True if what ACCESS of TRACE moves is wrong. */
bool wrong_words_at(const WrongWords *words, const Trace *trace,
                    const Access *access);

/* True if what ACCESS moves is wrong, or is taken to a wrong output. */
bool wrong_words_shown(const WrongWords *words, const Trace *trace,
                       const Access *access);

/* True if CELL should hold the lost word while instruction INDEX runs. */
bool wrong_words_lost(const WrongWords *words, uint32_t cell, size_t index);

/* True if a wrong word arises in instruction INDEX. */
bool wrong_words_arise(const WrongWords *words, const Trace *trace,
                       size_t index);

#endif
