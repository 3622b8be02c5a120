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
 * Tickets, states and look-back equal look-back.cu's.
 *
 * W = 3/4 n in registers, n/4 log2 k by shuffles, 3/2 n for what comes before,
 * and k log2 k for each window of k tiles.  T = 3 for each warp and 4 for each
 * tile.  G = n/k to read and n/k to write.
 */
#include "scan.h"

enum { ROWS = 4 };   /* each of 4 elements for a thread */
enum { AHEAD = 64 }; /* tiles from one to that which it fetches */
enum { AGGREGATE = 1, PREFIX };
enum { TICKET, CARRY, TOTALS }; /* cells */

template <class T, class Op, int THREADS = 0, int ITEMS = 0>
__global__ void vector_look_back(T *out, const T *in, int n, int block_n,
                                 bool inclusive, int *tickets, Pair *tiles,
                                 Op op)
{ // step: ticket
    T *s = shared<T>();
    int *ticket = (int *)(s + TICKET);
    int thread = threadIdx.x, threads = blockDim.x, log2k = log2_of(warpSize);
    if (THREADS > 0) { /* sizes that the compiler knows */
        threads = THREADS;
        block_n = THREADS * ITEMS;
    }
    int lane = thread & (warpSize - 1), warp = thread >> log2k;
    int lanes = min(threads - (warp << log2k), warpSize);
    int warps = (threads + warpSize - 1) >> log2k;

    if (thread == 0)
        *ticket = atomicAdd(tickets, 1);

    __syncthreads(); // step: load
    int tile = shuffle(lane == 0 ? *ticket : 0, 0);
    int first = tile * block_n, size = min(block_n, n - first);
    bool aligned = first % 4 == 0;
    int own = 4 * (ROWS * (warp << log2k) + lane);
    int later = first + AHEAD * block_n + 4 * ROWS * thread;
    if (later < n)
        prefetch(in + later);
    Four<T> x[ROWS];
    for (int r = 0; r < ROWS; ++r) {
        int i = own + 4 * lanes * r;
        if (aligned && i + 4 <= size)
            x[r] = load4(in + first + i);
        else
            for (int j = 0; j < 4; ++j)
                x[r].word[j] = i + j < size ? in[first + i + j] : op.identity();
    }
    T sum = op.identity(), ahead[ROWS]; /* of my rows, in my warp */
    for (int r = 0; r < ROWS; ++r) {
        for (int j = 1; j < 4; ++j)
            x[r].word[j] = op(x[r].word[j - 1], x[r].word[j]);
        T upto = x[r].word[3];
        for (int d = 1; d < warpSize; d *= 2) {
            T left = shuffle_up(upto, d);
            if (lane >= d)
                upto = op(left, upto);
        }
        T left = shuffle_up(upto, 1);
        T row = shuffle(upto, lanes - 1);
        ahead[r] = lane == 0 ? sum : op(sum, left);
        sum = op(sum, row);
    }
    if (lane == 0)
        s[TOTALS + warp] = sum;

    __syncthreads(); // step: look back
    if (warp == 0) {
        T tile_sum = op.identity();
        for (int w = lane; w - lane < warps; w += warpSize) {
            T y = w < warps ? s[TOTALS + w] : op.identity();
            for (int d = 1; d < warpSize; d *= 2) {
                T left = shuffle_up(y, d);
                if (lane >= d)
                    y = op(left, y);
            }
            y = op(tile_sum, y);
            T before = shuffle_up(y, 1);
            if (w < warps)
                s[TOTALS + w] = lane == 0 ? tile_sum : before;
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
            s[CARRY] = before;
        }
    }

    __syncthreads(); // step: add
    T before = op.identity();
    if (lane == 0) {
        T x = s[CARRY], y = s[TOTALS + warp];
        before = op(x, y);
    }
    before = shuffle(before, 0);
    for (int r = 0; r < ROWS; ++r) {
        int i = own + 4 * lanes * r;
        T start = op(before, ahead[r]);
        Four<T> y;
        for (int j = 0; j < 4; ++j)
            y.word[j] = inclusive ? op(start, x[r].word[j])
                        : j == 0  ? start
                                  : op(start, x[r].word[j - 1]);
        if (aligned && i + 4 <= size)
            store4(out + first + i, y);
        else
            for (int j = 0; j < 4 && i + j < size; ++j)
                out[first + i + j] = y.word[j];
    }
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), k = warp_size(), block_n = 4 * ROWS * k;

    while (block_n > k && block_n > n / 4) /* some tiles, not one */
        block_n /= 2;
    int blocks = (n + block_n - 1) / block_n, words = TOTALS + 1;
    int *in = device_input(n), *out = device_array<int>(n);
    int *tickets = device_array<int>(1);
    Pair *tiles = device_array<Pair>(blocks);

    vector_look_back<<<blocks, k, words * sizeof(int)>>>(
        out, in, n, block_n, true, tickets, tiles, Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
#include <stdio.h>

enum { ROWS = 4, TOTALS = 2 }; /* as above */

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

CATALOG_ENTRY(vector_look_back,
              .name = "vector-look-back",
              .title = "Vector Look-Back",
              .summary = "decoupled look-back, 16 bytes at a time",
              .idea = IDEA_BLOCKS,
              .origin = "S2, CUB",
              .max_n = INTERVAL_MAX_N,
              .words = vector_words,
              .workers = vector_workers,
              .inclusive = true,
              .conflict_free = true,
              .plan = vector_plan,
              .waits = true,
              .shuffles = true);
#endif
