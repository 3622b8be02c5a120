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
#include <limits>

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
/* A number that compares as KEY does. */
template <class T> UPSWEEP_BARE size_t bits_in_order(T key)
{
    constexpr size_t sign = (size_t)1 << (8 * sizeof key - 1);
    size_t bits = 0;

    memcpy(&bits, &key, sizeof key);
    if (!std::is_signed<T>::value)
        return bits;
    return !(bits & sign)                     ? bits | sign
           : std::is_floating_point<T>::value ? ~bits & (sign | (sign - 1))
                                              : bits & ~sign;
}
/* True for what is, or is not, equal to VALUE. */
template <class T> struct Equals {
    T value;
    template <class U>
    UPSWEEP_RETURNS(bool operator()(const U &x) const, x == value)
};
template <class F> struct Not {
    F f;
    template <class... A>
    UPSWEEP_RETURNS(bool operator()(const A &...a) const, !f(a...))
};
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
    template <class I, class O, class F>
    static O transform(I first, I last, O out, F f)
    {
        size_t n = (size_t)(last - first);
        auto in = reads(first, n);
        auto to = bare(out);
        UPSWEEP_EACH(to[i] = f(in[i]));
        return stored(out, n);
    }
    template <class I, class J, class O, class F>
    static O transform(I first, I last, J second, O out, F f)
    {
        size_t n = (size_t)(last - first);
        auto a = reads(first, n);
        auto b = reads(second, n);
        auto to = bare(out);
        UPSWEEP_EACH(to[i] = f(a[i], b[i]));
        return stored(out, n);
    }
    template <class I, class F> static void generate(I first, I last, F f)
    {
        size_t n = (size_t)(last - first);
        auto to = bare(first);
        UPSWEEP_EACH(to[i] = f());
        stored(first, n);
    }
    template <class I, class N, class T>
    static I fill_n(I first, N all, const T &value)
    {
        size_t n = (size_t)all;
        Value<I> it = (Value<I>)value;
        auto to = bare(first);
        UPSWEEP_EACH(to[i] = it);
        return stored(first, n);
    }
    template <class I, class T>
    static void fill(I first, I last, const T &value)
    {
        fill_n(first, last - first, value);
    }
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
        constexpr bool mixed = Bare<I>::device != Bare<O>::device;
        typedef decltype(bare(out)) To;
        if constexpr (device && std::is_pointer<decltype(bare(first))>() &&
                      std::is_same<To, T *>()) {
            cudaMemcpy((void *)bare(out), bare(first),
                       (size_t)(last - first) * sizeof(T),
                       !mixed            ? cudaMemcpyDeviceToDevice
                       : Bare<I>::device ? cudaMemcpyDeviceToHost
                                         : cudaMemcpyHostToDevice);
            return out + (last - first);
        } else if constexpr (mixed && Bare<O>::device) {
            Vector<Value<O>, false> all;
            for (; first != last; ++first)
                all.push_back((Value<O>)*first);
            return copy(all.begin(), all.end(), out);
        } else if constexpr (mixed) {
            size_t n = (size_t)(last - first);
            Vector<T, false> all(n);
            auto in = reads(first, n);
            T *to = all.begin();
            UPSWEEP_EACH(to[i] = in[i]);
            return Thrust<false>::copy(to, to + n, out);
        } else if constexpr (device) {
            return transform(first, last, out, thrust::identity<>());
        } else {
            for (; first != last; ++first, ++out)
                *out = *first;
            return out;
        }
    }
    template <class I, class N, class O>
    UPSWEEP_RETURNS(static O copy_n(I first, N n, O out),
                    copy(first, first + n, out))

    /* -- What is kept -- */

    /* Copies those whose STENCIL is as IS says. */
    template <class I, class S, class O, class P>
    static O copy_if(I first, I last, S stencil, O out, P is)
    {
        size_t n = (size_t)(last - first), kept = 0, *end = &kept;
        auto in = reads(first, n);
        auto by = reads(stencil, n);
        auto to = bare(out);
        UPSWEEP_EACH(if (is(by[i])) to[(*end)++] = in[i]);
        return stored(out, kept);
    }
    template <class I, class O, class P>
    UPSWEEP_RETURNS(static O copy_if(I first, I last, O out, P is),
                    copy_if(first, last, first, out, is))
    template <class I, class P>
    UPSWEEP_RETURNS(static I remove_if(I first, I last, P is),
                    copy_if(first, last, first, first, Not<P>{is}))
    template <class I, class P = thrust::equal_to<>>
    static I unique(I first, I last, P same = P())
    {
        size_t n = (size_t)(last - first), kept = 0, *end = &kept;
        auto at = reads(first, n);
        UPSWEEP_EACH(if (i == 0 || !same(at[*end - 1], at[i])) at[(*end)++] =
                         at[i]);
        return stored(first, kept);
    }

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
    template <class I, class J, class T, class F = thrust::plus<>,
              class G = thrust::multiplies<>>
    static T inner_product(I first, I last, J second, T sum, F add = F(),
                           G f = G())
    {
        size_t n = (size_t)(last - first);
        auto a = reads(first, n);
        auto b = reads(second, n);
        T *to = &sum;
        UPSWEEP_EACH(*to = add(*to, f(a[i], b[i])));
        return sum;
    }
    template <class K, class V, class L, class W, class P = thrust::equal_to<>,
              class F = thrust::plus<>>
    static auto reduce_by_key(K first, K last, V values, L keys, W sums,
                              P same = P(), F add = F())
    {
        size_t n = (size_t)(last - first), kept = 0, *end = &kept;
        auto k = reads(first, n);
        auto v = reads(values, n);
        auto key = bare(keys);
        auto sum = bare(sums);
        UPSWEEP_EACH(bool begins = i == 0 || !same(k[i - 1], k[i]);
                     *end += begins; key[*end - 1] = k[i];
                     sum[*end - 1] =
                         begins ? v[i] : (Value<W>)add(sum[*end - 1], v[i]));
        return thrust::make_pair(stored(keys, kept), stored(sums, kept));
    }

    /* -- Scans -- */

    /* SUM comes before the first element, unless NONE does. */
    template <class I, class O, class T, class F>
    static O scan(I first, I last, O out, T sum, F add, bool none,
                  bool exclusive)
    {
        size_t n = (size_t)(last - first);
        auto in = reads(first, n);
        auto to = bare(out);
        UPSWEEP_EACH(T it = (T)in[i]; T before = sum;
                     sum = none && i == 0 ? it : (T)add(before, it);
                     to[i] = exclusive ? before : sum);
        return stored(out, n);
    }
    template <class I, class O, class F = thrust::plus<>>
    UPSWEEP_RETURNS(static O inclusive_scan(I first, I last, O out,
                                            F add = F()),
                    scan(first, last, out, Value<I>(), add, true, false))
    template <class I, class O, class T, class F>
    UPSWEEP_RETURNS(static O inclusive_scan(I first, I last, O out, T sum,
                                            F add),
                    scan(first, last, out, sum, add, false, false))
    template <class I, class O, class T = Value<I>, class F = thrust::plus<>>
    UPSWEEP_RETURNS(static O exclusive_scan(I first, I last, O out, T sum = T(),
                                            F add = F()),
                    scan(first, last, out, sum, add, false, true))

    /* -- Searches -- */

    template <class I, class P>
    UPSWEEP_RETURNS(static ptrdiff_t count_if(I first, I last, P is),
                    transform_reduce(first, last, is, (ptrdiff_t)0,
                                     thrust::plus<>()))
    template <class I, class T>
    UPSWEEP_RETURNS(static ptrdiff_t count(I first, I last, T value),
                    count_if(first, last, Equals<T>{value}))
    template <class I, class J, class P = thrust::equal_to<>>
    UPSWEEP_RETURNS(static bool equal(I first, I last, J second, P same = P()),
                    inner_product(first, last, second, true,
                                  thrust::logical_and<>(), same))
    template <class I, class C = thrust::less<>>
    UPSWEEP_RETURNS(static bool is_sorted(I first, I last, C less = C()),
                    first == last ||
                        inner_product(first + 1, last, first, true,
                                      thrust::logical_and<>(), Not<C>{less}))
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
    template <class I, class C, class... V>
    static void order(I first, I last, C less, V... values)
    {
        size_t n = (size_t)(last - first);
        Vector<size_t, false> numbers(n), room(n);
        size_t *a = numbers.begin(), *b = room.begin();
        typedef Value<I> T;
        constexpr bool rises = std::is_same<C, thrust::less<>>::value ||
                               std::is_same<C, thrust::less<T>>::value;
        constexpr bool falls = std::is_same<C, thrust::greater<>>::value ||
                               std::is_same<C, thrust::greater<T>>::value;
        auto in = reads(first, n);
        if constexpr (std::is_arithmetic<T>::value && (rises || falls)) {
            UPSWEEP_EACH(b[i] = falls ? ~bits_in_order(in[i])
                                      : bits_in_order(in[i]));
            upsweep_library_order(b, a, n);
        } else {
            Thrust<false>::sequence(a, a + n);
            UPSWEEP_RUN(merge_sort(in, a, b, n, less));
        }
        permute(first, n, a);
        (permute(values, n, a), ...);
    }
