/* SPDX-License-Identifier: MIT
 *
 * Decoupled look-back by accesses of 16 bytes: tiles in registers (S2; CUB).
 *
 * look-back.cu brings a tile to shared memory and back, so that each thread has
 * neighbouring elements and yet loads row by row.  Where a thread loads four
 * neighbours at once, that is not needed: they are its own, and stay with it.
 *
 *     warp 0, row 0    T0: x0 .. x3      T1: x4 .. x7        k = 2, ROWS = 2
 *             row 1    T0: x8 .. x11     T1: x12 .. x15
 *     warp 1, row 0    T2: x16 .. x19    T3: x20 .. x23
 *             row 1    T2: x24 .. x27    T3: x28 .. x31
 *
 * A thread adds up its four elements of each row; the warp scans each row by
 * shuffles, and the totals of its rows follow one another.  Then shared memory
 * carries nothing but a total for each warp, the ticket and the carry.
 *
 * Tickets, states and looking back are those of look-back.cu.
 *
 * W = 3/4 n in registers, n/4 log2 k by shuffles, 3/2 n for what comes before,
 * and k log2 k for each window of k tiles.  T = 3 for each warp and 4 for each
 * tile.  G = n/k to read and n/k to write.
 */
#include "scan.h"


#ifndef __CUDACC__
#include <stdio.h>
#endif

#ifndef ROWS
#define ROWS 4 /* each of 4 elements for a thread */
#endif
enum { AHEAD = 64 }; /* tiles from one to that which it fetches */
enum { AGGREGATE = 1, PREFIX };
enum { TICKET, CARRY, TOTALS }; /* cells */

KERNEL(vector_look_back)
{
    int lane = thread & (k - 1);
    int warp = thread >> log2k;
    int lanes = threads - (warp << log2k) < k ? threads - (warp << log2k) : k;
    int warps = (threads + k - 1) >> log2k;

    STEP("ticket", 0);
    if (thread == 0) {
        Word next = ATOMIC_ADD(SCRATCH(0), 0, FROM_INT(1));
        STORE(TICKET, next);
    }

    STEP(LOAD_INPUT, 0);
    Word drawn = FROM_INT(0);
    if (lane == 0)
        drawn = LOAD(TICKET);
    int tile = TO_INT(SHFL(drawn, 0));
    int first = tile * block_n;
    int size = total - first < block_n ? total - first : block_n;
    int own = 4 * (ROWS * (warp << log2k) + lane);
    int later = first + AHEAD * block_n + 4 * ROWS * thread;
    if (later < total)
        PREFETCH(WHOLE(in), later);
    Word4 x[ROWS];
    for (int r = 0; r < ROWS; ++r) {
        int i = own + 4 * lanes * r;
        int whole = (first & 3) == 0 && i + 4 <= size;
        x[r] = (Word4){{IDENTITY, IDENTITY, IDENTITY, IDENTITY}};
        if (whole)
            x[r] = GLOAD4(WHOLE(in), first + i);
        for (int j = 0; j < 4 && !whole; ++j)
            if (i + j < size)
                x[r].word[j] = GLOAD(WHOLE(in), first + i + j);
    }
    Word sum = IDENTITY, ahead[ROWS]; /* of my rows, in my warp */
    for (int r = 0; r < ROWS; ++r) {
        for (int j = 1; j < 4; ++j)
            x[r].word[j] = OP(x[r].word[j - 1], x[r].word[j]);
        Word upto = x[r].word[3];
        for (int d = 1; d < k; d *= 2) {
            Word left = SHFL_UP(upto, d);
            if (lane >= d)
                upto = OP(left, upto);
        }
        Word left = SHFL_UP(upto, 1);
        Word row = SHFL(upto, lanes - 1);
        ahead[r] = lane == 0 ? sum : OP(sum, left);
        sum = OP(sum, row);
    }
    if (lane == 0)
        STORE(TOTALS + warp, sum);

    STEP("look back", 0);
    if (warp == 0) {
        Word tile_sum = IDENTITY;
        for (int w = lane; w - lane < warps; w += k) {
            Word y = IDENTITY;
            if (w < warps)
                y = LOAD(TOTALS + w);
            for (int d = 1; d < k; d *= 2) {
                Word left = SHFL_UP(y, d);
                if (lane >= d)
                    y = OP(left, y);
            }
            y = OP(tile_sum, y);
            Word before = SHFL_UP(y, 1);
            if (w < warps)
                STORE(TOTALS + w, lane == 0 ? tile_sum : before);
            tile_sum = SHFL(y, lanes - 1);
        }
        if (lane == 0)
            PUBLISH(SCRATCH(1), tile, AGGREGATE, tile_sum);

        Word before = IDENTITY;
        int found = 0;
        for (int top = tile; !found; top -= lanes) {
            int at = top - lanes + lane;
            int state = PREFIX;
            Word y = IDENTITY;
            if (at >= 0)
                state = AWAIT(SCRATCH(1), at, &y);
            Word full = FROM_INT(state == PREFIX);
            for (int d = 1; d < k; d *= 2) {
                Word left = SHFL_UP(y, d);
                Word left_full = SHFL_UP(full, d);
                if (lane >= d && !TO_INT(full)) {
                    y = OP(left, y);
                    full = left_full;
                }
            }
            y = SHFL(y, lanes - 1);
            before = OP(y, before);
            found = TO_INT(SHFL(full, lanes - 1));
        }
        if (lane == 0)
            PUBLISH(SCRATCH(1), tile, PREFIX, OP(before, tile_sum));
        if (lane == 0)
            STORE(CARRY, before);
    }

    STEP(ADD_SUMS, 0);
    Word before = IDENTITY;
    if (lane == 0)
        before = LOAD(CARRY);
    if (lane == 0) {
        Word y = LOAD(TOTALS + warp);
        before = OP(before, y);
    }
    before = SHFL(before, 0);
    for (int r = 0; r < ROWS; ++r) {
        int i = own + 4 * lanes * r;
        int whole = (first & 3) == 0 && i + 4 <= size;
        Word start = OP(before, ahead[r]);
        Word4 y;
        for (int j = 0; j < 4; ++j)
            y.word[j] = inclusive ? OP(start, x[r].word[j])
                        : j == 0  ? start
                                  : OP(start, x[r].word[j - 1]);
        if (whole)
            GSTORE4(WHOLE(out), first + i, y);
        for (int j = 0; j < 4 && !whole; ++j)
            if (i + j < size)
                GSTORE(WHOLE(out), first + i + j, y.word[j]);
    }
}

