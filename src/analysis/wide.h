/* SPDX-License-Identifier: MIT
 *
 * wide - which lanes of a warp the hardware serves together in an access to
 * shared memory of 8 or 16 bytes.
 *
 *     bytes    served in
 *     1 2 4    one part: all lanes
 *     8        halves of the warp: lanes 0-15, 16-31
 *     16       quarters: lanes 0-7, 8-15, 16-23, 24-31
 *
 * Each part obeys the rule of bank.h.  Of a load, two neighbouring parts are
 * one if all lanes of the warp are alike in pairs:
 *
 *     lane    0 1 2 3 4 5 6 7 ...     neighbours load the same address,
 *     loads   A A B B C C D D ...
 *     lane    0 1 2 3 4 5 6 7 ...     or lanes at a distance of two do
 *     loads   A B A B C D C D ...
 *
 * where a lane that does not load is like any other.  That both parts need the
 * same words is not enough.  So counted on an H200 and an H100;
 * tests/test_wide.c holds the tables.
 */
#ifndef UPSWEEP_WIDE_H
#define UPSWEEP_WIDE_H

#include <stdbool.h>
#include <stdint.h>

#define WIDE_LANES 32
#define WIDE_PARTS 4

/* Writes the sets of lanes (bit i: lane i) that are served together, in order,
 * to PARTS, and returns their number.  LANES make an access of BYTES bytes,
 * lane i at ADDRESSES[i]. */
int wide_parts(unsigned bytes, bool load, uint32_t lanes,
               const uint64_t addresses[WIDE_LANES],
               uint32_t parts[WIDE_PARTS]);

#endif
