/* SPDX-License-Identifier: MIT
 *
 * Padding over sums of four, 16 bytes a thread (S0 eq. 1; GPU Gems 3).
 *
 * As in vector-leftright.cu a thread loads four neighbouring elements by one
 * access and adds them up in its registers, and their sum is a leaf of the
 * tree; but the tree is padding.cu's, with an empty cell after every k leaves.
 *
 *     loads     x0 x1 x2 x3     x4 x5 x6 x7     x8 ...        16 bytes a thread
 *     adds      Σ0 . . Σ0-3     Σ4 . . Σ4-7     Σ8 ...
 *     cells     0  1  2  3      4  5  6  7      8  ...        all four, at once
 *     leaves    tree + 0: Σ0-3  tree + 1: Σ4-7  tree + 2 ...  a tree as before
 *
 * Padding works up to k^2 leaves, which are 4 k^2 elements here: for k = 32,
 * lanes wait from n = 8192 on, and without the sums of four from 2048 on.
 *
 * W = 2n - 2, as of a tree over all elements, or n/4 more if inclusive.  T = 2
 * n/k and 2 n/(4k) to store and load, and a tree of n/4 leaves.  N + N/4 words,
 * and the padding of the tree.
 */
#include "scan.h"

/* The cell of leaf i, counted from the tree's first. */
__device__ int cell_of(int i, int log2k)
{
    return i + (i >> log2k);
}

template <class T, class Op>
__global__ void vector_padding(T *out, const T *in, int n, int block_n,
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
        tree[cell_of(i, log2k)] = x.word[3];
    }

    for (int d = 0; d < levels; ++d) {
        __syncthreads(); // step: up-sweep, from level 3
        for (int i = threadIdx.x; i < leaves >> (d + 1); i += threads) {
            int a = cell_of(((2 * i + 1) << d) - 1, log2k);
            int b = cell_of(((2 * i + 2) << d) - 1, log2k);
            T x = tree[a];
            T y = tree[b];
            tree[b] = op(x, y);
        }
    }

    __syncthreads(); // step: clear
    if (threadIdx.x == 0)
        tree[cell_of(leaves - 1, log2k)] = op.identity();

    for (int d = levels - 1; d >= 0; --d) {
        __syncthreads(); // step: down-sweep, from level 3
        for (int i = threadIdx.x; i < leaves >> (d + 1); i += threads) {
            int a = cell_of(((2 * i + 1) << d) - 1, log2k);
            int b = cell_of(((2 * i + 2) << d) - 1, log2k);
            T x = tree[a];
            T before = tree[b];
            tree[a] = before;
            tree[b] = op(before, x);
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < leaves; i += threads) {
        bool whole = aligned && 4 * i + 4 <= n;
        Four<T> x = load4(s + 4 * i);
        T before = tree[cell_of(i, log2k)];
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
    int words = 5 * leaves + (leaves - 1) / warp_size();
    int *in = device_input(n), *out = device_array<int>(n);

    vector_padding<<<1, threads, words * sizeof(int)>>>(out, in, n, n, false,
                                                        Add());
    return check(out, in, n, false);
}

#ifdef UPSWEEP_CATALOG
/* A leaf for four elements: a thread for each. */
static uint32_t leaves_of(uint32_t n, uint32_t k)
{
    uint32_t padded = catalog_padded_n(n, k);

    return padded < 4 ? 1 : padded / 4;
}

static uint32_t vector_padding_words(uint32_t n, uint32_t k)
{
    uint32_t leaves = leaves_of(n, k);

    return 5 * leaves + (leaves - 1) / k;
}

CATALOG_ENTRY(vector_padding,
              .name = "vector-padding",
              .title = "Vector Padding",
              .summary = "a thread adds 4 elements, a padded tree their sums",
              .idea = IDEA_TREES,
              .origin = "S0 eq. 1, GPU Gems 3",
              .max_n = 32768,
              .words = vector_padding_words,
              .workers = leaves_of);
#endif
