/* SPDX-License-Identifier: MIT
 *
 * op - the operators a scan may use, for C and for CUDA alike.
 *
 * A word is 32 bits and means what its operator says:
 *
 *   add, max, min   a signed number
 *   fadd            the bits of a float
 *   affine          the map x -> a*x + b, a in the high half, b in the low
 *                   (mod 2^16); joining two maps runs the left one first.
 *                   Associative, not commutative: linear recurrences (S3)
 *   interval        which inputs a word stands for, [first..last] with first
 *                   in the high half and last in the low
 *
 * The interval operator is for the shadow run, which proves that a scan is
 * right (Chong, Donaldson and Ketema, POPL 2014): two intervals that touch
 * join into one, and any other two give TOP, "not a sum of neighbours".
 *
 *      [0..1] + [2..3] = [0..3]      [0..1] + [3..4] = TOP
 *      identity + [2..3] = [2..3]    TOP + anything  = TOP
 */
#ifndef UPSWEEP_OP_H
#define UPSWEEP_OP_H

#include <stdint.h>

#ifdef __CUDACC__
#define OP_FUNCTION static __host__ __device__ __forceinline__
#else
#define OP_FUNCTION static inline
#endif

typedef uint32_t Word;

typedef enum {
    OP_ADD,
    OP_MAX,
    OP_MIN,
    OP_FADD,
    OP_AFFINE,
    OP_INTERVAL,
    OP_COUNT
} Op;

/* In an interval first <= last, so these words are free for other meanings. */
#define INTERVAL_IDENTITY 0xffff0000u
#define INTERVAL_TOP      0xffff0001u
#define INTERVAL_UNSET    0xffff0002u /* a cell never stored to: acts as TOP */
#define INTERVAL_MAX_N    65535

/* The interval [first..last] as a word; its first and last input. */
OP_FUNCTION Word interval_make(uint32_t first, uint32_t last)
{
    return first << 16 | last;
}

OP_FUNCTION uint32_t interval_first(Word x)
{
    return x >> 16;
}

OP_FUNCTION uint32_t interval_last(Word x)
{
    return x & 0xffffu;
}

/* True if x is [first..last], not the identity, TOP or UNSET. */
OP_FUNCTION int interval_is_range(Word x)
{
    return interval_first(x) <= interval_last(x);
}

/* The interval operator: x followed by y. */
OP_FUNCTION Word interval_join(Word x, Word y)
{
    if (x == INTERVAL_IDENTITY)
        return y == INTERVAL_UNSET ? INTERVAL_TOP : y;
    if (y == INTERVAL_IDENTITY)
        return x == INTERVAL_UNSET ? INTERVAL_TOP : x;
    if (interval_is_range(x) && interval_is_range(y) &&
        interval_last(x) + 1 == interval_first(y))
        return interval_make(interval_first(x), interval_last(y));
    return INTERVAL_TOP;
}

/* The float whose bits are x. */
OP_FUNCTION float op_float(Word x)
{
    union {
        Word word;
        float number;
    } u;
    u.word = x;
    return u.number;
}

/* The bits of x. */
OP_FUNCTION Word op_from_float(float x)
{
    union {
        Word word;
        float number;
    } u;
    u.number = x;
    return u.word;
}

/* The affine map that runs f, then g. */
OP_FUNCTION Word op_affine(Word f, Word g)
{
    Word a = (g >> 16) * (f >> 16);
    Word b = (g >> 16) * (f & 0xffffu) + (g & 0xffffu);
    return a << 16 | (b & 0xffffu);
}

/* x followed by y, by the operator OP. */
OP_FUNCTION Word op_apply(Op op, Word x, Word y)
{
    switch (op) {
    case OP_MAX:
        return (int32_t)x > (int32_t)y ? x : y;
    case OP_MIN:
        return (int32_t)x < (int32_t)y ? x : y;
    case OP_FADD:
        return op_from_float(op_float(x) + op_float(y));
    case OP_AFFINE:
        return op_affine(x, y);
    case OP_INTERVAL:
        return interval_join(x, y);
    default:
        return x + y;
    }
}

/* The word e with e + x = x + e = x (for fadd up to the sign of a zero). */
OP_FUNCTION Word op_identity(Op op)
{
    switch (op) {
    case OP_MAX:
        return 0x80000000u;
    case OP_MIN:
        return 0x7fffffffu;
    case OP_AFFINE:
        return 0x10000u;
    case OP_INTERVAL:
        return INTERVAL_IDENTITY;
    default:
        return 0;
    }
}

#endif
