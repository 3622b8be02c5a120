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
 * added by a scan that starts again at each prefix; what it gives lane k-1 is
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
 * and threads need few registers: 2048 have 32 each.  And the tile that some
 * block will draw soon is fetched from memory by then, a thread asking for the
 * line of its first item: that narrows the gap between fast and slow.
 */
#include "scan.h"

enum { AHEAD = 64 }; /* tiles from one to that which it fetches */
enum { AGGREGATE = 1, PREFIX };

template <class T, class Op, int THREADS = 0, int ITEMS = 0>
__global__ void __maxnreg__(32)
    look_back(T *out, const T *in, int n, int block_n, bool inclusive,
              int *tickets, Pair *tiles, Op op)
{ // step: ticket
    int thread = threadIdx.x, threads = blockDim.x, log2k = log2_of(warpSize);
    if (THREADS > 0) { /* sizes that the compiler knows */
        threads = THREADS;
        block_n = THREADS * ITEMS;
    }
    int lane = thread & (warpSize - 1), warp = thread >> log2k;
    int warps = (threads + warpSize - 1) >> log2k;
    int lanes = min(threads, warpSize); /* of warp 0 */
    bool last = lane == warpSize - 1 || thread == threads - 1;
    int items = (block_n + threads - 1) / threads | 1;
    T *s = shared<T>(), *carry = s + threads * items + 1, *totals = carry + 1;
    int *ticket = (int *)(s + threads * items);

    if (thread == 0)
        *ticket = atomicAdd(tickets, 1);

    __syncthreads(); // step: load
    int tile = shuffle(lane == 0 ? *ticket : 0, 0);
    int first = tile * block_n, size = min(block_n, n - first);
    int own = thread * items;
    int later = first + AHEAD * block_n + own;
    if (later < n)
        prefetch(in + later);
    for (int j = 0; j < items; ++j) {
        int i = j * threads + thread;
        s[i] = i < size ? in[first + i] : op.identity();
    }

    __syncthreads(); // step: sum up
    T sum = op.identity();
    for (int j = 0; j < items; ++j) {
        T x = s[own + j];
        sum = j == 0 ? x : op(sum, x);
    }
    for (int d = 1; d < warpSize; d *= 2) {
        T left = shuffle_up(sum, d);
        if (lane >= d)
            sum = op(left, sum);
    }
    if (last)
        totals[warp] = sum;
    T ahead = shuffle_up(sum, 1); /* of my items, in my warp */
    if (lane == 0)
        ahead = op.identity();

    __syncthreads(); // step: look back
    if (warp == 0) {
        T tile_sum = op.identity();
        for (int w = lane; w - lane < warps; w += warpSize) {
            T y = w < warps ? totals[w] : op.identity();
            for (int d = 1; d < warpSize; d *= 2) {
                T left = shuffle_up(y, d);
                if (lane >= d)
                    y = op(left, y);
            }
            y = op(tile_sum, y);
            T before = shuffle_up(y, 1);
            if (w < warps)
                totals[w] = lane == 0 ? tile_sum : before;
            tile_sum = shuffle(y, lanes - 1);
        }
        if (lane == 0)
            publish(tiles + tile, AGGREGATE, tile_sum);

        T before = op.identity();
        bool found = false;
        for (int top = tile; !found; top -= lanes) {
            int at = top - lanes + lane;
            unsigned state = PREFIX;
            T y = op.identity();
            if (at >= 0)
                state = await(tiles + at, &y);
            int full = state == PREFIX;
            for (int d = 1; d < warpSize; d *= 2) {
                T left = shuffle_up(y, d);
                int left_full = shuffle_up(full, d);
                if (lane >= d && !full) {
                    y = op(left, y);
                    full = left_full;
                }
            }
            y = shuffle(y, lanes - 1);
            before = op(y, before);
            found = shuffle(full, lanes - 1);
        }
        if (lane == 0) {
            publish(tiles + tile, PREFIX, op(before, tile_sum));
            *carry = before;
        }
    }

    __syncthreads(); // step: add
    T before = op.identity();
    if (lane == 0) {
        T x = *carry, y = totals[warp];
        before = op(x, y);
    }
    before = op(shuffle(before, 0), ahead);
    for (int j = 0; j < items; ++j) {
        T x = s[own + j];
        T upto = op(before, x);
        s[own + j] = inclusive ? upto : before;
        before = upto;
    }

    __syncthreads(); // step: write back
    for (int j = 0; j < items; ++j) {
        int i = j * threads + thread;
        if (i < size)
            out[first + i] = s[i];
    }
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), k = warp_size();
    int threads = k, items = n > 3 * k ? 3 : 1, block_n = threads * items;
    int blocks = (n + block_n - 1) / block_n, words = block_n + 3;
    int *in = device_input(n), *out = device_array<int>(n);
    int *tickets = device_array<int>(1);
    Pair *tiles = device_array<Pair>(blocks);

    look_back<<<blocks, threads, words * sizeof(int)>>>(
        out, in, n, block_n, true, tickets, tiles, Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
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

CATALOG_ENTRY(look_back,
              .name = "look-back",
              .title = "Decoupled Look-Back",
              .summary = "one pass: a block adds what earlier blocks have "
                         "published",
              .idea = IDEA_BLOCKS,
              .origin = "S2, Merrill and Garland",
              .max_n = INTERVAL_MAX_N,
              .words = tile_words,
              .workers = tile_workers,
              .inclusive = true,
              .conflict_free = true,
              .plan = tile_plan,
              .waits = true,
              .shuffles = true);
#endif
