/* SPDX-License-Identifier: MIT
 *
 * upsweep_vector - operators, iterators, pointers to the device and vectors of
 * Thrust (C++).  The host reads and stores elements on the device by
 * cudaMemcpy.
 */
#ifndef UPSWEEP_VECTOR_H
#define UPSWEEP_VECTOR_H

#include "cuda_runtime.h"

#include <bits/stl_iterator_base_types.h>
#include <initializer_list>

UPSWEEP_BOTH_BEGIN

namespace thrust
{

/* ---- Operators ------------------------------------------------------------*/

template <class A, class R> struct unary_function {
    typedef A argument_type;
    typedef R result_type;
};
template <class A, class B, class R> struct binary_function {
    typedef A first_argument_type;
    typedef B second_argument_type;
    typedef R result_type;
};
/* An operator of one type, whose RETURNED type is T or bool, and of any. */
#define UPSWEEP_BINARY(name, returned, ...)                                    \
    template <class T = void> struct name : binary_function<T, T, returned> {  \
        UPSWEEP_RETURNS(returned operator()(const T &a, const T &b) const,     \
                        __VA_ARGS__)                                           \
    };                                                                         \
    template <> struct name<void> {                                            \
        template <class A, class B>                                            \
        UPSWEEP_RETURNS(auto operator()(const A &a, const B &b) const,         \
                        __VA_ARGS__)                                           \
    };
#define UPSWEEP_UNARY(name, returned, result)                                  \
    template <class T = void> struct name : unary_function<T, returned> {      \
        UPSWEEP_RETURNS(returned operator()(const T &a) const, result)         \
    };                                                                         \
    template <> struct name<void> {                                            \
        template <class A>                                                     \
        UPSWEEP_RETURNS(auto operator()(const A &a) const, result)             \
    };
UPSWEEP_BINARY(plus, T, a + b)
UPSWEEP_BINARY(minus, T, a - b)
UPSWEEP_BINARY(multiplies, T, a *b)
UPSWEEP_BINARY(divides, T, a / b)
UPSWEEP_BINARY(modulus, T, a % b)
UPSWEEP_BINARY(bit_and, T, a &b)
UPSWEEP_BINARY(bit_or, T, a | b)
UPSWEEP_BINARY(bit_xor, T, a ^ b)
UPSWEEP_BINARY(minimum, T, b < a ? b : a)
UPSWEEP_BINARY(maximum, T, a < b ? b : a)
UPSWEEP_BINARY(equal_to, bool, a == b)
UPSWEEP_BINARY(not_equal_to, bool, a != b)
UPSWEEP_BINARY(less, bool, a < b)
UPSWEEP_BINARY(greater, bool, a > b)
UPSWEEP_BINARY(less_equal, bool, a <= b)
UPSWEEP_BINARY(greater_equal, bool, a >= b)
UPSWEEP_BINARY(logical_and, bool, a &&b)
UPSWEEP_BINARY(logical_or, bool, a || b)
UPSWEEP_UNARY(negate, T, -a)
UPSWEEP_UNARY(square, T, a *a)
UPSWEEP_UNARY(identity, T, a)
UPSWEEP_UNARY(logical_not, bool, !a)
#undef UPSWEEP_BINARY
#undef UPSWEEP_UNARY

template <class A, class B> struct pair {
    A first;
    B second;
};
template <class A, class B> auto make_pair(A a, B b)
{
    return pair<A, B>{a, b};
}
template <class T> void swap(T &a, T &b)
{
    T old = a;

    a = b;
    b = old;
}

} // namespace thrust

