/* SPDX-License-Identifier: MIT
 *
 * scan - prefix sums over the lanes of a group (C++).
 */
#ifndef UPSWEEP_COOPERATIVE_GROUPS_SCAN_H
#define UPSWEEP_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

UPSWEEP_DEVICE_BEGIN

namespace cooperative_groups
{

template <class Group, class T, class Op>
inline T inclusive_scan(const Group &group, T value, Op op)
{
    upsweep::Values<T> all(group.lanes().mask, value);
    T sum = value;
    bool first = true;

    for (unsigned i = 0; i <= upsweep_lane(); ++i)
        if (all.set >> i & 1) {
            sum = first ? all.of[i] : op(sum, all.of[i]);
            first = false;
        }
    return sum;
}
template <class Group, class T>
inline T inclusive_scan(const Group &group, T value)
{
    return inclusive_scan(group, value, plus<T>());
}
/* Rank 0 gets T(), as the zero of a sum. */
template <class Group, class T, class Op>
inline T exclusive_scan(const Group &group, T value, Op op)
{
    upsweep::Values<T> all(group.lanes().mask, value);
    T sum = T();
    bool first = true;

    for (unsigned i = 0; i < upsweep_lane(); ++i)
        if (all.set >> i & 1) {
            sum = first ? all.of[i] : op(sum, all.of[i]);
            first = false;
        }
    return sum;
}
template <class Group, class T>
inline T exclusive_scan(const Group &group, T value)
{
    return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups

UPSWEEP_DEVICE_END

#endif
