/* SPDX-License-Identifier: MIT
 *
 * A scan in registers: one warp, no shared memory (S2).
 *
 * The lanes of a warp can hand each other a register: SHFL_UP(x, d) gives a
 * lane the x of the lane d below it.  So Kogge and Stone's scan needs neither
 * memory nor barriers: the lanes move together.
 *
 *     lane          0     1     2     3        k = 4
 *                  x0    x1    x2    x3
 *                    \     \     \
 *     SHFL_UP 1          Σ0-1  Σ1-2  Σ2-3
 *                  \___     \___
 *                      \        \
 *     SHFL_UP 2              Σ0-2  Σ0-3        lanes below 2 keep theirs
 *
 * More than k elements go in chunks of k.  The last lane knows the sum so far
 * and tells it to all: SHFL.
 *
 *     |  x0  x1  x2  x3 |  x4  x5  x6  x7 |  x8 ...
 *                    \______^ carry   \_____^ carry
 *
 * Exclusive: each lane takes the sum of the lane below, and the first one the
 * carry.  S2 takes x from its own sum instead; but that needs a minus, and not
 * every operator has one: there is none for max.
 *
 * W = k log2 k - k + 1 sums for a chunk and k for its carry, log2 k + 2
 * shuffles.  No words.
 */
#include "scan.h"

KERNEL(warp_shuffle)
{
    STEP("scan", 0);
    int lanes = threads < k ? threads : k;
    int last = lanes - 1;
    Word carry = IDENTITY;

    for (int first = 0; first < n && thread < lanes; first += lanes) {
        int i = first + thread;
        Word x = IDENTITY;
        if (i < n)
            x = GLOAD(in, i);

        for (int d = 1; d < lanes; d *= 2) {
            Word left = SHFL_UP(x, d);
            if (thread >= d)
                x = OP(left, x);
        }
        if (first > 0)
            x = OP(carry, x);

        Word y = x;
        if (!inclusive) {
            Word before = SHFL_UP(x, 1);
            y = thread == 0 ? carry : before;
        }
        if (i < n)
            GSTORE(out, i, y);
        carry = SHFL(x, last);
    }
}

#ifndef __CUDACC__
static uint32_t warp_shuffle_workers(uint32_t n, uint32_t k)
{
    return n < k ? n : k;
}
#endif

CATALOG_ENTRY(warp_shuffle,
              .name = "warp-shuffle",
              .title = "Warp Shuffle",
              .summary = "a warp scans in its registers, without memory",
              .origin = "S2",
              .max_n = 2048,
              .words = catalog_none,
              .workers = warp_shuffle_workers,
              .inclusive = true,
              .conflict_free = true,
              .shuffles = true);
