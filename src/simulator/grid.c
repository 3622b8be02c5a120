/* SPDX-License-Identifier: MIT
 *
 * grid - the blocks of a launch: some are resident and have turns by chance,
 * and as one ends the next one begins.
 */
#include "simulator/machine.h"

#include "simulator/bounds.h"
#include "simulator/launch.h"
#include "simulator/log.h"
#include "simulator/record.h"
#include "simulator/touch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    WARP_TURNS = 256 /* instructions until other warps have a turn */
};

/* ---- Turns ----------------------------------------------------------------*/

static void log_barrier(const Block *block, const Site *site)
{
    uint32_t number = record_site(site);
    ProgramBarrier *record = log_add(RECORD_BARRIER, sizeof *record);

    record->block = block->number;
    record->site = number;
    record->of_grid = block->joins;
}

/* The first thread of BLOCK that waits at a barrier; there must be one. */
static Thread *first_at_barrier(const Block *block)
{
    const Warp *warp = block->warps;

    while (!warp->in[THREAD_BARRIER])
        ++warp;
    return warp_first(warp, warp->in[THREAD_BARRIER]);
}

/* The first thread behind FIRST that waits at another barrier than that. */
static const Thread *first_elsewhere(const Block *block, const Thread *first)
{
    for (uint32_t t = first->number + 1u; t < machine.threads; ++t) {
        const Thread *thread = &block->threads[t];
        if (thread->warp->in[THREAD_BARRIER] >> thread->lane & 1 &&
            thread->request.site != first->request.site)
            return thread;
    }
    return block->stray;
}

/* Ends with a fault if the threads of a block wait for each other, or at a
 * barrier which one has left out that came to the end of the kernel.  A thread
 * that has returned before need not come. */
static void check_stuck(const Block *block)
{
    const Warp *ended = NULL;

    for (uint32_t w = 0; w < block->warps_count; ++w) {
        const Warp *warp = &block->warps[w];
        if (warp->in[THREAD_TOGETHER])
            warp_fault_alone(warp_first(warp, warp->in[THREAD_TOGETHER]));
        if (!ended && warp->at_end)
            ended = warp;
    }
    if ((!ended && !block->stray) || machine_ends_run())
        return;
    machine_thread = first_at_barrier(block);
    uint64_t pc = machine_thread->request.site->pc;
    if (ended)
        machine_fault(
            pc, "waits at this barrier, but thread %u ends without reaching it",
            (unsigned)warp_first(ended, ended->at_end)->number);
    machine_fault(pc,
                  "waits at this barrier, but thread %u waits at another one",
                  (unsigned)first_elsewhere(block, machine_thread)->number);
}

/* The lanes of a warp have passed a barrier. */
static void begin_interval(Warp *warp)
{
    order_reset(&warp->visits);
    for (uint32_t i = 0; warp->met && i < warp->count; ++i)
        warp->lanes[i]->epoch = 0;
    warp->met = false;
}

/* All threads that have not ended wait at one barrier: releases them. */
static void release(Block *block)
{
    check_stuck(block);
    if (machine.halt)
        return;
    bool counts = (!machine.fast && !machine.plain) || machine.sink == SINK_LOG;
    if (block->recorded && machine.sink == SINK_LOG)
        log_barrier(block, block->site);
    ++machine.ended;
    if (!machine.plain)
        block->interval = ++machine.intervals;
    if (machine.fast && machine.intervals >= TOUCH_INTERVALS)
        machine.halt = HALT_AGAIN;
    for (uint32_t w = 0; w < block->warps_count; ++w) {
        Warp *warp = &block->warps[w];
        if (counts)
            begin_interval(warp);
        warp_move(warp, warp->in[THREAD_BARRIER], THREAD_BARRIER, THREAD_READY);
    }
    block->sum = block->adding;
    block->adding = 0;
    block->site = NULL;
    block->stray = NULL;
    block->joins = block->waits = false;
    block->current = 0;
}

/* Ends with a fault if a block waits for the grid which another one, that has
 * ended, leaves out. */
static void check_left(void)
{
    const Block *waits = NULL, *done = NULL;

    for (uint32_t b = 0; b < machine.blocks_count; ++b) {
        const Block *block = &machine.blocks[b];
        waits = !waits && block->waits ? block : waits;
        done = !done && block->done ? block : done;
    }
    if (!waits || !done || machine_ends_run())
        return;
    machine_thread = first_at_barrier(waits);
    machine_fault(machine_thread->request.site->pc,
                  "waits at this barrier of the grid, but block %u ends "
                  "without reaching it",
                  done->number);
}

/* All threads of BLOCK wait for the grid: all blocks continue if all do. */
static void join(Block *block)
{
    check_stuck(block);
    block->waits = true;
    check_left();
    for (uint32_t b = 0; b < machine.blocks_count; ++b)
        if (!machine.blocks[b].waits)
            return;
    machine.grid_interval = machine.intervals + 1;
    for (uint32_t b = 0; b < machine.blocks_count && !machine.halt; ++b) {
        release(&machine.blocks[b]);
        machine.blocks[b].resumes = true;
    }
}

