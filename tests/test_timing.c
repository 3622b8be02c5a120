/* SPDX-License-Identifier: MIT
 *
 * timing without a GPU: the CPU machine plays the device, and its clocks are
 * made up here, so that what must come of them is known.
 *
 * Step S of tile T in grid G takes 1000 G + 100 T + 10 S + 20 cycles, but for
 * -7 to 7 of them, each in one of the 15 rounds: the median is without.  Blocks
 * read clocks that have nothing to do with each other, and where they draw
 * tickets they have another one in each round.
 */
#include "gpu/cuda.h"
#include "record/record.h"
#include "record/timing.h"
#include "sim/simt.h"

#include <glib.h>
#include <stdlib.h>

static Simt *machine;
static int more_steps;     /* than the trace has; 0 but in one test */
static bool no_tickets;    /* as if no block had drawn one */
static int times_measured; /* calls of cuda_time */

bool cuda_ready(Error *error)
{
    (void)error;
    return true;
}

const char *cuda_device_name(void)
{
    return "a device of the test";
}

bool cuda_run(const Launch *launch, Word blank, Log *log, Error *error)
{
    return simt_run(machine, launch, blank, log, error);
}

bool cuda_bench(const CudaBench *bench, const Word *in, Word *out, int rounds,
                double times[], Error *error)
{
    (void)bench;
    (void)in;
    (void)out;
    (void)rounds;
    (void)times;
    return error_set(error, ERROR_FAILED, "not in this test");
}

bool cuda_plain(const Plan *plan, const Word *const arrays[], Error *error)
{
    (void)plan;
    (void)arrays;
    return error_set(error, ERROR_FAILED, "not in this test");
}

static long long due(size_t grid, size_t tile, size_t step)
{
    return (long long)(1000 * grid + 100 * tile + 10 * step + 20);
}

static void play_round(const Launch *launch, size_t grid, int r,
                       CudaClocks *clocks)
{
    for (size_t b = 0; b < clocks->blocks; ++b) {
        size_t at = (size_t)r * clocks->blocks + b;
        size_t tile = b;
        if (launch->algorithm->waits)
            tile = (b + 3 * (size_t)r + 1) % clocks->blocks;
        long long *clock = clocks->clocks + at * (clocks->steps + 1);
        clock[0] = 5000000 * (long long)b - 900000 * (long long)r;
        for (size_t s = 0; s < clocks->steps; ++s)
            clock[s + 1] =
                clock[s] + due(grid, tile, s) + (r * 7 + (int)s) % 15 - 7;
        clocks->had[at] = (int)clocks->steps + more_steps;
        clocks->tickets[at] = no_tickets ? UINT32_MAX : (uint32_t)tile;
    }
}

bool cuda_time(const Launch launches[], int count, int rounds,
               CudaClocks clocks[], Error *error)
{
    (void)error;
    ++times_measured;
    g_assert_cmpint(rounds, ==, TIMING_ROUNDS);
    for (int g = 0; g < count; ++g)
        for (int r = 0; r < rounds; ++r)
            play_round(&launches[g], (size_t)g, r, &clocks[g]);
    /* on arrays as they are at first: the input, and zeros */
    for (uint32_t i = 0; i < launches->n; ++i) {
        g_assert_cmpuint(launches->arrays[GLOBAL_IN].data[i], ==, i % 7);
        g_assert_cmpuint(launches->arrays[GLOBAL_OUT].data[i], ==, 0);
    }
    return true;
}

static Trace *make(const char *name, uint32_t n, uint32_t k,
                   const BlockRange *window, Error *error)
{
    Recorder *recorder = recorder_new();
    RecordOptions options = {.algorithm = catalog_find(name, error),
                             .n = n,
                             .k = k,
                             .block_n = 64,
                             .passes = PLAN_USUAL,
                             .op = OP_ADD,
                             .seed = 5,
                             .device = DEVICE_GPU};
    Word *input = base_alloc(n, sizeof *input);

    g_assert_nonnull(options.algorithm);
    if (!plan_cuts(options.algorithm))
        options.block_n = 0;
    if (window) {
        options.some_blocks = true;
        options.blocks = *window;
    }
    for (uint32_t i = 0; i < n; ++i)
        input[i] = i % 7;
    options.input = input;
    Trace *trace = record(recorder, &options, error);
    free(input);
    recorder_free(recorder);
    return trace;
}

/* Each step of each block that the trace holds has the median of its own. */
static void check_cycles(const char *name, const BlockRange *window,
                         size_t blocks)
{
    Error error;
    Trace *trace = make(name, 600, 32, window, &error);

    g_assert_nonnull(trace);
    g_assert_cmpuint(trace->blocks_count, ==, blocks);
    for (size_t b = 0; b < trace->blocks_count; ++b) {
        const Block *block = &trace->blocks[b];
        const Step *steps = &trace->steps[block->first_step];
        uint32_t tile = block->index;
        const Instruction *first =
            &trace->instructions[steps->first_instruction];
        if (first->kind == ACCESS_ATOMIC)
            tile = trace_accesses(trace, first)->value;
        for (uint32_t s = 0; s < block->step_count; ++s)
            g_assert_cmpuint(steps[s].cycles, ==,
                             (guint64)due(block->grid, tile, s));
    }
    trace_free(trace);
}

static void test_one_block(void)
{
    check_cycles("leftright", NULL, 1);
    check_cycles("compact", NULL, 1);
}

/* Ten blocks of 64, their sums, the scan of these, and ten that add. */
static void test_grids(void)
{
    check_cycles("three-phase", NULL, 31);
    check_cycles("three-phase:padding", &(BlockRange){2, 4}, 9);
}

/* A tile is another block's in each round. */
static void test_tickets(void)
{
    check_cycles("look-back", NULL, 10);
    check_cycles("look-back", &(BlockRange){1, 3}, 3);
    check_cycles("torn-look-back", NULL, 10);
}

static void expect_unmeasured(const char *name, uint32_t n, uint32_t k)
{
    Error error;
    Trace *trace = make(name, n, k, NULL, &error);

    g_assert_nonnull(trace);
    for (size_t s = 0; s < trace->steps_count; ++s)
        g_assert_cmpuint(trace->steps[s].cycles, ==, 0);
    trace_free(trace);
}

static void test_unmeasured(void)
{
    times_measured = 0;
    expect_unmeasured("leftright", 64, 16); /* no such kernel */
    g_assert_cmpint(times_measured, ==, 0);
    no_tickets = true; /* tiles cannot be told apart */
    expect_unmeasured("look-back", 600, 32);
    no_tickets = false;
    g_assert_cmpint(times_measured, ==, 1);
}

static void test_wrong(void)
{
    Error error;

    more_steps = 1;
    g_assert_null(make("three-phase", 600, 32, NULL, &error));
    more_steps = 0;
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_nonnull(g_strstr_len(error.text, -1, "when timed and"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    machine = simt_new();
    g_test_add_func("/timing/one block", test_one_block);
    g_test_add_func("/timing/grids", test_grids);
    g_test_add_func("/timing/tickets", test_tickets);
    g_test_add_func("/timing/unmeasured", test_unmeasured);
    g_test_add_func("/timing/wrong", test_wrong);
    int result = g_test_run();
    simt_free(machine);
    return result;
}
