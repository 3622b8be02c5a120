/* SPDX-License-Identifier: MIT */
#include "simt.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "lane.h"
#include "lockstep.h"

/* One warp as the scheduler sees it. */
typedef struct {
    Warp warp;
    Lockstep lockstep;
} WarpState;

typedef struct {
    Block block;
    Word *memory; /* shared memory */
    WarpState *warps;
    uint32_t warps_count;
    uint32_t current; /* first warp not yet at the barrier */
    bool done;
} BlockState;

struct Simt {
    LaneShared shared;
    Lane *lanes; /* of all blocks; kept, with their fibers, between runs */
    size_t lanes_count;
    BlockState *blocks;
    Log *log;
    uint64_t random;
};

/* The machine that is running, for a signal and for the compiler's check of
 * divisions, which have no other way to know. */
static Simt *running;

/* ---- Faults that the processor or the compiler finds ------------------- */

/* Of a thread that computes without any access: after this many quiet ticks of
 * processor time it counts as endless. */
enum { TICK_MILLISECONDS = 100, QUIET_TICKS = 20 };

static void on_tick(int signal)
{
    static uint64_t seen;
    static int quiet;

    (void)signal;
    Simt *machine = running;
    if (!machine || !machine->shared.running)
        return;
    quiet = machine->shared.events == seen ? quiet + 1 : 0;
    seen = machine->shared.events;
    if (quiet < QUIET_TICKS)
        return;
    quiet = 0;
    Lane *lane = machine->shared.running;
    lane_die(lane, lane->line,
             "does not end: it computes on and on after this "
             "line");
}

/* Some processors trap the one division by something else than zero that has no
 * result. */
static void on_division(int signal)
{
    if (!running || !running->shared.running)
        base_die(__FILE__, __LINE__, strsignal(signal));
    Lane *lane = running->shared.running;
    lane_die(lane, lane->line,
             "divides the least number by -1 after this line");
}

/* What the two signals did before the machine took them. */
typedef struct {
    struct sigaction tick, division;
} Handlers;

static void watch(bool on, Handlers *before)
{
    struct itimerval timer = {{0, 0}, {0, 0}};

    if (on) {
        struct sigaction action = {.sa_handler = on_tick,
                                   .sa_flags = SA_NODEFER | SA_RESTART};
        sigaction(SIGVTALRM, &action, &before->tick);
        action.sa_handler = on_division;
        sigaction(SIGFPE, &action, &before->division);
        timer.it_interval.tv_usec = TICK_MILLISECONDS * 1000;
        timer.it_value = timer.it_interval;
    }
    setitimer(ITIMER_VIRTUAL, &timer, NULL);
    if (!on) {
        sigaction(SIGVTALRM, &before->tick, NULL);
        sigaction(SIGFPE, &before->division, NULL);
    }
}

/* Kernels are compiled with -fsanitize=integer-divide-by-zero, whose check
 * calls this with the place in the source. */
typedef struct {
    const char *file;
    uint32_t line;
    uint32_t column;
} DivisionPlace;

_Noreturn void __ubsan_handle_divrem_overflow_abort(DivisionPlace *place,
                                                    uintptr_t left,
                                                    uintptr_t right);

_Noreturn void __ubsan_handle_divrem_overflow_abort(DivisionPlace *place,
                                                    uintptr_t left,
                                                    uintptr_t right)
{
    (void)left;
    (void)right;
    if (!running || !running->shared.running)
        base_die(place->file, (int)place->line, "division by zero");
    lane_die(running->shared.running, (int)place->line, "divides by zero");
}

/* ---- Issue -------------------------------------------------------------- */

static bool is_issued(const Event *event)
{
    return event->kind < ACCESS_KINDS;
}

/* The next access of a lane that waits to be issued, or NULL. */
static Event *lane_head(Lane *lane)
{
    ThreadLog *log = lane->log;

    while (lane->issued < log->events_count &&
           !is_issued(&log->events[lane->issued]))
        ++lane->issued;
    return lane->issued < log->events_count ? &log->events[lane->issued] : NULL;
}

