/* SPDX-License-Identifier: MIT
 *
 * cooperative_groups - groups of threads: a block, tiles of a warp, and lanes
 * that run together, and the grid of a cooperative launch (C++).
 */
#ifndef UPSWEEP_COOPERATIVE_GROUPS_H
#define UPSWEEP_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"
#include "upsweep_kernel.h"

UPSWEEP_DEVICE_BEGIN

namespace upsweep
{

/* The number of the running thread in its block. */
UPSWEEP_RETURNS(UPSWEEP_BARE inline unsigned thread_rank(),
                threadIdx.x +
                    blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z))
UPSWEEP_RETURNS(UPSWEEP_BARE inline unsigned block_threads(),
                blockDim.x *blockDim.y *blockDim.z)

/* The values of all lanes of a group, of up to 32 bytes each. */
template <class T> struct Values {
    T of[32];
    unsigned set;

    Values(unsigned mask, const T &value)
    {
        static_assert(sizeof(T) <= 32, "a value for a group has at most 32 "
                                       "bytes");
        for (size_t at = 0; at < sizeof(T); at += 8) {
            uint64_t word = 0, all[32];
            take(&word, &value, at);
            set = upsweep_exchange(mask, word, all);
            put(all, at);
        }
    }
    /* Those of the lanes in SOME, by rising rank, joined by OP; NONE if there
     * are none. */
    template <class Op> T join(unsigned some, T none, Op op) const
    {
        T sum = none;
        bool first = true;

        for (int i = 0; i < 32; ++i)
            if (set & some & 1u << i) {
                sum = first ? of[i] : op(sum, of[i]);
                first = false;
            }
        return sum;
    }

  private:
    UPSWEEP_BARE static void take(uint64_t *word, const T *value, size_t at)
    {
        size_t left = sizeof(T) - at;
        memcpy(word, (const char *)value + at, left < 8 ? left : 8);
    }
    UPSWEEP_BARE void put(const uint64_t *all, size_t at)
    {
        size_t left = sizeof(T) - at;
        for (int i = 0; i < 32; ++i)
            memcpy((char *)&of[i] + at, &all[i], left < 8 ? left : 8);
    }
};

/* VALUE of lane FROM, or the own one if FROM is negative. */
template <class T> inline T shuffle(unsigned mask, const T &value, int from)
{
    static_assert(sizeof(T) <= 32, "a value that is shuffled has at most 32 "
                                   "bytes");
    T result = value;
    for (size_t at = 0; at < sizeof(T); at += 8) {
        size_t bytes = sizeof(T) - at < 8 ? sizeof(T) - at : 8;
        uint64_t word = 0;
        memcpy(&word, (const char *)&value + at, bytes);
        word = upsweep_shuffle(mask, word, from, (int)bytes);
        memcpy((char *)&result + at, &word, bytes);
    }
    return result;
}

} // namespace upsweep

namespace cooperative_groups
{

/* The lanes of a warp that make up a group. */
class upsweep_lanes
{
  public:
    explicit upsweep_lanes(unsigned mask) : mask_(mask)
    {
    }
    UPSWEEP_RETURNS(unsigned upsweep_mask() const, mask_)
    UPSWEEP_RETURNS(void sync() const, upsweep_warp_barrier(mask_))
    UPSWEEP_RETURNS(unsigned size() const, (unsigned)__builtin_popcount(mask_))
    UPSWEEP_RETURNS(unsigned num_threads() const, size())
    UPSWEEP_RETURNS(unsigned thread_rank() const,
                    (unsigned)
                        __builtin_popcount(mask_ &((1u << upsweep_lane()) - 1)))
    template <class T>
    UPSWEEP_RETURNS(T shfl(T value, int rank) const,
                    upsweep::shuffle(mask_, value,
                                     lane((unsigned)rank % size())))
    template <class T>
    UPSWEEP_RETURNS(T shfl_up(T value, unsigned delta) const,
                    upsweep::shuffle(mask_, value, lane(thread_rank() - delta)))
    template <class T>
    UPSWEEP_RETURNS(T shfl_down(T value, unsigned delta) const,
                    upsweep::shuffle(mask_, value, lane(thread_rank() + delta)))
    template <class T>
    UPSWEEP_RETURNS(T shfl_xor(T value, unsigned mask) const,
                    upsweep::shuffle(mask_, value, lane(thread_rank() ^ mask)))
    UPSWEEP_RETURNS(int any(int predicate) const, __any_sync(mask_, predicate))
    UPSWEEP_RETURNS(int all(int predicate) const, __all_sync(mask_, predicate))
    UPSWEEP_RETURNS(unsigned ballot(int predicate) const,
                    ranks(__ballot_sync(mask_, predicate)))
    template <class T>
    UPSWEEP_RETURNS(unsigned match_any(T value) const,
                    ranks(__match_any_sync(mask_, value)))
    template <class T>
    UPSWEEP_RETURNS(unsigned match_all(T value, int &predicate) const,
                    ranks(__match_all_sync(mask_, value, &predicate)))
    /* The lane of a rank; -1 if there is none. */
    UPSWEEP_BARE int lane(unsigned wanted) const
    {
        unsigned rest = mask_;

        for (; wanted > 0 && rest; --wanted)
            rest &= rest - 1;
        return rest ? __builtin_ctz(rest) : -1;
    }

