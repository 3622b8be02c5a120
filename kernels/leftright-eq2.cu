/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: LeftRight with the cells of S0's equation 2, word
 * for word.
 *
 *     LEFTRIGHT(x, m) = RST(x 2^m) + ROT^m(x)
 *
 * RST clears the log2 k low bits, ROT^m rotates the log2 k low bits of x to the
 * left m times.  Up to level log2 k this is the cell of one of the children.
 * Above, where bit log2 k - 1 of x is 1, it is a cell of neither child, and the
 * sum put there destroys a partial sum that the way down still needs:
 *
 *     k = 4, level 3, node 2:   its children stand in cells 16 and 21, it
 *                               should take 21 and is put in 17, where level 1
 *                               keeps an operand for the way down
 *
 * The reduction stays right, so the mistake hides; scans are wrong from trees
 * of 2 k^2 leaves on.  leftright.cu repeats the low bits instead of rotating
 * them, and stays in place.
 */
#include "scan.h"

/* x with its h low bits rotated left by m. */
SCAN_FUNCTION int rotated(int x, int m, int h)
{
    int low = x & ((1 << h) - 1);
    m %= h;
    return (low << m | low >> (h - m)) & ((1 << h) - 1);
}

/* Equation 2. */
SCAN_FUNCTION int cell_of(int x, int m, int log2k)
{
    return ((x << m) >> log2k << log2k) + rotated(x, m, log2k);
}

KERNEL(leftright_eq2)
{
    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, N) {
        Word x = IDENTITY;
        if (i < n)
            x = GLOAD(in, i);
        STORE(i, x);
    }

    for (int d = 0; d < log2n; ++d) {
        STEP(UPSWEEP, d + 1);
        FOR_EACH (i, N >> (d + 1)) {
            int right = i >> (log2k - 1) & 1;
            int same = cell_of(2 * i + right, d, log2k);
            int other = cell_of(2 * i + 1 - right, d, log2k);
            Word u = LOAD(same);
            Word v = LOAD(other);
            Word x = right ? v : u;
            Word y = right ? u : v;
            STORE(cell_of(i, d + 1, log2k), OP(x, y));
            STORE(other, x);
        }
    }

    STEP(CLEAR, log2n);
    if (thread == 0)
        STORE(cell_of(0, log2n, log2k), IDENTITY);

    for (int d = log2n - 1; d >= 0; --d) {
        STEP(DOWNSWEEP, d + 1);
        FOR_EACH (i, N >> (d + 1)) {
            int right = i >> (log2k - 1) & 1;
            int same = cell_of(2 * i + right, d, log2k);
            int other = cell_of(2 * i + 1 - right, d, log2k);
            Word before = LOAD(cell_of(i, d + 1, log2k));
            Word x = LOAD(other);
            STORE(same, right ? OP(before, x) : before);
            STORE(other, right ? before : OP(before, x));
        }
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, n) {
        Word x = LOAD(i);
        if (inclusive) {
            Word own = GLOAD(in, i);
            x = OP(x, own);
        }
        GSTORE(out, i, x);
    }
}

/* In a tree of 2 k^2 leaves output k^2 + 1 is the first to be wrong, so it
 * takes k^2 + 2 elements to see it. */
#ifndef __CUDACC__
static uint32_t leftright_eq2_from(uint32_t n, uint32_t k)
{
    (void)n;
    return k * k + 2;
}
#endif

CATALOG_ENTRY(leftright_eq2,
              .name = "leftright-eq2",
              .title = "LeftRight by equation 2",
              .summary = "above level log k a sum overwrites another's cell",
              .origin = "S0 eq. 2",
              .max_n = 32768,
              .words = catalog_padded_n,
              .workers = catalog_half_n,
              .conflict_free = true,
              .fault = FAULT_SUMS,
              .wrong = "equation 2 leaves the tree above level log2 k, and a "
                       "sum overwrites one that is still needed",
              .wrong_from = leftright_eq2_from);
