/* SPDX-License-Identifier: MIT
 *
 * arithmetic - what C++ leaves undefined and a GPU defines: shifts by the width
 * and more, division by zero, numbers too large for an integer.  The pass
 * (program/pass_arithmetic.c) has these functions called.  The results
 * equal an H200's.
 */
#include "simulator/log.h"
#include "simulator/machine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

/* Tells, of the place PC once, that the running thread does WHAT: not where its
 * input is random. */
__attribute__((format(printf, 2, 3))) static void tell(uint64_t pc,
                                                       const char *what, ...)
{
    ProgramLog *head = log_head();
    va_list arguments;
    size_t i = 0;

    if (!head || !machine_thread || machine.trial)
        return;
    while (i < PROGRAM_OPERATIONS && head->operations[i].pc)
        if (head->operations[i++].pc == pc)
            return;
    if (i == PROGRAM_OPERATIONS)
        return;
    ProgramOperation *operation = &head->operations[i];
    int length =
        snprintf(operation->what, sizeof operation->what,
                 machine.total > 1 ? "thread %u of block %u " : "thread %u ",
                 machine_thread->number, machine_thread->block->number);
    va_start(arguments, what);
    vsnprintf(operation->what + length, sizeof operation->what - (size_t)length,
              what, arguments);
    va_end(arguments);
    operation->pc = pc;
}

#define SHIFT(name, width, result, excess)                                     \
    uint##width##_t upsweep_##name##width(uint##width##_t x,                   \
                                          uint##width##_t by)                  \
    {                                                                          \
        if (by < width)                                                        \
            return (uint##width##_t)(result);                                  \
        uint##width##_t beyond = (uint##width##_t)(excess);                    \
        tell(CALLER,                                                           \
             "shifts %u bits by %" PRId64 ", which is %" PRId64 " on a GPU",   \
             width##u, (int64_t)(int##width##_t)by,                            \
             (int64_t)(int##width##_t)beyond);                                 \
        return beyond;                                                         \
    }
#define SHIFTS(width)                                                          \
    SHIFT(shl, width, x << by, 0)                                              \
    SHIFT(lshr, width, x >> by, 0)                                             \
    SHIFT(ashr, width, (int##width##_t)x >> by,                                \
          (int##width##_t)x >> (width - 1))
SHIFTS(32)
SHIFTS(64)

/* The least integer by -1 is itself. */
#define SIGNED_DIVISION(name, width, op, minus)                                \
    uint##width##_t upsweep_s##name##width(uint##width##_t x,                  \
                                           uint##width##_t y)                  \
    {                                                                          \
        if (y == UINT##width##_MAX)                                            \
            return (uint##width##_t)(minus);                                   \
        if (y != 0)                                                            \
            return (uint##width##_t)((int##width##_t)x op(int##width##_t) y);  \
        tell(CALLER, "divides %" PRId64 " by 0, which is -1 on a GPU",         \
             (int64_t)(int##width##_t)x);                                      \
        return UINT##width##_MAX;                                              \
    }
#define UNSIGNED_DIVISION(name, width, op)                                     \
    uint##width##_t upsweep_u##name##width(uint##width##_t x,                  \
                                           uint##width##_t y)                  \
    {                                                                          \
        if (y != 0)                                                            \
            return x op y;                                                     \
        tell(CALLER,                                                           \
             "divides %" PRIu64 " by 0, which is %" PRIu64 " on a GPU",        \
             (uint64_t)x, (uint64_t)UINT##width##_MAX);                        \
        return UINT##width##_MAX;                                              \
    }
#define DIVISIONS(width)                                                       \
    SIGNED_DIVISION(div, width, /, 0 - x)                                      \
    SIGNED_DIVISION(rem, width, %, 0)                                          \
    UNSIGNED_DIVISION(div, width, /)                                           \
    UNSIGNED_DIVISION(rem, width, %)
DIVISIONS(32)
DIVISIONS(64)

/* What is no number becomes 0; others the nearest integer there is. */
#define CONVERSION(name, from, to, unsigned_to, format, low, high, least,      \
                   most)                                                       \
    unsigned_to upsweep_##name(from x)                                         \
    {                                                                          \
        if ((x >= (from)low || x > (from)low - 1) && x < (from)high)           \
            return (unsigned_to)(to)x;                                         \
        unsigned_to nearest = x != x            ? 0                            \
                              : x >= (from)high ? (unsigned_to)most            \
                                                : (unsigned_to)least;          \
        tell(CALLER,                                                           \
             "converts %g to an integer, which is %" format " on a GPU",       \
             (double)x, (to)nearest);                                          \
        return nearest;                                                        \
    }
#define CONVERSIONS(name, from)                                                \
    CONVERSION(name##_s32, from, int32_t, uint32_t, PRId32, -0x1p31, 0x1p31,   \
               INT32_MIN, INT32_MAX)                                           \
    CONVERSION(name##_u32, from, uint32_t, uint32_t, PRIu32, 0, 0x1p32, 0,     \
               UINT32_MAX)                                                     \
    CONVERSION(name##_s64, from, int64_t, uint64_t, PRId64, -0x1p63, 0x1p63,   \
               INT64_MIN, INT64_MAX)                                           \
    CONVERSION(name##_u64, from, uint64_t, uint64_t, PRIu64, 0, 0x1p64, 0,     \
               UINT64_MAX)
CONVERSIONS(f32, float)
CONVERSIONS(f64, double)
