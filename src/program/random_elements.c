/* SPDX-License-Identifier: MIT */
#include "program/random_elements.h"

#include "program/program_log.h"
#include "trace/op.h"
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

/* Stores NUMBER, of units if the elements are floating. */
static void put(void *to, uint64_t i, uint32_t element, uint64_t number)
{
    double twice = (double)(int64_t)number * RANDOM_ELEMENTS_UNIT;
    float single = (float)twice;
    uint32_t width = element_width(element);
    const void *from = element == ELEMENT_F32   ? (void *)&single
                       : element == ELEMENT_F64 ? (void *)&twice
                                                : (void *)&number;

    memcpy((char *)to + i * width, from, width);
}

void random_elements_fill(void *to, uint64_t bytes, uint32_t element,
                          uint64_t *random)
{
    uint64_t count = bytes / element_width(element);
    uint32_t bits = random_elements_bits(element, count);

    for (uint64_t i = 0; i < count; ++i)
        put(to, i, element, base_random(random) >> (64 - bits));
}

/* 2^-1, 1 or 2, with a sign. */
static double random_factor(uint64_t random)
{
    static const double factors[] = {0.5, 1, 2, 1, -0.5, -1, -2, -1};

    return factors[random >> 61];
}

/* Element I of COUNT that rise through all numbers of BITS bits, all of which
 * are NEGATIVE or none is: a maximum that begins with 0 shows. */
static uint64_t rising(uint64_t i, uint64_t count, uint32_t bits, bool negative,
                       uint64_t random)
{
    uint64_t most = UINT64_MAX >> (64 - bits);
    long double range = (long double)most;
    long double step = range / (long double)(count + 1);
    uint64_t number = (uint64_t)(step * (long double)i);
    uint64_t within = (uint64_t)step;

    number += within ? random % within : 0;
    return negative ? number - most - 1 : number;
}

/* Number I of COUNT, of BITS bits: every second bit is set in its own part of
 * the numbers, so that no part can be missed; the others in one of 2, of 4, ...
 * of all. */
static uint64_t sparse(uint64_t *random, uint64_t i, uint64_t count,
                       uint32_t bits_count)
{
    uint64_t bits = 0, parts = bits_count / 2;
    uint32_t most = 64 - (uint32_t)__builtin_clzll(count | 1);

    for (uint32_t b = 0; b < bits_count; ++b) {
        uint32_t scale = 1 + b / 2 % most;
        if (b % 2 == 0) {
            bits |= (uint64_t)(i * parts / count == b / 2) << b;
            continue;
        }
        uint64_t all = (UINT64_C(1) << (scale < 40 ? scale : 40)) - 1;
        bits |= (uint64_t)((base_random(random) >> 20 & all) == 0) << b;
    }
    return bits;
}

void random_elements_style(void *to, uint64_t bytes, uint32_t element,
                           RandomStyle style, uint64_t seed)
{
    uint64_t random = seed, other = ~seed;
    uint32_t width = element_width(element);
    uint64_t count = bytes / width;
    bool floating = element_is_float(element);
    bool has_sign = element == ELEMENT_I8 || element == ELEMENT_I16 ||
                    element == ELEMENT_I32 || element == ELEMENT_I64;
    uint32_t most = floating ? random_elements_bits(element, 1) : 8 * width;

    random_elements_fill(to, bytes, element, &random);
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t number = base_random(&other);
        bool changes = number >> 40 & 1;
        if (style == RANDOM_RISING || style == RANDOM_FALLING)
            number = rising(style == RANDOM_RISING ? i : count - 1 - i, count,
                            most - (has_sign || floating),
                            style == RANDOM_RISING && (has_sign || floating),
                            number);
        else if (style == RANDOM_FACTORS && floating)
            number = (uint64_t)(int64_t)(random_factor(number) /
                                         RANDOM_ELEMENTS_UNIT);
        else if (style == RANDOM_FACTORS)
            number |= 1;
        else if (style == RANDOM_SPARSE || style == RANDOM_DENSE)
            number = sparse(&other, i, count, 8 * width) ^
                     (style == RANDOM_DENSE ? UINT64_MAX : 0);
        else if (!changes)
            continue;
        else
            number >>= 64 - random_elements_bits(element, count);
        if (floating && (style == RANDOM_SPARSE || style == RANDOM_DENSE))
            number = base_random(&other) >> (64 - most);
        put(to, i, element, number);
    }
}

RandomRange random_range_of(const void *at, uint64_t bytes, uint32_t element)
{
    uint32_t width = element_width(element);
    int64_t least = INT64_MAX, most = INT64_MIN;

    for (uint64_t i = 0; width && i < bytes / width; ++i) {
        uint64_t bits = element_extend(element, (const char *)at + i * width);
        double x = (double)op_float((Word)bits);
        if (element == ELEMENT_F64)
            memcpy(&x, &bits, sizeof x);
        x /= RANDOM_ELEMENTS_UNIT;
        if (element_is_float(element) && !(x >= 0 && x <= 0x1p24))
            return (RandomRange){0};
        int64_t number = element_is_float(element) ? (int64_t)x : (int64_t)bits;
        least = number < least ? number : least;
        most = number > most ? number : most;
    }
    if (least >= most)
        return (RandomRange){0};
    return (RandomRange){true, (uint64_t)least,
                         (uint64_t)most - (uint64_t)least + 1};
}

void random_elements_within(void *to, uint64_t bytes, uint32_t element,
                            RandomRange range, uint64_t *random)
{
    uint64_t count = bytes / element_width(element);

    for (uint64_t i = 0; i < count; ++i) {
        uint64_t number = base_random(random) >> 8;
        put(to, i, element,
            range.first + (range.count ? number % range.count : number));
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
