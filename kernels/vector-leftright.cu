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
SCAN_FUNCTION int cell_of(int x, int m, int log2k)
{
    int width = 30 / log2k * log2k;
    int ones = ((1 << width) - 1) / ((1 << log2k) - 1);
    int low = x & ((1 << log2k) - 1);
    return x << m | low * ones >> (width - m);
}

/* Does the sum of node x take its right child's cell? */
SCAN_FUNCTION int goes_right(int x, int log2k)
{
    return x >> (log2k - 1) & 1;
}

KERNEL(vector_leftright)
{
    int leaves = N < 4 ? 1 : N / 4;
    int levels = log2n < 2 ? 0 : log2n - 2;
    int tree = 4 * leaves;
    int aligned = (block * block_n & 3) == 0;

    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, leaves) {
        int whole = aligned && 4 * i + 4 <= n;
        Word4 x = {{IDENTITY, IDENTITY, IDENTITY, IDENTITY}};
        if (whole)
            x = GLOAD4(in, 4 * i);
        for (int j = 0; j < 4 && !whole; ++j)
            if (4 * i + j < n)
                x.word[j] = GLOAD(in, 4 * i + j);
        for (int j = 1; j < 4; ++j)
            x.word[j] = OP(x.word[j - 1], x.word[j]);
        STORE4(4 * i, x);
        STORE(tree + i, x.word[3]);
    }

    for (int d = 0; d < levels; ++d) {
        STEP(UPSWEEP, d + 3);
        FOR_EACH (i, leaves >> (d + 1)) {
            int p = cell_of(i, d + 1, log2k);
            int q = p ^ cell_of(1, d, log2k);
            Word u = LOAD(tree + p);
            Word v = LOAD(tree + q);
            Word x = goes_right(i, log2k) ? v : u;
            Word y = goes_right(i, log2k) ? u : v;
            STORE(tree + p, OP(x, y));
            STORE(tree + q, x);
        }
    }

    STEP(CLEAR, log2n);
    if (thread == 0)
        STORE(tree + cell_of(0, levels, log2k), IDENTITY);

    for (int d = levels - 1; d >= 0; --d) {
        STEP(DOWNSWEEP, d + 3);
        FOR_EACH (i, leaves >> (d + 1)) {
            int p = cell_of(i, d + 1, log2k);
            int q = p ^ cell_of(1, d, log2k);
            Word before = LOAD(tree + p);
            Word x = LOAD(tree + q);
            STORE(tree + p, goes_right(i, log2k) ? OP(before, x) : before);
            STORE(tree + q, goes_right(i, log2k) ? before : OP(before, x));
        }
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, leaves) {
        int whole = aligned && 4 * i + 4 <= n;
        Word4 x = LOAD4(4 * i);
        Word before = LOAD(tree + i);
        Word4 y;
        for (int j = 0; j < 4; ++j)
            y.word[j] = inclusive ? OP(before, x.word[j])
                        : j == 0  ? before
                                  : OP(before, x.word[j - 1]);
        if (whole)
            GSTORE4(out, 4 * i, y);
        for (int j = 0; j < 4 && !whole; ++j)
            if (4 * i + j < n)
                GSTORE(out, 4 * i + j, y.word[j]);
    }
}

#ifndef __CUDACC__
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
#endif

CATALOG_ENTRY(vector_leftright,
              .name = "vector-leftright",
              .title = "Vector LeftRight",
              .summary = "a thread adds four elements up, a tree their sums",
              .origin = "S0 Alg. 3, GPU Gems 3",
              .max_n = 32768,
              .words = vector_leftright_words,
              .workers = leaves_of,
              .conflict_free = true);
