/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: the loops of S1's reduction and post-scan, which
 * double (and halve) the stride twice a round.
 *
 *     for (stride = 1; ...; stride = stride * 2) {
 *         ...
 *         stride = stride * 2;       once more
 *     }
 *
 * Every second level of the tree is left out:
 *
 *     stride 1     3   1   7   0   4   1   6   3
 *                  3   4   7   7   4   5   6   9
 *     stride 2     never
 *     stride 4     3   4   7   7   4   5   6  16     7 + 9: of elements 2, 3
 *                                                    and 6, 7
 *     back, 2      3   4   7   7   4  12   6  16     7 + 5
 *     stride 1     never
 *     should be    3   4  11  11  15  16  22  25
 *
 * With up to three elements there is one level to speak of, and all is well.
 * brent-kung.cu has the loops as they should be.
 *
 * Exclusive: the elements are loaded one place to the right (S1).
 */
#include "scan.h"

KERNEL(double_stride)
{
    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, N) {
        int from = inclusive ? i : i - 1;
        Word x = IDENTITY;
        if (from >= 0 && from < n)
            x = GLOAD(in, from);
        STORE(i, x);
    }

    int level = 1; /* of the sums that a stride makes */
    for (int stride = 1; stride <= N / 2; stride = stride * 2, ++level) {
        STEP(UPSWEEP, level);
        FOR_EACH (i, N / (2 * stride)) {
            int index = (i + 1) * stride * 2 - 1;
            Word x = LOAD(index - stride);
            Word y = LOAD(index);
            STORE(index, OP(x, y));
        }
        stride = stride * 2;
        ++level;
    }

    level = log2n - 1;
    for (int stride = N / 4; stride > 0; stride = stride / 2, --level) {
        STEP(DOWNSWEEP, level);
        FOR_EACH (i, N / (2 * stride) - 1) {
            int index = (i + 1) * stride * 2 - 1;
            Word before = LOAD(index);
            Word x = LOAD(index + stride);
            STORE(index + stride, OP(before, x));
        }
        stride = stride / 2;
        --level;
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, n) {
        Word x = LOAD(i);
        GSTORE(out, i, x);
    }
}

/* Output 3 lacks the level that joins 0, 1 and 2, 3. */
#ifndef __CUDACC__
static uint32_t double_stride_from(uint32_t n, uint32_t k)
{
    (void)n;
    (void)k;
    return 4;
}
#endif

CATALOG_ENTRY(double_stride,
              .name = "double-stride",
              .title = "Stride doubled twice",
              .summary = "loops that leave out every second level",
              .origin = "S1",
              .max_n = 32768,
              .words = catalog_padded_n,
              .workers = catalog_half_n,
              .inclusive = true,
              .fault = FAULT_SUMS,
              .wrong = "doubles and halves the stride twice a round, so every "
                       "second level of the tree is left out",
              .wrong_from = double_stride_from);
