/* SPDX-License-Identifier: MIT
 *
 * random_elements - the elements of arrays in runs on random inputs.
 */
#ifndef UPSWEEP_RANDOM_ELEMENTS_H
#define UPSWEEP_RANDOM_ELEMENTS_H

#include <stdbool.h>
#include <stdint.h>

/* What runs are given.  PLAIN random numbers distinguish sums, and little else:
 * the largest of many is the same for almost all of them.  So further runs are
 * given others, which distinguish the outputs of other operators. */
typedef enum {
    RANDOM_PLAIN,
    RANDOM_RISING,  /* each at least the one before it, all negative */
    RANDOM_FALLING, /* or at most, none negative: where a maximum of neighbours
                       begins, and where it ends */
    RANDOM_FACTORS, /* odd integers, or powers of 2 with a sign: no product
                       loses bits */
    RANDOM_SPARSE,  /* few bits are set: what an or misses, or */
    RANDOM_DENSE,   /* few are not: an and */
    RANDOM_HALF,    /* the first run's, except about half of them */
    RANDOM_STYLES
} RandomStyle;

/* The number of the run that is given STYLE, which is not RANDOM_PLAIN; plain
 * ones have lower numbers. */
enum { RANDOM_STYLED = 16 };
static inline uint32_t random_style_trial(RandomStyle style)
{
    return RANDOM_STYLED + (uint32_t)style;
}

/* Each byte of memory to which nobody has stored: the same in all runs. */
enum { RANDOM_UNDEFINED = 0xa5 };

/* The bits of a random number of the kind ELEMENT (ElementKind): of integers
 * all of them; so few that all sums of COUNT floating-point numbers are exact.
 */
uint32_t random_elements_bits(uint32_t element, uint64_t count);

/* What a floating-point number is a multiple of, as is each of their sums: a
 * program that loses fractions gives other ones. */
#define RANDOM_ELEMENTS_UNIT 0x1p-4

/* Fills BYTES bytes at TO with numbers of the known kind ELEMENT (ElementKind);
 * RANDOM is the generator's state.  Floating-point numbers have so few bits
 * that all their sums are exact. */
void random_elements_fill(void *to, uint64_t bytes, uint32_t element,
                          uint64_t *random);

/* Fills them as STYLE says, of which RANDOM_HALF begins with SEED, the state of
 * the generator before the first plain run. */
void random_elements_style(void *to, uint64_t bytes, uint32_t element,
                           RandomStyle style, uint64_t seed);

/* Numbers from the least to the greatest of those that an array holds, for
 * programs that fail on all others, such as histograms.  LIMITED is false of an
 * array without such numbers, or with negative fractions. */
typedef struct {
    bool limited;
    uint64_t first, count; /* of RANDOM_ELEMENTS_UNIT, if these are floating */
} RandomRange;
RandomRange random_range_of(const void *at, uint64_t bytes, uint32_t element);
void random_elements_within(void *to, uint64_t bytes, uint32_t element,
                            RandomRange range, uint64_t *random);

/* So many runs that a wrong sum of the numbers of such an array passes with a
 * probability below 2^-40. */
uint32_t random_elements_trials(uint64_t bytes, uint32_t element);

#endif
