/* SPDX-License-Identifier: MIT
 *
 * upsweep_vector - operators, iterators, pointers to the device and vectors of
 * Thrust (C++).  The host reads and stores elements on the device by
 * cudaMemcpy.
 */
#ifndef UPSWEEP_VECTOR_H
#define UPSWEEP_VECTOR_H

#include "cuda_runtime.h"

#include <bits/stl_iterator_base_funcs.h>
#include <initializer_list>

UPSWEEP_BOTH_BEGIN

namespace thrust
{

/* ---- Operators ------------------------------------------------------------*/

template <class A, class R> struct unary_function {
};
template <class A, class B, class R> struct binary_function {
};
#define UPSWEEP_OPERATOR(name, parameters, ...)                                \
    template <class T = void> struct name {                                    \
        template <class A, class B = A>                                        \
        UPSWEEP_RETURNS(auto operator() parameters const, __VA_ARGS__)         \
    };
#define UPSWEEP_BINARY(name, ...)                                              \
    UPSWEEP_OPERATOR(name, (const A &a, const B &b), __VA_ARGS__)
UPSWEEP_BINARY(plus, a + b)
UPSWEEP_BINARY(minus, a - b)
UPSWEEP_BINARY(multiplies, a *b)
UPSWEEP_BINARY(divides, a / b)
UPSWEEP_BINARY(bit_and, a &b)
UPSWEEP_BINARY(bit_or, a | b)
UPSWEEP_BINARY(bit_xor, a ^ b)
UPSWEEP_BINARY(minimum, b < a ? b : a)
UPSWEEP_BINARY(maximum, a < b ? b : a)
UPSWEEP_BINARY(equal_to, a == b)
UPSWEEP_BINARY(not_equal_to, a != b)
UPSWEEP_BINARY(less, a < b)
UPSWEEP_BINARY(greater, a > b)
UPSWEEP_BINARY(less_equal, a <= b)
UPSWEEP_BINARY(greater_equal, a >= b)
UPSWEEP_OPERATOR(negate, (const A &a), -a)
UPSWEEP_OPERATOR(square, (const A &a), a *a)
UPSWEEP_OPERATOR(identity, (const A &a), a)
#undef UPSWEEP_BINARY
#undef UPSWEEP_OPERATOR

} // namespace thrust

namespace upsweep
{

/* ---- Iterators ------------------------------------------------------------*/

/* An iterator D at a place P, of values V, with references R. */
template <class D, class P, class V, class R> struct Iterator {
    typedef std::random_access_iterator_tag iterator_category;
    typedef V value_type;
    typedef R reference;
    typedef V *pointer;
    typedef ptrdiff_t difference_type;
    P bare = P();

    UPSWEEP_RETURNS(P get() const, bare)
    UPSWEEP_RETURNS(R operator*() const, R{bare})
    UPSWEEP_RETURNS(R operator[](ptrdiff_t n) const, R{P(bare + n)})
    UPSWEEP_RETURNS(D operator+(ptrdiff_t n) const, D(P(bare + n)))
    UPSWEEP_RETURNS(D operator-(ptrdiff_t n) const, D(P(bare - n)))
    UPSWEEP_RETURNS(D &operator+=(ptrdiff_t n), bare = P(bare + n), (D &)*this)
    UPSWEEP_RETURNS(D &operator-=(ptrdiff_t n), *this += -n)
    UPSWEEP_RETURNS(D &operator++(), *this += 1)
    UPSWEEP_RETURNS(D &operator--(), *this += -1)
    UPSWEEP_RETURNS(D operator++(int), (*this += 1) - 1)
    UPSWEEP_RETURNS(ptrdiff_t operator-(const D &to) const,
                    (ptrdiff_t)(bare - to.bare))
    UPSWEEP_RETURNS(bool operator==(const D &to) const, bare == to.bare)
    UPSWEEP_RETURNS(bool operator!=(const D &to) const, bare != to.bare)
    UPSWEEP_RETURNS(bool operator<(const D &to) const, bare < to.bare)
};
template <class I> using Value = typename std::iterator_traits<I>::value_type;

/* What an algorithm sees of an iterator: the memory itself. */
template <class I> struct Bare {
    static constexpr bool device = false;
    UPSWEEP_RETURNS(static I of(const I &i), i)
};

} // namespace upsweep

namespace thrust
{

template <class T> struct device_reference;

template <class T>
struct device_ptr : upsweep::Iterator<device_ptr<T>, T *, std::remove_cv_t<T>,
                                      device_reference<T>> {
    typedef device_ptr pointer;

    explicit device_ptr(T *memory = nullptr)
    {
        this->bare = memory;
    }
    template <class U>
    device_ptr(const device_ptr<U> &from) : device_ptr(from.bare)
    {
    }
    UPSWEEP_RETURNS(explicit operator bool() const, this->bare != nullptr)
};

template <class T> struct device_reference {
    typedef std::remove_cv_t<T> value_type;
    T *bare;

    UPSWEEP_RETURNS(device_ptr<T> operator&() const, device_ptr<T>(bare))
    operator value_type() const
    {
        value_type value;
        cudaMemcpy((void *)&value, bare, sizeof value, cudaMemcpyDeviceToHost);
        return value;
    }
    const device_reference &operator=(const value_type &value) const
    {
        cudaMemcpy((void *)bare, &value, sizeof value, cudaMemcpyHostToDevice);
        return *this;
    }
    UPSWEEP_RETURNS(
        const device_reference &operator=(const device_reference &from) const,
        *this = (value_type)from)
};

template <class T>
UPSWEEP_RETURNS(device_ptr<T> device_pointer_cast(T *at), device_ptr<T>(at))
template <class T> UPSWEEP_RETURNS(T *raw_pointer_cast(T *at), at)
template <class T>
UPSWEEP_RETURNS(T *raw_pointer_cast(device_ptr<T> at), at.bare)

template <class T>
struct counting_iterator : upsweep::Iterator<counting_iterator<T>, T, T, T> {
    explicit counting_iterator(T first = T())
    {
        this->bare = first;
    }
};
template <class T>
UPSWEEP_RETURNS(auto make_counting_iterator(T at), counting_iterator<T>(at))

} // namespace thrust

