/* SPDX-License-Identifier: MIT
 *
 * The hybrid of reduction and Horn's scan (S3 section 2.4).
 *
 * A tree does the least work, but near its root hardly anybody works; Horn's
 * scan takes half the steps, but for an array longer than the machine is wide
 * each step takes many turns.  So: reduce until the array is as short as the
 * machine is wide, scan that as Horn does, and go down again.
 *
 *     a0    3   1   7   0   4   1   6   3
 *     a1      4       7       5       9         passes = 1
 *             4      11      12      14         distance 1
 *             4      11      16      25         distance 2
 *     a0    3   4  11  11  15  16  22  25
 *
 * The width P of the machine is k here, unless --width says otherwise: passes
 * = log2 N - log2 P.  With no pass at all this is ping-pong.cu, with log2 N of
 * them it is reduce-downsweep.cu.
 *
 * With r passes m = N / 2^r elements are left for Horn's scan, and
 *
 *     W = 2 (N - m) - r            up and down, without the left edge
 *         + m log2 m - m + 1       across
 *     rounds = r + log2 m + r      one less for m = 1
 *
 * so that each pass adds a round, and from the first ones on saves much work:
 * `upsweep report hybrid` shows W, rounds and T for every number of passes.
 *
 * N + N/2 + ... + m words for the levels, and m for Horn's second buffer: 2N,
 * whatever r is.
 */
#include "scan.h"

/* The first cell of the array of level d. */
__device__ int array_of(int d, int N)
{
    return 2 * N - (2 * N >> d);
}

template <class T, class Op>
__global__ void hybrid(T *out, const T *in, int n, int block_n, bool inclusive,
                       int passes, Op op)
{ // step: load
    T *s = shared<T>();
    int threads = blockDim.x;
    int first = blockIdx.x * block_n; /* of the block's elements */
    int N = padded(block_n), log2n = log2_of(N);

    in += first;
    out += first;
    n = min(block_n, n - first);
    for (int i = threadIdx.x; i < N; i += threads)
        s[i] = i < n ? in[i] : op.identity();

    int top = min(passes, log2n);
    for (int d = 1; d <= top; ++d) {
        T *own = s + array_of(d, N), *below = s + array_of(d - 1, N);

        __syncthreads(); // step: up-sweep
        for (int i = threadIdx.x; i < N >> d; i += threads) {
            T x = below[2 * i];
            T y = below[2 * i + 1];
            own[i] = op(x, y);
        }
    }

    int m = N >> top;
    T *source = s + array_of(top, N); /* the buffer that is read */
    T *target = source + m;
    for (int distance = 1; distance < m; distance *= 2) {
        __syncthreads(); // step: add, from level 1
        for (int i = threadIdx.x; i < m; i += threads) {
            T own = source[i];
            if (i >= distance) {
                T left = source[i - distance];
                own = op(left, own);
            }
            target[i] = own;
        }
        T *swap = source;
        source = target;
        target = swap;
    }

    T *above = source;
    for (int d = top - 1; d >= 0; --d) {
        T *own = s + array_of(d, N);

        __syncthreads(); // step: down-sweep
        for (int i = threadIdx.x; i < N >> d; i += threads) {
            if (i > 0) {
                T sum = above[(i - 1) / 2];
                if (i % 2 == 0) {
                    T x = own[i];
                    sum = op(sum, x);
                }
                own[i] = sum;
            }
        }
        above = own;
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += threads) {
        int from = inclusive ? i : i - 1;
        out[i] = from >= 0 ? above[from] : op.identity();
    }
}

/* The second argument: how many passes of reduction. */
int main(int argc, char **argv)
{
    int n = elements(argc, argv), N = padded(n), passes = 0;
    int threads = N < 1024 ? N : 1024;
    int *in = device_input(n), *out = device_array<int>(n);

    while (N >> passes > warp_size())
        ++passes;
    if (argc > 2)
        passes = atoi(argv[2]);
    hybrid<<<1, threads, 2 * N * sizeof(int)>>>(out, in, n, n, true, passes,
                                                Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
/* All levels, and the second buffer. */
static uint32_t hybrid_words(uint32_t n, uint32_t k)
{
    return 2 * catalog_padded_n(n, k);
}

CATALOG_ENTRY(hybrid,
              .name = "hybrid",
              .title = "Hybrid",
              .summary = "reduces the array, then runs Hillis-Steele on the "
                         "short rest",
              .idea = IDEA_CONFLICTS,
              .origin = "S3 2.4",
              .max_n = 16384,
              .words = hybrid_words,
              .workers = catalog_padded_n,
              .inclusive = true,
              .is_hybrid = true,
              .form = FORM_HYBRID);
#endif
