/* SPDX-License-Identifier: MIT */
#include "analysis/wide.h"

/* True if each of LANES and the one whose number differs in the bit DISTANCE
 * have the same address, or one of the two is not in LANES. */
static bool alike(uint64_t lanes, const uint64_t *addresses, unsigned distance)
{
    for (unsigned i = 0; i < WIDE_LANES; ++i) {
        unsigned j = i ^ distance;
        if ((lanes >> i & 1) && (lanes >> j & 1) &&
            addresses[i] != addresses[j])
            return false;
    }
    return true;
}

int wide_parts(unsigned bytes, bool load, uint32_t k, uint64_t lanes,
               const uint64_t addresses[WIDE_LANES], uint64_t parts[WIDE_PARTS])
{
    unsigned words = bytes > 4 ? bytes / 4 : 1;
    unsigned size = k > words ? k / words : 1;
    int count = 0;

    if (load && size < k && 2 * size * words <= WIDE_LANES &&
        (alike(lanes, addresses, 1) ||
         (size > 1 && alike(lanes, addresses, 2))))
        size *= 2;
    for (unsigned first = 0; first < k; first += size) {
        uint64_t part = lanes & (UINT64_MAX >> (WIDE_LANES - size)) << first;
        if (part)
            parts[count++] = part;
    }
    return count;
}
