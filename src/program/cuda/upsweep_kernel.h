/* SPDX-License-Identifier: MIT
 *
 * upsweep_kernel - what a kernel knows of its thread, its barriers and fences;
 * shuffles, votes, matches and reductions of a warp, and atomic functions
 * (C++).
 */
#ifndef UPSWEEP_KERNEL_H
#define UPSWEEP_KERNEL_H

#include "cuda_runtime_api.h"
#include "upsweep_device.h"

#include <time.h>

/* Objects, so that a program can give its variables these names, too. */
extern "C" {
extern __device__ const uint3 threadIdx __asm__("upsweep_thread_at");
extern __device__ const uint3 blockIdx __asm__("upsweep_block_at");
extern __device__ const uint3 blockDim __asm__("upsweep_block_shape");
extern __device__ const uint3 gridDim __asm__("upsweep_grid_shape");
extern __device__ const int warpSize __asm__("upsweep_warp_size");
}

UPSWEEP_DEVICE_BEGIN

/* Of the C library: what the host has, and the device as well. */
extern "C" {
int printf(const char *format, ...);
int puts(const char *text);
int putchar(int byte);
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void free(void *memory);
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
size_t strlen(const char *text);
int abs(int x);
long labs(long x);
long long llabs(long long x);
void __assert_fail(const char *what, const char *file, unsigned line,
                   const char *function) __attribute__((noreturn));
long clock(void);
}

#define __syncthreads() upsweep_barrier()

UPSWEEP_RETURNS(static inline int __syncthreads_count(int predicate),
                (int)upsweep_barrier_sum(predicate != 0))
UPSWEEP_RETURNS(static inline int __syncthreads_or(int predicate),
                upsweep_barrier_sum(predicate != 0) != 0)
UPSWEEP_RETURNS(static inline int __syncthreads_and(int predicate),
                upsweep_barrier_sum(predicate == 0) == 0)
static inline void __syncwarp(unsigned mask = 0xffffffffu)
{
    upsweep_warp_barrier(mask);
}

/* Memory is the same for all threads at all times; it is only noted that there
 * is a fence. */
static inline void __threadfence()
{
    upsweep_fence();
}
static inline void __threadfence_block()
{
}
static inline void __threadfence_system()
{
    upsweep_fence();
}

static inline void __trap()
{
    upsweep_fault("executes __trap()");
}
static inline void __brkpt()
{
    upsweep_fault("executes __brkpt()");
}
UPSWEEP_RETURNS(static inline long long clock64(),
                (long long)upsweep_register(9))

/* ---- Warps ----------------------------------------------------------------*/

/* The forms without _sync are of the lanes that run together. */

