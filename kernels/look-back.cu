/* SPDX-License-Identifier: MIT
 *
 * One pass over a large array: decoupled look-back (S2; CUB).
 *
 * Three phases read and write each element twice.  Here a block loads its tile
 * once, scans it, learns what came before, and stores it.  From whom does it
 * learn?  Each tile has a pair of a state and a sum that all blocks can see:
 *
 *     AGGREGATE   the sum of this tile alone, as soon as it is known
 *     PREFIX      the sum of all elements up to the end of this tile
 *
 * A block publishes its aggregate and then looks back, over as many aggregates
 * as there are, to the nearest prefix:
 *
 *     tile        0        1        2        3        4        5
 *     state     PREFIX   PREFIX   AGGREG   AGGREG   AGGREG    (me)
 *     sum        Σ0       Σ0-1     Σ2       Σ3       Σ4
 *                          \________+________+________/  = Σ0-4, the carry
 *
 * and publishes its own prefix, so that later tiles need not look so far.  It
 * waits for tiles that are not done, but never for one that has not begun: a
 * tile is not the block's number but a ticket, drawn when the block begins.
 *
 * A warp looks back at k tiles at once: lane k-1 at the nearest.  They are
 * added by a scan that starts anew at each prefix; what it gives lane k-1 is
 * the sum from the nearest prefix on.  No prefix among them: on to the k tiles
 * before.  Before tile 0 the sum is the identity, a prefix.
 *
 * State and sum are published at once.  torn-look-back.cu shows why.
 *
 * Within a tile a thread has an odd number of neighbouring elements, "items",
 * so that k threads which each load their j-th meet k banks.  It adds them up,
 * and when it knows what came before, it adds again and stores.  Global memory
 * is read and written row by row, neighbours by neighbours; shared memory turns
 * rows into items and back:
 *
 *     row 0    x0  x1  x2  x3         x0  x3  x6  x9      item 0 of 4 threads
 *     row 1    x4  x5  x6  x7    =    x1  x4  x7  x10     item 1
 *     row 2    x8  x9  x10 x11        x2  x5  x8  x11     item 2
 *
 * What a tile lacks in items are identities, so that no thread asks where its
 * own end.
 *
 * W = 2n, and k log2 k more for each warp and for each window of k tiles.  T =
 * 5n/k, no lane waits.  G = n/k to read and n/k to write, which is all that
 * memory asks of a scan; three phases need twice as much.
 *
 * Blocks spend a third of their time waiting for slower ones before them.  So
 * that others have work meanwhile, as many tiles as fit lie in shared memory,
 * and threads need few registers.  And the tile that some block will draw soon
 * is fetched from memory by then, a thread asking for the line of its first
 * item: that narrows the gap between fast and slow.
 */
#include "scan.h"

enum { AHEAD = 64 }; /* tiles from one to that which it fetches */
enum { AGGREGATE = 1, PREFIX };

KERNEL(look_back)
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
    grid->own[1] = plan_array(plan, "tiles", 2 * grid->blocks, HOLDS_PAIRS);
}
#endif

CATALOG_ENTRY(look_back,
              .name = "look-back",
              .title = "Look-Back",
              .summary = "one pass: a block adds up what the blocks before it "
                         "have published",
              .origin = "S2",
              .max_n = INTERVAL_MAX_N,
              .words = tile_words,
              .workers = tile_workers,
              .inclusive = true,
              .conflict_free = true,
              .plan = tile_plan,
              .waits = true,
              .shuffles = true);
