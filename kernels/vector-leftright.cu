/* SPDX-License-Identifier: MIT
 *
 * LeftRight over sums of four, 16 bytes a thread (S0 Alg. 3; GPU Gems 3).
 *
 * The tree of leftright.cu has a leaf for each element and a barrier for each
 * level.  Here a thread loads four neighbouring elements by one access, adds
 * them up in its registers, and only their sum becomes a leaf: two levels less,
 * and a quarter of the nodes.
 *
 *     loads     x0 x1 x2 x3     x4 x5 x6 x7     x8 ...        16 bytes a thread
 *     adds      Σ0 . . Σ0-3     Σ4 . . Σ4-7     Σ8 ...
 *     cells     0  1  2  3      4  5  6  7      8  ...        all four, at once
 *     leaves    tree + 0: Σ0-3  tree + 1: Σ4-7  tree + 2 ...  a tree as before
 *
 * Shared memory serves 16 bytes a lane by quarters of a warp: k/4 lanes meet k
 * banks, four times.  That is n/k cycles for n words, as for words one by one.
 *
 * This is the step from the plain scan of GPU Gems 3, ch. 39, to its fastest,
 * with the paper's placement; vector-padding.cu has it with padding.  The fewer
 * nodes the tree has, the less there is to gain by placing them well.
 *
 * W = 2n - 2, as of a tree over all elements, or n/4 more if inclusive.  T = 2
 * n/k and 2 n/(4k) to store and load, and a tree of n/4 leaves.  N + N/4 words.
 */
#include "scan.h"

/* The cell of node x of level m above the leaves: see leftright.cu. */
__device__ int cell_of(int x, int m, int log2k)
{
    int width = 30 / log2k * log2k;
    int ones = ((1 << width) - 1) / ((1 << log2k) - 1);
    int low = x & ((1 << log2k) - 1);

    return x << m | low * ones >> (width - m);
}

/* Does the sum of node x take its right child's cell? */
__device__ bool goes_right(int x, int log2k)
{
    return x >> (log2k - 1) & 1;
}

template <class T, class Op>
__global__ void vector_leftright(T *out, const T *in, int n, int block_n,
                                 bool inclusive, Op op)
{ // step: load
    int threads = blockDim.x;
    int N = padded(block_n), log2k = log2_of(warpSize);
    int leaves = N < 4 ? 1 : N / 4, levels = log2_of(leaves);
    T *s = shared<T>(), *tree = s + 4 * leaves;
    int first = blockIdx.x * block_n; /* of the block's elements */
    bool aligned = first % 4 == 0;

    in += first;
    out += first;
    n = min(block_n, n - first);
    for (int i = threadIdx.x; i < leaves; i += threads) {
        bool whole = aligned && 4 * i + 4 <= n;
        Four<T> x;
        if (whole)
            x = load4(in + 4 * i);
        for (int j = 0; j < 4 && !whole; ++j)
            x.word[j] = 4 * i + j < n ? in[4 * i + j] : op.identity();
        for (int j = 1; j < 4; ++j)
            x.word[j] = op(x.word[j - 1], x.word[j]);
        store4(s + 4 * i, x);
        tree[i] = x.word[3];
    }

    for (int d = 0; d < levels; ++d) {
        __syncthreads(); // step: up-sweep, from level 3
        for (int i = threadIdx.x; i < leaves >> (d + 1); i += threads) {
            bool right = goes_right(i, log2k);
            int p = cell_of(i, d + 1, log2k);
            int q = p ^ cell_of(1, d, log2k);
            T u = tree[p];
            T v = tree[q];
            T x = right ? v : u;
            T y = right ? u : v;
            tree[p] = op(x, y);
            tree[q] = x;
        }
    }

    __syncthreads(); // step: clear
    if (threadIdx.x == 0)
        tree[cell_of(0, levels, log2k)] = op.identity();

    for (int d = levels - 1; d >= 0; --d) {
        __syncthreads(); // step: down-sweep, from level 3
        for (int i = threadIdx.x; i < leaves >> (d + 1); i += threads) {
            bool right = goes_right(i, log2k);
            int p = cell_of(i, d + 1, log2k);
            int q = p ^ cell_of(1, d, log2k);
            T before = tree[p];
            T x = tree[q];
            tree[p] = right ? op(before, x) : before;
            tree[q] = right ? before : op(before, x);
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < leaves; i += threads) {
        bool whole = aligned && 4 * i + 4 <= n;
        Four<T> x = load4(s + 4 * i);
        T before = tree[i];
        Four<T> y;
        for (int j = 0; j < 4; ++j)
            y.word[j] = inclusive ? op(before, x.word[j])
                        : j == 0  ? before
                                  : op(before, x.word[j - 1]);
        if (whole)
            store4(out + 4 * i, y);
        for (int j = 0; j < 4 && !whole; ++j)
            if (4 * i + j < n)
                out[4 * i + j] = y.word[j];
    }
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), leaves = (padded(n) + 3) / 4;
    int threads = leaves < 1024 ? leaves : 1024;
    int *in = device_input(n), *out = device_array<int>(n);

    vector_leftright<<<1, threads, 5 * leaves * sizeof(int)>>>(out, in, n, n,
                                                               false, Add());
    return check(out, in, n, false);
}

#ifdef UPSWEEP_CATALOG
/* A leaf for four elements: a thread for each. */
static uint32_t leaves_of(uint32_t n, uint32_t k)
{
    uint32_t padded = catalog_padded_n(n, k);

    return padded < 4 ? 1 : padded / 4;
}

static uint32_t vector_leftright_words(uint32_t n, uint32_t k)
{
    return 5 * leaves_of(n, k);
}

CATALOG_ENTRY(vector_leftright,
              .name = "vector-leftright",
              .title = "Vector LeftRight",
              .summary = "a thread adds 4 elements, LeftRight their sums",
              .idea = IDEA_TREES,
              .origin = "S0 Alg. 3, GPU Gems 3",
              .max_n = 32768,
              .words = vector_leftright_words,
              .workers = leaves_of,
              .conflict_free = true);
#endif