/* Lanes that meet at a line do the same there, or one of them is at fault. */
static bool is_kind(const Warp *warp, int i, const Event *event, int kind)
{
    if (event->kind == kind)
        return true;
    lane_fault(warp->lanes[i], event->site,
               "shares its line with another access; write one access to a "
               "line");
    return false;
}

static void issue_shuffle(Warp *warp, uint64_t set, Event *heads[])
{
    Word sent[TRACE_MAX_BANKS] = {0};

    for (int i = 0; i < warp->count; ++i) {
        if (!(set >> i & 1))
            continue;
        if (!is_kind(warp, i, heads[i], ACCESS_SHFL))
            return;
        sent[i] = heads[i]->value;
    }
    for (int i = 0; i < warp->count; ++i) {
        if (!(set >> i & 1))
            continue;
        uint32_t delta = heads[i]->cell;
        int from = delta <= (uint32_t)i ? i - (int)delta : i;
        if (!(set >> from & 1))
            lane_fault(warp->lanes[i], heads[i]->site,
                       "shuffles from lane %d, which takes no part", from);
        heads[i]->cell = (uint32_t)from;
        heads[i]->value = sent[from];
    }
}

static void issue_atomic(const Launch *launch, Event *event)
{
    bool exchange = event->array & 0x80;

    event->array &= 0x7f;
    Word *word = &launch->arrays[event->array].data[event->cell];
    Word before = *word;
    *word = exchange ? event->value : before + event->value;
    event->value = before;
}

/* Executes the heads of the lanes in SET. */
static void issue(const Simt *machine, BlockState *state, Warp *warp,
                  uint64_t set, Event *heads[])
{
    const Launch *launch = machine->shared.launch;
    int kind = heads[__builtin_ctzll(set)]->kind;

    if (kind == ACCESS_SHFL) {
        issue_shuffle(warp, set, heads);
        return;
    }
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        Event *event = heads[i];
        if (!is_kind(warp, i, event, kind))
            return;
        switch (kind) {
        case ACCESS_LOAD:
            event->value = state->memory[event->cell];
            break;
        case ACCESS_STORE:
            state->memory[event->cell] = event->value;
            break;
        case ACCESS_GLOAD:
            event->value = launch->arrays[event->array].data[event->cell];
            break;
        case ACCESS_GSTORE:
            launch->arrays[event->array].data[event->cell] = event->value;
            break;
        default:
            issue_atomic(launch, event);
        }
    }
}

/* ---- Warps ---------------------------------------------------------------*/

static void warp_run_ready(Simt *machine, Warp *warp)
{
    if (!warp->ready)
        return;
    Lane *first = warp->lanes[__builtin_ctzll(warp->ready)];
    warp->ready &= warp->ready - 1;
    machine->shared.running = first;
    fiber_switch(machine->shared.scheduler, first->fiber);
    machine->shared.running = NULL;
}

/* After an instruction of the lanes in SET: who has an empty queue, and who got
 * what it waited for? */
static void warp_advance(Warp *warp, uint64_t set)
{
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        Lane *lane = warp->lanes[__builtin_ctzll(rest)];
        ++lane->issued;
        if (lane_head(lane))
            continue;
        warp->queued &= ~lane->bit;
        if (warp->waiting & lane->bit) {
            warp->waiting &= ~lane->bit;
            warp->ready |= lane->bit;
        }
    }
}

/* Runs the lanes of a warp as far as they go and issues one instruction; false
 * if there was none: all lanes are at a barrier or done. */
static bool warp_turn(Simt *machine, BlockState *state, WarpState *self)
{
    Warp *warp = &self->warp;
    Event *heads[TRACE_MAX_BANKS];
    uint32_t occurrence;

    warp_run_ready(machine, warp);
    if (machine->shared.error.kind != ERROR_NONE || !warp->queued)
        return false;
    for (uint64_t rest = warp->queued; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        heads[i] = lane_head(warp->lanes[i]);
        if (lockstep_full(&self->lockstep, heads[i]->site)) {
            lane_fault(warp->lanes[i], heads[i]->site,
                       "is the access on one line too many for a step; a step "
                       "may have %d",
                       LOCKSTEP_MAX_SITES);
            return false;
        }
    }
    uint64_t set = lockstep_next(&self->lockstep, (const Event *const *)heads,
                                 warp->queued, &occurrence);
    issue(machine, state, warp, set, heads);
    warp_advance(warp, set);
    return true;
}

