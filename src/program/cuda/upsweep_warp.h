/* SPDX-License-Identifier: MIT
 *
 * upsweep_warp - shuffles, votes, matches and reductions of a warp (C++).  The
 * forms without _sync are of the lanes that run together.
 */
#ifndef UPSWEEP_WARP_H
#define UPSWEEP_WARP_H

#include "host_defines.h"
#include "upsweep_device.h"

UPSWEEP_DEVICE_BEGIN

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

UPSWEEP_DEVICE_END

#endif
