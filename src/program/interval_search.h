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

#include "trace/sum_result.h"
#include "util/base.h"

/* Enough for elements of one byte, see random_elements_trials. */
enum { TRIALS_MOST = 12 };

/* Random elements that were given in each of several runs: COUNT numbers of the
 * kind GIVEN_ELEMENT, whose sums are of the kind ELEMENT (ElementKind), which
 * is wider if both are not the same. */
typedef struct {
    uint32_t trials, given_element, element;
    uint32_t count; /* at most LIMITS_ELEMENTS */
    const unsigned char *given[TRIALS_MOST];
} TrialInput;

/* An element or a sum as the trials have it, each as a number modulo 2^64, of
 * which as many bits count as an integer of that kind has. */
typedef struct {
    uint64_t of[TRIALS_MOST];
} TrialValues;

/* The inputs FIRST to END - 1.  FIRST = END: the sum of none, 0. */
typedef struct {
    uint32_t first, end;
} InputRange;

/* The range of a word that does not sum a range of inputs. */
#define INPUT_RANGE_NONE ((InputRange){1, 0})

typedef struct IntervalSearch IntervalSearch;

/* Free with interval_search_free.  What INPUT points to must outlive it; its
 * elements are of a known kind. */
IntervalSearch *interval_search_new(const TrialInput *input);
void interval_search_free(IntervalSearch *search); /* NULL is fine */
uint32_t interval_search_element(const IntervalSearch *search);
/* The elements that are known of each run; those from INTERVAL_MAX_N on have no
 * names. */
uint32_t interval_search_count(const IntervalSearch *search);

/* The number that the bits BITS of an element stand for, of a floating-point
 * one its units (RANDOM_ELEMENTS_UNIT); false if that is a floating-point
 * number that the inputs cannot sum to. */
bool interval_search_number(uint32_t element, uint64_t bits, uint64_t *number);

/* True if VALUES are the sum of RANGE, which may be any. */
bool interval_search_is(const IntervalSearch *search, InputRange range,
                        const TrialValues *values);

/* The range of inputs whose sum VALUES is; INPUT_RANGE_NONE if there is none.
 * It is likely to begin at element HINT, or where those in SEEN do. */
InputRange interval_search_find(IntervalSearch *search,
                                const TrialValues *values,
                                const InputRange *seen, uint32_t seen_count,
                                uint32_t hint);

/* The interval of a range: TOP if the word is no sum, or ends where inputs have
 * no names, behind the first INTERVAL_MAX_N. */
Word interval_search_name(InputRange range);

/* The spans of COUNT outputs, each as wide as a sum, which run t left at
 * LEFT[t]; free them. */
InputSpan *interval_search_outputs(IntervalSearch *search, uint32_t count,
                                   const unsigned char *const left[]);

/* The span by which output I exceeds the sum of WANTED; no range if it does
 * not, by the sum of neighbours. */
InputSpan interval_search_surplus(IntervalSearch *search, InputSpan wanted,
                                  uint32_t i,
                                  const unsigned char *const left[]);

/* True if all of COUNT such outputs but those that are INTERVAL_UNSET in
 * OUTPUTS, added up, are the sum of RANGE, whatever parts of it each is. */
bool interval_search_adds_up(const IntervalSearch *search, InputRange range,
                             const InputSpan *outputs, uint32_t count,
                             const unsigned char *const left[]);

#endif