namespace upsweep
{

template <class T> struct Bare<thrust::device_ptr<T>> {
    static constexpr bool device = true;
    UPSWEEP_RETURNS(static T *of(thrust::device_ptr<T> i), i.bare)
};
} // namespace upsweep

UPSWEEP_BOTH_END

/* ---- Vectors --------------------------------------------------------------*/

namespace upsweep
{

/* The algorithms: upsweep_thrust.h. */
template <bool device> struct Thrust;

/* The line of a call, as a default argument. */
struct Line {
    int number;
};
#define UPSWEEP_LINE Line at = {__builtin_LINE()}

/* A vector on the DEVICE or on the host. */
template <class T, bool device> class Vector
{
    T *bare = nullptr;
    size_t count = 0, room = 0;
    Line line;

    void make_room(size_t wanted)
    {
        Vector old(line);
        if (wanted <= room)
            return;
        swap(old);
        room = wanted < 2 * old.room ? 2 * old.room : wanted;
        if constexpr (device)
            upsweep_malloc_at((void **)&bare, room * sizeof(T), element_of<T>(),
                              0, line.number);
        else
            bare = new T[room]();
        if (!bare)
            throw std::bad_alloc();
        Does::copy(old.begin(), old.end(), begin());
        count = old.count;
    }

  public:
    typedef Thrust<device> Does;
    typedef T value_type;
    typedef size_t size_type;
    typedef std::conditional_t<device, thrust::device_ptr<T>, T *> iterator;
    typedef std::conditional_t<device, thrust::device_ptr<const T>, const T *>
        const_iterator;
    typedef typename std::iterator_traits<iterator>::reference reference;

    Vector(UPSWEEP_LINE) : line(at)
    {
    }
    explicit Vector(size_t n, const T &value = T(), UPSWEEP_LINE) : line(at)
    {
        resize(n, value);
    }
    template <class I, class = Value<I>>
    Vector(I first, I last, UPSWEEP_LINE) : line(at)
    {
        assign(first, last);
    }
    Vector(std::initializer_list<T> all, UPSWEEP_LINE) : line(at)
    {
        assign(all.begin(), all.end());
    }
    Vector(const Vector &from, UPSWEEP_LINE) : line(at)
    {
        *this = from;
    }
    template <class C, class = typename C::const_iterator> /* a container */
    Vector(const C &from, UPSWEEP_LINE) : line(at)
    {
        *this = from;
    }
    ~Vector()
    {
        if constexpr (device)
            upsweep_global_free(bare); /* cudaDeviceReset may have freed it */
        else
            delete[] bare;
    }
    UPSWEEP_RETURNS(Vector &operator=(const Vector &from),
                    assign(from.begin(), from.end()), *this)
    template <class C, class = typename C::const_iterator>
    UPSWEEP_RETURNS(Vector &operator=(const C &from),
                    assign(from.begin(), from.end()), *this)
    template <class I, class = Value<I>> void assign(I first, I last)
    {
        Vector old(line); /* which the iterators may be of */
        swap(old);
        resize((size_t)std::distance(first, last));
        Thrust<device || Bare<I>::device>::copy(first, last, begin());
    }
    void resize(size_t n, const T &value = T())
    {
        make_room(n);
        if (n > count)
            Does::fill(end(), begin() + (ptrdiff_t)n, value);
        count = n;
    }
    void swap(Vector &other)
    {
        std::swap(bare, other.bare);
        std::swap(count, other.count);
        std::swap(room, other.room);
    }
    UPSWEEP_RETURNS(void push_back(const T &value), resize(count + 1, value))
    UPSWEEP_RETURNS(void clear(), (void)(count = 0))
    UPSWEEP_RETURNS(size_t size() const, count)
    UPSWEEP_RETURNS(bool empty() const, count == 0)
    UPSWEEP_RETURNS(iterator begin(), (iterator)bare)
    UPSWEEP_RETURNS(iterator end(), (iterator)(bare + count))
    UPSWEEP_RETURNS(const_iterator begin() const, (const_iterator)bare)
    UPSWEEP_RETURNS(const_iterator end() const, (const_iterator)(bare + count))
    UPSWEEP_RETURNS(iterator data(), begin())
    UPSWEEP_RETURNS(const_iterator data() const, begin())
    UPSWEEP_RETURNS(reference operator[](size_t i), begin()[(ptrdiff_t)i])
    UPSWEEP_RETURNS(decltype(auto) operator[](size_t i) const,
                    begin()[(ptrdiff_t)i])
    UPSWEEP_RETURNS(reference front(), begin()[0])
    UPSWEEP_RETURNS(reference back(), end()[-1])
};
#undef UPSWEEP_LINE

} // namespace upsweep

namespace thrust
{
template <class T, class Unused = void>
using device_vector = upsweep::Vector<T, true>;
template <class T, class Unused = void>
using host_vector = upsweep::Vector<T, false>;
} // namespace thrust

#endif
