/* SPDX-License-Identifier: MIT */
#include "sim/simt.h"

#include "sim/ahead.h"
#include "sim/convergence.h"
#include "sim/execute.h"
#include "sim/guard.h"

#include <stdlib.h>
#include <string.h>

/* One warp as the scheduler sees it. */
typedef struct {
    Warp warp;
    Convergence convergence;
} WarpState;

typedef struct {
    SimBlock block;
    SharedMemory memory;
    WarpState *warps;
    size_t words_made, warps_made; /* there is memory for as many */
    uint32_t warps_count;
    uint32_t current; /* first warp not yet at the barrier */
    bool done;
} BlockState;

/* The result of a turn of a warp or a block. */
typedef enum {
    TURN_DONE,  /* it did one thing */
    TURN_NONE,  /* all lanes are at a barrier, or have ended */
    TURN_WAITS, /* for a pair that another block will publish */
    TURN_FAULT
} Turn;

struct Simt {
    SimShared shared;
    Thread *threads; /* of all blocks; kept, with their fibers, between runs */
    size_t threads_count;
    BlockState *blocks; /* kept between runs, too, unless they are large */
    size_t blocks_made;
    Log *log, *shadow;  /* shadow: NULL unless it is run with the launch */
    bool lacked_memory; /* in the last run, for stacks */
    Ahead ahead;
    bool ran_ahead; /* the last run */
    uint64_t random;
    uint32_t next_seal;     /* see Thread.seal */
    uint32_t clock;         /* instructions executed */
    uint32_t picked, burst; /* current block, and turns that it has left */
};

/* ---- Warps ---------------------------------------------------------------*/

static void warp_run_ready(Simt *machine, Warp *warp)
{
    if (!warp->ready)
        return;
    Thread *first = warp->lanes[__builtin_ctzll(warp->ready)];
    warp->ready &= warp->ready - 1;
    machine->shared.running = first;
    fiber_switch(machine->shared.scheduler, first->fiber);
    machine->shared.running = NULL;
}

/* Updates the warp's sets after an instruction of the lanes in SET. */
static void warp_advance(Simt *machine, Warp *warp, uint64_t set)
{
    bool timed = machine->shared.launch->blocks > 1;

    for (uint64_t rest = set; rest; rest &= rest - 1) {
        Thread *thread = warp->lanes[__builtin_ctzll(rest)];
        ++thread->executed;
        if (timed)
            base_push(thread->log, times, machine->clock);
        if (execute_head(thread))
            continue;
        warp->queued &= ~thread->bit;
        if (warp->waiting & thread->bit) {
            warp->waiting &= ~thread->bit;
            warp->ready |= thread->bit;
        }
    }
}

/* The AWAIT at the lowest line whose pair is not yet published, or NULL.  A
 * warp waits as a whole. */
static const Event *warp_awaits(const Launch *launch, const Warp *warp,
                                Event *const heads[])
{
    const Event *first = NULL, *missing = NULL;

    for (uint64_t rest = warp->queued; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        const Event *event = heads[i];
        if (!first || event->site < first->site) {
            first = event;
            missing = NULL;
        }
        if (event->site == first->site &&
            !execute_can(launch, warp->lanes[i], event))
            missing = event;
    }
    return missing;
}

/* Runs the lanes of a warp until all have stopped; executes one instruction. */
static Turn warp_turn(Simt *machine, BlockState *state, WarpState *self)
{
    Warp *warp = &self->warp;
    Event *heads[TRACE_MAX_BANKS];
    uint32_t occurrence;
    bool awaits = false;

    warp_run_ready(machine, warp);
    if (machine->shared.error.kind != ERROR_NONE || machine->shared.gave_up)
        return TURN_FAULT;
    if (!warp->queued)
        return TURN_NONE;
    for (uint64_t rest = warp->queued; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        heads[i] = execute_head(warp->lanes[i]);
        awaits |= heads[i]->kind == ACCESS_AWAIT;
        if (convergence_full(&self->convergence, heads[i]->site)) {
            thread_fault(
                warp->lanes[i], heads[i]->site,
                "is the access on one line too many for a step; a step "
                "may have %d",
                CONVERGENCE_MAX_SITES);
            return TURN_FAULT;
        }
    }
    if (awaits && warp_awaits(machine->shared.launch, warp, heads))
        return TURN_WAITS;
    uint64_t set =
        convergence_next(&self->convergence, (const Event *const *)heads,
                         warp->queued, &occurrence);
    execute(&machine->shared, &state->memory, warp, set, heads);
    warp_advance(machine, warp, set);
    ++machine->clock;
    return machine->shared.error.kind == ERROR_NONE ? TURN_DONE : TURN_FAULT;
}