/* Gives a block a turn: some instructions of a warp, or a barrier. */
static Turn block_turn(Block *block)
{
    if (block->waits) {
        machine.burst = 0;
        return TURN_WAITS;
    }
    if (block->resumes) { /* as a block that begins: see touch.h */
        block->first_interval = block->interval = ++machine.intervals;
        block->resumes = false;
    }
    for (uint32_t w = 0; w < block->warps_count; ++w) {
        uint32_t at = (block->current + w) % block->warps_count;
        Warp *warp = &block->warps[at];
        int turns = 0;
        machine.yields = false;
        while (turns < WARP_TURNS && !machine.yields && !machine.halt &&
               warp_turn(block, warp) == TURN_DONE)
            ++turns;
        if (turns > 0 || machine.halt) {
            bool next = turns == WARP_TURNS || machine.yields;
            block->current = next ? at + 1 : at;
            if (machine.yields)
                machine.burst = 0;
            return TURN_DONE;
        }
    }
    bool left = false;
    for (uint32_t w = 0; w < block->warps_count; ++w)
        left |= warp_alive(&block->warps[w]) != 0;
    if (!left) {
        block->done = true;
        check_left();
        return TURN_DONE;
    }
    (block->joins ? join : release)(block);
    return TURN_DONE;
}

/* ---- Blocks ---------------------------------------------------------------*/

uint32_t grid_kept_blocks(void)
{
    const ProgramLog *head = log_head();
    uint32_t end =
        head->last_kept < machine.end ? head->last_kept + 1 : machine.end;

    return head->first_kept < end ? end - head->first_kept : 0;
}

static uint32_t first_kept(void)
{
    const ProgramLog *head = log_head();

    return head ? head->first_kept : 0;
}

static bool is_kept(uint32_t block)
{
    const ProgramLog *head = log_head();

    return machine.records && block >= head->first_kept &&
           block <= head->last_kept;
}

/* Of threads; grows. */
static struct {
    Fiber **items;
    size_t count;
} fibers;

/* The entry of every fiber: runs the kernel once.  Which thread the fiber is,
 * is set before it is resumed. */
static void thread_main(void *unused)
{
    (void)unused;
    launch_call(machine.launch);
    for (;;)
        machine_stop(THREAD_DONE);
}

static Fiber *fiber_at(size_t i)
{
    if (i >= fibers.count) {
        fibers.items = base_realloc(fibers.items, i + 1, sizeof *fibers.items);
        fibers.items[i] = fiber_new(thread_main, NULL);
        if (!fibers.items[i])
            base_out_of_memory();
        fibers.count = i + 1;
    }
    return fibers.items[i];
}

static void thread_begin(Block *block, uint32_t t)
{
    UpsweepDim size = upsweep_block_shape;
    Thread *thread = &block->threads[t];
    Warp *warp = &block->warps[t / machine.lanes];

    thread->block = block;
    thread->warp = warp;
    thread->index =
        (UpsweepDim){t % size.x, t / size.x % size.y, t / size.x / size.y};
    thread->number = (uint16_t)t;
    thread->lane = (uint8_t)(t % machine.lanes);
    thread->epoch = 0;
    thread->list.at = thread->list.count = 0;
    thread->list.changes_at = 0;
    thread->list.changes_count = 0;
    thread->depth = thread->known = 0;
    thread->returned = false;
    thread->caller = NULL;
    thread->locals.items_count = 0;
    fiber_restart(thread->fiber);
    if (bounds_waits(thread)) {
        memset(thread->more->outside, 0, sizeof thread->more->outside);
        thread->more->outside_waits = 0;
    }
    warp->lanes[warp->count++] = thread;
    warp->in[THREAD_READY] |= LANE(thread->lane);
}

/* Fills BYTES bytes of BLOCK's shared memory, from OFFSET on: a GPU leaves
 * there what another block has left.  Numbers between 2 and 4, if they are
 * floats. */
static void garble(Block *block, uint32_t offset, uint32_t bytes)
{
    uint64_t random =
        (uint64_t)machine.run << 40 ^ (uint64_t)block->number << 18 ^ offset;
    uint32_t word = 0;

    for (uint32_t i = 0; i < bytes; ++i) {
        if (i % 4 == 0)
            word =
                UINT32_C(0x40000000) | (uint32_t)(base_random(&random) >> 41);
        block->shared[offset + i] = (char)(word >> 8 * (i % 4));
    }
}

/* The same of the resident blocks, when the first of their threads comes to
 * what lies there. */
static void garble_all(uint32_t offset, uint32_t bytes)
{
    for (uint32_t b = 0; b < machine.blocks_count; ++b)
        garble(&machine.blocks[b], offset, bytes);
}

