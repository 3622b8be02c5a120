/* SPDX-License-Identifier: MIT
 *
 * Warps scan in registers, and shared memory carries their totals (S2).
 *
 *     warp 0            warp 1            warp 2         k = 4, 12 threads
 *     x0 .. x3          x4 .. x7          x8 .. x11
 *        | shuffles        |                 |
 *     Σ0 .. Σ0-3        Σ4 .. Σ4-7        Σ8 .. Σ8-11
 *              |                 |                 |
 *        cell  0                 1                 2     the totals
 *              \_________________|_________________/
 *                       warp 0 scans them, by shuffles
 *              _________________/|\_________________
 *             |                  |                  |
 *        cell 0   carry          1   Σ0-3           2   Σ0-7
 *             |                  |                  |
 *             in front of each sum of the warp: lane 0 loads it and tells
 *
 * Three steps, whatever n is as long as each element has a thread.  More
 * elements go in tiles of as many as there are threads; warp 0 keeps the sum of
 * the tiles so far, the carry.  It also takes more than k totals k at a time.
 *
 * Exclusive: each lane takes the sum of the lane below.  (S2 takes x from its
 * sum, which needs an operator with a minus.)
 *
 * W = n/k (k log2 k - k + 1) for the warps, as much again for each k of their
 * n/k totals, and n + n/k to add.  T = 2 n/k for one lane of each warp, and 2
 * for each k totals.  n/k words, or threads/k: no scan of a block needs fewer.
 */
#include "scan.h"

KERNEL(block_shuffle)
{
    int lane = thread & (k - 1);
    int warp = thread >> log2k;
    int lanes = threads < k ? threads : k;
    int last = lane == k - 1 || thread == threads - 1;
    int busy = threads < n ? threads : n;
    int warps = (busy + k - 1) >> log2k;
    Word carry = IDENTITY;

    for (int first = 0, tile = 0; first < n; first += threads, ++tile) {
        STEP("scan warps", tile);
        int i = first + thread;
        Word x = IDENTITY;
        if (i < n)
            x = GLOAD(in, i);
        for (int d = 1; d < k; d *= 2) {
            Word left = SHFL_UP(x, d);
            if (lane >= d)
                x = OP(left, x);
        }
        if (last && warp < warps)
            STORE(warp, x);
        if (!inclusive) {
            Word left = SHFL_UP(x, 1);
            x = lane == 0 ? IDENTITY : left;
        }

        STEP("scan totals", tile);
        for (int w = lane; warp == 0 && w - lane < warps; w += k) {
            Word sum = IDENTITY;
            if (w < warps)
                sum = LOAD(w);
            for (int d = 1; d < k; d *= 2) {
                Word left = SHFL_UP(sum, d);
                if (lane >= d)
                    sum = OP(left, sum);
            }
            sum = OP(carry, sum);
            Word before = SHFL_UP(sum, 1);
            if (w < warps)
                STORE(w, lane == 0 ? carry : before);
            carry = SHFL(sum, lanes - 1);
        }

        STEP(ADD_SUMS, tile);
        Word before = IDENTITY;
        if (lane == 0 && warp < warps)
            before = LOAD(warp);
        before = SHFL(before, 0);
        if (i < n)
            GSTORE(out, i, OP(before, x));
    }
}

#ifndef __CUDACC__
/* A total for each warp that has elements. */
static uint32_t block_shuffle_words(uint32_t n, uint32_t k)
{
    uint32_t busy = n < CATALOG_MAX_THREADS ? n : CATALOG_MAX_THREADS;

    return (busy + k - 1) / k;
}
#endif

CATALOG_ENTRY(block_shuffle,
              .name = "block-shuffle",
              .title = "Block Shuffle",
              .summary = "warps scan in registers and share only their totals",
              .origin = "S2",
              .max_n = 32768,
              .words = block_shuffle_words,
              .workers = catalog_n,
              .inclusive = true,
              .conflict_free = true,
              .shuffles = true);
