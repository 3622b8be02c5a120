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
 * Each part obeys the rule of bank.h.  Two neighbouring parts of a load are one
 * if all lanes of the warp are alike in pairs:
 *
 *     lane    0 1 2 3 4 5 6 7 ...     neighbours load the same address,
 *     loads   A A B B C C D D ...
 *     lane    0 1 2 3 4 5 6 7 ...     or lanes at a distance of two do
 *     loads   A B A B C D C D ...
 *
 * A warp of k lanes is served in halves and quarters of k, a lane at least; so
 * each part has k words, and fewer only for k = 2.  (No part of more than 64
 * words is made, so for k = 64 none is joined; and lanes at a distance of two
 * join no parts of one lane.)
 *
 * where a lane that does not load is like any other.  That both parts need the
 * same words is not enough.  So counted on an H200 and an H100;
 * tests/test_wide.c holds the tables.
 */
#ifndef UPSWEEP_WIDE_H
#define UPSWEEP_WIDE_H

#include <stdbool.h>
#include <stdint.h>

#define WIDE_LANES 64 /* the most of a warp */
#define WIDE_PARTS 4

/* Writes the sets of lanes (bit i: lane i) that are served together, in order,
 * to PARTS, and returns their number.  LANES of a warp of K make an access of
 * BYTES bytes, lane i at ADDRESSES[i]. */
int wide_parts(unsigned bytes, bool load, uint32_t k, uint64_t lanes,
               const uint64_t addresses[WIDE_LANES],
               uint64_t parts[WIDE_PARTS]);

#endif