namespace upsweep
{

/* ---- Iterators ------------------------------------------------------------*/

/* An iterator D of values V, with references R, that has at(n), move(n) and
 * from(other). */
template <class D, class V, class R> struct Iterator {
    typedef std::random_access_iterator_tag iterator_category;
    typedef V value_type;
    typedef R reference;
    typedef V *pointer;
    typedef ptrdiff_t difference_type;

    UPSWEEP_RETURNS(D &self(), static_cast<D &>(*this))
    UPSWEEP_RETURNS(const D &self() const, static_cast<const D &>(*this))
    UPSWEEP_RETURNS(R operator*() const, self().at(0))
    UPSWEEP_RETURNS(R operator[](ptrdiff_t n) const, self().at(n))
    UPSWEEP_RETURNS(D &operator+=(ptrdiff_t n), self().move(n), self())
    UPSWEEP_RETURNS(D &operator-=(ptrdiff_t n), *this += -n)
    UPSWEEP_RETURNS(D &operator++(), *this += 1)
    UPSWEEP_RETURNS(D &operator--(), *this += -1)
    UPSWEEP_RETURNS(D operator++(int), (*this += 1) - 1)
    UPSWEEP_RETURNS(D operator--(int), (*this += -1) + 1)
    UPSWEEP_RETURNS(D operator+(ptrdiff_t n) const, D(self()) += n)
    UPSWEEP_RETURNS(D operator-(ptrdiff_t n) const, D(self()) += -n)
    UPSWEEP_RETURNS(friend D operator+(ptrdiff_t n, const D &at), at + n)
    UPSWEEP_RETURNS(ptrdiff_t operator-(const D &to) const, self().from(to))
    UPSWEEP_RETURNS(bool operator==(const D &to) const, *this - to == 0)
    UPSWEEP_RETURNS(bool operator!=(const D &to) const, *this - to != 0)
    UPSWEEP_RETURNS(bool operator<(const D &to) const, *this - to < 0)
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
struct device_ptr : upsweep::Iterator<device_ptr<T>, std::remove_cv_t<T>,
                                      device_reference<T>> {
    typedef device_ptr pointer;
    T *bare = nullptr;

    device_ptr(std::nullptr_t = nullptr)
    {
    }
    explicit device_ptr(T *memory) : bare(memory)
    {
    }
    template <class U> device_ptr(const device_ptr<U> &from) : bare(from.bare)
    {
    }
    UPSWEEP_RETURNS(T *get() const, bare)
    UPSWEEP_RETURNS(explicit operator bool() const, bare != nullptr)
    UPSWEEP_RETURNS(device_reference<T> at(ptrdiff_t n) const, {bare + n})
    UPSWEEP_RETURNS(T *move(ptrdiff_t n), bare += n)
    UPSWEEP_RETURNS(ptrdiff_t from(device_ptr it) const, bare - it.bare)
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
#define UPSWEEP_CHANGE(sign)                                                   \
    UPSWEEP_RETURNS(const device_reference &operator sign##=(value_type by)    \
                        const,                                                 \
                    *this = (value_type)((value_type) * this sign by))
    UPSWEEP_CHANGE(+)
    UPSWEEP_CHANGE(-)
    UPSWEEP_CHANGE(*)
    UPSWEEP_CHANGE(/)
#undef UPSWEEP_CHANGE
    UPSWEEP_RETURNS(const device_reference &operator++() const, *this += 1)
};

template <class T>
UPSWEEP_RETURNS(device_ptr<T> device_pointer_cast(T *at), device_ptr<T>(at))
template <class T>
UPSWEEP_RETURNS(device_ptr<T> device_pointer_cast(device_ptr<T> at), at)
template <class T> UPSWEEP_RETURNS(T *raw_pointer_cast(T *at), at)
template <class T>
UPSWEEP_RETURNS(T *raw_pointer_cast(device_ptr<T> at), at.bare)

template <class T>
struct counting_iterator : upsweep::Iterator<counting_iterator<T>, T, T> {
    T value;
    explicit counting_iterator(T first = T()) : value(first)
    {
    }
    UPSWEEP_RETURNS(T at(ptrdiff_t n) const, (T)(value + (T)n))
    UPSWEEP_RETURNS(T move(ptrdiff_t n), value = at(n))
    UPSWEEP_RETURNS(ptrdiff_t from(counting_iterator it) const,
                    (ptrdiff_t)value - (ptrdiff_t)it.value)
};
template <class T>
struct constant_iterator : upsweep::Iterator<constant_iterator<T>, T, T> {
    T value;
    ptrdiff_t index = 0;
    explicit constant_iterator(T it = T()) : value(it)
    {
    }
    UPSWEEP_RETURNS(T at(ptrdiff_t) const, value)
    UPSWEEP_RETURNS(ptrdiff_t move(ptrdiff_t n), index += n)
    UPSWEEP_RETURNS(ptrdiff_t from(constant_iterator it) const,
                    index - it.index)
};
template <class T>
UPSWEEP_RETURNS(auto make_counting_iterator(T at), counting_iterator<T>(at))
template <class T>
UPSWEEP_RETURNS(auto make_constant_iterator(T it), constant_iterator<T>(it))
template <class I> UPSWEEP_RETURNS(auto distance(I from, I to), to - from)
template <class I> UPSWEEP_RETURNS(I next(I at, ptrdiff_t n = 1), at + n)

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
    typedef ptrdiff_t difference_type;
    typedef std::conditional_t<device, thrust::device_ptr<T>, T *> iterator;
    typedef std::conditional_t<device, thrust::device_ptr<const T>, const T *>
        const_iterator;
    typedef iterator pointer;
    typedef typename std::iterator_traits<iterator>::reference reference;
    typedef typename std::iterator_traits<const_iterator>::reference
        const_reference;

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
        count = 0;
        for (I i = first; i != last; ++i)
            ++count;
        size_t n = count;
        count = 0;
        make_room(n);
        count = n;
        Thrust<device || Bare<I>::device>::copy(first, last, begin());
    }
    void resize(size_t n, const T &value = T())
    {
        make_room(n);
        if (n > count)
            Does::fill(end(), begin() + (ptrdiff_t)n, value);
        count = n;
    }
    iterator erase(iterator first, iterator last)
    {
        Vector rest(last, end(), line);
        Does::copy(rest.begin(), rest.end(), first);
        count -= (size_t)(last - first);
        return first;
    }
    void swap(Vector &other)
    {
        thrust::swap(bare, other.bare);
        thrust::swap(count, other.count);
        thrust::swap(room, other.room);
    }
    UPSWEEP_RETURNS(void push_back(const T &value), resize(count + 1, value))
    UPSWEEP_RETURNS(void clear(), (void)(count = 0))
    UPSWEEP_RETURNS(size_t size() const, count)
    UPSWEEP_RETURNS(bool empty() const, count == 0)
    UPSWEEP_RETURNS(iterator begin(), (iterator)bare)
    UPSWEEP_RETURNS(iterator end(), (iterator)(bare + count))
    UPSWEEP_RETURNS(const_iterator begin() const, (const_iterator)bare)
    UPSWEEP_RETURNS(const_iterator end() const, (const_iterator)(bare + count))
    UPSWEEP_RETURNS(const_iterator cbegin() const, begin())
    UPSWEEP_RETURNS(const_iterator cend() const, end())
    UPSWEEP_RETURNS(iterator data(), begin())
    UPSWEEP_RETURNS(const_iterator data() const, begin())
    UPSWEEP_RETURNS(reference operator[](size_t i), begin()[(ptrdiff_t)i])
    UPSWEEP_RETURNS(const_reference operator[](size_t i) const,
                    begin()[(ptrdiff_t)i])
    UPSWEEP_RETURNS(reference front(), begin()[0])
    UPSWEEP_RETURNS(reference back(), end()[-1])
    template <bool other> bool operator==(const Vector<T, other> &with) const
    {
        Vector<T, false> a(*this), b(with);
        return a.size() == b.size() &&
               Vector<T, false>::Does::equal(a.begin(), a.end(), b.begin());
    }
    template <bool other>
    UPSWEEP_RETURNS(bool operator!=(const Vector<T, other> &with) const,
                    !(*this == with))
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
