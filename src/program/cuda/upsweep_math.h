/* SPDX-License-Identifier: MIT
 *
 * upsweep_math - CUDA's functions on numbers that <math.h> does not have (C++).
 * Those that are fast and less exact on a GPU are exact here.
 */
#ifndef UPSWEEP_MATH_H
#define UPSWEEP_MATH_H

#include "host_defines.h"
#include "vector_types.h"

#include <features.h>
#include <limits.h>
#include <math.h>
#include <string.h>

UPSWEEP_BOTH_BEGIN
#include <fenv.h>
UPSWEEP_BOTH_END

#ifndef __GLIBC_PREREQ
#define __GLIBC_PREREQ(major, minor) 0
#endif

UPSWEEP_BOTH_BEGIN

/* Functions that touch no memory of the user's are not instrumented. */
#define UPSWEEP_PURE UPSWEEP_BARE static inline
/* Such a function, whose result is an expression. */
#define UPSWEEP_FUNCTION(type, name, parameters, ...)                          \
    UPSWEEP_PURE type name parameters                                          \
    {                                                                          \
        return __VA_ARGS__;                                                    \
    }

/* ---- Minimum and maximum --------------------------------------------------*/

#define UPSWEEP_MIN_MAX(result, a_type, b_type)                                \
    UPSWEEP_FUNCTION(result, min, (a_type a, b_type b),                        \
                     (result)a < (result)b ? (result)a : (result)b)            \
    UPSWEEP_FUNCTION(result, max, (a_type a, b_type b),                        \
                     (result)a > (result)b ? (result)a : (result)b)
#define UPSWEEP_MIN_MAX_MIXED(wide, narrow)                                    \
    UPSWEEP_MIN_MAX(narrow, narrow, narrow)                                    \
    UPSWEEP_MIN_MAX(wide, wide, wide)                                          \
    UPSWEEP_MIN_MAX(wide, narrow, wide)                                        \
    UPSWEEP_MIN_MAX(wide, wide, narrow)
UPSWEEP_MIN_MAX_MIXED(unsigned, int)
UPSWEEP_MIN_MAX_MIXED(unsigned long, long)
UPSWEEP_MIN_MAX_MIXED(unsigned long long, long long)
#undef UPSWEEP_MIN_MAX
/* If one is not a number, the other is the result. */
#define UPSWEEP_MIN_MAX(result, a_type, b_type)                                \
    UPSWEEP_FUNCTION(result, min, (a_type a, b_type b),                        \
                     (result)fmin((double)a, (double)b))                       \
    UPSWEEP_FUNCTION(result, max, (a_type a, b_type b),                        \
                     (result)fmax((double)a, (double)b))
UPSWEEP_MIN_MAX_MIXED(double, float)
#undef UPSWEEP_MIN_MAX
#undef UPSWEEP_MIN_MAX_MIXED

UPSWEEP_FUNCTION(unsigned, umin, (unsigned a, unsigned b), a < b ? a : b)
UPSWEEP_FUNCTION(unsigned, umax, (unsigned a, unsigned b), a > b ? a : b)
UPSWEEP_FUNCTION(long long, llmin, (long long a, long long b), a < b ? a : b)
UPSWEEP_FUNCTION(long long, llmax, (long long a, long long b), a > b ? a : b)
UPSWEEP_FUNCTION(unsigned long long, ullmin,
                 (unsigned long long a, unsigned long long b), a < b ? a : b)
UPSWEEP_FUNCTION(unsigned long long, ullmax,
                 (unsigned long long a, unsigned long long b), a > b ? a : b)

/* ---- Integers -------------------------------------------------------------*/

UPSWEEP_FUNCTION(int, __clz, (int x), x ? __builtin_clz((unsigned)x) : 32)
UPSWEEP_FUNCTION(int, __clzll, (long long x),
                 x ? __builtin_clzll((unsigned long long)x) : 64)
UPSWEEP_FUNCTION(int, __ffs, (int x), __builtin_ffs(x))
UPSWEEP_FUNCTION(int, __ffsll, (long long x), __builtin_ffsll(x))
UPSWEEP_FUNCTION(int, __popc, (unsigned x), __builtin_popcount(x))
UPSWEEP_FUNCTION(int, __popcll, (unsigned long long x), __builtin_popcountll(x))
UPSWEEP_PURE unsigned long long __brevll(unsigned long long x)
{
    unsigned long long reversed = 0;

    for (int i = 0; i < 64; ++i)
        reversed |= (x >> i & 1) << (63 - i);
    return reversed;
}
UPSWEEP_FUNCTION(unsigned, __brev, (unsigned x), (unsigned)(__brevll(x) >> 32))
/* The position of the Nth bit that is set, from BASE up or down. */
UPSWEEP_PURE unsigned __fns(unsigned mask, unsigned base, int n)
{
    int step = n < 0 ? -1 : 1, left = n < 0 ? -n : n;

    if (n == 0)
        return mask >> base & 1 ? base : 0xffffffffu;
    for (int i = (int)base; i >= 0 && i < 32; i += step)
        if ((mask >> i & 1) && --left == 0)
            return (unsigned)i;
    return 0xffffffffu;
}
UPSWEEP_FUNCTION(int, __mul24, (int a, int b),
                 (int)((unsigned)((int)((unsigned)a << 8) >> 8) *
                       (unsigned)((int)((unsigned)b << 8) >> 8)))
