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
        UPSWEEP_RETURNS(UPSWEEP_BARE T operator()(T a, T b) const, result)     \
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
    upsweep::Values<T> all(group.upsweep_mask(), value);

    return all.join(0xffffffffu, value, op);
}

} // namespace cooperative_groups

UPSWEEP_DEVICE_END

#endif
