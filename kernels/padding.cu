/* SPDX-License-Identifier: MIT
 *
 * The tree scan with an empty cell after every k (S0 eq. 1, S2; Harris).
 *
 * Element i moves to cell i + i/k (rounded down), so that elements k apart
 * no longer share a bank:
 *
 *     bank     0   1   2   3          k = 4
 *              x0  x1  x2  x3
 *              --  x4  x5  x6
 *              x7  --  x8  x9
 *              x10 x11 --  x12
 *
 * It works while the tree has at most k^2 leaves.  Above that, elements k^2
 * apart are k^2 + k cells apart and share a bank again.
 *
 * W = n - 1 sums a sweep.  T is S0's f_p + T_nopadding(n/k): analysis/cost.c.
 * N + (N - 1)/k words: the padding is the price.
 */
#include "scan.h"

/* The cell of element i. */
SCAN_FUNCTION int padded(int i, int log2k)
{
    return i + (i >> log2k);
}

KERNEL(padding)
{
    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, N) {
        Word x = IDENTITY;
        if (i < n)
            x = GLOAD(in, i);
        STORE(padded(i, log2k), x);
    }

    for (int d = 0; d < log2n; ++d) {
        STEP(UPSWEEP, d + 1);
        FOR_EACH (i, N >> (d + 1)) {
            int a = padded(((2 * i + 1) << d) - 1, log2k);
            int b = padded(((2 * i + 2) << d) - 1, log2k);
            Word x = LOAD(a);
            Word y = LOAD(b);
            STORE(b, OP(x, y));
        }
    }

    STEP(CLEAR, log2n);
    if (thread == 0)
        STORE(padded(N - 1, log2k), IDENTITY);

    for (int d = log2n - 1; d >= 0; --d) {
        STEP(DOWNSWEEP, d + 1);
        FOR_EACH (i, N >> (d + 1)) {
            int a = padded(((2 * i + 1) << d) - 1, log2k);
            int b = padded(((2 * i + 2) << d) - 1, log2k);
            Word x = LOAD(a);
            Word before = LOAD(b);
            STORE(a, before);
            STORE(b, OP(before, x));
        }
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, n) {
        Word x = LOAD(padded(i, log2k));
        if (inclusive) {
            Word own = GLOAD(in, i);
            x = OP(x, own);
        }
        GSTORE(out, i, x);
    }
}

#ifndef __CUDACC__
static uint32_t padding_words(uint32_t n, uint32_t k)
{
    uint32_t last = catalog_padded_n(n, k) - 1;
    return last + last / k + 1;
}
#endif

CATALOG_ENTRY(padding,
              .name = "padding",
              .title = "Padding",
              .summary = "an empty cell after every k, until n outgrows k²",
              .origin = "S0 eq. 1, S2",
              .max_n = 32768,
              .words = padding_words,
              .workers = catalog_half_n,
              .form = FORM_PADDING);
