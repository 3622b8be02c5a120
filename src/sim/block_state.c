/* SPDX-License-Identifier: MIT */
#include "sim/block_state.h"

#include "sim/ahead.h"
#include "sim/execute.h"

#include <stdlib.h>
#include <string.h>

/* ---- Warps ---------------------------------------------------------------*/

static void warp_run_ready(SimShared *shared, Warp *warp)
{
    if (!warp->ready)
        return;
    Thread *first = warp->lanes[__builtin_ctzll(warp->ready)];
    warp->ready &= warp->ready - 1;
    shared->running = first;
    fiber_switch(shared->scheduler, first->fiber);
    shared->running = NULL;
}

/* Updates the warp's sets after an instruction of the lanes in SET. */
static void warp_advance(SimShared *shared, Warp *warp, uint64_t set)
{
    bool timed = shared->launch->blocks > 1;

    for (uint64_t rest = set; rest; rest &= rest - 1) {
        Thread *thread = warp->lanes[__builtin_ctzll(rest)];
        ++thread->executed;
        if (timed)
            base_push(thread->log, times, shared->clock);
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
static Turn warp_turn(SimShared *shared, BlockState *state, WarpState *self)
{
    Warp *warp = &self->warp;
    Event *heads[TRACE_MAX_BANKS];
    uint32_t occurrence;
    bool awaits = false;

    warp_run_ready(shared, warp);
    if (shared->error.kind != ERROR_NONE || shared->gave_up)
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
    if (awaits && warp_awaits(shared->launch, warp, heads))
        return TURN_WAITS;
    uint64_t set =
        convergence_next(&self->convergence, (const Event *const *)heads,
                         warp->queued, &occurrence);
    execute(shared, &state->memory, warp, set, heads);
    warp_advance(shared, warp, set);
    ++shared->clock;
    return shared->error.kind == ERROR_NONE ? TURN_DONE : TURN_FAULT;
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
static bool is_full(const SimShared *shared, const BlockState *state)
{
    const size_t most = (size_t)1 << 28;

    return shared->log->snapshots[state->block.index].values_count > most;
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

static void barrier_release(SimShared *shared, BlockState *state)
{
    const Event *at = last_event(state->block.first);

    if (shared->ahead)
        ++shared->ahead->stamp;
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

Turn block_state_turn(BlockState *state, SimShared *shared, uint32_t warp)
{
    bool at_barrier = false, waits = false;

    for (uint32_t w = 0; w < state->warps_count; ++w) {
        uint32_t at = (warp + w) % state->warps_count;
        Turn turn = warp_turn(shared, state, &state->warps[at]);
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
    if (at_barrier && is_full(shared, state)) {
        const Thread *first = state->block.first;
        thread_fault(first, first->line, "does not end: %u barriers so far",
                     state->block.step);
        return TURN_FAULT;
    }
    snapshot(shared->log, state->block.index, state->memory.words);
    if (shared->shadow_log)
        snapshot(shared->shadow_log, state->block.index, state->memory.shadow);
    if (!at_barrier) {
        state->done = true;
        return TURN_DONE;
    }
    if (!barrier_check(state))
        return TURN_FAULT;
    barrier_release(shared, state);
    return TURN_DONE;
}

bool block_state_fault_waiting(const BlockState *state, const Launch *launch)
{
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
            return true;
        }
    }
    return false;
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

void block_state_begin(BlockState *state, SimShared *shared, uint32_t b,
                       Thread *threads, Word blank)
{
    const Launch *launch = shared->launch;

    block_clear(launch, state, blank);
    state->block.index = b;
    for (uint32_t t = 0; t < launch->threads; ++t) {
        size_t at = (size_t)b * launch->threads + t;
        Warp *warp = &state->warps[t / launch->k].warp;
        Thread *thread = &threads[t];
        thread->shared = shared;
        thread->block = &state->block;
        thread->warp = warp;
        thread->log = &shared->log->logs[at];
        thread->shadow =
            shared->shadow_log ? &shared->shadow_log->logs[at] : NULL;
        thread->executed = thread->room = 0;
        thread->index = t;
        thread->seal = shared->first_seal + (uint32_t)at;
        thread->line = 0;
        thread->bit = UINT64_C(1) << warp->count;
        warp->ready |= thread->bit;
        warp->lanes[warp->count++] = thread;
    }
}

void block_state_free(BlockState *state)
{
    memory_free(&state->memory);
    free(state->warps);
}
