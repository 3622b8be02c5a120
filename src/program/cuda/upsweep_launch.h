/* SPDX-License-Identifier: MIT
 *
 * upsweep_launch - what rewrite.c makes of launches and of variables (C++).
 */
#ifndef UPSWEEP_LAUNCH_H
#define UPSWEEP_LAUNCH_H

#include "cuda_runtime_api.h"
#include "upsweep_element.h"

#include <tuple>
#include <utility>

#define UPSWEEP_TEXT(...)    UPSWEEP_TEXT_OF(__VA_ARGS__)
#define UPSWEEP_TEXT_OF(...) #__VA_ARGS__

/* A kernel, perhaps overloaded, as two arguments of upsweep_kernel: its
 * address, and an object that can be called.  The type of this one says which
 * arguments the kernel takes.  Behind the kernel come the destructors of what
 * it was given. */
#define UPSWEEP_CALL(...)                                                      \
    upsweep::address_by(                                                       \
        [&](auto upsweep_address)                                              \
            UPSWEEP_BARE -> decltype(upsweep_address(__VA_ARGS__)) {           \
                return upsweep_address(__VA_ARGS__);                           \
            },                                                                 \
        0),                                                                    \
        UPSWEEP_CALLABLE(__VA_ARGS__)
#define UPSWEEP_CALLABLE(...)                                                  \
    [=](auto &&...upsweep_a)                                                   \
        UPSWEEP_BARE -> decltype((void)(__VA_ARGS__(                           \
                         static_cast<decltype(upsweep_a)>(upsweep_a)...))) {   \
            __VA_ARGS__(                                                       \
                upsweep::Given<decltype(upsweep_a)>::of(upsweep_a)...),        \
                upsweep_take_argument(1);                                      \
            upsweep_take_argument(0);                                          \
        }

struct UpsweepNoAlignment {
    char c;
};

constexpr unsigned upsweep_larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

template <class T, class A = UpsweepNoAlignment>
constexpr UpsweepVariable upsweep_variable(const char *name, const char *type)
{
    return UpsweepVariable{name,
                           type,
                           sizeof(T),
                           upsweep_larger(alignof(T), alignof(A)),
                           upsweep::Extents<T>::element(),
                           {upsweep::Extents<T>::at(0),
                            upsweep::Extents<T>::at(1),
                            upsweep::Extents<T>::at(2),
                            upsweep::Extents<T>::at(3)},
                           0,
                           0};
}

/* Dynamic shared memory as an array of T. */
template <class T, class A = UpsweepNoAlignment>
constexpr UpsweepVariable upsweep_dynamic_variable(const char *name,
                                                   const char *type)
{
    return UpsweepVariable{name,
                           type,
                           0,
                           upsweep_larger(alignof(T), alignof(A)),
                           upsweep::Extents<T>::element(),
                           {0, upsweep::Extents<T>::at(0),
                            upsweep::Extents<T>::at(1),
                            upsweep::Extents<T>::at(2)},
                           0,
                           0};
}

/* `extern __shared__ T name[];` outside of functions: a pointer that is found
 * anew at each use. */
template <class T, UpsweepVariable *variable> struct UpsweepDynamic {
    operator T *() const
    {
        return (T *)upsweep_dynamic(variable);
    }
    template <class U> explicit operator U *() const
    {
        return (U *)upsweep_dynamic(variable);
    }
};

/* `__shared__ T name;` outside of functions. */
template <class T, UpsweepVariable *variable> struct UpsweepShared {
    T &place() const
    {
        return *(T *)upsweep_shared(variable);
    }
    operator T &() const
    {
        return place();
    }
    T *operator&() const
    {
        return &place();
    }
    template <class U> T &operator=(const U &value) const
    {
        return place() = value;
    }
    template <class U> T &operator+=(const U &value) const
    {
        return place() += value;
    }
    template <class U> T &operator-=(const U &value) const
    {
        return place() -= value;
    }
    T &operator++() const
    {
        return ++place();
    }
    T operator++(int) const
    {
        return place()++;
    }
};
template <class T, size_t N, UpsweepVariable *variable>
struct UpsweepShared<T[N], variable> {
    operator T *() const
    {
        return (T *)upsweep_shared(variable);
    }
    template <class U> explicit operator U *() const
    {
        return (U *)upsweep_shared(variable);
    }
};

/* Names a __device__, __constant__ or __managed__ variable. */
template <class T>
int upsweep_symbol_of(const char *name, const T &variable, int managed)
{
    upsweep_symbol(name,
                   (void *)&reinterpret_cast<const volatile char &>(variable),
                   sizeof(T), upsweep::Extents<T>::element(), managed);
    return 0;
}

