/* SPDX-License-Identifier: MIT
 *
 * host_atomics - atomic operations of C and C++: of std::atomic, of the
 * counters of std::shared_ptr, of the guards of static variables.  The
 * compiler, which instruments the program, calls these functions for them. They
 * are made as they are, in the strictest order.  A kernel of CUDA has none of
 * them.
 */
#include "program/runtime/machine.h"

#include <stdint.h>

/* A fault if a kernel makes the operation, unless it takes an argument then. */
static void host_only(uint64_t pc)
{
    if (machine_thread && !machine_thread->more->takes_argument)
        machine_fault(pc, "makes an atomic operation of the host, as of "
                          "std::atomic; use CUDA's, as atomicAdd");
}

#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

#define FETCH(bits, name, builtin)                                             \
    uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *at,   \
                                                uint##bits##_t value,          \
                                                int order);                    \
    uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *at,   \
                                                uint##bits##_t value,          \
                                                int order)                     \
    {                                                                          \
        (void)order;                                                           \
        host_only(CALLER);                                                     \
        return builtin(at, value, __ATOMIC_SEQ_CST);                           \
    }

#define COMPARE(bits, name)                                                    \
    int __tsan_atomic##bits##_compare_exchange_##name(                         \
        volatile uint##bits##_t *at, uint##bits##_t *wanted,                   \
        uint##bits##_t value, int order, int failed);                          \
    int __tsan_atomic##bits##_compare_exchange_##name(                         \
        volatile uint##bits##_t *at, uint##bits##_t *wanted,                   \
        uint##bits##_t value, int order, int failed)                           \
    {                                                                          \
        (void)order, (void)failed;                                             \
        host_only(CALLER);                                                     \
        return __atomic_compare_exchange_n(at, wanted, value, false,           \
                                           __ATOMIC_SEQ_CST,                   \
                                           __ATOMIC_SEQ_CST);                  \
    }

#define ATOMICS(bits)                                                          \
    uint##bits##_t __tsan_atomic##bits##_load(                                 \
        const volatile uint##bits##_t *at, int order);                         \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *at,              \
                                     uint##bits##_t value, int order);         \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                 \
        volatile uint##bits##_t *at, uint##bits##_t wanted,                    \
        uint##bits##_t value, int order, int failed);                          \
    uint##bits##_t __tsan_atomic##bits##_load(                                 \
        const volatile uint##bits##_t *at, int order)                          \
    {                                                                          \
        (void)order;                                                           \
        host_only(CALLER);                                                     \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                          \
    }                                                                          \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *at,              \
                                     uint##bits##_t value, int order)          \
    {                                                                          \
        (void)order;                                                           \
        host_only(CALLER);                                                     \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                         \
    }                                                                          \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                 \
        volatile uint##bits##_t *at, uint##bits##_t wanted,                    \
        uint##bits##_t value, int order, int failed)                           \
    {                                                                          \
        (void)order, (void)failed;                                             \
        host_only(CALLER);                                                     \
        __atomic_compare_exchange_n(at, &wanted, value, false,                 \
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
        return wanted;                                                         \
    }                                                                          \
    FETCH(bits, exchange, __atomic_exchange_n)                                 \
    FETCH(bits, fetch_add, __atomic_fetch_add)                                 \
    FETCH(bits, fetch_sub, __atomic_fetch_sub)                                 \
    FETCH(bits, fetch_and, __atomic_fetch_and)                                 \
    FETCH(bits, fetch_or, __atomic_fetch_or)                                   \
    FETCH(bits, fetch_xor, __atomic_fetch_xor)                                 \
    FETCH(bits, fetch_nand, __atomic_fetch_nand)                               \
    COMPARE(bits, strong)                                                      \
    COMPARE(bits, weak)

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);

void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