UPSWEEP_FUNCTION(unsigned, __umul24, (unsigned a, unsigned b),
                 (a & 0xffffffu) * (b & 0xffffffu))
UPSWEEP_FUNCTION(int, __mulhi, (int a, int b), (int)((long long)a *b >> 32))
UPSWEEP_FUNCTION(unsigned, __umulhi, (unsigned a, unsigned b),
                 (unsigned)((unsigned long long)a *b >> 32))
UPSWEEP_FUNCTION(long long, __mul64hi, (long long a, long long b),
                 (long long)((__int128)a *b >> 64))
UPSWEEP_FUNCTION(unsigned long long, __umul64hi,
                 (unsigned long long a, unsigned long long b),
                 (unsigned long long)((unsigned __int128)a *b >> 64))
UPSWEEP_FUNCTION(unsigned, __usad, (unsigned a, unsigned b, unsigned c),
                 (a > b ? a - b : b - a) + c)
UPSWEEP_FUNCTION(unsigned, __sad, (int a, int b, unsigned c),
                 (a > b ? (unsigned)a - (unsigned)b
                        : (unsigned)b - (unsigned)a) +
                     c)
UPSWEEP_FUNCTION(int, __hadd, (int a, int b), (int)(((long long)a + b) >> 1))
UPSWEEP_FUNCTION(int, __rhadd, (int a, int b),
                 (int)(((long long)a + b + 1) >> 1))
UPSWEEP_FUNCTION(unsigned, __uhadd, (unsigned a, unsigned b),
                 (unsigned)(((unsigned long long)a + b) >> 1))
UPSWEEP_FUNCTION(unsigned, __urhadd, (unsigned a, unsigned b),
                 (unsigned)(((unsigned long long)a + b + 1) >> 1))
UPSWEEP_PURE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned result = 0;

    for (int i = 0; i < 4; ++i) {
        unsigned which = selector >> 4 * i & 15;
        unsigned byte = (unsigned)(bytes >> 8 * (which & 7)) & 255;

        if (which & 8)
            byte = byte & 128 ? 255 : 0;
        result |= byte << 8 * i;
    }
    return result;
}
UPSWEEP_FUNCTION(
    unsigned, __funnelshift_l, (unsigned low, unsigned high, unsigned by),
    (unsigned)(((unsigned long long)high << 32 | low) << (by & 31) >> 32))
UPSWEEP_FUNCTION(unsigned, __funnelshift_r,
                 (unsigned low, unsigned high, unsigned by),
                 (unsigned)(((unsigned long long)high << 32 | low) >>
                            (by & 31)))
UPSWEEP_FUNCTION(unsigned, __funnelshift_lc,
                 (unsigned low, unsigned high, unsigned by),
                 by >= 32 ? low : __funnelshift_l(low, high, by))
UPSWEEP_FUNCTION(unsigned, __funnelshift_rc,
                 (unsigned low, unsigned high, unsigned by),
                 by >= 32 ? high : __funnelshift_r(low, high, by))
UPSWEEP_PURE int __dp4a(int a, int b, int c)
{
    for (int i = 0; i < 4; ++i)
        c += (signed char)(a >> 8 * i) * (signed char)(b >> 8 * i);
    return c;
}
UPSWEEP_PURE unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    for (int i = 0; i < 4; ++i)
        c += (a >> 8 * i & 255) * (b >> 8 * i & 255);
    return c;
}

/* ---- Bits of floating-point numbers ---------------------------------------*/

#define UPSWEEP_AS(name, to, from)                                             \
    UPSWEEP_PURE to name(from x)                                               \
    {                                                                          \
        to y;                                                                  \
                                                                               \
        memcpy(&y, &x, sizeof y);                                              \
        return y;                                                              \
    }
UPSWEEP_AS(__int_as_float, float, int)
UPSWEEP_AS(__uint_as_float, float, unsigned)
UPSWEEP_AS(__float_as_int, int, float)
UPSWEEP_AS(__float_as_uint, unsigned, float)
UPSWEEP_AS(__longlong_as_double, double, long long)
UPSWEEP_AS(__double_as_longlong, long long, double)
#undef UPSWEEP_AS
UPSWEEP_FUNCTION(int, __double2hiint, (double x),
                 (int)(__double_as_longlong(x) >> 32))