/* Block NUMBER begins in the place of a resident block. */
static void block_begin(Block *block, uint32_t number)
{
    UpsweepDim grid = upsweep_grid_shape;

    block->index = (UpsweepDim){number % grid.x, number / grid.x % grid.y,
                                number / grid.x / grid.y};
    block->number = number;
    block->recorded = is_kept(number);
    block->place = (number - first_kept()) * (size_t)machine.threads;
    block->done = block->joins = block->waits = block->resumes = false;
    block->current = 0;
    block->site = NULL;
    block->stray = NULL;
    block->adding = 0;
    if (!machine.plain)
        block->first_interval = block->interval = ++machine.intervals;
    memset(block->shared, 0, machine.dirty);
    if (shared_placed)
        garble(block, 0, (uint32_t)shared_bytes());
    for (uint32_t w = 0; w < block->warps_count; ++w) {
        Warp *warp = &block->warps[w];
        warp->count = 0;
        warp->number = w;
        warp->met = false;
        warp->at_end = 0;
        warp->resting = warp->rested = 0;
        warp->visited = false;
        order_reset(&warp->visits);
        memset(warp->in, 0, sizeof warp->in);
    }
    for (uint32_t t = 0; t < machine.threads; ++t)
        thread_begin(block, t);
    if (block->recorded && machine.sink == SINK_LOG) {
        ProgramBlock *record = log_add(RECORD_BLOCK, sizeof *record);
        record->block = number;
        record->shared = (uint64_t)(uintptr_t)block->shared;
    }
}

/* ---- Grids ----------------------------------------------------------------*/

static void blocks_free(void)
{
    for (uint32_t b = 0; b < machine.blocks_count; ++b) {
        Block *block = &machine.blocks[b];
        for (uint32_t t = 0; t < machine.blocks_threads; ++t) {
            free(block->threads[t].locals.items);
            access_free(&block->threads[t].list);
            free(block->more[t].loaded);
        }
        for (uint32_t w = 0; w < block->warps_count; ++w)
            order_free(&block->warps[w].visits);
        free(block->more);
        free(block->threads);
        free(block->warps);
    }
    shared_free();
    free(machine.blocks);
    machine.blocks = NULL;
    machine.blocks_count = 0;
}

static void block_new(Block *block, uint32_t number)
{
    block->warps_count = (machine.threads + machine.lanes - 1) / machine.lanes;
    block->warps = base_alloc(block->warps_count, sizeof(Warp));
    block->threads = base_alloc(machine.threads, sizeof(Thread));
    block->more = base_alloc(machine.threads, sizeof(ThreadMore));
    block->shared = shared_new(number);
    for (uint32_t t = 0; t < machine.threads; ++t) {
        block->threads[t].fiber =
            fiber_at((size_t)number * machine.threads + t);
        block->threads[t].more = &block->more[t];
    }
}

/* The blocks of the launch that are resident: they may wait for each other. */
static uint32_t resident(void)
{
    uint32_t most = RESIDENT_THREADS / machine.threads;
    uint32_t count = machine.end - machine.first;

    return count < most ? count : most;
}

/* Makes COUNT resident blocks, or reuses the previous launch's if they fit. */
static void blocks_new(uint32_t count)
{
    static uint32_t lanes; /* of a warp */

    if (count == machine.blocks_count &&
        machine.threads == machine.blocks_threads && lanes == machine.lanes)
        return;
    lanes = machine.lanes;
    blocks_free();
    machine.blocks = base_alloc(count, sizeof *machine.blocks);
    machine.blocks_count = count;
    machine.blocks_threads = machine.threads;
    machine.dirty = 0;
    for (uint32_t b = 0; b < count; ++b)
        block_new(&machine.blocks[b], b);
}

static void begin(uint32_t slot, uint32_t block)
{
    if (machine.fast && machine.sink == SINK_LOG)
        turns_note_block();
    block_begin(&machine.blocks[slot], block);
}

static bool take(uint32_t slot)
{
    Block *block = &machine.blocks[slot];
    bool fast = machine.fast && machine.launch->cooperative;

    do
        block_turn(block);
    while (fast && !block->done && !block->waits && !machine.halt &&
           !block->resumes);
    if (machine.dirty < shared_bytes())
        machine.dirty = shared_bytes();
    if (machine.fast && machine.sink == SINK_LOG)
        turns_note();
    machine.ended += block->done;
    return block->done;
}

Halt grid_run(void)
{
    uint32_t slots = resident();
    bool all = machine.launch->cooperative && machine.sink != SINK_LOG;
    uint32_t used = machine.fast && !all ? 1 : slots;
    const ProgramLog *head = log_head();

    shared_placed =
        machine.trial || (head && head->given_launch) ? garble_all : NULL;
    if (machine.intervals > TOUCH_INTERVALS / 2) {
        memory_forget_touches();
        machine.intervals = 0;
    }
    machine.first_interval = machine.grid_interval = machine.intervals + 1;
    machine.halt = HALT_NONE;
    blocks_new(used);
    turns_note_none();
    turns_run(used, begin, take);
    if (machine.fast && machine.sink == SINK_LOG && !machine.halt)
        turns_order(slots);
    machine_run(NULL);
    return machine.halt;
}
