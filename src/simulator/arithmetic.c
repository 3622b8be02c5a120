/* SPDX-License-Identifier: MIT
 *
 * arithmetic - what C++ leaves undefined and a GPU defines: shifts by the width
 * and more, division by zero, numbers too large for an integer.  The pass
 * (program/pass_arithmetic.c) has these functions called.  The results are
 * those of an H200.
 */
#include <stdint.h>

#define SHIFTS(width)                                                          \
    uint##width##_t upsweep_shl##width(uint##width##_t x, uint##width##_t by); \
    uint##width##_t upsweep_lshr##width(uint##width##_t x,                     \
                                        uint##width##_t by);                   \
    uint##width##_t upsweep_ashr##width(uint##width##_t x,                     \
                                        uint##width##_t by);                   \
    uint##width##_t upsweep_shl##width(uint##width##_t x, uint##width##_t by)  \
    {                                                                          \
        return by < width ? x << by : 0;                                       \
    }                                                                          \
    uint##width##_t upsweep_lshr##width(uint##width##_t x, uint##width##_t by) \
    {                                                                          \
        return by < width ? x >> by : 0;                                       \
    }                                                                          \
    uint##width##_t upsweep_ashr##width(uint##width##_t x, uint##width##_t by) \
    {                                                                          \
        uint##width##_t last = width - 1;                                      \
                                                                               \
        return (uint##width##_t)((int##width##_t)x >>                          \
                                 (by < last ? by : last));                     \
    }
SHIFTS(32)
SHIFTS(64)

/* The least integer by -1 is itself. */
#define DIVISIONS(width)                                                       \
    uint##width##_t upsweep_sdiv##width(uint##width##_t x, uint##width##_t y); \
    uint##width##_t upsweep_udiv##width(uint##width##_t x, uint##width##_t y); \
    uint##width##_t upsweep_srem##width(uint##width##_t x, uint##width##_t y); \
    uint##width##_t upsweep_urem##width(uint##width##_t x, uint##width##_t y); \
    uint##width##_t upsweep_sdiv##width(uint##width##_t x, uint##width##_t y)  \
    {                                                                          \
        if (y == 0)                                                            \
            return UINT##width##_MAX;                                          \
        return y == UINT##width##_MAX                                          \
                   ? 0 - x                                                     \
                   : (uint##width##_t)((int##width##_t)x / (int##width##_t)y); \
    }                                                                          \
    uint##width##_t upsweep_udiv##width(uint##width##_t x, uint##width##_t y)  \
    {                                                                          \
        return y == 0 ? UINT##width##_MAX : x / y;                             \
    }                                                                          \
    uint##width##_t upsweep_srem##width(uint##width##_t x, uint##width##_t y)  \
    {                                                                          \
        if (y == 0)                                                            \
            return UINT##width##_MAX;                                          \
        return y == UINT##width##_MAX                                          \
                   ? 0                                                         \
                   : (uint##width##_t)((int##width##_t)x % (int##width##_t)y); \
    }                                                                          \
    uint##width##_t upsweep_urem##width(uint##width##_t x, uint##width##_t y)  \
    {                                                                          \
        return y == 0 ? UINT##width##_MAX : x % y;                             \
    }
DIVISIONS(32)
DIVISIONS(64)

/* What is no number becomes 0; others the nearest integer there is. */
#define CONVERSION(name, from, to, unsigned_to, low, high, least, most)        \
    unsigned_to upsweep_##name(from x);                                        \
    unsigned_to upsweep_##name(from x)                                         \
    {                                                                          \
        if (x != x)                                                            \
            return 0;                                                          \
        return x < (from)low     ? (unsigned_to)least                          \
               : x >= (from)high ? (unsigned_to)most                           \
                                 : (unsigned_to)(to)x;                         \
    }
#define CONVERSIONS(name, from)                                                \
    CONVERSION(name##_s32, from, int32_t, uint32_t, -0x1p31, 0x1p31,           \
               INT32_MIN, INT32_MAX)                                           \
    CONVERSION(name##_u32, from, uint32_t, uint32_t, 0, 0x1p32, 0, UINT32_MAX) \
    CONVERSION(name##_s64, from, int64_t, uint64_t, -0x1p63, 0x1p63,           \
               INT64_MIN, INT64_MAX)                                           \
    CONVERSION(name##_u64, from, uint64_t, uint64_t, 0, 0x1p64, 0, UINT64_MAX)
CONVERSIONS(f32, float)
CONVERSIONS(f64, double)