namespace upsweep
{

template <class T> UPSWEEP_BARE inline uint64_t bits_of(T value)
{
    uint64_t bits = 0;

    memcpy(&bits, &value, sizeof value);
    return bits;
}
template <class T> UPSWEEP_BARE inline T from_bits(uint64_t bits)
{
    T value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The lane that LANE takes its value from, in segments of WIDTH lanes; -1: it
 * keeps its own. */
UPSWEEP_RETURNS(UPSWEEP_BARE inline int lane_of(int lane, int from, int width),
                (lane & ~(width - 1)) + (from & (width - 1)))
UPSWEEP_RETURNS(UPSWEEP_BARE inline int lane_up(int lane, unsigned delta,
                                                int width),
                (unsigned)(lane &(width - 1)) >= delta ? lane - (int)delta : -1)
UPSWEEP_RETURNS(UPSWEEP_BARE inline int lane_down(int lane, unsigned delta,
                                                  int width),
                (unsigned)(lane &(width - 1)) + delta < (unsigned)width
                    ? lane + (int)delta
                    : -1)
UPSWEEP_BARE inline int lane_xor(int lane, int mask, int width)
{
    int from = lane ^ mask;

    return from >= 0 && from <= (lane | (width - 1)) ? from : -1;
}

/* The lanes of SET that gave the others VALUE. */
UPSWEEP_BARE inline unsigned equal_of(unsigned set, const uint64_t *all,
                                      uint64_t value)
{
    unsigned equal = 0;

    for (int i = 0; i < 32; ++i)
        if ((set >> i & 1) && all[i] == value)
            equal |= 1u << i;
    return equal;
}
template <class T, class F>
UPSWEEP_BARE inline T reduce_of(unsigned set, const uint64_t *all, F add)
{
    T sum = T();
    bool first = true;

    for (int i = 0; i < 32; ++i)
        if (set >> i & 1) {
            T value = from_bits<T>(all[i]);
            sum = first ? value : add(sum, value);
            first = false;
        }
    return sum;
}

} // namespace upsweep

#define UPSWEEP_SHUFFLE(name, type, argument, lane)                            \
    static inline type name##_sync(unsigned mask, type value, argument from,   \
                                   int width = 32)                             \
    {                                                                          \
        return upsweep::from_bits<type>(                                       \
            upsweep_shuffle(mask, upsweep::bits_of(value),                     \
                            upsweep::lane((int)upsweep_lane(), from, width),   \
                            sizeof value));                                    \
    }                                                                          \
    UPSWEEP_RETURNS(static inline type name(type value, argument from,         \
                                            int width = 32),                   \
                    name##_sync(0, value, from, width))
#define UPSWEEP_SHUFFLES(type)                                                 \
    UPSWEEP_SHUFFLE(__shfl, type, int, lane_of)                                \
    UPSWEEP_SHUFFLE(__shfl_up, type, unsigned, lane_up)                        \
    UPSWEEP_SHUFFLE(__shfl_down, type, unsigned, lane_down)                    \
    UPSWEEP_SHUFFLE(__shfl_xor, type, int, lane_xor)

UPSWEEP_SHUFFLES(int)
UPSWEEP_SHUFFLES(unsigned)
UPSWEEP_SHUFFLES(long)
UPSWEEP_SHUFFLES(unsigned long)
UPSWEEP_SHUFFLES(long long)
UPSWEEP_SHUFFLES(unsigned long long)
UPSWEEP_SHUFFLES(float)
UPSWEEP_SHUFFLES(double)

#define __activemask() upsweep_converged()

/* A vote: RESULT of the SET of lanes, and those whose predicate is true. */
#define UPSWEEP_VOTE(type, name, result)                                       \
    static inline type name##_sync(unsigned mask, int predicate)               \
    {                                                                          \
        uint64_t all[32];                                                      \
        unsigned set = upsweep_exchange(mask, predicate != 0, all);            \
        unsigned those = upsweep::equal_of(set, all, 1);                       \
                                                                               \
        return result;                                                         \
    }                                                                          \
    UPSWEEP_RETURNS(static inline type name(int predicate),                    \
                    name##_sync(0, predicate))
UPSWEEP_VOTE(unsigned, __ballot, those)
UPSWEEP_VOTE(int, __any, those != 0)
UPSWEEP_VOTE(int, __all, those == set)
UPSWEEP_VOTE(int, __uni, those == 0 || those == set)
#undef UPSWEEP_VOTE

#define UPSWEEP_MATCH(type)                                                    \
    static inline unsigned __match_any_sync(unsigned mask, type value)         \
    {                                                                          \
        uint64_t all[32], bits = upsweep::bits_of(value);                      \
        unsigned set = upsweep_exchange(mask, bits, all);                      \
                                                                               \
        return upsweep::equal_of(set, all, bits);                              \
    }                                                                          \
    static inline unsigned __match_all_sync(unsigned mask, type value,         \
                                            int *predicate)                    \
    {                                                                          \
        uint64_t all[32], bits = upsweep::bits_of(value);                      \
        unsigned set = upsweep_exchange(mask, bits, all);                      \
                                                                               \
        *predicate = upsweep::equal_of(set, all, bits) == set;                 \
        return *predicate ? set : 0;                                           \
    }
UPSWEEP_MATCH(int)
UPSWEEP_MATCH(unsigned)
UPSWEEP_MATCH(long)
UPSWEEP_MATCH(unsigned long)
UPSWEEP_MATCH(long long)
UPSWEEP_MATCH(unsigned long long)
UPSWEEP_MATCH(float)
UPSWEEP_MATCH(double)

#define UPSWEEP_REDUCE(name, type, result)                                     \
    static inline type name(unsigned mask, type value)                         \
    {                                                                          \
        uint64_t all[32];                                                      \
        unsigned set = upsweep_exchange(mask, upsweep::bits_of(value), all);   \
                                                                               \
        return upsweep::reduce_of<type>(set, all,                              \
                                        [](type a, type b)                     \
                                            UPSWEEP_BARE { return result; });  \
    }
UPSWEEP_REDUCE(__reduce_add_sync, int, a + b)
UPSWEEP_REDUCE(__reduce_add_sync, unsigned, a + b)
UPSWEEP_REDUCE(__reduce_min_sync, int, a < b ? a : b)
UPSWEEP_REDUCE(__reduce_min_sync, unsigned, a < b ? a : b)
UPSWEEP_REDUCE(__reduce_max_sync, int, a > b ? a : b)
UPSWEEP_REDUCE(__reduce_max_sync, unsigned, a > b ? a : b)
UPSWEEP_REDUCE(__reduce_and_sync, unsigned, a &b)
UPSWEEP_REDUCE(__reduce_or_sync, unsigned, a | b)
UPSWEEP_REDUCE(__reduce_xor_sync, unsigned, a ^ b)

/* The time of the simulator is counted in turns: a lane that polls has its next
 * one when the others had theirs. */
static inline void __nanosleep(unsigned)
{
}

/* ---- Atomic functions -----------------------------------------------------*/

/* The simulator stops a thread before each; the operation itself is not
 * instrumented, so it is one access. */

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
