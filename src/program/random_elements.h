/* SPDX-License-Identifier: MIT
 *
 * random_elements - the elements of arrays in runs on random inputs.
 */
#ifndef UPSWEEP_RANDOM_ELEMENTS_H
#define UPSWEEP_RANDOM_ELEMENTS_H

#include <stdint.h>

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

/* So many runs that a wrong sum of the numbers of such an array passes with a
 * probability below 2^-40. */
uint32_t random_elements_trials(uint64_t bytes, uint32_t element);

#endif
