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

/* NAME for TYPE, called with ARGUMENTS: *at becomes RESULT, of these and `old`.
 */
#define UPSWEEP_ATOMIC_OF(name, type, parameters, arguments, result)           \
    namespace upsweep                                                          \
    {                                                                          \
    UPSWEEP_BARE static inline type name parameters                            \
    {                                                                          \
        type old = *at;                                                        \
        *at = result;                                                          \
        upsweep_atomic_end();                                                  \
        return old;                                                            \
    }                                                                          \
    }                                                                          \
    UPSWEEP_ATOMIC_SCOPE(name, name, type, parameters, arguments)              \
    UPSWEEP_ATOMIC_SCOPE(name, name##_block, type, parameters, arguments)      \
    UPSWEEP_ATOMIC_SCOPE(name, name##_system, type, parameters, arguments)
#define UPSWEEP_ATOMIC_SCOPE(name, scoped, type, parameters, arguments)        \
    static inline type scoped parameters                                       \
    {                                                                          \
        upsweep_atomic_begin(at, (int)sizeof *at, (type)0.5 == 0);             \
        return upsweep::name arguments;                                        \
    }
#define UPSWEEP_ATOMIC(name, type, result)                                     \
    UPSWEEP_ATOMIC_OF(name, type, (type * at, type value), (at, value), result)
#define UPSWEEP_ATOMIC_CAS(type)                                               \
    UPSWEEP_ATOMIC_OF(atomicCAS, type, (type * at, type wanted, type value),   \
                      (at, wanted, value), old == wanted ? value : old)

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