  private:
    /* Bits of lanes as bits of ranks. */
    UPSWEEP_BARE unsigned ranks(unsigned lanes) const
    {
        unsigned bits = 0, rank = 0;

        for (int i = 0; i < 32; ++i)
            if (mask_ >> i & 1)
                bits |= (lanes >> i & 1) << rank++;
        return bits;
    }

    unsigned mask_;
};

class thread_block
{
  public:
    UPSWEEP_RETURNS(static void sync(), upsweep_barrier())
    UPSWEEP_RETURNS(static void barrier_wait(), upsweep_barrier())
    UPSWEEP_RETURNS(static unsigned size(), upsweep::block_threads())
    UPSWEEP_RETURNS(static unsigned num_threads(), upsweep::block_threads())
    UPSWEEP_RETURNS(static unsigned thread_rank(), upsweep::thread_rank())
    UPSWEEP_RETURNS(UPSWEEP_BARE static dim3 group_index(), blockIdx)
    UPSWEEP_RETURNS(UPSWEEP_BARE static dim3 thread_index(), threadIdx)
    UPSWEEP_RETURNS(UPSWEEP_BARE static dim3 group_dim(), blockDim)
    UPSWEEP_RETURNS(UPSWEEP_BARE static dim3 dim_threads(), blockDim)
};
UPSWEEP_RETURNS(inline thread_block this_thread_block(), thread_block())
/* For tiles of several warps. */
template <unsigned threads = 1024> struct block_tile_memory {
};
template <unsigned threads>
inline thread_block this_thread_block(block_tile_memory<threads> &)
{
    return thread_block();
}

template <unsigned Size, class Parent = thread_block>
class thread_block_tile : public upsweep_lanes
{
    static_assert(Size >= 1 && (Size & (Size - 1)) == 0,
                  "a tile has a power of two of threads");

  public:
    /* The tile of the running thread among the tiles of PARENT. */
    explicit thread_block_tile(const Parent &parent)
        : upsweep_lanes(own_lanes()), number_(parent.thread_rank() / Size),
          count_((parent.size() + Size - 1) / Size)
    {
    }
    template <class Other>
    thread_block_tile(const thread_block_tile<Size, Other> &other)
        : upsweep_lanes(other), number_(other.meta_group_rank()),
          count_(other.meta_group_size())
    {
    }
    UPSWEEP_RETURNS(unsigned meta_group_rank() const, number_)
    UPSWEEP_RETURNS(unsigned meta_group_size() const, count_)

  private:
    static unsigned own_lanes()
    {
        if (Size > 32)
            upsweep_missing("a tile of more than 32 threads is not supported");
        unsigned first = upsweep_lane() / Size * Size;
        unsigned mask =
            Size >= 32 ? 0xffffffffu : ((1u << (Size % 32)) - 1) << first;
        unsigned threads = upsweep::block_threads(),
                 warp = upsweep::thread_rank() / 32 * 32;

        /* the last warp of a block may be smaller */
        return threads - warp < 32 ? mask & ((1u << (threads - warp)) - 1)
                                   : mask;
    }