/* ---- Barriers ------------------------------------------------------------*/

static const Event *last_event(const Lane *lane)
{
    return &lane->log->events[lane->log->events_count - 1];
}

/* All threads have stopped: are they all at the same barrier? */
static bool barrier_check(const BlockState *state)
{
    const Lane *first = state->block.first;
    const Lane *stray = state->block.stray;
    const Event *at = last_event(first);

    if (stray) {
        lane_fault(stray, last_event(stray)->site,
                   "misses the barrier of line %d (level %d), where thread %u "
                   "waits: it waits here (level %d)",
                   at->site, (int)at->cell, first->thread,
                   (int)last_event(stray)->cell);
        return false;
    }
    for (uint32_t w = 0; w < state->warps_count; ++w) {
        const Warp *warp = &state->warps[w].warp;
        for (int i = 0; i < warp->count; ++i) {
            if (warp->barrier >> i & 1)
                continue;
            lane_fault(warp->lanes[i], warp->lanes[i]->line,
                       "misses the barrier of line %d, where thread %u waits: "
                       "it has ended",
                       at->site, first->thread);
            return false;
        }
    }
    return true;
}

/* Has a block as many snapshots as memory should be spent on?  Several times
 * what any kernel of the catalog needs. */
static bool is_full(const Simt *machine, const BlockState *state)
{
    const size_t most = (size_t)1 << 28;

    return machine->log->snapshots[state->block.index].values_count > most;
}

static void snapshot(Simt *machine, BlockState *state)
{
    Snapshots *shots = &machine->log->snapshots[state->block.index];
    uint32_t words = machine->log->words;

    while (shots->values_count + words > shots->values_capacity)
        shots->values =
            base_grow(shots->values, shots->values_capacity,
                      &shots->values_capacity, sizeof *shots->values);
    memcpy(shots->values + shots->values_count, state->memory,
           words * sizeof *state->memory);
    shots->values_count += words;
}

static void barrier_release(BlockState *state)
{
    const Event *at = last_event(state->block.first);

    state->block.first = NULL;
    if (at->kind == EVENT_STEP) {
        state->block.step_line = at->site;
        state->block.level = (int32_t)at->cell;
    }
    ++state->block.step;
    for (uint32_t w = 0; w < state->warps_count; ++w) {
        Warp *warp = &state->warps[w].warp;
        lockstep_reset(&state->warps[w].lockstep);
        warp->ready = warp->barrier;
        warp->barrier = 0;
    }
    state->current = 0;
}

/* ---- Blocks --------------------------------------------------------------*/

/* Lets the block do one thing: an instruction, or a barrier.  False if the run
 * is over, for good or ill. */
static bool block_turn(Simt *machine, BlockState *state, uint32_t warp)
{
    bool waits = false;

    for (uint32_t w = 0; w < state->warps_count; ++w) {
        uint32_t at = (warp + w) % state->warps_count;
        if (warp_turn(machine, state, &state->warps[at])) {
            state->current = at;
            return machine->shared.error.kind == ERROR_NONE;
        }
        if (machine->shared.error.kind != ERROR_NONE)
            return false;
    }
    for (uint32_t w = 0; w < state->warps_count; ++w)
        waits |= state->warps[w].warp.barrier != 0;
    if (waits && is_full(machine, state)) {
        const Lane *first = state->block.first;
        lane_fault(first, first->line, "does not end: %u barriers so far",
                   state->block.step);
        return false;
    }
    snapshot(machine, state);
    if (!waits) {
        state->done = true;
        return true;
    }
    if (!barrier_check(state))
        return false;
    barrier_release(state);
    return true;
}

