/* SPDX-License-Identifier: MIT
 *
 * upsweep_thrust - Thrust's algorithms (C++).  They run on the host, one
 * element after the other, and are no launches: the simulator checks and notes
 * what they read and store as it does with a cudaMemcpy.
 */
#ifndef UPSWEEP_THRUST_H
#define UPSWEEP_THRUST_H

#include "upsweep_vector.h"

#include <algorithm> /* as in Thrust, for programs that use it */

#define THRUST_VERSION 200000

namespace upsweep
{

/* ---- Running --------------------------------------------------------------*/

#ifdef __CUDACC__
template <class F> __global__ void library(F *f)
{
    (*f)();
}
#endif
/* Runs F as code of the DEVICE, which calls functions of the device, or not. */
template <bool device, class F> void run(F f)
{
    if constexpr (!device)
        f();
    else
#ifdef __CUDACC__
        upsweep_library_run((const void *)library<F>, nullptr, &f);
#else
        upsweep_library_run(
            nullptr, [](void *it) { (*(F *)it)(); }, &f);
#endif
}
#define UPSWEEP_RUN(...)                                                       \
    run<device>([=] __host__ __device__() UPSWEEP_BARE mutable { __VA_ARGS__; })
/* The same for each I below N. */
#define UPSWEEP_EACH(...)                                                      \
    UPSWEEP_RUN(for (size_t i = 0; i < n; ++i) { __VA_ARGS__; })

template <class I> auto bare(I i)
{
    return Bare<I>::of(i);
}
/* N elements from I on are read, or STORED. */
template <bool device, class I> void touch(I i, size_t n, bool stored)
{
    if constexpr (std::is_pointer<I>::value)
        upsweep_library_touch(i, n * sizeof *i, device, stored);
    else if constexpr (Bare<I>::device)
        touch<true>(bare(i), n, stored);
}

UPSWEEP_BOTH_BEGIN
/* Sorts the N numbers of elements in A; B has room for as many. */
template <class I, class C>
UPSWEEP_BARE void merge_sort(I in, size_t *a, size_t *b, size_t n, C less)
{
    for (size_t run = 1; run < n; run *= 2) {
        for (size_t end, from = 0; from < n; from = end) {
            size_t middle = from + run < n ? from + run : n;
            size_t l = from, r = middle;
            end = middle + run < n ? middle + run : n;
            for (size_t i = from; i < end; ++i)
                if (r == end || (l < middle && !less(in[a[r]], in[a[l]])))
                    b[i] = a[l++];
                else
                    b[i] = a[r++];
        }
        for (size_t i = 0; i < n; ++i)
            a[i] = b[i];
    }
}
UPSWEEP_BOTH_END

/* ---- Algorithms -----------------------------------------------------------*/

template <bool device> struct Thrust {
    template <class I> static auto reads(I i, size_t n)
    {
        touch<device>(i, n, false);
        return bare(i);
    }
    template <class I> static I stored(I i, size_t n)
    {
        touch<device>(i, n, true);
        return i + (ptrdiff_t)n;
    }

    /* -- Element by element -- */

    template <class I, class F> static I for_each(I first, I last, F f)
    {
        size_t n = (size_t)(last - first);
        auto in = reads(first, n);
        UPSWEEP_EACH(f(in[i]));
        return stored(first, n);
    }
    /* Stores N elements, each made of those at the iterators IN. */
    template <class O, class F, class... I>
    static O map(size_t n, O out, F f, I... in)
    {
        auto to = bare(out);
        UPSWEEP_EACH(to[i] = f(in[i]...));
        return stored(out, n);
    }
    template <class I, class O, class F>
    UPSWEEP_RETURNS(static O transform(I first, I last, O out, F f),
                    map((size_t)(last - first), out, f,
                        reads(first, (size_t)(last - first))))
    template <class I, class J, class O, class F>
    UPSWEEP_RETURNS(static O transform(I first, I last, J second, O out, F f),
                    map((size_t)(last - first), out, f,
                        reads(first, (size_t)(last - first)),
                        reads(second, (size_t)(last - first))))
    template <class I, class F>
    UPSWEEP_RETURNS(static void generate(I first, I last, F f),
                    (void)map((size_t)(last - first), first, f))
    template <class I, class N, class T>
    static I fill_n(I first, N n, const T &value)
    {
        Value<I> it = (Value<I>)value;
        return map((size_t)n, first, [=] __host__ __device__() { return it; });
    }
    template <class I, class T>
    UPSWEEP_RETURNS(static void fill(I first, I last, const T &value),
                    (void)fill_n(first, last - first, value))
    template <class I, class T = Value<I>, class S = Value<I>>
    static void sequence(I first, I last, T from = T(0), S step = S(1))
    {
        size_t n = (size_t)(last - first);
        auto to = bare(first);
        UPSWEEP_EACH(to[i] = (Value<I>)(from + (Value<I>)i * step));
        stored(first, n);
    }
    /* Either side may be the host's. */
    template <class I, class O> static O copy(I first, I last, O out)
    {
        typedef Value<I> T;
        constexpr bool from = Bare<I>::device, to = Bare<O>::device;
        if constexpr (device && std::is_pointer<decltype(bare(first))>() &&
                      std::is_same<decltype(bare(out)), T *>()) {
            cudaMemcpy((void *)bare(out), bare(first),
                       (size_t)(last - first) * sizeof(T), cudaMemcpyDefault);
            return out + (last - first);
        } else if constexpr (from != to) {
            Vector<std::conditional_t<to, Value<O>, T>, false> all(first, last);
            return Thrust<to>::copy(all.begin(), all.end(), out);
        } else if constexpr (device) {
            return transform(first, last, out, thrust::identity<>());
        } else {
            return std::copy(first, last, out);
        }
    }
    template <class I, class N, class O>
    UPSWEEP_RETURNS(static O copy_n(I first, N n, O out),
                    copy(first, first + n, out))

    /* -- What is kept -- */

    /* Copies each element of which IS says what is WANTED. */
    template <class I, class O, class P>
    static O copy_if(I first, I last, O out, P is, bool wanted = true)
    {
        size_t n = (size_t)(last - first), kept = 0, *end = &kept;
        auto in = reads(first, n);
        auto to = bare(out);
        UPSWEEP_EACH(if (is(in[i]) == wanted) to[(*end)++] = in[i]);
        return stored(out, kept);
    }
    template <class I, class P>
    UPSWEEP_RETURNS(static I remove_if(I first, I last, P is),
                    copy_if(first, last, first, is, false))

    /* -- Sums -- */

    template <class I, class U, class T, class F>
    static T transform_reduce(I first, I last, U f, T sum, F add)
    {
        size_t n = (size_t)(last - first);
        auto in = reads(first, n);
        T *to = &sum;
        UPSWEEP_EACH(*to = add(*to, f(in[i])));
        return sum;
    }
    template <class I, class T = Value<I>, class F = thrust::plus<>>
    UPSWEEP_RETURNS(static T reduce(I first, I last, T sum = T(), F add = F()),
                    transform_reduce(first, last, thrust::identity<>(), sum,
                                     add))
    /* -- Scans -- */

    /* SUM comes before the first element of an EXCLUSIVE scan. */
    template <class I, class O, class T, class F>
    static O scan(I first, I last, O out, T sum, F add, bool exclusive)
    {
        size_t n = (size_t)(last - first);
        auto in = reads(first, n);
        auto to = bare(out);
        UPSWEEP_EACH(T it = (T)in[i]; T before = sum;
                     sum = !exclusive && i == 0 ? it : (T)add(before, it);
                     to[i] = exclusive ? before : sum);
        return stored(out, n);
    }
    template <class I, class O, class F = thrust::plus<>>
    UPSWEEP_RETURNS(static O inclusive_scan(I first, I last, O out,
                                            F add = F()),
                    scan(first, last, out, Value<I>(), add, false))
    template <class I, class O, class T = Value<I>, class F = thrust::plus<>>
    UPSWEEP_RETURNS(static O exclusive_scan(I first, I last, O out, T sum = T(),
                                            F add = F()),
                    scan(first, last, out, sum, add, true))

    /* -- Searches -- */

    template <class I, class P>
    UPSWEEP_RETURNS(static ptrdiff_t count_if(I first, I last, P is),
                    transform_reduce(first, last, is, (ptrdiff_t)0,
                                     thrust::plus<>()))
    template <class I, class T>
    UPSWEEP_RETURNS(static ptrdiff_t count(I first, I last, T value),
                    count_if(first, last, [=] __host__ __device__(T x) {
                        return x == value;
                    }))
    /* The first I that is BEST of those before it and itself. */
#define UPSWEEP_BEST(name, ...)                                                \
    template <class I, class C = thrust::less<>>                               \
    static I name(I first, I last, C less = C())                               \
    {                                                                          \
        size_t n = (size_t)(last - first), best = 0, *to = &best;              \
        auto in = reads(first, n);                                             \
        UPSWEEP_EACH(if (less(__VA_ARGS__)) *to = i);                          \
        return first + (ptrdiff_t)best;                                        \
    }
    UPSWEEP_BEST(max_element, in[*to], in[i])
    UPSWEEP_BEST(min_element, in[i], in[*to])
#undef UPSWEEP_BEST

    /* -- Orders -- */

    template <class I> static void permute(I first, size_t n, size_t *by)
    {
        Vector<Value<I>, false> old(n);
        Value<I> *from = old.begin();
        auto at = reads(first, n);
        UPSWEEP_EACH(from[i] = at[i]);
        UPSWEEP_EACH(at[i] = from[by[i]]);
        stored(first, n);
    }
    template <class I, class C = thrust::less<>, class... V>
    static void sort(I first, I last, C less = C(), V... values)
    {
        size_t n = (size_t)(last - first);
        Vector<size_t, false> numbers(n), room(n);
        size_t *a = numbers.begin(), *b = room.begin();
        auto in = reads(first, n);
        Thrust<false>::sequence(a, a + n);
        UPSWEEP_RUN(merge_sort(in, a, b, n, less));
        permute(first, n, a);
        (permute(values, n, a), ...);
    }
    template <class I, class V, class C = thrust::less<>>
    UPSWEEP_RETURNS(static void sort_by_key(I first, I last, V values,
                                            C less = C()),
                    sort(first, last, less, values))
};

/* ---- Where ----------------------------------------------------------------*/

struct Policy {
};
/* thrust::device, thrust::host, and what is said of them. */
template <bool on_device> struct PolicyOf : Policy {
    static constexpr bool device = on_device;
    UPSWEEP_RETURNS(PolicyOf on(cudaStream_t) const, *this)
};

} // namespace upsweep

