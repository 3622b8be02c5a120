/* SPDX-License-Identifier: MIT
 *
 * cooperative_groups - groups of threads: a block, tiles of a warp, and lanes
 * that run together (C++).  A barrier of the whole grid is not there.
 */
#ifndef UPSWEEP_COOPERATIVE_GROUPS_H
#define UPSWEEP_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"
#include "upsweep_builtin.h"
#include "upsweep_warp.h"

UPSWEEP_DEVICE_BEGIN

namespace upsweep
{

/* The number of the running thread in its block. */
UPSWEEP_BARE inline unsigned thread_rank()
{
    UpsweepDim t = upsweep_thread_index(), size = upsweep_block_size();

    return t.x + size.x * (t.y + size.y * t.z);
}
UPSWEEP_BARE inline unsigned block_threads()
{
    UpsweepDim size = upsweep_block_size();

    return size.x * size.y * size.z;
}

/* The lanes of a warp that make up a group. */
struct Lanes {
    unsigned mask;

    UPSWEEP_BARE unsigned size() const
    {
        return (unsigned)__builtin_popcount(mask);
    }
    UPSWEEP_BARE unsigned rank() const
    {
        return (unsigned)__builtin_popcount(mask &
                                            ((1u << upsweep_lane()) - 1));
    }
    /* The lane of a rank; that of the running thread if there is none. */
    UPSWEEP_BARE int lane(unsigned wanted) const
    {
        unsigned rest = mask;

        for (; wanted > 0 && rest; --wanted)
            rest &= rest - 1;
        return rest ? __builtin_ctz(rest) : -1;
    }
    /* Bits of lanes as bits of ranks. */
    UPSWEEP_BARE unsigned ranks(unsigned lanes) const
    {
        unsigned bits = 0, rank = 0;

        for (int i = 0; i < 32; ++i)
            if (mask >> i & 1)
                bits |= (lanes >> i & 1) << rank++;
        return bits;
    }
};

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

/* What groups of lanes have in common; GROUP has lanes(). */
template <class Group> struct upsweep_lane_group {
    void sync() const
    {
        upsweep_warp_barrier(own().mask);
    }
    unsigned size() const
    {
        return own().size();
    }
    unsigned num_threads() const
    {
        return own().size();
    }
    unsigned thread_rank() const
    {
        return own().rank();
    }
    template <class T> T shfl(T value, int rank) const
    {
        unsigned size = own().size();
        return upsweep::shuffle(own().mask, value,
                                own().lane((unsigned)rank % size));
    }
    template <class T> T shfl_up(T value, unsigned delta) const
    {
        unsigned rank = own().rank();
        return upsweep::shuffle(own().mask, value,
                                rank >= delta ? own().lane(rank - delta) : -1);
    }
    template <class T> T shfl_down(T value, unsigned delta) const
    {
        unsigned rank = own().rank();
        return upsweep::shuffle(own().mask, value,
                                rank + delta < own().size()
                                    ? own().lane(rank + delta)
                                    : -1);
    }
    template <class T> T shfl_xor(T value, unsigned mask) const
    {
        unsigned rank = own().rank() ^ mask;
        return upsweep::shuffle(own().mask, value,
                                rank < own().size() ? own().lane(rank) : -1);
    }
    int any(int predicate) const
    {
        return __any_sync(own().mask, predicate);
    }
    int all(int predicate) const
    {
        return __all_sync(own().mask, predicate);
    }
    unsigned ballot(int predicate) const
    {
        return own().ranks(__ballot_sync(own().mask, predicate));
    }
    template <class T> unsigned match_any(T value) const
    {
        return own().ranks(__match_any_sync(own().mask, value));
    }
    template <class T> unsigned match_all(T value, int &predicate) const
    {
        return own().ranks(__match_all_sync(own().mask, value, &predicate));
    }

  private:
    upsweep::Lanes own() const
    {
        return static_cast<const Group *>(this)->lanes();
    }
};

class thread_block
{
  public:
    static void sync()
    {
        upsweep_barrier();
    }
    static void barrier_wait()
    {
        upsweep_barrier();
    }
    static unsigned size()
    {
        return upsweep::block_threads();
    }
    static unsigned num_threads()
    {
        return upsweep::block_threads();
    }
    static unsigned thread_rank()
    {
        return upsweep::thread_rank();
    }
    static dim3 group_index()
    {
        return upsweep_block_index();
    }
    static dim3 thread_index()
    {
        return upsweep_thread_index();
    }
    static dim3 group_dim()
    {
        return upsweep_block_size();
    }
    static dim3 dim_threads()
    {
        return upsweep_block_size();
    }
};
inline thread_block this_thread_block()
{
    return thread_block();
}
/* For tiles of several warps. */
template <unsigned threads = 1024> struct block_tile_memory {
};
template <unsigned threads>
inline thread_block this_thread_block(block_tile_memory<threads> &)
{
    return thread_block();
}

template <unsigned Size, class Parent = thread_block>
class thread_block_tile
    : public upsweep_lane_group<thread_block_tile<Size, Parent>>
{
    static_assert(Size >= 1 && (Size & (Size - 1)) == 0,
                  "a tile has a power of two of threads");

  public:
    /* The tile of the running thread among those of PARENT. */
    explicit thread_block_tile(const Parent &parent)
        : number_(parent.thread_rank() / Size),
          count_((parent.size() + Size - 1) / Size)
    {
    }
    template <class Other>
    thread_block_tile(const thread_block_tile<Size, Other> &other)
        : number_(other.meta_group_rank()), count_(other.meta_group_size())
    {
    }
    upsweep::Lanes lanes() const
    {
        if (Size > 32)
            upsweep_missing("a tile of more than 32 threads is not supported");
        unsigned first = upsweep_lane() / Size * Size;
        unsigned mask =
            Size >= 32 ? 0xffffffffu : ((1u << (Size % 32)) - 1) << first;
        unsigned threads = upsweep::block_threads(),
                 warp = upsweep::thread_rank() / 32 * 32;

        /* the last warp of a block may be smaller */
        return upsweep::Lanes{
            threads - warp < 32 ? mask & ((1u << (threads - warp)) - 1) : mask};
    }
    unsigned meta_group_rank() const
    {
        return number_;
    }
    unsigned meta_group_size() const
    {
        return count_;
    }

  private:
    unsigned number_, count_;
};

/* Lanes of a warp that were at one place when the group was made. */
class coalesced_group : public upsweep_lane_group<coalesced_group>
{
  public:
    explicit coalesced_group(unsigned mask) : mask_(mask)
    {
    }
    upsweep::Lanes lanes() const
    {
        return upsweep::Lanes{mask_};
    }
    unsigned meta_group_rank() const
    {
        return 0;
    }
    unsigned meta_group_size() const
    {
        return 1;
    }

