/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: padding that a missing pair of brackets undoes.
 *
 * A macro that has been copied from program to program since GPU Gems 3
 * (chapter 39) is to pad by i/k + i/k^2, so that even a tree of more than k^2
 * leaves is free of conflicts:
 *
 *     ((n) >> NUM_BANKS + (n) >> (2 * LOG_NUM_BANKS))
 *
 * But in C + binds tighter than >>, and the first shift is by the number of
 * banks instead of its logarithm.  So it says
 *
 *     n >> (NUM_BANKS + n) >> 2 LOG_NUM_BANKS
 *
 * which shifts n by more places than it has bits: 0, for every n.  (From 32
 * places on C promises nothing at all; here it is 0 as well.)  Nothing is
 * padded, every result is right, and the queues are those of nopadding.cu.
 * Nobody notices but who counts.
 *
 * The words for the padding are there all the same, and stay empty.
 */
#include "scan.h"

/* x >> places, and 0 when no bit of x would be left. */
SCAN_FUNCTION int shifted(int x, int places)
{
    return places < 32 ? x >> places : 0;
}

/* The cell of element i: the macro, its brackets where C puts them. */
SCAN_FUNCTION int padded(int i, int k, int log2k)
{
    return i + shifted(shifted(i, k + i), 2 * log2k);
}

KERNEL(padding_misprint)
{
    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, N) {
        Word x = IDENTITY;
        if (i < n)
            x = GLOAD(in, i);
        STORE(padded(i, k, log2k), x);
    }

    for (int d = 0; d < log2n; ++d) {
        STEP(UPSWEEP, d + 1);
        FOR_EACH (i, N >> (d + 1)) {
            int a = padded(((2 * i + 1) << d) - 1, k, log2k);
            int b = padded(((2 * i + 2) << d) - 1, k, log2k);
            Word x = LOAD(a);
            Word y = LOAD(b);
            STORE(b, OP(x, y));
        }
    }

    STEP(CLEAR, log2n);
    if (thread == 0)
        STORE(padded(N - 1, k, log2k), IDENTITY);

    for (int d = log2n - 1; d >= 0; --d) {
        STEP(DOWNSWEEP, d + 1);
        FOR_EACH (i, N >> (d + 1)) {
            int a = padded(((2 * i + 1) << d) - 1, k, log2k);
            int b = padded(((2 * i + 2) << d) - 1, k, log2k);
            Word x = LOAD(a);
            Word before = LOAD(b);
            STORE(a, before);
            STORE(b, OP(before, x));
        }
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, n) {
        Word x = LOAD(padded(i, k, log2k));
        if (inclusive) {
            Word own = GLOAD(in, i);
            x = OP(x, own);
        }
        GSTORE(out, i, x);
    }
}

#ifndef __CUDACC__
/* What the padding would take, if it were any. */
static uint32_t padding_misprint_words(uint32_t n, uint32_t k)
{
    uint32_t last = catalog_padded_n(n, k) - 1;
    return last + last / k + last / (k * k) + 1;
}

/* Level 1 has cells two apart: more than k/2 sums, of k + 1 leaves. */
static uint32_t padding_misprint_from(uint32_t n, uint32_t k)
{
    (void)n;
    return k + 1;
}
#endif

CATALOG_ENTRY(padding_misprint,
              .name = "padding-misprint",
              .title = "Padding misprinted",
              .summary = "a macro without brackets pads by nothing at all",
              .origin = "GPU Gems 3, ch. 39",
              .max_n = 32768,
              .words = padding_misprint_words,
              .workers = catalog_half_n,
              .form = FORM_NOPADDING,
              .conflict_free = true,
              .fault = FAULT_CONFLICTS,
              .wrong = "shifts by k + i places instead of log2 k, so nothing "
                       "is padded and the lanes queue as without padding",
              .wrong_from = padding_misprint_from);
