/* SPDX-License-Identifier: MIT */
#include "program/recorded_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the elements before each one: their sum as an integer, modulo 2^64, or as
 * a number, and that of their magnitudes. */
typedef struct {
    uint64_t bits;
    long double number, magnitude;
} Before;

static uint64_t element_bits(const unsigned char *at, uint32_t element,
                             uint64_t i)
{
    uint32_t width = element_width(element);
    uint64_t bits = 0;

    memcpy(&bits, at + i * width, width);
    return bits;
}

static long double element_number(uint64_t bits, uint32_t element)
{
    double x = 0;

    if (element == ELEMENT_F32)
        return (long double)op_float((Word)bits);
    if (element == ELEMENT_F64)
        memcpy(&x, &bits, sizeof x);
    return (long double)x;
}

static Before *add_up(const unsigned char *given, uint64_t n, uint32_t element)
{
    Before *before = base_alloc((size_t)n + 1, sizeof *before);

    for (uint64_t i = 0; i < n; ++i) {
        uint64_t bits = element_bits(given, element, i);
        long double x = element_number(bits, element);
        before[i + 1] = (Before){before[i].bits + bits, before[i].number + x,
                                 before[i].magnitude + fabsl(x)};
    }
    return before;
}

/* True if IS can be the sum of the elements FIRST to END - 1. */
static bool is_sum(const Before *before, uint32_t first, uint32_t end,
                   uint64_t is, uint32_t element)
{
    uint64_t mask = UINT64_MAX >> (64 - 8 * element_width(element));
    const Before *a = &before[first], *b = &before[end];

    if (!element_is_float(element))
        return ((b->bits - a->bits - is) & mask) == 0;
    long double unit = element == ELEMENT_F32 ? 0x1p-24L : 0x1p-53L;
    long double most =
        2 * unit * (long double)(end - first) * (b->magnitude - a->magnitude);
    long double error = element_number(is, element) - (b->number - a->number);
    /* what is no number, or comes of none, tells nothing */
    return !isfinite(error) || fabsl(error) <= most + 0x1p-60L * b->magnitude;
}

void recorded_sums_check(InputSpan *outputs, uint32_t count, uint32_t element,
                         NoteBytes given, NoteBytes left)
{
    uint32_t width = element_width(element);

    if (width == 0 || !given.at || !left.at)
        return;
    uint64_t n = given.bytes / width;
    Before *before = add_up(given.at, n, element);
    for (uint32_t i = 0; i < count && i < left.bytes / width; ++i) {
        InputSpan x = outputs[i];
        if (input_span_is_range(x) && x.last < n &&
            !is_sum(before, x.first, x.last + 1,
                    element_bits(left.at, element, i), element))
            outputs[i] = input_span(INTERVAL_TOP);
    }
    free(before);
}
