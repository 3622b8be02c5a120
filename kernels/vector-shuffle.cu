/* SPDX-License-Identifier: MIT
 *
 * A block scan in which each thread moves 16 bytes (S2; CUB).
 *
 * A tree waits at a barrier for each of its levels.  So let there be little to
 * wait for.  A warp loads two rows of 4 k neighbouring elements, each thread
 * four of each row by one access, and adds them up in its registers; it scans
 * the sums of its threads by shuffles, row by row; and the warps share
 * their totals once:
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

template <class T, class Op, int THREADS = 0, int ITEMS = 0>
__global__ void vector_shuffle(T *out, const T *in, int n, int block_n,
                               bool inclusive, Op op)
{ // step: scan warps
    T *s = shared<T>();
    int thread = threadIdx.x, threads = blockDim.x, log2k = log2_of(warpSize);
    if (THREADS > 0) { /* sizes that the compiler knows */
        threads = THREADS;
        block_n = THREADS * ITEMS;
    }
    int lane = thread & (warpSize - 1), warp = thread >> log2k;
    int lanes = min(threads - (warp << log2k), warpSize);
    int first = blockIdx.x * block_n; /* of the block's elements */
    bool aligned = first % 4 == 0;

    in += first;
    out += first;
    n = min(block_n, n - first);
    int warps = (min(threads, (n + 7) / 8) + warpSize - 1) >> log2k;
    T tiles = op.identity(); /* the sum of those so far */

    for (int tile = 0; tile < n; tile += 8 * threads) {
        if (tile > 0)
            __syncthreads(); // step: scan warps, from level 1
        int base = tile + 8 * (warp << log2k) + 4 * lane;
        Four<T> x[ROWS];
        T sum[ROWS];
        for (int r = 0; r < ROWS; ++r) {
            int i = base + 4 * lanes * r;
            if (aligned && i + 4 <= n)
                x[r] = load4(in + i);
            else
                for (int j = 0; j < 4; ++j)
                    x[r].word[j] = i + j < n ? in[i + j] : op.identity();
        }
        for (int r = 0; r < ROWS; ++r) {
            for (int j = 1; j < 4; ++j)
                x[r].word[j] = op(x[r].word[j - 1], x[r].word[j]);
            sum[r] = x[r].word[3];
        }
        for (int d = 1; d < warpSize; d *= 2)
            for (int r = 0; r < ROWS; ++r) {
                T left = shuffle_up(sum[r], d);
                if (lane >= d)
                    sum[r] = op(left, sum[r]);
            }
        T row = shuffle(sum[0], lanes - 1);
        sum[1] = op(row, sum[1]);
        T left[ROWS];
        for (int r = 0; r < ROWS; ++r)
            left[r] = shuffle_up(sum[r], 1);
        if (lane == 0)
            left[1] = row;
        if (lane == lanes - 1 && warp < warps)
            s[1 + warp] = sum[1];
        if (thread == threads - 1)
            s[0] = tiles;

        __syncthreads(); // step: add, from level 0
        T before = op.identity();
        for (int w = lane; warp < warps && w - lane <= warp; w += lanes) {
            int last = min(warp - (w - lane), lanes - 1);
            T y = lane <= last ? s[w] : op.identity();
            for (int d = 1; d <= last; d *= 2) {
                T less = shuffle_up(y, d);
                if (lane >= d)
                    y = op(less, y);
            }
            y = shuffle(y, last);
            before = w == lane ? y : op(before, y);
        }
        if (thread == threads - 1)
            tiles = op(before, sum[1]);
        for (int r = 0; r < ROWS; ++r) {
            int i = base + 4 * lanes * r;
            T p = lane + r > 0 ? op(before, left[r]) : before;
            Four<T> y;
            for (int j = 0; j < 4; ++j)
                y.word[j] = inclusive ? op(p, x[r].word[j])
                            : j == 0  ? p
                                      : op(p, x[r].word[j - 1]);
            if (aligned && i + 4 <= n)
                store4(out + i, y);
            else
                for (int j = 0; j < 4 && i + j < n; ++j)
                    out[i + j] = y.word[j];
        }
    }
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), k = warp_size(), eights = (n + 7) / 8;
    int threads = eights < 1024 ? eights : 1024, warps = (threads + k - 1) / k;
    int *in = device_input(n), *out = device_array<int>(n);

    vector_shuffle<<<1, threads, (1 + warps) * sizeof(int)>>>(out, in, n, n,
                                                              true, Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
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

CATALOG_ENTRY(vector_shuffle,
              .name = "vector-shuffle",
              .title = "Vector Shuffle",
              .summary = "each thread moves 16 bytes at once and adds in "
                         "registers",
              .idea = IDEA_REGISTERS,
              .origin = "S2, CUB",
              .max_n = 32768,
              .words = vector_shuffle_words,
              .workers = eights_of,
              .inclusive = true,
              .conflict_free = true,
              .shuffles = true);
#endif
