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

#define CUB_VERSION     200000
#define CubDebug(error) (error)
#define CubDebugExit(error)                                                    \
    ((error) == cudaSuccess                                                    \
         ? (void)0                                                             \
         : upsweep_missing(                                                    \
               "the program ends: CubDebugExit was given an error"))

namespace cub
{

typedef thrust::plus<> Sum;
typedef thrust::minimum<> Min;
typedef thrust::maximum<> Max;
typedef thrust::equal_to<> Equality;
template <class T, class Offset = ptrdiff_t>
using CountingInputIterator = thrust::counting_iterator<T>;

#ifdef __CUDACC__

UPSWEEP_BOTH_BEGIN

enum { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
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
    template <class F> T scan(T value, F add, T &before, T &sum)
    {
        value = scan_lanes(value, add, before);
        sum = of(value, own - lane + width - 1);
        return value;
    }
    /* Lane 0 gets the sum of the first VALID. */
    template <class F> T reduce(T value, F add, int valid)
    {
        for (int by = 1; by < width; by *= 2) {
            bool adds = lane + by < (valid < width ? valid : width);
            T other = of(value, adds ? own + by : -1);
            if (adds)
                value = add(value, other);
        }
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
    int warps = (threads + warpSize - 1) / warpSize;

    Threads(TempStorage &shared) : storage(shared)
    {
        if (warps > 32)
            upsweep_missing("CUB is not supported with so few lanes a warp");
    }
    template <class F> T scan(T value, F add, T &before, T &sum)
    {
        T left = value;

        value = warp.scan_lanes(value, add, before);
        if (warp.lane == warpSize - 1 || rank == threads - 1)
            storage.sums[number] = value;
        __syncthreads();
        sum = storage.sums[0];
        for (int i = 1; i < warps; ++i) {
            left = i == number ? sum : left;
            sum = add(sum, storage.sums[i]);
        }
        if (number == 0)
            return value;
        before = warp.lane == 0 ? left : (T)add(left, before);
        return add(left, value);
    }
    /* Thread 0 gets the sum of the first VALID. */
    template <class F> T reduce(T value, F add, int valid)
    {
        T sum = warp.reduce(value, add, valid - number * warpSize);

        if (warp.lane == 0)
            storage.sums[number] = sum;
        __syncthreads();
        for (int i = 1; rank == 0 && i < warps && i * warpSize < valid; ++i)
            sum = add(sum, storage.sums[i]);
        return sum;
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
template <class Group, class T> struct ScanOf : Group {
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
        this->scan(own, add, left, sum);
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
    template <class X, class Y, class F = Sum>                                 \
    void name(const X &in, Y &out, ##__VA_ARGS__)                              \
    {                                                                          \
        T zero = T();                                                          \
        (void)&zero, all(in, out, add, exclusive, begin);                      \
    }                                                                          \
    template <class X, class Y, class F = Sum>                                 \
    void name(const X &in, Y &out, ##__VA_ARGS__, T &sum)                      \
    {                                                                          \
        T zero = T();                                                          \
        (void)&zero, sum = all(in, out, add, exclusive, begin);                \
    }
    UPSWEEP_SCAN(InclusiveSum, false, nullptr, Sum())
    UPSWEEP_SCAN(ExclusiveSum, true, &zero, Sum())
    UPSWEEP_SCAN(InclusiveScan, false, nullptr, add, F add)
    UPSWEEP_SCAN(ExclusiveScan, true, nullptr, add, F add)
    UPSWEEP_SCAN(ExclusiveScan, true, &begin, add, T begin, F add)
#undef UPSWEEP_SCAN
};
template <class Group, class T> struct ReduceOf : Group {
    using Group::Group;
    template <class X, class F> T Reduce(const X &in, F add, int valid = 1024)
    {
        T own = (T)item(in, 0);
        for (int i = 1; i < (int)(sizeof in / sizeof(T)); ++i)
            own = add(own, (T)item(in, i));
        return this->reduce(own, add,
                            valid < this->count ? valid : this->count);
    }
    template <class X> T Sum(const X &in, int valid = 1024)
    {
        return Reduce(in, cub::Sum(), valid);
    }
};
template <class T, int lanes = 0> using WarpScan = ScanOf<Lanes<T, lanes>, T>;
template <class T, int lanes = 0>
using WarpReduce = ReduceOf<Lanes<T, lanes>, T>;
template <class T, int x, int = BLOCK_SCAN_RAKING, int y = 1, int z = 1>
using BlockScan = ScanOf<Threads<T, x * y * z>, T>;
template <class T, int x, int = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1,
          int z = 1>
using BlockReduce = ReduceOf<Threads<T, x * y * z>, T>;

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
    template <class I>
    UPSWEEP_CUB(InclusiveSum, (I all, ptrdiff_t n),
                Thrust::inclusive_scan(all, all + n, all))
    template <class I>
    UPSWEEP_CUB(ExclusiveSum, (I all, ptrdiff_t n),
                Thrust::exclusive_scan(all, all + n, all))
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

struct DeviceSelect {
    template <class I, class O, class N, class F>
    UPSWEEP_CUB(If, (I in, O out, N count, ptrdiff_t n, F is),
                Thrust::fill_n(count, 1,
                               Thrust::copy_if(in, in + n, out, is) - out))
    template <class I, class S, class O, class N>
    UPSWEEP_CUB(Flagged, (I in, S flags, O out, N count, ptrdiff_t n),
                Thrust::fill_n(count, 1,
                               Thrust::copy_if(in, in + n, flags, out,
                                               thrust::identity<>()) -
                                   out))
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
