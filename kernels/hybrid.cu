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
SCAN_FUNCTION int array_of(int d, int N)
{
    return 2 * N - (2 * N >> d);
}

KERNEL(hybrid)
{
    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, N) {
        Word x = IDENTITY;
        if (i < n)
            x = GLOAD(in, i);
        STORE(i, x);
    }

    int top = passes < log2n ? passes : log2n;
    for (int d = 1; d <= top; ++d) {
        int own = array_of(d, N);
        int below = array_of(d - 1, N);

        STEP(UPSWEEP, d);
        FOR_EACH (i, N >> d) {
            Word x = LOAD(below + 2 * i);
            Word y = LOAD(below + 2 * i + 1);
            STORE(own + i, OP(x, y));
        }
    }

    int m = N >> top;
    int source = array_of(top, N); /* first cell of the buffer that is read */
    int target = source + m;
    for (int distance = 1, round = 1; distance < m; distance *= 2, ++round) {
        STEP(ADD_SUMS, round);
        FOR_EACH (i, m) {
            Word own = LOAD(source + i);
            if (i >= distance) {
                Word left = LOAD(source + i - distance);
                own = OP(left, own);
            }
            STORE(target + i, own);
        }
        int swap = source;
        source = target;
        target = swap;
    }

    int above = source;
    for (int d = top - 1; d >= 0; --d) {
        int own = array_of(d, N);

        STEP(DOWNSWEEP, d + 1);
        FOR_EACH (i, N >> d) {
            if (i > 0) {
                Word sum = LOAD(above + (i - 1) / 2);
                if (i % 2 == 0) {
                    Word x = LOAD(own + i);
                    sum = OP(sum, x);
                }
                STORE(own + i, sum);
            }
        }
        above = own;
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, n) {
        int from = inclusive ? i : i - 1;
        Word x = IDENTITY;
        if (from >= 0)
            x = LOAD(above + from);
        GSTORE(out, i, x);
    }
}

/* All levels, and the second buffer. */
#ifndef __CUDACC__
static uint32_t hybrid_words(uint32_t n, uint32_t k)
{
    return 2 * catalog_padded_n(n, k);
}
#endif

CATALOG_ENTRY(hybrid,
              .name = "hybrid",
              .title = "Hybrid",
              .summary = "reduces until the array is short enough for Horn",
              .origin = "S3 2.4",
              .max_n = 16384,
              .words = hybrid_words,
              .workers = catalog_padded_n,
              .inclusive = true,
              .is_hybrid = true,
              .form = FORM_HYBRID);
