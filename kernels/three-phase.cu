/* SPDX-License-Identifier: MIT
 *
 * Large arrays in three phases (S0 VIII ii, S1, S2).
 *
 * One block can scan as much as its shared memory holds.  For more, many blocks
 * scan a part each, and then they learn what came before them:
 *
 *     in        3  1  7  0 | 4  1  6  3 | 2  5  1  1     12 elements, 3 blocks
 *
 *     scan      0  3  4 11 | 0  4  5 11 | 0  2  7  8     each block, by itself
 *     collect          11          14           9        the sums of blocks
 *     scan              0          11          25        ... scanned
 *     add       0  3  4 11 |11 15 16 22 |25 27 32 33     in front of each block
 *
 * Are there more sums than a block takes?  They are an array like any other:
 * again three phases.  Any scan of one block serves, "three-phase:padding" has
 * another one; it is launched, and this file has what is done in between.
 *
 * A launch is a barrier for all blocks.  There is no other: they do not run all
 * at once.
 *
 * W = n more than the scans of blocks.  Each word goes through global memory
 * four times, twice to scan and twice to add: look-back.cu needs half of that.
 */
#include "scan.h"

/* The sums of blocks, after their scan. */
template <class T, class Op>
__global__ void collect(T *sums, const T *out, const T *in, int n, int block_n,
                        bool inclusive, Op op)
{ // step: collect
    int first = blockIdx.x * block_n, last = min(first + block_n, n) - 1;

    if (threadIdx.x == 0) {
        T sum = out[last];
        if (!inclusive) {
            T own = in[last];
            sum = op(sum, own);
        }
        sums[blockIdx.x] = sum;
    }
}

/* What lies before a block, added to each of its elements. */
template <class T, class Op>
__global__ void add(T *out, const T *before, int n, int block_n, Op op)
{ // step: add
    int threads = blockDim.x;
    int first = blockIdx.x * block_n;

    out += first;
    n = min(block_n, n - first);
    if (blockIdx.x > 0) {
        T sum = before[blockIdx.x];
        for (int i = threadIdx.x; i < n; i += threads) {
            T x = out[i];
            out[i] = op(sum, x);
        }
    }
}

/* A scan of each block, of the simplest kind. */
template <class T, class Op>
__global__ void scan_block(T *out, const T *in, int n, int block_n, Op op)
{
    int first = blockIdx.x * block_n;
    T sum = op.identity();

    for (int i = first; i < min(first + block_n, n); ++i) {
        T x = in[i];
        out[i] = sum;
        sum = op(sum, x);
    }
}

/* The second argument: the elements of a block. */
int main(int argc, char **argv)
{
    int n = elements(argc, argv), block_n = argc > 2 ? atoi(argv[2]) : 0;
    block_n = block_n > 0 ? block_n : 16;
    int blocks = (n + block_n - 1) / block_n;
    int threads = block_n < 1024 ? block_n : 1024;
    int *in = device_input(n), *out = device_array<int>(n);
    int *sums = device_array<int>(blocks), *before = device_array<int>(blocks);

    scan_block<<<blocks, 1>>>(out, in, n, block_n, Add());
    collect<<<blocks, 1>>>(sums, out, in, n, block_n, false, Add());
    scan_block<<<1, 1>>>(before, sums, blocks, blocks, Add());
    add<<<blocks, threads>>>(out, before, n, block_n, Add());
    return check(out, in, n, false);
}

#ifdef UPSWEEP_CATALOG
extern const Algorithm algorithm_leftright;

CATALOG_ENTRY(three_phase,
              .name = "three-phase",
              .title = "Three Phases",
              .summary = "blocks scan, then their sums are scanned, then added",
              .idea = IDEA_BLOCKS,
              .origin = "S0 VIII ii, S1, S2",
              .max_n = INTERVAL_MAX_N,
              .words = catalog_none,
              .workers = catalog_n,
              .plan = plan_three_phase,
              .inner = &algorithm_leftright);
#endif
