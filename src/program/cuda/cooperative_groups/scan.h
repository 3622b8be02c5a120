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

template <class Group, class T, class Op = plus<T>>
inline T inclusive_scan(const Group &group, T value, Op op = Op())
{
    upsweep::Values<T> all(group.upsweep_mask(), value);

    return all.join((2u << upsweep_lane()) - 1, value, op);
}
/* Rank 0 gets T(), as the zero of a sum. */
template <class Group, class T, class Op = plus<T>>
inline T exclusive_scan(const Group &group, T value, Op op = Op())
{
    upsweep::Values<T> all(group.upsweep_mask(), value);

    return all.join((1u << upsweep_lane()) - 1, T(), op);
}

} // namespace cooperative_groups

UPSWEEP_DEVICE_END

#endif