    unsigned number_, count_;
};

/* Lanes of a warp that were at one place when the group was made. */
class coalesced_group : public upsweep_lanes
{
  public:
    using upsweep_lanes::upsweep_lanes;
    UPSWEEP_RETURNS(unsigned meta_group_rank() const, 0)
    UPSWEEP_RETURNS(unsigned meta_group_size() const, 1)
};
UPSWEEP_RETURNS(inline coalesced_group coalesced_threads(),
                coalesced_group(__activemask()))

/* A group whose kind is known when the program runs. */
class thread_group
{
  public:
    thread_group(const thread_block &) : lanes_(0)
    {
    }
    thread_group(const upsweep_lanes &lanes) : lanes_(lanes)
    {
    }
    void sync() const
    {
        if (is_block())
            upsweep_barrier();
        else
            lanes_.sync();
    }
    UPSWEEP_RETURNS(unsigned size() const,
                    is_block() ? upsweep::block_threads() : lanes_.size())
    UPSWEEP_RETURNS(unsigned num_threads() const, size())
    UPSWEEP_RETURNS(unsigned thread_rank() const,
                    is_block() ? upsweep::thread_rank() : lanes_.thread_rank())
    UPSWEEP_RETURNS(bool is_block() const, lanes_.upsweep_mask() == 0)
    UPSWEEP_RETURNS(const upsweep_lanes &upsweep_own() const, lanes_)

  private:
    upsweep_lanes lanes_; /* none: the block */
};

template <unsigned Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent &parent)
{
    return thread_block_tile<Size, Parent>(parent);
}
/* SIZE threads of GROUP that follow each other. */
inline thread_group tiled_partition(const thread_group &group, unsigned size)
{
    unsigned rank = group.thread_rank() / size * size, mask = 0;

    if (size > 32)
        upsweep_missing("a tile of more than 32 threads is not supported");
    if (group.is_block())
        return upsweep_lanes((size == 32 ? 0xffffffffu : (1u << size) - 1)
                             << rank % 32);
    for (unsigned i = rank; i < rank + size && i < group.size(); ++i)
        mask |= 1u << group.upsweep_own().lane(i);
    return upsweep_lanes(mask);
}
/* The lanes of GROUP that have the same LABEL. */
template <class T>
inline coalesced_group labeled_partition(const upsweep_lanes &group, T label)
{
    return coalesced_group(__match_any_sync(group.upsweep_mask(), label));
}
inline coalesced_group binary_partition(const upsweep_lanes &group,
                                        bool predicate)
{
    return labeled_partition(group, (int)predicate);
}

class grid_group
{
  public:
    UPSWEEP_RETURNS(static bool is_valid(), upsweep_cooperates() != 0)
    UPSWEEP_RETURNS(static void sync(), upsweep_grid_barrier())
    UPSWEEP_RETURNS(UPSWEEP_BARE static unsigned long long num_blocks(),
                    (unsigned long long)gridDim.x *gridDim.y *gridDim.z)
    UPSWEEP_RETURNS(UPSWEEP_BARE static unsigned long long block_rank(),
                    blockIdx.x + gridDim.x * (blockIdx.y +
                                              (unsigned long long)gridDim.y *
                                                  blockIdx.z))
    UPSWEEP_RETURNS(static unsigned long long size(),
                    num_blocks() * upsweep::block_threads())
    UPSWEEP_RETURNS(static unsigned long long num_threads(), size())
    UPSWEEP_RETURNS(static unsigned long long thread_rank(),
                    block_rank() * upsweep::block_threads() +
                        upsweep::thread_rank())
    UPSWEEP_RETURNS(UPSWEEP_BARE static dim3 group_dim(), gridDim)
    UPSWEEP_RETURNS(UPSWEEP_BARE static dim3 dim_blocks(), gridDim)
    UPSWEEP_RETURNS(UPSWEEP_BARE static dim3 block_index(), blockIdx)
};
UPSWEEP_RETURNS(inline grid_group this_grid(), grid_group())

template <class Group>
UPSWEEP_RETURNS(inline void sync(const Group &group), group.sync())
template <class Group>
UPSWEEP_RETURNS(inline unsigned thread_rank(const Group &group),
                group.thread_rank())
template <class Group>
UPSWEEP_RETURNS(inline unsigned group_size(const Group &group), group.size())

} // namespace cooperative_groups

UPSWEEP_DEVICE_END

#endif
