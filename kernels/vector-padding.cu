/* SPDX-License-Identifier: MIT
 *
 * Padding over sums of four, 16 bytes a thread (S0 eq. 1; GPU Gems 3).
 *
 * As in leftright-vector.cu a thread loads four neighbouring elements by one
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
SCAN_FUNCTION int padded(int i, int log2k)
{
    return i + (i >> log2k);
}

KERNEL(vector_padding)
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
        STORE(tree + padded(i, log2k), x.word[3]);
    }

    for (int d = 0; d < levels; ++d) {
        STEP(UPSWEEP, d + 3);
        FOR_EACH (i, leaves >> (d + 1)) {
            int a = tree + padded(((2 * i + 1) << d) - 1, log2k);
            int b = tree + padded(((2 * i + 2) << d) - 1, log2k);
            Word x = LOAD(a);
            Word y = LOAD(b);
            STORE(b, OP(x, y));
        }
    }

    STEP(CLEAR, log2n);
    if (thread == 0)
        STORE(tree + padded(leaves - 1, log2k), IDENTITY);

    for (int d = levels - 1; d >= 0; --d) {
        STEP(DOWNSWEEP, d + 3);
        FOR_EACH (i, leaves >> (d + 1)) {
            int a = tree + padded(((2 * i + 1) << d) - 1, log2k);
            int b = tree + padded(((2 * i + 2) << d) - 1, log2k);
            Word x = LOAD(a);
            Word before = LOAD(b);
            STORE(a, before);
            STORE(b, OP(before, x));
        }
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, leaves) {
        int whole = aligned && 4 * i + 4 <= n;
        Word4 x = LOAD4(4 * i);
        Word before = LOAD(tree + padded(i, log2k));
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

static uint32_t vector_padding_words(uint32_t n, uint32_t k)
{
    uint32_t leaves = leaves_of(n, k);

    return 5 * leaves + (leaves - 1) / k;
}
#endif

CATALOG_ENTRY(vector_padding,
              .name = "vector-padding",
              .title = "Vector Padding",
              .summary = "a thread adds four elements up, a padded tree their "
                         "sums",
              .origin = "S0 eq. 1, GPU Gems 3",
              .max_n = 32768,
              .words = vector_padding_words,
              .workers = leaves_of);
