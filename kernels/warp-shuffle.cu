/* SPDX-License-Identifier: MIT
 *
 * A scan in registers: one warp, no shared memory (S2).
 *
 * The lanes of a warp can hand each other a register: shuffle_up(x, d) gives a
 * lane the x of the lane d below it.  So Kogge and Stone's scan needs neither
 * memory nor barriers: the lanes move together.
 *
 *     lane          0     1     2     3        k = 4
 *                  x0    x1    x2    x3
 *                    \     \     \
 *     shuffle_up 1       Σ0-1  Σ1-2  Σ2-3
 *                  \___     \___
 *                      \        \
 *     shuffle_up 2           Σ0-2  Σ0-3        lanes below 2 keep theirs
 *
 * More than k elements go in chunks of k.  The last lane knows the sum so far
 * and gives it to all: shuffle.
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

template <class T, class Op>
__global__ void warp_shuffle(T *out, const T *in, int n, int block_n,
                             bool inclusive, Op op)
{ // step: scan
    int thread = threadIdx.x, threads = blockDim.x;
    int first = blockIdx.x * block_n; /* of the block's elements */
    int lanes = min(threads, warpSize);
    T carry = op.identity();

    in += first;
    out += first;
    n = min(block_n, n - first);
    for (int chunk = 0; chunk < n && thread < lanes; chunk += lanes) {
        int i = chunk + thread;
        T x = i < n ? in[i] : op.identity();

        for (int d = 1; d < lanes; d *= 2) {
            T left = shuffle_up(x, d);
            if (thread >= d)
                x = op(left, x);
        }
        if (chunk > 0)
            x = op(carry, x);

        T y = x;
        if (!inclusive) {
            T before = shuffle_up(x, 1);
            y = thread == 0 ? carry : before;
        }
        if (i < n)
            out[i] = y;
        carry = shuffle(x, lanes - 1);
    }
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), k = warp_size();
    int *in = device_input(n), *out = device_array<int>(n);

    warp_shuffle<<<1, n < k ? n : k>>>(out, in, n, n, true, Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
static uint32_t warp_shuffle_workers(uint32_t n, uint32_t k)
{
    return n < k ? n : k;
}

CATALOG_ENTRY(warp_shuffle,
              .name = "warp-shuffle",
              .title = "Warp Shuffle",
              .summary = "a warp scans in registers by shuffles",
              .idea = IDEA_REGISTERS,
              .origin = "S2",
              .max_n = 2048,
              .words = catalog_none,
              .workers = warp_shuffle_workers,
              .inclusive = true,
              .conflict_free = true,
              .shuffles = true);
#endif
