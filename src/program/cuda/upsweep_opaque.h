/* SPDX-License-Identifier: MIT
 *
 * upsweep_opaque - elements that nothing but an operator can join.
 *
 * A kernel that is a template over its elements runs with these, too: what it
 * then computes, it computes with every associative operator.  An element is
 * the interval of the inputs that it is made of, as trace/op.h has them, but
 * for the order of its bits: 0 is the identity, as T(), T(0), and memory set to
 * 0 are.
 */
#ifndef UPSWEEP_OPAQUE_H
#define UPSWEEP_OPAQUE_H

/* Two elements were joined of which the second comes before the first. */
extern "C" __host__ __device__ void upsweep_commute(void);

struct upsweep_element {
    unsigned bits;

    upsweep_element() = default;
    /* Of the numbers only 0 means something: the identity. */
    __host__ __device__ upsweep_element(int number) : bits(number ? 1u : 0u)
    {
    }
    __host__ __device__ unsigned first() const
    {
        return (bits ^ 0xffff0000u) >> 16;
    }
    __host__ __device__ unsigned last() const
    {
        return bits & 0xffffu;
    }
    __host__ __device__ bool precedes(upsweep_element other) const
    {
        return first() <= last() && other.first() <= other.last() &&
               last() + 1 == other.first();
    }
    __host__ __device__ upsweep_element &operator+=(upsweep_element right)
    {
        if (bits == 0) {
            bits = right.bits;
        } else if (precedes(right)) {
            bits = (bits & 0xffff0000u) | right.last();
        } else if (right.precedes(*this)) {
            upsweep_commute();
            bits = (right.bits & 0xffff0000u) | last();
        } else if (right.bits != 0) {
            bits = 1u;
        }
        return *this;
    }
    friend __host__ __device__ upsweep_element operator+(upsweep_element left,
                                                         upsweep_element right)
    {
        return left += right;
    }
};

/* In place of an operator of the user's for one type of elements. */
struct upsweep_join {
    __host__ __device__ upsweep_element operator()(upsweep_element left,
                                                   upsweep_element right) const
    {
        return left + right;
    }
    __host__ __device__ upsweep_element identity() const
    {
        return 0;
    }
};

#endif
