/* SPDX-License-Identifier: MIT
 *
 * A block scan in which each thread moves 16 bytes (S2; CUB).
 *
 * A tree waits at a barrier for each of its levels.  So let there be little to
 * wait for.  Each thread loads four neighbouring elements by one access and
 * adds them up in its registers; a warp scans the sums of its threads by
 * shuffles; and the warps tell each other their totals, once:
 *
 *     thread       0            1            2            3        k = 2
 *     loads    x0 .. x3     x4 .. x7     x8 .. x11    x12 .. x15   16 bytes
 *     adds     Σ0 .. Σ0-3   Σ4 .. Σ4-7   Σ8 .. Σ8-11  Σ12 .. Σ12-15
 *     shuffles         \_______/ Σ0-7            \________/ Σ8-15
 *
 *     cell        0: what came before        1: Σ0-7       2: Σ8-15
 *     warp 0      loads
 *     warp 1      loads                         loads, and adds up
 *     stores   out0 .. 3    out4 .. 7    out8 .. 11   out12 .. 15  16 bytes
 *
 * Each warp adds up the totals before it by itself.  If one did it for all, the
 * others would wait for it at one barrier more.
 *
 * The first of the four words is aligned: its index is a multiple of 4.  Where
 * a block begins elsewhere, or ends within the four, words go one by one.
 *
 * More than four elements a thread go in tiles.  The last thread knows the sum
 * of those so far, and stores it in cell 0.
 *
 * W = 3/4 n in registers, n/4 log2 k by shuffles, k log2 k for each warp, and n
 * for the outputs.  T = 2 for each warp.  G = n/k to read and n/k to write, by
 * a quarter of the instructions.  A word for each warp, and one.
 */
#include "scan.h"

KERNEL(vector_shuffle)
{
    int lane = thread & (k - 1);
    int warp = thread >> log2k;
    int lanes = threads - (warp << log2k) < k ? threads - (warp << log2k) : k;
    int quads = (n + 3) / 4;
    int warps = ((threads < quads ? threads : quads) + k - 1) >> log2k;
    int aligned = (block * block_n & 3) == 0;
    Word tiles = IDENTITY; /* the sum of those so far */

    for (int first = 0, tile = 0; first < n; first += 4 * threads, ++tile) {
        STEP("scan warps", tile);
        int i = first + 4 * thread;
        int whole = aligned && i + 4 <= n;
        Word4 x = {{IDENTITY, IDENTITY, IDENTITY, IDENTITY}};
        if (whole)
            x = GLOAD4(in, i);
        for (int j = 0; j < 4 && !whole; ++j)
            if (i + j < n)
                x.word[j] = GLOAD(in, i + j);
        for (int j = 1; j < 4; ++j)
            x.word[j] = OP(x.word[j - 1], x.word[j]);
        Word sum = x.word[3];
        for (int d = 1; d < k; d *= 2) {
            Word left = SHFL_UP(sum, d);
            if (lane >= d)
                sum = OP(left, sum);
        }
        Word left = SHFL_UP(sum, 1);
        if (lane == lanes - 1 && warp < warps)
            STORE(1 + warp, sum);
        if (thread == threads - 1)
            STORE(0, tiles);

        STEP(ADD_SUMS, tile);
        Word before = IDENTITY;
        for (int w = lane; warp < warps && w - lane <= warp; w += lanes) {
            Word y = IDENTITY;
            if (w <= warp)
                y = LOAD(w);
            for (int d = 1; d < k; d *= 2) {
                Word less = SHFL_UP(y, d);
                if (lane >= d)
                    y = OP(less, y);
            }
            y = SHFL(y, lanes - 1);
            before = OP(before, y);
        }
        if (thread == threads - 1)
            tiles = OP(before, sum);
        if (lane > 0)
            before = OP(before, left);
        Word4 y;
        for (int j = 0; j < 4; ++j) {
            y.word[j] = inclusive ? OP(before, x.word[j])
                        : j == 0  ? before
                                  : OP(before, x.word[j - 1]);
        }
        if (whole)
            GSTORE4(out, i, y);
        for (int j = 0; j < 4 && !whole; ++j)
            if (i + j < n)
                GSTORE(out, i + j, y.word[j]);
    }
}

#ifndef __CUDACC__
/* A thread for four elements. */
static uint32_t quads_of(uint32_t n, uint32_t k)
{
    (void)k;
    return (n + 3) / 4;
}

/* A total for each warp that has elements, and one for all before. */
static uint32_t vector_shuffle_words(uint32_t n, uint32_t k)
{
    uint32_t busy = quads_of(n, k);

    busy = busy < CATALOG_MAX_THREADS ? busy : CATALOG_MAX_THREADS;
    return 1 + (busy + k - 1) / k;
}
#endif

CATALOG_ENTRY(vector_shuffle,
              .name = "vector-shuffle",
              .title = "Vector Shuffle",
              .summary = "each thread moves 16 bytes, and adds in its "
                         "registers",
              .origin = "S2, CUB",
              .max_n = 32768,
              .words = vector_shuffle_words,
              .workers = quads_of,
              .inclusive = true,
              .conflict_free = true,
              .shuffles = true);
