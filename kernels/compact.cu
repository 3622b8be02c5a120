/* SPDX-License-Identifier: MIT
 *
 * Stream compaction: what is to be kept moves together (S2, S3).
 *
 * A flag says of each element whether it is kept.  The exclusive sum of the
 * flags counts how many are kept before it, and that is where it goes:
 *
 *     in       3   1   7   0   4   1   6   3        keep x > 2
 *     flag     1   0   1   0   1   0   1   1
 *     scan     0   1   1   2   2   3   3   4
 *              |      /      /       /   /
 *     out      3   7   4   6   3                    size = 4 + 1 = 5
 *
 * The size is scan[n-1] + flag[n-1], since an exclusive scan leaves out the
 * last flag.  The order stays.  A thread that is not to store does not, so this
 * is the one kernel here in which data decide what is stored where.
 *
 * Any scan would do; this one is ping-pong's, in which neighbours load and
 * store neighbours, and no lane ever waits.
 *
 * W = n log2 n - n + 1 for the scan of all but the last flag, and 1 for the
 * size.  2n words.  The flags are read twice, and what is kept once.
 */
#include "scan.h"

template <class T, class Flag>
__global__ void compact(T *out, int *size, const T *in, const Flag *flags,
                        int n)
{ // step: load
    int threads = blockDim.x;
    /* One buffer is read, the other one written. */
    Flag *source = shared<Flag>(), *target = source + n;

    for (int i = threadIdx.x; i < n; i += threads)
        source[i] = i > 0 ? flags[i - 1] : Flag(0);

    for (int d = 1; d < n; d *= 2) {
        __syncthreads(); // step: add, from level 1
        for (int i = threadIdx.x; i < n; i += threads) {
            Flag own = source[i];
            if (i >= d) {
                Flag left = source[i - d];
                own = left + own;
            }
            target[i] = own;
        }
        Flag *swap = source;
        source = target;
        target = swap;
    }

    __syncthreads(); // step: scatter
    for (int i = threadIdx.x; i < n; i += threads) {
        Flag flag = flags[i];
        Flag before = source[i];
        if (int(flag)) {
            T x = in[i];
            out[int(before)] = x;
        }
        if (i == n - 1)
            *size = int(before + flag);
    }
}

/* Keeps what is greater than 2. */
int main(int argc, char **argv)
{
    int n = elements(argc, argv), threads = n < 1024 ? n : 1024;
    int bytes = n * sizeof(int), kept = 0, size = 0;
    int *in = device_input(n), *out = device_array<int>(n);
    int *flags = device_array<int>(n), *gpu_size = device_array<int>(1);
    int *values = static_cast<int *>(malloc(bytes));
    int *result = static_cast<int *>(malloc(bytes));

    cudaMemcpy(values, in, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        result[i] = values[i] > 2;
    cudaMemcpy(flags, result, bytes, cudaMemcpyHostToDevice);

    compact<<<1, threads, 2 * bytes>>>(out, gpu_size, in, flags, n);

    cudaMemcpy(result, out, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(&size, gpu_size, sizeof size, cudaMemcpyDeviceToHost);
    bool right = cudaGetLastError() == cudaSuccess;
    for (int i = 0; i < n; ++i)
        if (values[i] > 2)
            right = result[kept++] == values[i] && right;
    right = right && size == kept;
    puts(right ? "right" : "wrong");
    return !right;
}

#ifdef UPSWEEP_CATALOG
#include <stdio.h>

/* Two buffers. */
static uint32_t compact_words(uint32_t n, uint32_t k)
{
    return 2 * catalog_n(n, k);
}

static void compact_plan(Plan *plan)
{
    PlanGrid *grid = plan_one_block(plan);

    snprintf(grid->title, sizeof grid->title, "compact");
    grid->own[0] = plan_array(plan, "flags", grid->n, HOLDS_FLAGS);
    grid->own[1] = plan_array(plan, "size", 1, HOLDS_NUMBERS);
}

CATALOG_ENTRY(compact,
              .name = "compact",
              .title = "Stream Compaction",
              .summary = "a scan of flags gives each kept element its position",
              .idea = IDEA_SELECTION,
              .origin = "S2, S3",
              .max_n = 4096,
              .words = compact_words,
              .workers = catalog_n,
              .conflict_free = true,
              .result = RESULT_COMPACT,
              .plan = compact_plan);
#endif
