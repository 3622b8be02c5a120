/* SPDX-License-Identifier: MIT
 *
 * upsweep_cub - CUB (C++).  Functions of a device run on the host, as Thrust's
 * do.  Functions of a warp use shuffles.  Functions of a block keep the sum of
 * each warp in shared memory:
 *
 *     lanes     3 1 4 1   5 9 2 6   ─ shuffles ─►  3 4 8 9   5 14 16 22
 *     sums      9 22                ─ barrier ──►  each thread adds the sums
 *                                                  of the warps before its own
 */
#ifndef UPSWEEP_CUB_H
#define UPSWEEP_CUB_H

#include "upsweep_thrust.h"

#define CUB_VERSION         200000
#define CubDebug(error)     (error)
#define CubDebugExit(error) (void)(error)

namespace cub
{

typedef thrust::plus<> Sum;
typedef thrust::minimum<> Min;
typedef thrust::maximum<> Max;

#ifdef __CUDACC__

UPSWEEP_BOTH_BEGIN

enum {
    BLOCK_SCAN_RAKING,
    BLOCK_SCAN_WARP_SCANS,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS
};

/* ---- Warps ----------------------------------------------------------------*/

/* A thread among LANES lanes that work together; 0: all of its warp. */
template <class T, int lanes> struct Lanes {
    struct TempStorage {
        unsigned char unused;
    };
    int width = lanes ? lanes : warpSize, count = width;
    int own = (int)upsweep_lane(), lane = own % width;
    unsigned mask = (unsigned)((1ull << width) - 1) << own / width * width;

    Lanes() = default;
    Lanes(TempStorage &)
    {
    }
    /* VALUE of the lane FROM; -1: its own. */
    UPSWEEP_BARE T of(T value, int from)
    {
        uint64_t words[(sizeof(T) + 7) / 8] = {0};

        memcpy(words, &value, sizeof value);
        for (uint64_t &word : words)
            word = upsweep_shuffle(mask, word, from, sizeof(T) < 8 ? 4 : 8);
        memcpy((void *)&value, words, sizeof value);
        return value;
    }
    /* The inclusive sum; BEFORE becomes the sum of the lane before. */
    template <class F> T scan_lanes(T value, F add, T &before)
    {
        for (int by = 1; by < width; by *= 2) {
            T other = of(value, lane >= by ? own - by : -1);
            if (lane >= by)
                value = add(other, value);
        }
        before = of(value, lane > 0 ? own - 1 : -1);
        return value;
    }
    /* The same; SUM becomes the sum of the first VALID lanes. */
    template <class F> T scan(T value, F add, T &before, T &sum, int valid)
    {
        value = scan_lanes(value, add, before);
        sum = of(value, own - lane + valid - 1);
        return value;
    }
    UPSWEEP_RETURNS(bool is_first() const, lane == 0)
};

/* ---- Blocks ---------------------------------------------------------------*/

/* A thread of a block of COUNT threads. */
template <class T, int threads> struct Threads {
    struct TempStorage {
        T sums[32]; /* of warps */
    };
    TempStorage &storage;
    Lanes<T, 0> warp;
    int rank = (int)(threadIdx.x +
                     blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
    int count = threads, number = rank / warpSize;

    Threads(TempStorage &shared) : storage(shared)
    {
        if (threads > 32 * warpSize)
            upsweep_missing("CUB is not supported with so few lanes a warp");
    }
    template <class F> T scan(T value, F add, T &before, T &sum, int valid)
    {
        T left = value;

        value = warp.scan_lanes(value, add, before);
        if (rank == valid - 1 || (rank < valid && warp.lane == warpSize - 1))
            storage.sums[number] = value;
        __syncthreads();
        sum = storage.sums[0];
        for (int i = 1; i * warpSize < valid; ++i) {
            left = i == number ? sum : left;
            sum = add(sum, storage.sums[i]);
        }
        if (number == 0)
            return value;
        before = warp.lane == 0 ? left : (T)add(left, before);
        return add(left, value);
    }
    UPSWEEP_RETURNS(bool is_first() const, rank == 0)
};

/* ---- What both have -------------------------------------------------------*/

/* Element I of an array, or what is none. */
template <class X> auto item(const X &all, int i)
{
    if constexpr (std::is_array<X>::value)
        return all[i];
    else
        return all;
}

/* IN and OUT are one element of each thread, or arrays of several. */
template <class Group, class T> struct Of : Group {
    using Group::Group;
    /* Returns the sum of all.  BEGIN comes before the first, unless it is NULL.
     */
    template <class X, class Y, class F>
    T all(const X &in, Y &out, F add, bool exclusive, const T *begin)
    {
        constexpr int n = (int)(sizeof out / sizeof(T));
        T *to = (T *)&out, own = (T)item(in, 0), left = own, sum = own;
        bool any = begin || !this->is_first();

        for (int i = 1; i < n; ++i)
            own = add(own, (T)item(in, i));
        this->scan(own, add, left, sum, this->count);
        if (begin)
            left = this->is_first() ? *begin : (T)add(*begin, left);
        for (int i = 0; i < n; ++i, any = true) {
            T value = (T)item(in, i), next = any ? (T)add(left, value) : value;
            to[i] = exclusive ? left : next;
            left = next;
        }
        return sum;
    }
#define UPSWEEP_SCAN(name, exclusive, begin, add, ...)                         \
    template <class X, class Y, class F = cub::Sum, class... S>                \
    auto name(const X &in, Y &out, ##__VA_ARGS__, S &...sum)                   \
        ->std::enable_if_t<(std::is_same<S, T>::value && ...)>                 \
    {                                                                          \
        T zero = T(), total = all(in, out, add, exclusive, begin);             \
        (void)&zero, (void)&total, ((void)(sum = total), ...);                 \
    }
    UPSWEEP_SCAN(InclusiveSum, false, nullptr, cub::Sum())
    UPSWEEP_SCAN(ExclusiveSum, true, &zero, cub::Sum())
    UPSWEEP_SCAN(InclusiveScan, false, nullptr, add, F add)
    UPSWEEP_SCAN(ExclusiveScan, true, nullptr, add, F add)
    UPSWEEP_SCAN(ExclusiveScan, true, &begin, add, T begin, F add)
#undef UPSWEEP_SCAN
    template <class X, class F> T Reduce(const X &in, F add, int valid = 1024)
    {
        T own = (T)item(in, 0), left = own, sum = own;

        for (int i = 1; i < (int)(sizeof in / sizeof(T)); ++i)
            own = add(own, (T)item(in, i));
        this->scan(own, add, left, sum,
                   valid < this->count ? valid : this->count);
        return sum;
    }
    template <class X>
    UPSWEEP_RETURNS(T Sum(const X &in, int valid = 1024),
                    Reduce(in, cub::Sum(), valid))
};
template <class T, int lanes = 0> using WarpScan = Of<Lanes<T, lanes>, T>;
template <class T, int lanes = 0> using WarpReduce = WarpScan<T, lanes>;
template <class T, int x, int = 0, int y = 1, int z = 1>
using BlockScan = Of<Threads<T, x * y * z>, T>;
template <class T, int x, int = 0, int y = 1, int z = 1>
using BlockReduce = BlockScan<T, x, 0, y, z>;

UPSWEEP_BOTH_END

#endif /* __CUDACC__ */

/* ---- Devices --------------------------------------------------------------*/

/* A function that is called twice: with no temporary storage it gives the
 * bytes of that. */
#define UPSWEEP_CUB(name, parameters, ...)                                     \
    static cudaError_t name(void *storage, size_t &bytes,                      \
                            UPSWEEP_UNPACK parameters, cudaStream_t = 0,       \
                            bool = false)                                      \
    {                                                                          \
        typedef upsweep::Thrust<true> Thrust;                                  \
        if (storage)                                                           \
            __VA_ARGS__;                                                       \
        bytes = storage ? bytes : 256;                                         \
        return cudaSuccess;                                                    \
    }
#define UPSWEEP_UNPACK(...) __VA_ARGS__

struct DeviceScan {
    template <class I, class O>
    UPSWEEP_CUB(InclusiveSum, (I in, O out, ptrdiff_t n),
                Thrust::inclusive_scan(in, in + n, out))
    template <class I, class O>
    UPSWEEP_CUB(ExclusiveSum, (I in, O out, ptrdiff_t n),
                Thrust::exclusive_scan(in, in + n, out))
    template <class I, class O, class F>
    UPSWEEP_CUB(InclusiveScan, (I in, O out, F add, ptrdiff_t n),
                Thrust::inclusive_scan(in, in + n, out, add))
    template <class I, class O, class F, class T>
    UPSWEEP_CUB(ExclusiveScan, (I in, O out, F add, T begin, ptrdiff_t n),
                Thrust::exclusive_scan(in, in + n, out, begin, add))
};

struct DeviceReduce {
    template <class I, class O, class F, class T = upsweep::Value<I>>
    UPSWEEP_CUB(Reduce, (I in, O out, ptrdiff_t n, F add, T begin = T()),
                Thrust::fill_n(out, 1, Thrust::reduce(in, in + n, begin, add)))
    template <class I, class O>
    UPSWEEP_CUB(Sum, (I in, O out, ptrdiff_t n),
                Thrust::fill_n(out, 1, Thrust::reduce(in, in + n)))
    template <class I, class O>
    UPSWEEP_CUB(Min, (I in, O out, ptrdiff_t n),
                Thrust::copy_n(Thrust::min_element(in, in + n), 1, out))
    template <class I, class O>
    UPSWEEP_CUB(Max, (I in, O out, ptrdiff_t n),
                Thrust::copy_n(Thrust::max_element(in, in + n), 1, out))
};

struct DeviceRadixSort {
#define UPSWEEP_SORTS(descending, compare)                                     \
    template <class K>                                                         \
    UPSWEEP_CUB(SortKeys##descending, (const K *in, K *out, ptrdiff_t n),      \
                Thrust::copy_n(in, n, out),                                    \
                Thrust::sort(out, out + n, thrust::compare<>()))               \
    template <class K, class V>                                                \
    UPSWEEP_CUB(SortPairs##descending,                                         \
                (const K *in, K *out, const V *values, V *to, ptrdiff_t n),    \
                Thrust::copy_n(in, n, out), Thrust::copy_n(values, n, to),     \
                Thrust::sort_by_key(out, out + n, to, thrust::compare<>()))
    UPSWEEP_SORTS(, less)
    UPSWEEP_SORTS(Descending, greater)
#undef UPSWEEP_SORTS
};
#undef UPSWEEP_CUB
#undef UPSWEEP_UNPACK

} // namespace cub

#endif
