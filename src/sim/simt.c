/* SPDX-License-Identifier: MIT */
#include "sim/simt.h"

#include "sim/ahead.h"
#include "sim/block_state.h"
#include "sim/guard.h"

#include <stdlib.h>
#include <string.h>

struct Simt {
    SimShared shared;
    Thread *threads; /* of all blocks; kept, with their fibers, between runs */
    size_t threads_count;
    BlockState *blocks; /* kept between runs, too, unless they are large */
    size_t blocks_made;
    bool lacked_memory; /* in the last run, for stacks */
    Ahead ahead;
    bool ran_ahead; /* the last run */
    uint64_t random;
    uint32_t next_seal;     /* see Thread.seal */
    uint32_t picked, burst; /* current block, and turns that it has left */
};

/* ---- Blocks --------------------------------------------------------------*/

/* Deadlock: all blocks wait for others.  Names one of the waiting threads. */
static void fault_deadlock(const Simt *machine)
{
    const Launch *launch = machine->shared.launch;

    for (uint32_t b = 0; b < launch->blocks; ++b)
        if (block_state_fault_waiting(&machine->blocks[b], launch))
            return;
}

/* Gives each block a turn, in order, after random choice has found only waiting
 * blocks.  False if none could do anything. */
static bool turn_round(Simt *machine, uint32_t *left)
{
    for (uint32_t b = 0; b < machine->shared.launch->blocks; ++b) {
        BlockState *state = &machine->blocks[b];
        if (state->done)
            continue;
        Turn turn = block_state_turn(state, &machine->shared, state->current);
        *left -= state->done;
        if (turn != TURN_WAITS)
            return turn == TURN_DONE;
    }
    fault_deadlock(machine);
    return false;
}

/* Chooses the next block.  With some seeds a block keeps its turn for up to 256
 * instructions: some mistakes do not show while blocks run evenly. */
static BlockState *pick_block(Simt *machine)
{
    const Launch *launch = machine->shared.launch;

    if (launch->blocks == 1)
        return &machine->blocks[0];
    if (machine->burst > 0) {
        --machine->burst;
    } else {
        uint64_t random = base_random(&machine->random);
        machine->picked = (uint32_t)(random % launch->blocks);
        uint32_t longest = 1u << 2 * (launch->seed % 5);
        machine->burst = (uint32_t)(random >> 32) % longest;
    }
    return &machine->blocks[machine->picked];
}

static void run_blocks(Simt *machine)
{
    const Launch *launch = machine->shared.launch;
    uint32_t left = launch->blocks;
    uint32_t in_vain =
        0; /* consecutive turns of blocks that wait or are done */

    while (left > 0) {
        BlockState *state = pick_block(machine);
        uint32_t warp = state->current;
        if (launch->blocks > 1)
            warp = (uint32_t)base_random(&machine->random) % state->warps_count;
        Turn turn = state->done
                        ? TURN_WAITS
                        : block_state_turn(state, &machine->shared, warp);
        if (turn == TURN_FAULT)
            return;
        in_vain = turn == TURN_WAITS ? in_vain + 1 : 0;
        if (turn == TURN_WAITS)
            machine->burst = 0;
        if (turn != TURN_WAITS) {
            left -= state->done;
        } else if (in_vain > 2 * launch->blocks) {
            in_vain = 0;
            if (!turn_round(machine, &left))
                return;
        }
    }
}

/* ---- A run ---------------------------------------------------------------*/

static void threads_free(Simt *machine)
{
    for (size_t i = 0; i < machine->threads_count; ++i)
        fiber_free(machine->threads[i].fiber);
    free(machine->threads);
    machine->threads = NULL;
    machine->threads_count = 0;
}