UPSWEEP_FUNCTION(int, __double2loint, (double x), (int)__double_as_longlong(x))
UPSWEEP_FUNCTION(double, __hiloint2double, (int high, int low),
                 __longlong_as_double((long long)((unsigned long long)high
                                                      << 32 |
                                                  (unsigned)low)))

/* ---- Conversions ----------------------------------------------------------*/

/* From a real number, within the type's range; 0 for what is none. */
#define UPSWEEP_ROUNDED(name, suffix, round, type, from, low, high)            \
    UPSWEEP_PURE type name##_##suffix(from x)                                  \
    {                                                                          \
        double y = round((double)x);                                           \
                                                                               \
        return (type)(y != y ? 0 : y < low ? low : y > high ? high : y);       \
    }
#define UPSWEEP_TO_INTEGER(name, ...)                                          \
    UPSWEEP_ROUNDED(name, rn, nearbyint, __VA_ARGS__)                          \
    UPSWEEP_ROUNDED(name, rz, trunc, __VA_ARGS__)                              \
    UPSWEEP_ROUNDED(name, ru, ceil, __VA_ARGS__)                               \
    UPSWEEP_ROUNDED(name, rd, floor, __VA_ARGS__)
UPSWEEP_TO_INTEGER(__float2int, int, float, INT_MIN, INT_MAX)
UPSWEEP_TO_INTEGER(__float2uint, unsigned, float, 0, UINT_MAX)
UPSWEEP_TO_INTEGER(__double2int, int, double, INT_MIN, INT_MAX)
UPSWEEP_TO_INTEGER(__double2uint, unsigned, double, 0, UINT_MAX)
/* the largest double below 2^63 and 2^64 */
UPSWEEP_TO_INTEGER(__float2ll, long long, float, -0x1p63, 0x1.fffffffffffffp62)
UPSWEEP_TO_INTEGER(__float2ull, unsigned long long, float, 0,
                   0x1.fffffffffffffp63)
UPSWEEP_TO_INTEGER(__double2ll, long long, double, -0x1p63,
                   0x1.fffffffffffffp62)
UPSWEEP_TO_INTEGER(__double2ull, unsigned long long, double, 0,
                   0x1.fffffffffffffp63)
#undef UPSWEEP_ROUNDED
#undef UPSWEEP_TO_INTEGER

/* EXPRESSION, computed with each of the four ways to round. */
#define UPSWEEP_ROUNDED(name, suffix, mode, type, parameters, expression)      \
    UPSWEEP_PURE type name##_##suffix parameters                               \
    {                                                                          \
        int before = fegetround();                                             \
                                                                               \
        fesetround(mode);                                                      \
        volatile type rounded = expression;                                    \
        fesetround(before);                                                    \
        return rounded;                                                        \
    }
