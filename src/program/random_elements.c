/* SPDX-License-Identifier: MIT */
#include "program/random_elements.h"

#include "program/program_log.h"
#include "util/base.h"

#include <string.h>

enum { LEAST_TRIALS = 4 };

uint32_t random_elements_bits(uint32_t element, uint64_t count)
{
    uint32_t mantissa = element == ELEMENT_F64   ? 53
                        : element == ELEMENT_F32 ? 24
                                                 : 0;
    uint32_t used = 64 - (uint32_t)__builtin_clzll(count | 1);

    if (!mantissa)
        return 8 * element_width(element);
    return mantissa > used + 4 ? mantissa - used : 4;
}

void random_elements_fill(void *to, uint64_t bytes, uint32_t element,
                          uint64_t *random)
{
    uint32_t width = element_width(element);
    uint64_t count = bytes / width;
    uint32_t bits = random_elements_bits(element, count);

    for (uint64_t i = 0; i < count; ++i) {
        uint64_t number = base_random(random) >> (64 - bits);
        double twice = (double)number * RANDOM_ELEMENTS_UNIT;
        float single = (float)twice;
        const void *from = element == ELEMENT_F32   ? (void *)&single
                           : element == ELEMENT_F64 ? (void *)&twice
                                                    : (void *)&number;
        memcpy((char *)to + i * width, from, width);
    }
}

/* There are n^2/2 sums for each of n words. */
uint32_t random_elements_trials(uint64_t bytes, uint32_t element)
{
    uint64_t n = bytes / element_width(element);
    uint32_t bits = random_elements_bits(element, n);
    uint32_t log2 = 64 - (uint32_t)__builtin_clzll(n | 1);
    uint32_t count = (40 + 3 * log2) / bits + 1;

    return count < LEAST_TRIALS ? LEAST_TRIALS : count;
}
