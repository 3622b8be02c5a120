/* SPDX-License-Identifier: MIT
 *
 * Hillis and Steele's scan with two buffers (S1; Horn's two textures, S3
 * Alg. 2).
 *
 * One buffer is only read, the other only written; after each round they change
 * places.  That saves the second barrier of the scan in place, and costs a
 * second array.
 *
 *     T0    3   1   7   0   4   1   6   3
 *           | \ | \ | \ | \ | \ | \ | \ |      distance 1
 *     T1    3   4   8   7   4   5   7   9
 *           |   |\  |\  ...                    distance 2
 *     T0    3   4  11  11  12  12  11  14
 *                                              distance 4
 *     T1    3   4  11  11  15  16  22  25
 *
 * Exclusive: load shifted by one place, with the identity first.
 *
 * W = n log2 n - n + 1 sums in log2 n rounds.  2n words.
 */
#include "scan.h"

template <class T, class Op>
__global__ void ping_pong(T *out, const T *in, int n, int block_n,
                          bool inclusive, Op op)
{ // step: load
    T *s = shared<T>();
    int threads = blockDim.x;
    int first = blockIdx.x * block_n; /* of the block's elements */

    in += first;
    out += first;
    n = min(block_n, n - first);
    T *source = s, *target = s + n; /* the buffer that is read, and the other */
    for (int i = threadIdx.x; i < n; i += threads) {
        int from = inclusive ? i : i - 1;
        source[i] = from >= 0 ? in[from] : op.identity();
    }

    for (int d = 1; d < n; d *= 2) {
        __syncthreads(); // step: add, from level 1
        for (int i = threadIdx.x; i < n; i += threads) {
            T own = source[i];
            if (i >= d) {
                T left = source[i - d];
                own = op(left, own);
            }
            target[i] = own;
        }
        T *swap = source;
        source = target;
        target = swap;
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += threads)
        out[i] = source[i];
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), threads = n < 1024 ? n : 1024;
    int *in = device_input(n), *out = device_array<int>(n);

    ping_pong<<<1, threads, 2 * n * sizeof(int)>>>(out, in, n, n, true, Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
/* Two buffers. */
static uint32_t ping_pong_words(uint32_t n, uint32_t k)
{
    return 2 * catalog_n(n, k);
}

CATALOG_ENTRY(ping_pong,
              .name = "ping-pong",
              .title = "Ping-Pong",
              .summary = "Hillis-Steele with two buffers that change roles",
              .idea = IDEA_ROWS,
              .origin = "S1, S3 Alg. 2",
              .max_n = 4096,
              .words = ping_pong_words,
              .workers = catalog_n,
              .inclusive = true,
              .form = FORM_HILLIS_STEELE);
#endif
