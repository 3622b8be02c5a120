/* SPDX-License-Identifier: MIT
 *
 * Hillis and Steele's scan with two buffers (S1; Horn's two textures, S3
 * Alg. 2).
 *
 * One buffer is only read, the other only written; after each round they change
 * places.  That saves the second barrier of the scan in place, and costs a
 * second array.
 *
 *     T0    3   1   7   0   4   1   6   3
 *           | \ | \ | \ | \ | \ | \ | \ |      distance 1
 *     T1    3   4   8   7   4   5   7   9
 *           |   |\  |\  ...                    distance 2
 *     T0    3   4  11  11  12  12  11  14
 *                                              distance 4
 *     T1    3   4  11  11  15  16  22  25
 *
 * Exclusive: load shifted by one place, with the identity first.
 *
 * W = n log2 n - n + 1 sums in log2 n rounds.  2n words.
 */
#include "scan.h"

KERNEL(ping_pong)
{
    int source = 0; /* first cell of the buffer that is read */
    int target = n;

    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, n) {
        int from = inclusive ? i : i - 1;
        Word x = IDENTITY;
        if (from >= 0)
            x = GLOAD(in, from);
        STORE(source + i, x);
    }

    for (int d = 1, round = 1; d < n; d *= 2, ++round) {
        STEP(ADD_SUMS, round);
        FOR_EACH (i, n) {
            Word own = LOAD(source + i);
            if (i >= d) {
                Word left = LOAD(source + i - d);
                own = OP(left, own);
            }
            STORE(target + i, own);
        }
        int swap = source;
        source = target;
        target = swap;
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, n) {
        Word x = LOAD(source + i);
        GSTORE(out, i, x);
    }
}

/* Two buffers. */
#ifndef __CUDACC__
static uint32_t ping_pong_words(uint32_t n, uint32_t k)
{
    return 2 * catalog_n(n, k);
}
#endif

CATALOG_ENTRY(ping_pong,
              .name = "ping-pong",
              .title = "Ping-Pong",
              .summary = "Hillis-Steele from one buffer into the other",
              .origin = "S1, S3 Alg. 2",
              .max_n = 4096,
              .words = ping_pong_words,
              .workers = catalog_n,
              .inclusive = true,
              .form = FORM_HILLIS_STEELE);
