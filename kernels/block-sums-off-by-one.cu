/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: three phases, and each block adds its neighbour's
 * word (S2's add step).
 *
 *     sums of blocks               11    14     9
 *     scanned, inclusive           11    25    34     before block b: word b-1
 *     scanned, exclusive            0    11    25     before block b: word b
 *
 * S2 scans the sums with the same kernel as the blocks, whose scan is
 * exclusive, and then takes word b-1, which would be right for the other kind.
 * So block 1 adds nothing, and block 2 what belongs to block 1:
 *
 *     in        3  1  7  0 | 4  1  6  3 | 2  5  1  1
 *     should    0  3  4 11 |11 15 16 22 |25 27 32 33
 *     is        0  3  4 11 | 0  4  5 11 |11 13 18 19
 *
 * With one block all is well: small tests do not see it.  three-phase.cu has it
 * right, and differs in one line.
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
        T sum = before[blockIdx.x - 1];
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

/* Two blocks: by default a block has at least k elements. */
static uint32_t block_sums_off_by_one_from(uint32_t n, uint32_t k)
{
    (void)n;
    return k + 1;
}

CATALOG_ENTRY(block_sums_off_by_one,
              .name = "block-sums-off-by-one",
              .title = "Three Phases off by one",
              .summary = "each block adds the sum that its neighbour needs",
              .origin = "S2",
              .max_n = INTERVAL_MAX_N,
              .words = catalog_none,
              .workers = catalog_n,
              .fault = FAULT_SUMS,
              .wrong = "adds in block b the sum before block b-1",
              .wrong_from = block_sums_off_by_one_from,
              .plan = plan_three_phase,
              .inner = &algorithm_leftright);
#endif