#define UPSWEEP_SORT(name)                                                     \
    template <class I, class C = thrust::less<>>                               \
    static void name(I first, I last, C less = C())                            \
    {                                                                          \
        order(first, last, less);                                              \
    }                                                                          \
    template <class I, class V, class C = thrust::less<>>                      \
    static void name##_by_key(I first, I last, V values, C less = C())         \
    {                                                                          \
        order(first, last, less, values);                                      \
    }
    UPSWEEP_SORT(sort)
    UPSWEEP_SORT(stable_sort)
#undef UPSWEEP_SORT
};

/* ---- Where ----------------------------------------------------------------*/

struct Policy {
};
/* thrust::device, thrust::host, and what is said of them. */
template <bool on_device> struct PolicyOf : Policy {
    static constexpr bool device = on_device;
    UPSWEEP_RETURNS(PolicyOf on(cudaStream_t) const, *this)
    template <class Allocator>
    UPSWEEP_RETURNS(PolicyOf operator()(const Allocator &) const, *this)
};

} // namespace upsweep

namespace thrust
{

/* An algorithm runs where its policy says, or its iterators. */
#define UPSWEEP_ALGORITHM(name)                                                \
    template <class A, class... B> auto name(A a, B... b)                      \
    {                                                                          \
        if constexpr (std::is_base_of<upsweep::Policy, A>::value)              \
            return upsweep::Thrust<A::device>::name(b...);                     \
        else                                                                   \
            return upsweep::Thrust < upsweep::Bare<A>::device ||               \
                   (upsweep::Bare<B>::device || ...) > ::name(a, b...);        \
    }
UPSWEEP_ALGORITHM(for_each)
UPSWEEP_ALGORITHM(transform)
UPSWEEP_ALGORITHM(generate)
UPSWEEP_ALGORITHM(fill)
UPSWEEP_ALGORITHM(fill_n)
UPSWEEP_ALGORITHM(sequence)
UPSWEEP_ALGORITHM(copy)
UPSWEEP_ALGORITHM(copy_n)
UPSWEEP_ALGORITHM(copy_if)
UPSWEEP_ALGORITHM(remove_if)
UPSWEEP_ALGORITHM(unique)
UPSWEEP_ALGORITHM(transform_reduce)
UPSWEEP_ALGORITHM(reduce)
UPSWEEP_ALGORITHM(inner_product)
UPSWEEP_ALGORITHM(reduce_by_key)
UPSWEEP_ALGORITHM(inclusive_scan)
UPSWEEP_ALGORITHM(exclusive_scan)
UPSWEEP_ALGORITHM(count)
UPSWEEP_ALGORITHM(count_if)
UPSWEEP_ALGORITHM(equal)
UPSWEEP_ALGORITHM(is_sorted)
UPSWEEP_ALGORITHM(max_element)
UPSWEEP_ALGORITHM(min_element)
UPSWEEP_ALGORITHM(sort)
UPSWEEP_ALGORITHM(sort_by_key)
UPSWEEP_ALGORITHM(stable_sort)
UPSWEEP_ALGORITHM(stable_sort_by_key)
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

/* ---- Random numbers -------------------------------------------------------*/

UPSWEEP_BOTH_BEGIN
namespace random
{

/* x becomes 48271 x mod (2^31 - 1), as in C++'s minstd_rand. */
struct minstd_rand {
    unsigned long long x;
    explicit minstd_rand(unsigned seed = 1) : x(seed % 2147483647u)
    {
        x += x == 0;
    }
    UPSWEEP_RETURNS(unsigned operator()(),
                    (unsigned)(x = x * 48271 % 2147483647u))
    void discard(unsigned long long n)
    {
        unsigned long long power = 48271;
        for (; n; n /= 2, power = power * power % 2147483647u)
            x = n % 2 ? x * power % 2147483647u : x;
    }
};
typedef minstd_rand default_random_engine;

/* Numbers from LOW on, below HIGH, or also HIGH. */
#define UPSWEEP_UNIFORM(name, most, above)                                     \
    template <class T> struct name {                                           \
        T low, high;                                                           \
        explicit name(T from = 0, T to = most) : low(from), high(to)           \
        {                                                                      \
        }                                                                      \
        template <class G>                                                     \
        UPSWEEP_RETURNS(T operator()(G &random) const,                         \
                        (T)(low + ((double)high - (double)low + above) *       \
                                      (random() - 1) / 2147483646.0))          \
    };
UPSWEEP_UNIFORM(uniform_real_distribution, 1, 0)
UPSWEEP_UNIFORM(uniform_int_distribution, std::numeric_limits<T>::max(), 1)
#undef UPSWEEP_UNIFORM

namespace experimental
{
template <class T = double> struct normal_distribution {
    T mean, deviation;
    explicit normal_distribution(T m = 0, T d = 1) : mean(m), deviation(d)
    {
    }
    template <class G>
    UPSWEEP_RETURNS(T operator()(G &random) const,
                    (T)(mean + deviation *
                                   sqrt(-2 * log(random() / 2147483647.0)) *
                                   cos(random() * 2.9258361585343192e-9)))
};
} // namespace experimental
} // namespace random
using namespace random;
UPSWEEP_BOTH_END

} // namespace thrust

namespace cuda
{
namespace std
{
using namespace thrust;
template <class T> struct numeric_limits : ::std::numeric_limits<T> {
#define UPSWEEP_LIMIT(name)                                                    \
    UPSWEEP_RETURNS(static constexpr __host__ __device__ T name(),             \
                    ::std::numeric_limits<T>::name())
    UPSWEEP_LIMIT(max)
    UPSWEEP_LIMIT(min)
    UPSWEEP_LIMIT(lowest)
    UPSWEEP_LIMIT(infinity)
#undef UPSWEEP_LIMIT
};
} // namespace std
} // namespace cuda

#endif