namespace thrust
{

/* An algorithm runs where its policy says, or its iterators. */
#define UPSWEEP_ALGORITHM(name, prefix)                                        \
    template <class A, class... B> auto prefix##name(A a, B... b)              \
    {                                                                          \
        if constexpr (std::is_base_of<upsweep::Policy, A>::value)              \
            return upsweep::Thrust<A::device>::name(b...);                     \
        else                                                                   \
            return upsweep::Thrust < upsweep::Bare<A>::device ||               \
                   (upsweep::Bare<B>::device || ...) > ::name(a, b...);        \
    }
UPSWEEP_ALL(UPSWEEP_ALGORITHM, , for_each, transform, generate, fill, fill_n,
            sequence, copy, copy_n, copy_if, remove_if, transform_reduce,
            reduce, inclusive_scan, exclusive_scan, count, count_if,
            max_element, min_element, sort, sort_by_key)
UPSWEEP_ALL(UPSWEEP_ALGORITHM, stable_, sort, sort_by_key)
#undef UPSWEEP_ALGORITHM

static const upsweep::PolicyOf<true> device;
static const upsweep::PolicyOf<false> host, seq;
namespace cuda
{
static const upsweep::PolicyOf<true> par, par_nosync;
}

template <class T>
device_ptr<T> device_malloc(size_t n, int line = __builtin_LINE())
{
    T *memory = nullptr;

    upsweep_malloc_of(&memory, n * sizeof(T), 0, line);
    return device_ptr<T>(memory);
}
template <class T>
UPSWEEP_RETURNS(void device_free(device_ptr<T> at),
                (void)cudaFree((void *)at.get()))

} // namespace thrust

#endif