static void run_blocks(Simt *machine)
{
    const Launch *launch = machine->shared.launch;
    uint32_t left = launch->blocks;

    while (left > 0) {
        BlockState *state = &machine->blocks[0];
        uint32_t warp = state->current;
        if (launch->blocks > 1) {
            uint64_t random = base_random(&machine->random);
            state = &machine->blocks[random % launch->blocks];
            warp = (uint32_t)(random >> 32) % state->warps_count;
        }
        if (state->done)
            continue;
        if (!block_turn(machine, state, warp))
            return;
        left -= state->done;
    }
}

/* ---- A run ---------------------------------------------------------------*/

static void lanes_grow(Simt *machine, size_t count)
{
    if (count <= machine->lanes_count)
        return;
    /* Fibers hold the address of their lane, so lanes move with new fibers. */
    for (size_t i = 0; i < machine->lanes_count; ++i)
        fiber_free(machine->lanes[i].fiber);
    free(machine->lanes);
    machine->lanes = base_alloc(count, sizeof *machine->lanes);
    machine->lanes_count = count;
    for (size_t i = 0; i < count; ++i)
        machine->lanes[i].fiber = fiber_new(lane_main, &machine->lanes[i]);
}

static void block_begin(Simt *machine, uint32_t b, Word blank)
{
    const Launch *launch = machine->shared.launch;
    BlockState *state = &machine->blocks[b];

    state->block.index = b;
    state->memory = base_alloc(launch->words, sizeof *state->memory);
    for (uint32_t i = 0; i < launch->words; ++i)
        state->memory[i] = blank;
    state->warps_count = (launch->threads + launch->k - 1) / launch->k;
    state->warps = base_alloc(state->warps_count, sizeof *state->warps);
    for (uint32_t t = 0; t < launch->threads; ++t) {
        size_t at = (size_t)b * launch->threads + t;
        Warp *warp = &state->warps[t / launch->k].warp;
        Lane *lane = &machine->lanes[at];
        lane->shared = &machine->shared;
        lane->block = &state->block;
        lane->warp = warp;
        lane->log = &machine->log->logs[at];
        lane->issued = 0;
        lane->thread = t;
        lane->line = 0;
        lane->bit = UINT64_C(1) << warp->count;
        warp->ready |= lane->bit;
        warp->lanes[warp->count++] = lane;
    }
}

static void run_end(Simt *machine)
{
    for (uint32_t b = 0; b < machine->shared.launch->blocks; ++b) {
        free(machine->blocks[b].memory);
        free(machine->blocks[b].warps);
    }
    free(machine->blocks);
    machine->blocks = NULL;
    if (machine->shared.error.kind != ERROR_NONE)
        for (size_t i = 0; i < machine->lanes_count; ++i)
            fiber_restart(machine->lanes[i].fiber);
}

Simt *simt_new(void)
{
    Simt *machine = base_alloc(1, sizeof *machine);

    machine->shared.scheduler = fiber_main();
    return machine;
}

void simt_free(Simt *machine)
{
    if (!machine)
        return;
    for (size_t i = 0; i < machine->lanes_count; ++i)
        fiber_free(machine->lanes[i].fiber);
    free(machine->lanes);
    fiber_free(machine->shared.scheduler);
    free(machine);
}

bool simt_run(Simt *machine, const Launch *launch, Word blank, Log *log,
              Error *error)
{
    Handlers before;

    BASE_CHECK(log->threads == launch->threads &&
               log->blocks == launch->blocks && log->words == launch->words);
    machine->shared.launch = launch;
    machine->shared.error = (Error){0};
    machine->shared.running = NULL;
    machine->log = log;
    machine->random = launch->seed;
    lanes_grow(machine, (size_t)launch->blocks * launch->threads);
    machine->blocks = base_alloc(launch->blocks, sizeof *machine->blocks);
    for (uint32_t b = 0; b < launch->blocks; ++b)
        block_begin(machine, b, blank);

    running = machine;
    watch(true, &before);
    run_blocks(machine);
    watch(false, &before);
    running = NULL;

    run_end(machine);
    if (machine->shared.error.kind == ERROR_NONE)
        return true;
    *error = machine->shared.error;
    return false;
}
