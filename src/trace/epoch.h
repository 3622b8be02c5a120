/* SPDX-License-Identifier: MIT
 *
 * epoch - how the lanes of a warp have met at __syncwarp() since the last
 * barrier of their block, as one of them knows it when it makes an access.
 *
 *     lanes 0..31   __syncwarp()            all have met once
 *     lanes 0..15   tile of 16: sync()      0..15 have met: clock 1, level 4
 *
 * Of two accesses by lanes of one warp the one precedes the other if all lanes
 * have met between them, or if the one's clock is lower and both lanes are of
 * the tile of 2^level lanes within which the other lane has met others.  Lanes
 * of a tile that is not aligned count as the smallest one that has them all.
 *
 *     bits 0..15    how often all lanes have met
 *     bits 16..28   the clock since: higher than the clock of each lane it met
 *     bits 29..31   the level: of the largest tile in which it met others since
 */
#ifndef UPSWEEP_EPOCH_H
#define UPSWEEP_EPOCH_H

#include <stdbool.h>
#include <stdint.h>

enum {
    EPOCH_MOST =
        (1 << 16) - 1, /* meetings of all lanes that are distinguished */
    EPOCH_MOST_CLOCK = (1 << 13) - 1,
    EPOCH_CLOCK_AT = 16,
    EPOCH_LEVEL_AT = 29
};

static inline uint32_t epoch_all(uint32_t epoch)
{
    return epoch & EPOCH_MOST;
}

static inline uint32_t epoch_clock(uint32_t epoch)
{
    return epoch >> EPOCH_CLOCK_AT & EPOCH_MOST_CLOCK;
}

static inline uint32_t epoch_level(uint32_t epoch)
{
    return epoch >> EPOCH_LEVEL_AT;
}

/* The epoch of two converged lanes: what each of the two knows. */
static inline uint32_t epoch_join(uint32_t one, uint32_t other)
{
    uint32_t clock = epoch_clock(one), level = epoch_level(one);

    if (epoch_all(one) != epoch_all(other))
        return epoch_all(one) < epoch_all(other) ? other : one;
    if (clock < epoch_clock(other))
        clock = epoch_clock(other);
    if (level < epoch_level(other))
        level = epoch_level(other);
    return level << EPOCH_LEVEL_AT | clock << EPOCH_CLOCK_AT | epoch_all(one);
}

/* That of all lanes, once they have met. */
static inline uint32_t epoch_after_all(uint32_t epoch)
{
    uint32_t all = epoch_all(epoch);

    return all < EPOCH_MOST ? all + 1 : all;
}

/* That of the lanes in SET, more than one, once they have met; the clock must
 * be below EPOCH_MOST_CLOCK. */
static inline uint32_t epoch_after(uint32_t epoch, uint64_t set)
{
    unsigned low = (unsigned)__builtin_ctzll(set);
    unsigned high = 63u - (unsigned)__builtin_clzll(set);
    uint32_t own = 32u - (unsigned)__builtin_clz(low ^ high);
    uint32_t level = epoch_level(epoch);

    return (level < own ? own : level) << EPOCH_LEVEL_AT |
           (epoch_clock(epoch) + 1) << EPOCH_CLOCK_AT | epoch_all(epoch);
}

/* True if an access of LANE at ONE precedes one of lane OTHER_LANE at OTHER. */
static inline bool epoch_before(uint32_t one, uint32_t lane, uint32_t other,
                                uint32_t other_lane)
{
    if (epoch_all(one) != epoch_all(other))
        return epoch_all(one) < epoch_all(other);
    return epoch_clock(one) < epoch_clock(other) &&
           (lane ^ other_lane) >> epoch_level(other) == 0;
}

/* Rises with each meeting of a lane. */
static inline uint32_t epoch_rank(uint32_t epoch)
{
    return epoch_all(epoch) << EPOCH_CLOCK_AT | epoch_clock(epoch);
}

#endif
