/* SPDX-License-Identifier: MIT
 *
 * random_elements - the elements of arrays in runs on random inputs.
 */
#ifndef UPSWEEP_RANDOM_ELEMENTS_H
#define UPSWEEP_RANDOM_ELEMENTS_H

#include <stdint.h>

/* The bits of a random element of the kind ELEMENT (ElementKind): of integers all
 * 64; so few that all sums of COUNT floating-point elements are exact. */
uint32_t random_elements_bits(uint32_t element, uint64_t count);

/* Fills BYTES bytes at TO with elements of the kind ELEMENT (ElementKind), each
 * of ELEMENT_BYTES bytes, at most 8; RANDOM is the generator's state.  Elements
 * of floating-point arrays have so few bits that all their sums are exact. */
void random_elements_fill(void *to, uint64_t bytes, uint32_t element,
                          uint32_t element_bytes, uint64_t *random);

/* So many runs that a wrong sum of the elements of such an array passes with a
 * probability below 2^-40. */
uint32_t random_elements_trials(uint64_t bytes, uint32_t element,
                                uint32_t element_bytes);

#endif