/* ---- Barriers ------------------------------------------------------------*/

static const Event *last_event(const Thread *thread)
{
    return &thread->log->events[thread->log->events_count - 1];
}

/* All threads have stopped: checks that they are at the same barrier. */
static bool barrier_check(const BlockState *state)
{
    const Thread *first = state->block.first;
    const Thread *stray = state->block.stray;
    const Event *at = last_event(first);

    if (stray) {
        thread_fault(
            stray, last_event(stray)->site,
            "misses the barrier of line %d (level %d), where thread %u "
            "waits: it waits here (level %d)",
            at->site, (int)at->cell, first->index,
            (int)last_event(stray)->cell);
        return false;
    }
    for (uint32_t w = 0; w < state->warps_count; ++w) {
        const Warp *warp = &state->warps[w].warp;
        for (int i = 0; i < warp->count; ++i) {
            const Thread *thread = warp->lanes[i];
            if (warp->barrier >> i & 1)
                continue;
            thread_fault(
                thread, thread->line ? thread->line : at->site,
                "misses the barrier of line %d, where thread %u waits: "
                "it has ended",
                at->site, first->index);
            return false;
        }
    }
    return true;
}

/* True if a block has reached the limit on memory for snapshots, which is
 * several times what any kernel of the catalog needs. */
static bool is_full(const Simt *machine, const BlockState *state)
{
    const size_t most = (size_t)1 << 28;

    return machine->log->snapshots[state->block.index].values_count > most;
}

/* Appends the WORDS of shared memory, as many as LOG says, to block B. */
static void snapshot(const Log *log, uint32_t b, const Word *words)
{
    Snapshots *snapshots = &log->snapshots[b];

    if (log->words == 0)
        return;
    while (snapshots->values_count + log->words > snapshots->values_capacity)
        snapshots->values =
            base_grow(snapshots->values, snapshots->values_capacity,
                      &snapshots->values_capacity, sizeof *snapshots->values);
    memcpy(snapshots->values + snapshots->values_count, words,
           log->words * sizeof *words);
    snapshots->values_count += log->words;
}

static void barrier_release(Simt *machine, BlockState *state)
{
    const Event *at = last_event(state->block.first);

    ++machine->ahead.stamp;
    state->block.first = NULL;
    if (at->kind == EVENT_STEP) {
        state->block.step_line = at->site;
        state->block.phase = (PhaseKind)at->array;
        state->block.level = (int32_t)at->cell;
    }
    ++state->block.step;
    for (uint32_t w = 0; w < state->warps_count; ++w) {
        Warp *warp = &state->warps[w].warp;
        convergence_reset(&state->warps[w].convergence);
        warp->ready = warp->barrier;
        warp->barrier = 0;
    }
    state->current = 0;
}

/* ---- Blocks --------------------------------------------------------------*/

/* Gives the block one turn: an instruction, or a barrier. */
static Turn block_turn(Simt *machine, BlockState *state, uint32_t warp)
{
    bool at_barrier = false, waits = false;

    for (uint32_t w = 0; w < state->warps_count; ++w) {
        uint32_t at = (warp + w) % state->warps_count;
        Turn turn = warp_turn(machine, state, &state->warps[at]);
        if (turn == TURN_DONE)
            state->current = at;
        if (turn == TURN_DONE || turn == TURN_FAULT)
            return turn;
        waits |= turn == TURN_WAITS;
    }
    if (waits)
        return TURN_WAITS;
    for (uint32_t w = 0; w < state->warps_count; ++w)
        at_barrier |= state->warps[w].warp.barrier != 0;
    if (at_barrier && is_full(machine, state)) {
        const Thread *first = state->block.first;
        thread_fault(first, first->line, "does not end: %u barriers so far",
                     state->block.step);
        return TURN_FAULT;
    }
    snapshot(machine->log, state->block.index, state->memory.words);
    if (machine->shadow)
        snapshot(machine->shadow, state->block.index, state->memory.shadow);
    if (!at_barrier) {
        state->done = true;
        return TURN_DONE;
    }
    if (!barrier_check(state))
        return TURN_FAULT;
    barrier_release(machine, state);
    return TURN_DONE;
}