static bool threads_grow(Simt *machine, size_t count, Error *error)
{
    if (count <= machine->threads_count)
        return true;
    if (count > SIMT_MAX_THREADS)
        return error_set(error, ERROR_FAILED,
                         "%zu threads in a launch are more than the CPU "
                         "machine's %d; ask for fewer threads or larger blocks",
                         count, SIMT_MAX_THREADS);
    size_t had = machine->threads_count;
    machine->threads =
        base_realloc(machine->threads, count, sizeof *machine->threads);
    memset(machine->threads + had, 0, (count - had) * sizeof *machine->threads);
    machine->threads_count = count;
    /* fibers hold the address of their thread, which may be another one now */
    for (size_t i = 0; i < had; ++i)
        fiber_restart_with(machine->threads[i].fiber, &machine->threads[i]);
    for (size_t i = had; i < count; ++i) {
        Thread *thread = &machine->threads[i];
        thread->fiber = fiber_new(thread_main, thread);
        if (thread->fiber)
            continue;
        threads_free(machine);
        machine->lacked_memory = true;
        return error_set(
            error, ERROR_FAILED,
            "out of memory: no room for the stacks of %zu threads, "
            "%zu MB; end other programs, raise the limit (ulimit "
            "-v), or ask for fewer threads: a smaller -n or -t",
            count, count * FIBER_STACK_BYTES >> 20);
    }
    return true;
}

/* Reserves seals for the COUNT threads of a run.  They begin again after 2^30,
 * long after the runs whose words a kernel may have kept. */
static void take_seals(Simt *machine, uint32_t count)
{
    const uint32_t most = UINT32_MAX / WORD_CLASSES;

    if (machine->next_seal == 0 || machine->next_seal > most - count)
        machine->next_seal = 1;
    machine->shared.first_seal = machine->next_seal;
    machine->next_seal += count;
}

static void blocks_free(Simt *machine)
{
    for (size_t b = 0; b < machine->blocks_made; ++b)
        block_state_free(&machine->blocks[b]);
    free(machine->blocks);
    machine->blocks = NULL;
    machine->blocks_made = 0;
}

/* Makes room for COUNT blocks; no thread is running. */
static void blocks_fit(Simt *machine, size_t count)
{
    if (count <= machine->blocks_made)
        return;
    blocks_free(machine);
    machine->blocks = base_alloc(count, sizeof *machine->blocks);
    machine->blocks_made = count;
}

/* True if what the blocks of a run take is a few megabytes, and is kept. */
static bool is_small(const Launch *launch)
{
    enum { MOST_WARPS = 1024, MOST_WORDS = 1 << 18 };
    size_t warps = (launch->threads + launch->k - 1) / launch->k;

    return launch->blocks * warps <= MOST_WARPS &&
           (size_t)launch->blocks * launch->words <= MOST_WORDS;
}

static void run_end(Simt *machine)
{
    if (!is_small(machine->shared.launch))
        blocks_free(machine);
    if (machine->shared.error.kind != ERROR_NONE || machine->shared.gave_up)
        for (size_t i = 0; i < machine->threads_count; ++i)
            fiber_restart(machine->threads[i].fiber);
}

Simt *simt_new(void)
{
    Simt *machine = base_alloc(1, sizeof *machine);

    machine->shared.scheduler = fiber_main();
    machine->shared.sites = base_alloc(THREAD_LINES, sizeof(LineAccess));
    return machine;
}

void simt_free(Simt *machine)
{
    if (!machine)
        return;
    threads_free(machine);
    blocks_free(machine);
    ahead_free(&machine->ahead);
    free(machine->shared.sites);
    fiber_free(machine->shared.scheduler);
    free(machine);
}

/* What the machine is to run: a launch, and maybe its shadow with it. */
typedef struct {
    const Launch *launch, *shadow; /* shadow: or NULL, like its log */
    Word blank;                    /* what shared memory begins with */
    Log *log, *shadow_log;
} SimRun;

static void run_begin(Simt *machine, const SimRun *run)
{
    const Launch *launch = run->launch;

    machine->shared.launch = launch;
    machine->shared.shadow = run->shadow;
    machine->shared.error = (Error){0};
    machine->shared.running = NULL;
    machine->shared.lines = 0;
    ++machine->shared.run;
    machine->shared.log = run->log;
    machine->shared.shadow_log = run->shadow_log;
    machine->random = launch->seed;
    machine->shared.clock = machine->picked = machine->burst = 0;
    take_seals(machine, launch->blocks * launch->threads);
    blocks_fit(machine, launch->blocks);
    for (uint32_t b = 0; b < launch->blocks; ++b)
        block_state_begin(&machine->blocks[b], &machine->shared, b,
                          machine->threads + (size_t)b * launch->threads,
                          run->blank);
}

