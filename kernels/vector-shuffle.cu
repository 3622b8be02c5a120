/* SPDX-License-Identifier: MIT
 *
 * A block scan in which each thread moves 16 bytes (S2; CUB).
 *
 * A tree waits at a barrier for each of its levels.  So let there be little to
 * wait for.  A warp loads two rows of 4 k neighbouring elements, each thread
 * four of each row by one access, and adds them up in its registers; it scans
 * the sums of its threads by shuffles, row by row; and the warps tell each
 * other their totals, once:
 *
 *     thread       0            1            0            1        k = 2
 *     loads    x0 .. x3     x4 .. x7     x8 .. x11    x12 .. x15   16 bytes
 *     adds     Σ0 .. Σ0-3   Σ4 .. Σ4-7   Σ8 .. Σ8-11  Σ12 .. Σ12-15
 *     shuffles         \_______/ Σ0-7            \________/ Σ8-15
 *                row 0                   row 1: what row 0 holds comes first
 *
 *     cell        0: what came before        1: Σ0-15      2: Σ16-31
 *     warp 0      loads
 *     warp 1      loads                         loads, and adds up
 *     stores   out0 .. 3    out4 .. 7    out8 .. 11   out12 .. 15  16 bytes
 *
 * Two rows are in flight at once, so that the second does not wait for memory.
 * Each warp adds up the totals before it by itself.  If one did it for all, the
 * others would wait for it at one barrier more.
 *
 * The first of the four words is aligned: its index is a multiple of 4.  Where
 * a block begins elsewhere, or ends within the four, words go one by one.
 *
 * More than eight elements a thread go in tiles.  The last thread knows the sum
 * of those so far, and stores it in cell 0.
 *
 * W = 3/4 n in registers, n/4 log2 k by shuffles and n/8 for the second row, at
 * most k log2 k for each warp's totals, and n for the outputs.  T = 2 for each
 * warp.  G = n/k to read and n/k to write, by a quarter of the instructions.
 * A word for each warp, and one.
 */
#include "scan.h"

enum { ROWS = 2 }; /* a thread's accesses of 16 bytes in one tile */

KERNEL(vector_shuffle)
{
    int lane = thread & (k - 1);
    int warp = thread >> log2k;
    int lanes = threads - (warp << log2k) < k ? threads - (warp << log2k) : k;
    int eights = (n + 7) / 8;
    int warps = ((threads < eights ? threads : eights) + k - 1) >> log2k;
    int aligned = (block * block_n & 3) == 0;
    Word tiles = IDENTITY; /* the sum of those so far */

    for (int first = 0, tile = 0; first < n; first += 8 * threads, ++tile) {
        STEP("scan warps", tile);
        int base = first + 8 * (warp << log2k) + 4 * lane;
        Word4 x[ROWS];
        Word sum[ROWS];
        for (int r = 0; r < ROWS; ++r) {
            int i = base + 4 * lanes * r;
            int whole = aligned && i + 4 <= n;
            for (int j = 0; j < 4; ++j)
                x[r].word[j] = IDENTITY;
            if (whole)
                x[r] = GLOAD4(in, i);
            for (int j = 0; j < 4 && !whole; ++j)
                if (i + j < n)
                    x[r].word[j] = GLOAD(in, i + j);
        }
        for (int r = 0; r < ROWS; ++r) {
            for (int j = 1; j < 4; ++j)
                x[r].word[j] = OP(x[r].word[j - 1], x[r].word[j]);
            sum[r] = x[r].word[3];
        }
        for (int d = 1; d < k; d *= 2)
            for (int r = 0; r < ROWS; ++r) {
                Word left = SHFL_UP(sum[r], d);
                if (lane >= d)
                    sum[r] = OP(left, sum[r]);
            }
        Word row = SHFL(sum[0], lanes - 1);
        sum[1] = OP(row, sum[1]);
        Word left[ROWS];
        for (int r = 0; r < ROWS; ++r)
            left[r] = SHFL_UP(sum[r], 1);
        if (lane == 0)
            left[1] = row;
        if (lane == lanes - 1 && warp < warps)
            STORE(1 + warp, sum[1]);
        if (thread == threads - 1)
            STORE(0, tiles);

        STEP(ADD_SUMS, tile);
        Word before = IDENTITY;
        for (int w = lane; warp < warps && w - lane <= warp; w += lanes) {
            int last =
                warp - (w - lane) < lanes ? warp - (w - lane) : lanes - 1;
            Word y = IDENTITY;
            if (lane <= last)
                y = LOAD(w);
            for (int d = 1; d <= last; d *= 2) {
                Word less = SHFL_UP(y, d);
                if (lane >= d)
                    y = OP(less, y);
            }
            y = SHFL(y, last);
            before = w == lane ? y : OP(before, y);
        }
        if (thread == threads - 1)
            tiles = OP(before, sum[1]);
        for (int r = 0; r < ROWS; ++r) {
            int i = base + 4 * lanes * r;
            int whole = aligned && i + 4 <= n;
            Word p = lane + r > 0 ? OP(before, left[r]) : before;
            Word4 y;
            for (int j = 0; j < 4; ++j) {
                y.word[j] = inclusive ? OP(p, x[r].word[j])
                            : j == 0  ? p
                                      : OP(p, x[r].word[j - 1]);
            }
            if (whole)
                GSTORE4(out, i, y);
            for (int j = 0; j < 4 && !whole; ++j)
                if (i + j < n)
                    GSTORE(out, i + j, y.word[j]);
        }
    }
}

#ifndef __CUDACC__
/* A thread for eight elements. */
static uint32_t eights_of(uint32_t n, uint32_t k)
{
    (void)k;
    return (n + 7) / 8;
}

/* A total for each warp that has elements, and one for all before. */
static uint32_t vector_shuffle_words(uint32_t n, uint32_t k)
{
    uint32_t busy = eights_of(n, k);

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
              .workers = eights_of,
              .inclusive = true,
              .conflict_free = true,
              .shuffles = true);
