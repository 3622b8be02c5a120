/* SPDX-License-Identifier: MIT
 *
 * interval_search - which interval of random inputs a number is the sum of, in
 * all of several runs.
 *
 * A word that equals the sum of the same interval of inputs in every run is
 * taken for that sum (S. Schwartz 1980, R. Zippel 1979: two different sums are
 * equal on random inputs with a small probability only).  This is a check, with
 * odds, and no proof.
 *
 *     run 1    in  5 3 9 2     a word is 12      = 3 + 9
 *     run 2    in  7 1 4 8     the same word 5   = 1 + 4      in[1..2]
 *     run 3    in  2 6 6 3     ............ 12   = 6 + 6
 */
#ifndef UPSWEEP_INTERVAL_SEARCH_H
#define UPSWEEP_INTERVAL_SEARCH_H

#include "kernels/op.h"
#include "util/base.h"

enum { TRIALS_MOST = 8 };

/* Random elements, 4 bytes each, that were given in each of several runs. */
typedef struct {
    uint32_t trials, count, element; /* ElementKind */
    const unsigned char *given[TRIALS_MOST];
} TrialInput;

/* A word as the trials have it, each as a number modulo 2^32. */
typedef struct {
    uint32_t of[TRIALS_MOST];
} TrialValues;

typedef struct IntervalSearch IntervalSearch;

/* True if sums of elements of this kind are looked for. */
bool interval_search_takes(uint32_t element);

/* Free with interval_search_free.  What INPUT points to must outlive it; its
 * elements are of a kind that is taken. */
IntervalSearch *interval_search_new(const TrialInput *input);
void interval_search_free(IntervalSearch *search); /* NULL is fine */
uint32_t interval_search_element(const IntervalSearch *search);
/* The elements that are known of each run. */
uint32_t interval_search_count(const IntervalSearch *search);

/* The number that the 32 bits WORD of an element stand for; false if that is a
 * float that no sum of the inputs can be. */
bool interval_search_number(uint32_t element, Word word, uint32_t *number);

/* The interval of inputs whose sum VALUES is; INTERVAL_TOP if there is none, or
 * if it ends behind the first INTERVAL_MAX_N elements.  An interval is likely
 * to begin at element HINT, or where those in SEEN do. */
Word interval_search_find(IntervalSearch *search, const TrialValues *values,
                          const Word *seen, uint32_t seen_count, uint32_t hint);

/* The intervals of WORDS words, which run t left at LEFT[t]; free them. */
Word *interval_search_words(IntervalSearch *search, uint32_t words,
                            const unsigned char *const left[]);

#endif
