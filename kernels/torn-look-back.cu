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
 * many runs do not have, and a test seldom.  The simulator mixes the blocks in
 * another way for each seed, and finds some that do.
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

template <class T, class Op>
__global__ void torn_look_back(T *out, const T *in, int n, int block_n,
                               bool inclusive, int *tickets, unsigned *states,
                               T *sums, Op op)
{ // step: ticket
    int thread = threadIdx.x, threads = blockDim.x, log2k = log2_of(warpSize);
    int lane = thread & (warpSize - 1), warp = thread >> log2k;
    int warps = (threads + warpSize - 1) >> log2k;
    int lanes = min(threads, warpSize); /* of warp 0 */
    bool last = lane == warpSize - 1 || thread == threads - 1;
    int items = (block_n + threads - 1) / threads | 1;
    T *s = shared<T>(), *carry = s + threads * items + 1, *totals = carry + 1;
    int *ticket = (int *)(s + threads * items);
    volatile unsigned *shown = states; /* asks memory each time */

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
        if (lane == 0) {
            sums[tile] = tile_sum;
            __threadfence();
            shown[tile] = AGGREGATE;
        }

        T before = op.identity();
        bool found = false;
        for (int top = tile; !found; top -= lanes) {
            int at = top - lanes + lane;
            unsigned state = PREFIX;
            T y = op.identity();
            if (at >= 0) {
                do
                    state = shown[at];
                while (state == 0);
                __threadfence();
                y = sums[at];
            }
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
            sums[tile] = op(before, tile_sum);
            __threadfence();
            shown[tile] = PREFIX;
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
    unsigned *states = device_array<unsigned>(blocks);
    int *sums = device_array<int>(blocks);

    torn_look_back<<<blocks, threads, words * sizeof(int)>>>(
        out, in, n, block_n, true, tickets, states, sums, Add());
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
    grid->own[1] = plan_array(plan, "states", grid->blocks, HOLDS_STATES);
    grid->own[2] = plan_array(plan, "sums", grid->blocks, HOLDS_SUMS);
}

/* Three tiles: by default the first have k elements each. */
static uint32_t three_tiles(uint32_t n, uint32_t k)
{
    (void)n;
    return 2 * k + 1;
}

CATALOG_ENTRY(torn_look_back,
              .name = "torn-look-back",
              .title = "Look-Back with torn pairs",
              .summary = "state and sum are two values that may not belong "
                         "together",
              .origin = "S2",
              .max_n = INTERVAL_MAX_N,
              .words = tile_words,
              .workers = tile_workers,
              .inclusive = true,
              .conflict_free = true,
              .fault = FAULT_SUMS,
              .wrong = "publishes state and sum separately, so a schedule can "
                       "pair an old state with a new sum",
              .wrong_from = three_tiles,
              .plan = tile_plan,
              .waits = true,
              .shuffles = true);
#endif