namespace upsweep
{

/* ---- Arguments ------------------------------------------------------------*/

/* The address of a function. */
struct Address {
    template <class R, class... P>
    UPSWEEP_BARE auto operator()(R (*f)(P...)) const -> R (*)(P...)
    {
        return f;
    }
};
/* What FIND tells of its kernel by an Address.  NULL: the kernel's name alone
 * does not say which function it is, as where it is overloaded. */
template <class F>
UPSWEEP_BARE auto address_by(const F &find, int) -> decltype(find(Address()))
{
    return find(Address());
}
template <class F> UPSWEEP_BARE std::nullptr_t address_by(const F &, long)
{
    return nullptr;
}

template <class A> struct IsObject {
    static constexpr bool value =
        std::is_class<A>::value || std::is_union<A>::value;
};

/* What 0 and NULL become where a kernel takes a pointer. */
struct Zero {
    long value;
    template <class T,
              class = typename std::enable_if<std::is_arithmetic<T>::value ||
                                              std::is_pointer<T>::value>::type>
    UPSWEEP_BARE operator T() const
    {
        return (T)value;
    }
};
template <class A> struct Converted {
    typedef A type;
};
template <> struct Converted<int> {
    typedef Zero type;
};
template <> struct Converted<long> {
    typedef Zero type;
};
template <class A>
UPSWEEP_BARE inline typename std::enable_if<!IsObject<A>::value, A>::type
converted(A a, A *)
{
    return a;
}
/* An object is not copied here, but by Given. */
template <class A>
UPSWEEP_BARE inline typename std::enable_if<IsObject<A>::value, A &&>::type
converted(const A &a, A *)
{
    return static_cast<A &&>(const_cast<A &>(a));
}
template <class A> UPSWEEP_BARE inline Zero converted(A a, Zero *)
{
    return Zero{(long)a};
}

/* How a kernel can be called with arguments of types A. */
struct AsTheyAre {
    template <class A> using Type = A;
};
struct WithZeros {
    template <class A> using Type = typename Converted<A>::type;
};
struct NotAtAll {
};
template <class F, class... A>
auto how(int, int)
    -> decltype(std::declval<const F &>()(std::declval<A>()...), AsTheyAre());
template <class F, class... A>
auto how(int, long)
    -> decltype(std::declval<const F &>()(
                    std::declval<typename Converted<A>::type>()...),
                WithZeros());
template <class F, class... A> NotAtAll how(long, long);

template <class T>
UPSWEEP_BARE inline void add_pointer(UpsweepPointer *&to, unsigned number, T *p)
{
    *to++ = UpsweepPointer{(const void *)p, number, element_of<T>()};
}
template <class R, class... P>
UPSWEEP_BARE inline void add_pointer(UpsweepPointer *&, unsigned, R (*)(P...))
{
}
UPSWEEP_BARE inline void add_pointer(UpsweepPointer *&, unsigned, ...)
{
}

/* Names the types A. */
template <class... A> UPSWEEP_BARE inline const char *types_of()
{
    return __PRETTY_FUNCTION__;
}

/* Adds an argument that is no pointer to memory to a hash of them, which begins
 * with NO_VALUES. */
constexpr uint64_t NO_VALUES = UINT64_C(0xcbf29ce484222325);
template <class T>
UPSWEEP_BARE inline typename std::enable_if<
    !std::is_pointer<T>::value ||
    std::is_function<typename std::remove_pointer<T>::type>::value>::type
add_value(uint64_t &hash, const T &value)
{
    const unsigned char *bytes =
        &reinterpret_cast<const unsigned char &>(value);

    for (size_t i = 0; i < sizeof(T); ++i)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
}
template <class T>
UPSWEEP_BARE inline typename std::enable_if<
    std::is_pointer<T>::value &&
    !std::is_function<typename std::remove_pointer<T>::type>::value>::type
add_value(uint64_t &, const T &)
{
}
/* What a parameter that is a const A & takes, and one that is an A does not:
 * it could be made in two ways. */
template <class A> struct ForReference {
    operator const A &() const;
    operator A() const;
};
template <bool is, class A, class B> struct Other {
    typedef typename std::conditional<is, B, A &>::type type;
};
/* True if F takes argument I of A, an object, by value. */
template <class F, size_t I, class S, class... A> struct ByValue;
template <class F, size_t I, size_t... J, class... A>
struct ByValue<F, I, std::index_sequence<J...>, A...> {
    template <class... B>
    static constexpr bool can =
        !std::is_same<decltype(how<F, B...>(0, 0)), NotAtAll>::value;
    template <class B>
    static constexpr bool can_take = can<typename Other<I == J, A, B>::type...>;
    typedef typename std::remove_cv<
        typename std::tuple_element<I, std::tuple<A...>>::type>::type Own;
    static constexpr bool value =
        IsObject<Own>::value && can_take<Own> && !can_take<ForReference<Own>>;
};

/* What the kernel of the running thread is given for an argument of type A: of
 * an object a copy, which no function of the kernel makes; else A itself. */
struct Taking {
    UPSWEEP_BARE Taking()
    {
        upsweep_take_argument(1);
    }
    UPSWEEP_BARE ~Taking()
    {
        upsweep_take_argument(0);
    }
};
template <class A,
          bool copies =
              IsObject<typename std::remove_reference<A>::type>::value &&
              !std::is_lvalue_reference<A>::value>
struct Given {
    UPSWEEP_BARE static A &&of(typename std::remove_reference<A>::type &a)
    {
        return static_cast<A &&>(a);
    }
};
template <class A> struct Given<A, true> {
    typedef
        typename std::remove_cv<typename std::remove_reference<A>::type>::type
            Own;
    UPSWEEP_BARE static Own of(const Own &a)
    {
        Taking taking;
        return a;
    }
};

constexpr bool any()
{
    return false;
}
template <class... B> constexpr bool any(bool first, B... others)
{
    return first || any(others...);
}

/* ---- Objects that are converted -------------------------------------------*/

/* True if an argument of type A becomes a P by a function of a class, which
 * the host calls before the launch, with the argument itself. */
template <class P, class A>
constexpr bool is_converted =
    IsObject<typename std::decay<A>::type>::value &&
    !std::is_reference<P>::value &&
    !std::is_same<P, typename std::decay<A>::type>::value;
template <bool as_many, class P, class... A> struct AnyConverted {
    static constexpr bool value = false;
};
template <class... P, class... A>
struct AnyConverted<true, std::tuple<P...>, A...> {
    static constexpr bool value = any(is_converted<P, A>...);
};
/* True if the kernel with an address of type T takes arguments of types A, and
 * some of them are converted. */
template <class T, class... A> struct Converts : std::false_type {
};
template <class R, class... P, class... A>
struct Converts<R (*)(P...), A...>
    : std::integral_constant<bool,
                             AnyConverted<sizeof...(P) == sizeof...(A),
                                          std::tuple<P...>, A...>::value> {
};
/* True if the kernel with an address of type T has a parameter that is a
 * reference: it is given the address of what the host has. */
template <class T> struct Refers : std::false_type {
};
template <class R, class... P>
struct Refers<R (*)(P...)>
    : std::integral_constant<bool, any(std::is_reference<P>::value...)> {
};
template <class P, class A>
using Passed = typename std::conditional<is_converted<P, A>, P, A &&>::type;
/* A, for a parameter P. */
template <class P, class A>
UPSWEEP_BARE Passed<P, A> passed(typename std::remove_reference<A>::type &a)
{
    return static_cast<A &&>(a);
}

/* ---- Objects as their bytes -----------------------------------------------*/

/* A GPU has the bytes of an argument, and calls no function of its class.  True
 * if such functions make the compiler pass a P by its address: what is there
 * may be bytes that no constructor has seen. */
template <class P, bool is = IsObject<P>::value> struct ByAddress {
    static constexpr bool value = false;
};
template <class P> struct ByAddress<P, true> {
    static constexpr bool value =
        std::is_copy_constructible<P>::value &&
        !(std::is_trivially_copy_constructible<P>::value &&
          std::is_trivially_move_constructible<P>::value &&
          std::is_trivially_destructible<P>::value);
};
/* A thread's own bytes of an argument. */
template <class P> struct Bytes {
    alignas(P) unsigned char bytes[sizeof(P)];

    UPSWEEP_BARE explicit Bytes(const P &from)
    {
        const unsigned char *of =
            &reinterpret_cast<const unsigned char &>(from);

        for (size_t i = 0; i < sizeof(P); ++i)
            bytes[i] = of[i];
    }
    UPSWEEP_BARE operator P &()
    {
        return reinterpret_cast<P &>(bytes);
    }
};
template <class P> struct BytesOf {
    template <class A> UPSWEEP_BARE static Bytes<P> of(const A &a)
    {
        return Bytes<P>(a);
    }
};
/* Makes what a kernel is given for its parameter P from an A. */
template <class P, class A>
using Giver = typename std::conditional<ByAddress<P>::value, BytesOf<P>,
                                        Given<A &&>>::type;
template <class P>
using Parameter = typename std::conditional<ByAddress<P>::value, P &, P>::type;

/* True if the kernel with an address of type T takes arguments of types A, and
 * some of them as their bytes. */
template <bool as_many, class P, class A> struct AnyBytes {
    static constexpr bool value = false;
};
template <class... P, class... A>
struct AnyBytes<true, std::tuple<P...>, std::tuple<A...>> {
    static constexpr bool value =
        any(ByAddress<P>::value...) &&
        !any((ByAddress<P>::value && !std::is_same<P, A>::value)...);
};
template <class T, class... A> struct TakesBytes : std::false_type {
};
template <class R, class... P, class... A>
struct TakesBytes<R (*)(P...), A...>
    : std::integral_constant<
          bool, AnyBytes<sizeof...(P) == sizeof...(A), std::tuple<P...>,
                         std::tuple<A...>>::value> {
};
template <class R, class... P, class... A>
UPSWEEP_BARE void call_with_bytes(R (*f)(P...), A &&...a)
{
    ((void (*)(Parameter<P>...))(void (*)())f)(Giver<P, A>::of(a)...);
}

/* ---- Launches -------------------------------------------------------------*/

/* How the arguments of a launch reach its kernel. */
enum Passing {
    BY_VALUE,      /* each thread gets copies */
    BY_CONVERSION, /* some are converted, and not copied before */
    BY_REFERENCE   /* a parameter is one: to managed memory, or it is a fault */
};
template <class F, class T, class... A> constexpr Passing passing()
{
    typedef decltype(how<F, typename std::decay<A>::type...>(0, 0)) Copied;

    return Converts<T, A...>::value &&
                   !std::is_same<decltype(how<F, A...>(0, 0)), NotAtAll>::value
               ? BY_CONVERSION
           : std::is_same<Copied, NotAtAll>::value ||
                   (Refers<T>::value && std::is_same<Copied, AsTheyAre>::value)
               ? BY_REFERENCE
               : BY_VALUE;
}

template <class B> UPSWEEP_BARE void run(void *user)
{
    (*(const B *)user)();
}

template <class B>
UPSWEEP_BARE void start(const UpsweepLaunch &launch,
                        const UpsweepPointer *pointers, int count,
                        const B &body)
{
    upsweep_set_error(
        upsweep_launch(&launch, pointers, count, run<B>, (void *)&body));
}

/* A launch without its arguments: of F, at ADDRESS. */
template <class F, class T> struct Kernel {
    UpsweepLaunch launch;
    T address;
    F f;

    template <class... A, class = typename std::enable_if<
                              passing<F, T, A...>() == BY_VALUE>::type>
    UPSWEEP_BARE void operator()(A... a) const
    {
        UpsweepPointer pointers[sizeof...(A) + 1], *end = pointers;
        unsigned number = 0;
        UpsweepLaunch valued = launch;
        valued.types = types_of<A...>();
        int each[] = {0, (add_if_pointer(end, ++number, a),
                          add_value(valued.values, a), 0)...};

        (void)each;
        go(decltype(how<F, A...>(0, 0))(),
           std::integral_constant<bool, TakesBytes<T, A...>::value>(), valued,
           pointers, (int)(end - pointers), a...);
    }
    template <class... A,
              class = typename std::enable_if<passing<F, T, A...>() ==
                                              BY_CONVERSION>::type,
              int = 0>
    UPSWEEP_BARE void operator()(A &&...a) const
    {
        convert<A...>(address, a...);
    }
    template <class... A, class = typename std::enable_if<
                              passing<F, T, A...>() == BY_REFERENCE>::type>
    UPSWEEP_BARE void operator()(A &&...a) const
    {
        refer(decltype(how<F, A...>(0, 0))(), a...);
    }

  private:
    template <class... A, class R, class... P>
    UPSWEEP_BARE void
    convert(R (*)(P...), typename std::remove_reference<A>::type &...a) const
    {
        (*this)(passed<P, A>(a)...);
    }

    template <class A>
    UPSWEEP_BARE static typename std::enable_if<std::is_pointer<A>::value>::type
    add_if_pointer(UpsweepPointer *&end, unsigned number, const A &a)
    {
        add_pointer(end, number, a);
    }
    template <class A>
    UPSWEEP_BARE static
        typename std::enable_if<!std::is_pointer<A>::value>::type
        add_if_pointer(UpsweepPointer *&, unsigned, const A &)
    {
    }

    /* The launch has ended when these return: no more copies are made. */
    template <class H, class... A>
    UPSWEEP_BARE void go(H, std::false_type, const UpsweepLaunch &valued,
                         const UpsweepPointer *pointers, int count,
                         A &...a) const
    {
        F call = f;
        start(valued, pointers, count, [&]() UPSWEEP_BARE {
            call(converted(a, (typename H::template Type<A> *)nullptr)...);
        });
    }
    template <class H, class... A>
    UPSWEEP_BARE void go(H, std::true_type, const UpsweepLaunch &valued,
                         const UpsweepPointer *pointers, int count,
                         A &...a) const
    {
        T call = address;
        start(valued, pointers, count, [&]() UPSWEEP_BARE {
            call_with_bytes(
                call, converted(a, (typename H::template Type<A> *)nullptr)...);
        });
    }
    template <class H, class... A> UPSWEEP_BARE void refer(H, A &...a) const
    {
        refer_each(std::index_sequence_for<A...>(), a...);
    }
    template <size_t... I, class... A>
    UPSWEEP_BARE void refer_each(std::index_sequence<I...>, A &...a) const
    {
        const F &call = f;
        UpsweepPointer pointers[sizeof...(A) + 1], *end = pointers;
        UpsweepLaunch unvalued = launch;
        unsigned number = 0;
        int each[] = {0, (add_if_pointer(end, ++number, a), 0)...};

        (void)each;
        unvalued.values = 0;
        unvalued.types = types_of<A...>();
        start(unvalued, pointers, (int)(end - pointers), [&]() UPSWEEP_BARE {
            call(static_cast<typename std::conditional<
                     ByValue<F, I, std::index_sequence<I...>, A...>::value,
                     A &&, A &>::type>(a)...);
        });
    }
    /* The call behind "0 ?" in the user's source has said why not. */
    template <class... A> UPSWEEP_BARE void refer(NotAtAll, A &...) const
    {
        upsweep_missing("a launch whose arguments cannot be passed by value is "
                        "not supported");
    }
};

} // namespace upsweep

