/* SPDX-License-Identifier: MIT
 *
 * upsweep_atomic - CUDA's atomic functions (C++).  The machine stops a thread
 * before each; the operation itself is not instrumented, so it is one access.
 */
#ifndef UPSWEEP_ATOMIC_H
#define UPSWEEP_ATOMIC_H

#include "host_defines.h"
#include "upsweep_device.h"

UPSWEEP_DEVICE_BEGIN

/* NAME(at, value) for TYPE: *at becomes RESULT, of `old` and `value`. */
#define UPSWEEP_ATOMIC(name, type, result)                                     \
    namespace upsweep                                                          \
    {                                                                          \
    UPSWEEP_BARE static inline type name(type *at, type value)                 \
    {                                                                          \
        type old = *at;                                                        \
        (void)value;                                                           \
        *at = result;                                                          \
        upsweep_atomic_end();                                                  \
        return old;                                                            \
    }                                                                          \
    }                                                                          \
    UPSWEEP_ATOMIC_SCOPE(name, name, type)                                     \
    UPSWEEP_ATOMIC_SCOPE(name, name##_block, type)                             \
    UPSWEEP_ATOMIC_SCOPE(name, name##_system, type)
#define UPSWEEP_ATOMIC_SCOPE(name, scoped, type)                               \
    static inline type scoped(type *at, type value)                            \
    {                                                                          \
        upsweep_atomic_begin(at, (int)sizeof *at, (type)0.5 == 0);             \
        return upsweep::name(at, value);                                       \
    }
#define UPSWEEP_ATOMIC_CAS(type)                                               \
    namespace upsweep                                                          \
    {                                                                          \
    UPSWEEP_BARE static inline type atomicCAS(type *at, type wanted,           \
                                              type value)                      \
    {                                                                          \
        type old = *at;                                                        \
        *at = old == wanted ? value : old;                                     \
        upsweep_atomic_end();                                                  \
        return old;                                                            \
    }                                                                          \
    }                                                                          \
    UPSWEEP_ATOMIC_CAS_SCOPE(atomicCAS, type)                                  \
    UPSWEEP_ATOMIC_CAS_SCOPE(atomicCAS_block, type)                            \
    UPSWEEP_ATOMIC_CAS_SCOPE(atomicCAS_system, type)
#define UPSWEEP_ATOMIC_CAS_SCOPE(scoped, type)                                 \
    static inline type scoped(type *at, type wanted, type value)               \
    {                                                                          \
        upsweep_atomic_begin(at, (int)sizeof *at, (type)0.5 == 0);             \
        return upsweep::atomicCAS(at, wanted, value);                          \
    }

#define UPSWEEP_ATOMIC_INTEGERS(A, name, result)                               \
    A(name, int, result)                                                       \
    A(name, unsigned, result)                                                  \
    A(name, unsigned long long, result)

UPSWEEP_ATOMIC_INTEGERS(UPSWEEP_ATOMIC, atomicAdd, old + value)
UPSWEEP_ATOMIC(atomicAdd, float, old + value)
UPSWEEP_ATOMIC(atomicAdd, double, old + value)
UPSWEEP_ATOMIC(atomicSub, int, old - value)
UPSWEEP_ATOMIC(atomicSub, unsigned, old - value)
UPSWEEP_ATOMIC_INTEGERS(UPSWEEP_ATOMIC, atomicExch, value)
UPSWEEP_ATOMIC(atomicExch, float, value)
UPSWEEP_ATOMIC_INTEGERS(UPSWEEP_ATOMIC, atomicMin, value < old ? value : old)
UPSWEEP_ATOMIC(atomicMin, long long, value < old ? value : old)
UPSWEEP_ATOMIC_INTEGERS(UPSWEEP_ATOMIC, atomicMax, value > old ? value : old)
UPSWEEP_ATOMIC(atomicMax, long long, value > old ? value : old)
UPSWEEP_ATOMIC(atomicInc, unsigned, old >= value ? 0 : old + 1)
UPSWEEP_ATOMIC(atomicDec, unsigned, old == 0 || old > value ? value : old - 1)
UPSWEEP_ATOMIC_INTEGERS(UPSWEEP_ATOMIC, atomicAnd, old &value)
UPSWEEP_ATOMIC_INTEGERS(UPSWEEP_ATOMIC, atomicOr, old | value)
UPSWEEP_ATOMIC_INTEGERS(UPSWEEP_ATOMIC, atomicXor, old ^ value)
UPSWEEP_ATOMIC_CAS(unsigned short)
UPSWEEP_ATOMIC_CAS(int)
UPSWEEP_ATOMIC_CAS(unsigned)
UPSWEEP_ATOMIC_CAS(unsigned long long)

UPSWEEP_DEVICE_END

#endif