  private:
    unsigned mask_;
};
inline coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

/* A group whose kind is known when the program runs. */
class thread_group
{
  public:
    thread_group(const thread_block &) : mask_(0)
    {
    }
    template <class Group>
    thread_group(const upsweep_lane_group<Group> &group)
        : mask_(static_cast<const Group &>(group).lanes().mask)
    {
    }
    explicit thread_group(unsigned mask) : mask_(mask)
    {
    }
    void sync() const
    {
        if (mask_)
            upsweep_warp_barrier(mask_);
        else
            upsweep_barrier();
    }
    unsigned size() const
    {
        return mask_ ? upsweep::Lanes{mask_}.size() : upsweep::block_threads();
    }
    unsigned num_threads() const
    {
        return size();
    }
    unsigned thread_rank() const
    {
        return mask_ ? upsweep::Lanes{mask_}.rank() : upsweep::thread_rank();
    }
    unsigned upsweep_mask() const
    {
        return mask_;
    }

  private:
    unsigned mask_; /* of lanes; 0: the block */
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
    if (!group.upsweep_mask())
        return thread_group((size == 32 ? 0xffffffffu : (1u << size) - 1)
                            << rank % 32);
    upsweep::Lanes lanes = {group.upsweep_mask()};
    for (unsigned i = rank; i < rank + size && i < lanes.size(); ++i)
        mask |= 1u << lanes.lane(i);
    return thread_group(mask);
}
/* The lanes of GROUP that have the same LABEL. */
template <class Group, class T>
inline coalesced_group labeled_partition(const Group &group, T label)
{
    return coalesced_group(__match_any_sync(group.lanes().mask, label));
}
template <class Group>
inline coalesced_group binary_partition(const Group &group, bool predicate)
{
    return coalesced_group(
        __match_any_sync(group.lanes().mask, (int)predicate));
}

class grid_group
{
  public:
    static bool is_valid()
    {
        return false;
    }
    static void sync()
    {
        upsweep_missing("grid_group::sync is not supported (barriers of a "
                        "whole grid)");
    }
    static unsigned long long num_blocks()
    {
        UpsweepDim grid = upsweep_grid_size();
        return (unsigned long long)grid.x * grid.y * grid.z;
    }
    static unsigned long long block_rank()
    {
        UpsweepDim at = upsweep_block_index(), grid = upsweep_grid_size();
        return at.x + grid.x * (at.y + (unsigned long long)grid.y * at.z);
    }
    static unsigned long long size()
    {
        return num_blocks() * upsweep::block_threads();
    }
    static unsigned long long num_threads()
    {
        return size();
    }
    static unsigned long long thread_rank()
    {
        return block_rank() * upsweep::block_threads() + upsweep::thread_rank();
    }
    static dim3 group_dim()
    {
        return upsweep_grid_size();
    }
};
inline grid_group this_grid()
{
    return grid_group();
}

template <class Group> inline void sync(const Group &group)
{
    group.sync();
}
template <class Group> inline unsigned thread_rank(const Group &group)
{
    return group.thread_rank();
}
template <class Group> inline unsigned group_size(const Group &group)
{
    return group.size();
}

} // namespace cooperative_groups

UPSWEEP_DEVICE_END

#endif