#ifndef __CUDACC__
/* A thread for each 4 ROWS elements, in whole warps. */
static uint32_t vector_workers(uint32_t n, uint32_t k)
{
    return (n + 4 * ROWS * k - 1) / (4 * ROWS * k) * k;
}

/* The ticket, the carry, and a total for each warp. */
static uint32_t words_of(uint32_t threads, uint32_t k)
{
    return TOTALS + (threads + k - 1) / k;
}

static uint32_t vector_words(uint32_t n, uint32_t k)
{
    return words_of(vector_workers(n, k), k);
}

static void vector_plan(Plan *plan)
{
    Sizes *sizes = &plan->sizes;
    uint32_t most = 4 * ROWS *
                    (sizes->threads ? sizes->threads : CATALOG_MAX_THREADS);

    if (plan->usual && sizes->block_n > most)
        sizes->block_n = most;
    if (sizes->block_n > most)
        snprintf(plan->refusal, sizeof plan->refusal,
                 "vector-look-back takes blocks of %u elements at most, %d for "
                 "each thread",
                 most, 4 * ROWS);
    PlanGrid *grid = plan_grid(plan, plan->algorithm, sizes->n, sizes->block_n,
                               GLOBAL_IN, GLOBAL_OUT);
    grid->words = words_of(grid->threads, sizes->k);
    grid->own[0] = plan_array(plan, "tickets", 1, HOLDS_NUMBERS);
    grid->own[1] = plan_array(plan, "tiles", 2 * grid->blocks, HOLDS_PAIRS);
}
#endif

CATALOG_ENTRY(vector_look_back,
              .name = "vector-look-back",
              .title = "Vector Look-Back",
              .summary = "one pass, 16 bytes at a time, with tiles in "
                         "registers",
              .origin = "S2, CUB",
              .max_n = INTERVAL_MAX_N,
              .words = vector_words,
              .workers = vector_workers,
              .inclusive = true,
              .conflict_free = true,
              .plan = vector_plan,
              .waits = true,
              .shuffles = true);
