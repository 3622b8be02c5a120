/* SPDX-License-Identifier: MIT
 *
 * reduce - sums over the lanes of a group (C++).
 */
#ifndef UPSWEEP_COOPERATIVE_GROUPS_REDUCE_H
#define UPSWEEP_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

UPSWEEP_DEVICE_BEGIN

namespace cooperative_groups
{

#define UPSWEEP_OPERATOR(name, result)                                         \
    template <class T> struct name {                                           \
        UPSWEEP_BARE T operator()(T a, T b) const                              \
        {                                                                      \
            return result;                                                     \
        }                                                                      \
    };
UPSWEEP_OPERATOR(plus, a + b)
UPSWEEP_OPERATOR(less, b < a ? b : a)
UPSWEEP_OPERATOR(greater, a < b ? b : a)
UPSWEEP_OPERATOR(bit_and, a &b)
UPSWEEP_OPERATOR(bit_or, a | b)
UPSWEEP_OPERATOR(bit_xor, a ^ b)
#undef UPSWEEP_OPERATOR

/* The values of GROUP, by rising rank, joined by OP. */
template <class Group, class T, class Op>
inline T reduce(const Group &group, T value, Op op)
{
    upsweep::Values<T> all(group.lanes().mask, value);
    T sum = value;
    bool first = true;

    for (int i = 0; i < 32; ++i)
        if (all.set >> i & 1) {
            sum = first ? all.of[i] : op(sum, all.of[i]);
            first = false;
        }
    return sum;
}

} // namespace cooperative_groups

UPSWEEP_DEVICE_END

#endif