#define UPSWEEP_ROUND(name, type, parameters, expression)                      \
    UPSWEEP_FUNCTION(type, name##_rn, parameters, expression)                  \
    UPSWEEP_ROUNDED(name, rz, FE_TOWARDZERO, type, parameters, expression)     \
    UPSWEEP_ROUNDED(name, ru, FE_UPWARD, type, parameters, expression)         \
    UPSWEEP_ROUNDED(name, rd, FE_DOWNWARD, type, parameters, expression)
UPSWEEP_ROUND(__int2float, float, (int x), (float)x)
UPSWEEP_ROUND(__uint2float, float, (unsigned x), (float)x)
UPSWEEP_ROUND(__ll2float, float, (long long x), (float)x)
UPSWEEP_ROUND(__ull2float, float, (unsigned long long x), (float)x)
UPSWEEP_ROUND(__ll2double, double, (long long x), (double)x)
UPSWEEP_ROUND(__ull2double, double, (unsigned long long x), (double)x)
UPSWEEP_ROUND(__double2float, float, (double x), (float)x)
UPSWEEP_ROUND(__fadd, float, (float x, float y), x + y)
UPSWEEP_ROUND(__fsub, float, (float x, float y), x - y)
UPSWEEP_ROUND(__fmul, float, (float x, float y), x *y)
UPSWEEP_ROUND(__fdiv, float, (float x, float y), x / y)
UPSWEEP_ROUND(__fmaf, float, (float x, float y, float z), fmaf(x, y, z))
UPSWEEP_ROUND(__frcp, float, (float x), 1 / x)
UPSWEEP_ROUND(__fsqrt, float, (float x), sqrtf(x))
UPSWEEP_ROUND(__dadd, double, (double x, double y), x + y)
UPSWEEP_ROUND(__dsub, double, (double x, double y), x - y)
UPSWEEP_ROUND(__dmul, double, (double x, double y), x *y)
UPSWEEP_ROUND(__ddiv, double, (double x, double y), x / y)
UPSWEEP_ROUND(__fma, double, (double x, double y, double z), fma(x, y, z))
UPSWEEP_ROUND(__drcp, double, (double x), 1 / x)
UPSWEEP_ROUND(__dsqrt, double, (double x), sqrt(x))
#undef UPSWEEP_ROUND
#undef UPSWEEP_ROUNDED
UPSWEEP_FUNCTION(double, __int2double_rn, (int x), x)
UPSWEEP_FUNCTION(double, __uint2double_rn, (unsigned x), x)

/* ---- Functions of real numbers --------------------------------------------*/

#define UPSWEEP_REAL1(name, expression)                                        \
    UPSWEEP_FUNCTION(double, name, (double x), expression)                     \
    UPSWEEP_FUNCTION(float, name##f, (float x), (float)name((double)x))
/* glibc declares other functions with CUDA's names. */
#define __expf    expf
#define __exp10f  exp10f
#define __logf    logf
#define __log2f   log2f
#define __log10f  log10f
#define __sinf    sinf
#define __cosf    cosf
#define __tanf    tanf
#define __tanhf   tanhf
#define __powf    powf
#define __sincosf sincosf
UPSWEEP_FUNCTION(float, __frsqrt_rn, (float x), 1 / sqrtf(x))
UPSWEEP_FUNCTION(float, __saturatef, (float x), x > 0 ? x < 1 ? x : 1 : 0)
#if !__GLIBC_PREREQ(2, 42)
UPSWEEP_REAL1(rsqrt, 1 / sqrt(x))
#endif
UPSWEEP_REAL1(rcbrt, 1 / cbrt(x))
#if !__GLIBC_PREREQ(2, 41)
UPSWEEP_REAL1(sinpi, sin(3.14159265358979323846 * fmod(x, 2)))
UPSWEEP_REAL1(cospi, cos(3.14159265358979323846 * fmod(x, 2)))
#endif
UPSWEEP_REAL1(normcdf, erfc(-x * 0.70710678118654752440) / 2)
UPSWEEP_REAL1(erfcx, exp(x *x) * erfc(x))
UPSWEEP_FUNCTION(float, rsqrt, (float x), 1 / sqrtf(x))
UPSWEEP_FUNCTION(float, __fdividef, (float x, float y), x / y)
UPSWEEP_FUNCTION(float, fdividef, (float x, float y), x / y)
UPSWEEP_FUNCTION(double, fdivide, (double x, double y), x / y)
static inline void sincospif(float x, float *sine, float *cosine)
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}
static inline void sincospi(double x, double *sine, double *cosine)
{
    *sine = sinpi(x);
    *cosine = cospi(x);
}
UPSWEEP_FUNCTION(double, rhypot, (double x, double y), 1 / hypot(x, y))
UPSWEEP_FUNCTION(float, rhypotf, (float x, float y), 1 / hypotf(x, y))
UPSWEEP_FUNCTION(double, norm3d, (double x, double y, double z),
                 sqrt(x *x + y * y + z * z))
UPSWEEP_FUNCTION(float, norm3df, (float x, float y, float z),
                 sqrtf(x *x + y * y + z * z))
UPSWEEP_FUNCTION(double, norm4d, (double x, double y, double z, double w),
                 sqrt(x *x + y * y + z * z + w * w))
UPSWEEP_FUNCTION(float, norm4df, (float x, float y, float z, float w),
                 sqrtf(x *x + y * y + z * z + w * w))
UPSWEEP_FUNCTION(float, rnorm3df, (float x, float y, float z),
                 1 / norm3df(x, y, z))
UPSWEEP_FUNCTION(double, rnorm3d, (double x, double y, double z),
                 1 / norm3d(x, y, z))

/* ---- Loads and stores that name a cache -----------------------------------*/

#define UPSWEEP_LOAD(name)                                                     \
    template <class T> static inline T name(const T *at)                       \
    {                                                                          \
        return *at;                                                            \
    }
#define UPSWEEP_STORE(name)                                                    \
    template <class T> static inline void name(T *at, T value)                 \
    {                                                                          \
        *at = value;                                                           \
    }
UPSWEEP_LOAD(__ldg)
UPSWEEP_LOAD(__ldca)
UPSWEEP_LOAD(__ldcg)
UPSWEEP_LOAD(__ldcs)
UPSWEEP_LOAD(__ldlu)
UPSWEEP_LOAD(__ldcv)
UPSWEEP_STORE(__stwb)
UPSWEEP_STORE(__stcg)
UPSWEEP_STORE(__stcs)
UPSWEEP_STORE(__stwt)
#undef UPSWEEP_LOAD
#undef UPSWEEP_STORE

UPSWEEP_BOTH_END

#endif