/* Deadlock: all blocks wait for others.  Names one of the waiting threads. */
static void fault_deadlock(const Simt *machine)
{
    const Launch *launch = machine->shared.launch;

    for (uint32_t b = 0; b < launch->blocks; ++b) {
        const BlockState *state = &machine->blocks[b];
        for (uint32_t w = 0; w < state->warps_count; ++w) {
            const Warp *warp = &state->warps[w].warp;
            for (uint64_t rest = warp->queued; rest; rest &= rest - 1) {
                Thread *thread = warp->lanes[__builtin_ctzll(rest)];
                const Event *head = execute_head(thread);
                if (execute_can(launch, thread, head))
                    continue;
                thread_fault(thread, head->site,
                             "waits for %s[%u], which nobody will publish",
                             launch->arrays[head->array].name,
                             head->cell / PAIR_STATES);
                return;
            }
        }
    }
}

/* Gives each block a turn, in order, after random choice has found only waiting
 * blocks.  False if none could do anything. */
static bool turn_round(Simt *machine, uint32_t *left)
{
    for (uint32_t b = 0; b < machine->shared.launch->blocks; ++b) {
        BlockState *state = &machine->blocks[b];
        if (state->done)
            continue;
        Turn turn = block_turn(machine, state, state->current);
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
        Turn turn = state->done ? TURN_WAITS : block_turn(machine, state, warp);
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

static void memory_free(SharedMemory *memory)
{
    free(memory->words);
    free(memory->shadow);
    free(memory->classes);
}

/* Makes room in STATE for as many words of shared memory and as many warps. */
static void block_fit(BlockState *state, size_t words, size_t warps)
{
    SharedMemory *memory = &state->memory;

    if (words > state->words_made) {
        memory_free(memory);
        *memory =
            (SharedMemory){.words = base_alloc(words, sizeof *memory->words),
                           .shadow = base_alloc(words, sizeof *memory->shadow),
                           .classes =
                               base_alloc(words, sizeof *memory->classes)};
        state->words_made = words;
    }
    if (warps > state->warps_made) {
        free(state->warps);
        state->warps = base_alloc(warps, sizeof *state->warps);
        state->warps_made = warps;
    }
}

static void warp_clear(WarpState *state)
{
    Warp *warp = &state->warp;

    warp->count = 0;
    warp->ready = warp->waiting = warp->barrier = warp->queued = 0;
    convergence_reset(&state->convergence);
}

static void block_clear(const Launch *launch, BlockState *state, Word blank)
{
    uint32_t warps = (launch->threads + launch->k - 1) / launch->k;

    block_fit(state, launch->words, warps);
    state->block = (SimBlock){0};
    state->warps_count = warps;
    state->current = 0;
    state->done = false;
    for (uint32_t i = 0; i < launch->words; ++i) {
        state->memory.words[i] = blank;
        state->memory.shadow[i] = INTERVAL_UNSET;
        state->memory.classes[i] = WORD_SUM;
    }
    for (uint32_t w = 0; w < warps; ++w)
        warp_clear(&state->warps[w]);
}

static void block_begin(Simt *machine, uint32_t b, Word blank)
{
    const Launch *launch = machine->shared.launch;
    BlockState *state = &machine->blocks[b];

    block_clear(launch, state, blank);
    state->block.index = b;
    for (uint32_t t = 0; t < launch->threads; ++t) {
        size_t at = (size_t)b * launch->threads + t;
        Warp *warp = &state->warps[t / launch->k].warp;
        Thread *thread = &machine->threads[at];
        thread->shared = &machine->shared;
        thread->block = &state->block;
        thread->warp = warp;
        thread->log = &machine->log->logs[at];
        thread->shadow = machine->shadow ? &machine->shadow->logs[at] : NULL;
        thread->executed = thread->room = 0;
        thread->index = t;
        thread->seal = machine->shared.first_seal + (uint32_t)at;
        thread->line = 0;
        thread->bit = UINT64_C(1) << warp->count;
        warp->ready |= thread->bit;
        warp->lanes[warp->count++] = thread;
    }
}

static void blocks_free(Simt *machine)
{
    for (size_t b = 0; b < machine->blocks_made; ++b) {
        memory_free(&machine->blocks[b].memory);
        free(machine->blocks[b].warps);
    }
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
    machine->log = run->log;
    machine->shadow = run->shadow_log;
    machine->random = launch->seed;
    machine->clock = machine->picked = machine->burst = 0;
    take_seals(machine, launch->blocks * launch->threads);
    blocks_fit(machine, launch->blocks);
    for (uint32_t b = 0; b < launch->blocks; ++b)
        block_begin(machine, b, run->blank);
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