static void undo(const SimRun *run, const Word *words, const Word *shadow)
{
    launch_arrays_restore(run->launch, words);
    log_reset(run->log);
    if (run->shadow) {
        launch_arrays_restore(run->shadow, shadow);
        log_reset(run->shadow_log);
    }
}

/* Runs all blocks, AHEAD or in lockstep.  False if there is a fault, or if the
 * run gave up. */
static bool run_once(Simt *machine, const SimRun *run, bool ahead)
{
    run_begin(machine, run);
    if (ahead)
        ahead_begin(&machine->ahead, run->launch, &machine->blocks->memory);
    machine->shared.ahead = ahead ? &machine->ahead : NULL;
    guard_begin(&machine->shared);
    run_blocks(machine);
    guard_end();
    machine->shared.ahead = NULL;
    bool good =
        !machine->shared.gave_up && machine->shared.error.kind == ERROR_NONE;
    run_end(machine);
    machine->shared.gave_up = false;
    return good;
}

/* The same; if that cannot be, nothing is changed. */
static bool run_or_undo(Simt *machine, const SimRun *run, bool ahead)
{
    Word *words = launch_arrays_copy(run->launch);
    Word *shadow = run->shadow ? launch_arrays_copy(run->shadow) : NULL;
    bool good = run_once(machine, run, ahead);

    if (!good)
        undo(run, words, shadow);
    free(words);
    free(shadow);
    return good;
}

static bool fits(const Log *log, const Launch *launch)
{
    return log->threads == launch->threads && log->blocks == launch->blocks &&
           log->words == launch->words;
}

bool simt_run(Simt *machine, const Launch *launch, Word blank, Log *log,
              Error *error)
{
    const SimRun run = {.launch = launch, .blank = blank, .log = log};

    BASE_CHECK(fits(log, launch));
    machine->lacked_memory = false;
    if (!threads_grow(machine, (size_t)launch->blocks * launch->threads, error))
        return false;
    machine->shared.error = (Error){0};
    machine->ran_ahead = ahead_may(launch) && run_or_undo(machine, &run, true);
    if (machine->ran_ahead)
        return true;
    Error ahead = machine->shared.error;
    bool good = run_once(machine, &run, false);
    if (!good)
        *error = machine->shared.error;
    if (!good || ahead.kind == ERROR_NONE)
        return good;
    *error = ahead; /* of a kernel that keeps something from run to run */
    return false;
}

/* The shadow's log has the values; the other log tells how many. */
static void finish_shadow(const Log *log, Log *shadow)
{
    shadow->words_only = true;
    for (size_t t = 0; t < (size_t)log->blocks * log->threads; ++t)
        shadow->logs[t].events_count = log->logs[t].events_count;
}

bool simt_run_both(Simt *machine, const Launch *launch, const Launch *shadow,
                   Log *log, Log *shadow_log, Error *error)
{
    const SimRun run = {launch, shadow, 0, log, shadow_log};

    BASE_CHECK(fits(log, launch) && fits(shadow_log, launch));
    *error = (Error){0};
    machine->lacked_memory = false;
    if (launch->replay || launch->op == OP_INTERVAL ||
        !threads_grow(machine, (size_t)launch->blocks * launch->threads, error))
        return false;
    machine->shared.error = (Error){0};
    machine->ran_ahead = ahead_may(launch) && run_or_undo(machine, &run, true);
    bool good =
        machine->ran_ahead || (machine->shared.error.kind == ERROR_NONE &&
                               run_or_undo(machine, &run, false));
    if (good)
        finish_shadow(log, shadow_log);
    else
        *error = machine->shared.error;
    return good;
}

bool simt_lacked_memory(const Simt *machine)
{
    return machine->lacked_memory;
}

bool simt_ran_ahead(const Simt *machine)
{
    return machine->ran_ahead;
}
