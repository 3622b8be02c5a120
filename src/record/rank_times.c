/* SPDX-License-Identifier: MIT */
#include "record/rank_times.h"

#include <stdlib.h>

/* Sorts COUNT keys by their upper halves, none of which exceeds MOST; equal
 * ones stay in order.  SPARE has as many. */
static uint64_t *sort_keys(uint64_t *keys, uint64_t *spare, size_t count,
                           uint32_t most)
{
    enum { DIGITS = 256, BITS = 8 };

    for (int bit = 0; bit < 32 && most >> bit; bit += BITS) {
        size_t at[DIGITS] = {0}, sum = 0;
        int shift = 32 + bit;
        for (size_t i = 0; i < count; ++i)
            ++at[keys[i] >> shift & (DIGITS - 1)];
        for (int d = 0; d < DIGITS; ++d) {
            size_t those = at[d];
            at[d] = sum;
            sum += those;
        }
        for (size_t i = 0; i < count; ++i)
            spare[at[keys[i] >> shift & (DIGITS - 1)]++] = keys[i];
        uint64_t *sorted = spare;
        spare = keys;
        keys = sorted;
    }
    return keys;
}

void rank_times(Trace *trace, size_t first)
{
    size_t count = trace->instructions_count - first;
    uint64_t *keys = base_alloc(2 * count + 1, sizeof *keys);
    uint32_t most = 0;

    for (size_t i = 0; i < count; ++i) {
        uint32_t time = trace->instructions[first + i].time;
        most = time > most ? time : most;
        keys[i] = (uint64_t)time << 32 | (uint32_t)i;
    }
    const uint64_t *sorted = sort_keys(keys, keys + count, count, most);
    for (size_t rank = 0; rank < count; ++rank)
        trace->instructions[first + (uint32_t)sorted[rank]].time =
            (uint32_t)(first + rank);
    free(keys);
}
