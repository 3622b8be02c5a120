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
 *             in front of each sum of the warp: lane 0 loads it and shares
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

template <class T, class Op>
__global__ void block_shuffle(T *out, const T *in, int n, int block_n,
                              bool inclusive, Op op)
{ // step: scan warps
    T *s = shared<T>();
    int thread = threadIdx.x, threads = blockDim.x, log2k = log2_of(warpSize);
    int lane = thread & (warpSize - 1), warp = thread >> log2k;
    int first = blockIdx.x * block_n; /* of the block's elements */

    in += first;
    out += first;
    n = min(block_n, n - first);
    int lanes = min(threads, warpSize); /* of warp 0 */
    int warps = (min(threads, n) + warpSize - 1) >> log2k;
    bool last = lane == warpSize - 1 || thread == threads - 1;
    T carry = op.identity();

    for (int tile = 0; tile < n; tile += threads) {
        if (tile > 0)
            __syncthreads(); // step: scan warps, from level 1
        int i = tile + thread;
        T x = i < n ? in[i] : op.identity();
        for (int d = 1; d < warpSize; d *= 2) {
            T left = shuffle_up(x, d);
            if (lane >= d)
                x = op(left, x);
        }
        if (last && warp < warps)
            s[warp] = x;
        if (!inclusive) {
            T left = shuffle_up(x, 1);
            x = lane == 0 ? op.identity() : left;
        }

        __syncthreads(); // step: scan totals, from level 0
        for (int w = lane; warp == 0 && w - lane < warps; w += warpSize) {
            T sum = w < warps ? s[w] : op.identity();
            for (int d = 1; d < warpSize; d *= 2) {
                T left = shuffle_up(sum, d);
                if (lane >= d)
                    sum = op(left, sum);
            }
            sum = op(carry, sum);
            T before = shuffle_up(sum, 1);
            if (w < warps)
                s[w] = lane == 0 ? carry : before;
            carry = shuffle(sum, lanes - 1);
        }

        __syncthreads(); // step: add, from level 0
        T before = lane == 0 && warp < warps ? s[warp] : op.identity();
        before = shuffle(before, 0);
        if (i < n)
            out[i] = op(before, x);
    }
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), k = warp_size();
    int threads = n < 1024 ? n : 1024, warps = (threads + k - 1) / k;
    int *in = device_input(n), *out = device_array<int>(n);

    block_shuffle<<<1, threads, warps * sizeof(int)>>>(out, in, n, n, true,
                                                       Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
/* A total for each warp that has elements. */
static uint32_t block_shuffle_words(uint32_t n, uint32_t k)
{
    uint32_t busy = n < CATALOG_MAX_THREADS ? n : CATALOG_MAX_THREADS;

    return (busy + k - 1) / k;
}

CATALOG_ENTRY(block_shuffle,
              .name = "block-shuffle",
              .title = "Block Shuffle",
              .summary = "warps scan in registers and share only their totals",
              .idea = IDEA_REGISTERS,
              .origin = "S2",
              .max_n = 32768,
              .words = block_shuffle_words,
              .workers = catalog_n,
              .inclusive = true,
              .conflict_free = true,
              .shuffles = true);
#endif