template <class F, class T>
UPSWEEP_BARE inline upsweep::Kernel<F, T>
upsweep_kernel(const char *name, const char *arguments, const char *file,
               int line, T address, F f, dim3 grid, dim3 block,
               size_t shared = 0, cudaStream_t = 0)
{
    if (upsweep_in_kernel())
        upsweep_missing("a launch within a kernel is not supported (dynamic "
                        "parallelism)");
    return upsweep::Kernel<F, T>{UpsweepLaunch{name, file, arguments,
                                               (const void *)address, line,
                                               grid, block, shared,
                                               upsweep::NO_VALUES, nullptr},
                                 address, f};
}

/* cudaLaunchKernel(KERNEL, ...). */
template <class F, class... P, size_t... I>
UPSWEEP_BARE cudaError_t
upsweep_launch_with(const upsweep::Kernel<F, void (*)(P...)> &kernel,
                    void **arguments, std::index_sequence<I...>)
{
    (void)arguments;
    kernel(*(typename std::remove_reference<P>::type *)arguments[I]...);
    return cudaPeekAtLastError();
}
template <class... P>
UPSWEEP_BARE cudaError_t upsweep_launch_function(
    const char *name, const char *file, int line, void (*f)(P...), dim3 grid,
    dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0)
{
    return upsweep_launch_with(upsweep_kernel(name, "", file, line, f,
                                              UPSWEEP_CALLABLE(f), grid, block,
                                              shared, stream),
                               arguments, std::index_sequence_for<P...>());
}
template <class... P>
UPSWEEP_BARE cudaError_t upsweep_launch_cooperative(const char *, const char *,
                                                    int, void (*)(P...), dim3,
                                                    dim3, void **, size_t = 0,
                                                    cudaStream_t = 0)
{
    upsweep_missing("cudaLaunchCooperativeKernel is not supported (barriers of "
                    "a whole grid)");
    return cudaErrorNotSupported;
}
inline cudaError_t upsweep_launch_function(const char *, const char *, int,
                                           const void *, dim3, dim3, void **,
                                           size_t = 0, cudaStream_t = 0)
{
    upsweep_missing("cudaLaunchKernel with a kernel as void * is not "
                    "supported; give it the kernel's name");
    return cudaErrorNotSupported;
}

#endif
