/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: look-back whose states and sums are two arrays
 * (S2's code).
 *
 * A tile first stores its aggregate and sets its state, and later stores its
 * prefix over the aggregate and sets its state again.  Each store is in order,
 * and yet:
 *
 *     tile 3                              tile 4, looking back
 *
 *     sum[3] = Σ3
 *     state[3] = AGGREGATE
 *                                         state[3]?  AGGREGATE
 *     sum[3] = Σ0-3
 *                                         sum[3]?    Σ0-3
 *     state[3] = PREFIX
 *                                         so on to tile 2: Σ2 + Σ0-3
 *
 * The pair is torn: the state of one time, the sum of another.  Tiles 0 to 2
 * count twice.  It takes a store of tile 3 between two loads of tile 4, which
 * many runs do not have, and a test seldom.  The CPU machine mixes the blocks
 * in another way for each seed, and finds some that do.
 *
 * Tile 0 cannot be torn, since its prefix is its aggregate: it takes three
 * tiles.
 *
 * S2's look-back is by one thread, tile by tile; this is look-back.cu, which
 * publishes state and sum at once, but for these lines.
 */
#include "scan.h"

enum { AHEAD = 64 }; /* tiles from one to that which it fetches */
enum { AGGREGATE = 1, PREFIX };

KERNEL(torn_look_back)
{
    int lane = thread & (k - 1);
    int warp = thread >> log2k;
    int warps = (threads + k - 1) >> log2k;
    int lanes = threads < k ? threads : k; /* of warp 0 */
    int last = lane == k - 1 || thread == threads - 1;
    int items = ((block_n + threads - 1) / threads) | 1;
    int ticket = threads * items, carry = ticket + 1, totals = ticket + 2;

    STEP("ticket", 0);
    if (thread == 0) {
        Word next = ATOMIC_ADD(SCRATCH(0), 0, FROM_INT(1));
        STORE(ticket, next);
    }

    STEP(LOAD_INPUT, 0);
    Word drawn = FROM_INT(0);
    if (lane == 0)
        drawn = LOAD(ticket);
    int tile = TO_INT(SHFL(drawn, 0));
    int first = tile * block_n;
    int size = total - first < block_n ? total - first : block_n;
    int own = thread * items;
    int later = first + AHEAD * block_n + own;
    if (later < total)
        PREFETCH(WHOLE(in), later);
    for (int j = 0; j < items; ++j) {
        int i = j * threads + thread;
        Word x = IDENTITY;
        if (i < size)
            x = GLOAD(WHOLE(in), first + i);
        STORE(i, x);
    }

    STEP("sum up", 0);
    Word sum = IDENTITY;
    for (int j = 0; j < items; ++j) {
        Word x = LOAD(own + j);
        sum = j == 0 ? x : OP(sum, x);
    }
    for (int d = 1; d < k; d *= 2) {
        Word left = SHFL_UP(sum, d);
        if (lane >= d)
            sum = OP(left, sum);
    }
    if (last)
        STORE(totals + warp, sum);
    Word ahead = SHFL_UP(sum, 1); /* of my items, in my warp */
    if (lane == 0)
        ahead = IDENTITY;

    STEP("look back", 0);
    if (warp == 0) {
        Word tile_sum = IDENTITY;
        for (int w = lane; w - lane < warps; w += k) {
            Word y = IDENTITY;
            if (w < warps)
                y = LOAD(totals + w);
            for (int d = 1; d < k; d *= 2) {
                Word left = SHFL_UP(y, d);
                if (lane >= d)
                    y = OP(left, y);
            }
            y = OP(tile_sum, y);
            Word before = SHFL_UP(y, 1);
            if (w < warps)
                STORE(totals + w, lane == 0 ? tile_sum : before);
            tile_sum = SHFL(y, lanes - 1);
        }
        if (lane == 0)
            GSTORE(SCRATCH(2), tile, tile_sum);
        if (lane == 0)
            PUBLISH(SCRATCH(1), tile, AGGREGATE, IDENTITY);

        Word before = IDENTITY;
        int found = 0;
        for (int top = tile; !found; top -= lanes) {
            int at = top - lanes + lane;
            int state = PREFIX;
            Word y = IDENTITY;
            if (at >= 0)
                state = AWAIT(SCRATCH(1), at, &y);
            if (at >= 0)
                y = GLOAD(SCRATCH(2), at);
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
            GSTORE(SCRATCH(2), tile, OP(before, tile_sum));
        if (lane == 0)
            PUBLISH(SCRATCH(1), tile, PREFIX, IDENTITY);
        if (lane == 0)
            STORE(carry, before);
    }

    STEP(ADD_SUMS, 0);
    Word before = IDENTITY;
    if (lane == 0)
        before = LOAD(carry);
    if (lane == 0) {
        Word y = LOAD(totals + warp);
        before = OP(before, y);
    }
    before = SHFL(before, 0);
    before = OP(before, ahead);
    for (int j = 0; j < items; ++j) {
        Word x = LOAD(own + j);
        Word upto = OP(before, x);
        STORE(own + j, inclusive ? upto : before);
        before = upto;
    }

    STEP(WRITE_BACK, 0);
    for (int j = 0; j < items; ++j) {
        int i = j * threads + thread;
        if (i < size) {
            Word x = LOAD(i);
            GSTORE(WHOLE(out), first + i, x);
        }
    }
}

#ifndef __CUDACC__
/* Three elements for a thread, in whole warps. */
static uint32_t tile_workers(uint32_t n, uint32_t k)
{
    return (n + 3 * k - 1) / (3 * k) * k;
}

/* The items, the ticket, the carry, and a total for each warp. */
static uint32_t words_of(uint32_t n, uint32_t k, uint32_t threads)
{
    uint32_t items = (n + threads - 1) / threads | 1;

    return threads * items + 2 + (threads + k - 1) / k;
}

static uint32_t tile_words(uint32_t n, uint32_t k)
{
    return words_of(n, k, tile_workers(n, k));
}

static void tile_plan(Plan *plan)
{
    PlanGrid *grid = plan_shared(plan);

    grid->words = words_of(grid->block_n, plan->sizes.k, grid->threads);
    grid->own[0] = plan_array(plan, "tickets", 1, HOLDS_NUMBERS);
    grid->own[1] = plan_array(plan, "states", 2 * grid->blocks, HOLDS_PAIRS);
    grid->own[2] = plan_array(plan, "sums", grid->blocks, HOLDS_SUMS);
}

/* Three tiles: unless it is told otherwise, the first have k elements each. */
static uint32_t three_tiles(uint32_t n, uint32_t k)
{
    (void)n;
    return 2 * k + 1;
}
#endif

CATALOG_ENTRY(torn_look_back,
              .name = "torn-look-back",
              .title = "Look-Back with torn pairs",
              .summary = "state and sum are two words, and do not always "
                         "belong together",
              .origin = "S2",
              .max_n = INTERVAL_MAX_N,
              .words = tile_words,
              .workers = tile_workers,
              .inclusive = true,
              .conflict_free = true,
              .fault = FAULT_SUMS,
              .wrong = "publishes a state and its sum apart, so that some "
                       "schedule pairs an old state with a new sum",
              .wrong_from = three_tiles,
              .plan = tile_plan,
              .waits = true,
              .shuffles = true);
