/* SPDX-License-Identifier: MIT
 *
 * thread - what a thread of a kernel asks of the machine: what it is, and to
 * wait for others.
 */
#include "simulator/machine.h"
#include "simulator/bounds.h"
#include "simulator/launch.h"
#include "simulator/locals.h"
#include "simulator/log.h"
#include "simulator/touch.h"

#include <string.h>
#include <time.h>

enum { CREDIT = 1 << 16 }; /* see machine_credit */

_Thread_local Thread *machine_thread;
_Thread_local uint32_t machine_credit;
Toucher toucher;

/* ---- Stops ----------------------------------------------------------------*/

const Site *machine_site(uint64_t pc)
{
    Thread *thread = machine_thread;
    int depth = !thread                         ? 0
                : thread->depth < PROGRAM_DEPTH ? thread->depth
                                                : PROGRAM_DEPTH;

    for (; thread && thread->known < depth; ++thread->known) {
        int i = thread->known;
        thread->caller = site_find(thread->caller, thread->callers[i]);
        thread->path[i] = thread->caller;
    }
    return site_find(depth > 0 ? thread->caller : NULL, pc);
}

void machine_run(Thread *thread)
{
    machine_thread = thread;
    machine_credit = 0;
    if (!thread)
        return;
    const Block *block = thread->block;
    upsweep_thread_at = thread->index;
    upsweep_block_at = block->index;
    if (!machine.fast)
        return;
    touch_begin(thread->number, block->interval, block->first_interval,
                machine.grid_interval);
    if (machine.sink != SINK_NONE)
        return;
    if (bounds_waits(thread))
        thread->more->credit = CREDIT;
    else
        machine_credit = CREDIT;
}

/* The thread that THREAD, which has stopped, hands over to; NULL: the scheduler
 * continues.  The scheduler resumes the first lane of a warp only, and each
 * hands over to the next, which saves a switch.  Where nothing is logged, a
 * warp at a barrier hands over to the next one. */
static inline Thread *next_ready(const Thread *thread)
{
    const Warp *warp = thread->warp;
    LaneSet later = warp->in[THREAD_READY] &
                    ~(LANE(thread->lane) | (LANE(thread->lane) - 1));

    if (later)
        return warp_first(warp, later);
    if (!machine.fast || machine.sink == SINK_LOG || machine.halt ||
        warp->in[THREAD_READY] | warp->in[THREAD_ACCESS] |
            warp->in[THREAD_TOGETHER] ||
        warp->number + 1 == thread->block->warps_count)
        return NULL;
    LaneSet ready = warp[1].in[THREAD_READY];
    return ready ? warp_first(&warp[1], ready) : NULL;
}

/* NEXT, of the block whose thread has run, runs from now on. */
static inline void hand_over(Thread *next)
{
    bool passes = machine.fast && machine.sink == SINK_NONE;

    machine_thread = next;
    upsweep_thread_at = next->index;
    touch_next(next->number);
    machine_credit = passes && !bounds_used ? CREDIT : 0;
    if (passes && bounds_used)
        machine_run(next);
}

static inline __attribute__((always_inline)) void stop(Thread *thread,
                                                       ThreadState state)
{
    thread->list.then = state;
    if (thread->list.at < thread->list.count) {
        state = THREAD_ACCESS;
        thread->warp->next[thread->lane] = thread_access(thread)->site;
    } else if (state == THREAD_TOGETHER) {
        thread->warp->next[thread->lane] = thread->request.site;
    }
    if (state != THREAD_READY)
        warp_move(thread->warp, LANE(thread->lane), THREAD_READY, state);
    Thread *next = machine.chained ? next_ready(thread) : NULL;
    if (next)
        hand_over(next);
    else
        machine_run(NULL);
    fiber_switch(thread->fiber, next ? next->fiber : machine.scheduler);
}

void machine_stop(ThreadState state)
{
    stop(machine_thread, state);
}

_Noreturn void machine_halt(Halt why)
{
    Thread *thread = machine_thread;

    if (!machine.halt)
        machine.halt = why;
    if (why != HALT_END) /* the others need not stop first */
        machine.chained = false;
    thread->list.at = thread->list.count = 0;
    thread->list.changes_at = 0;
    thread->list.changes_count = 0;
    for (;;)
        machine_stop(THREAD_DONE);
}

/* ---- What a thread is -----------------------------------------------------*/

#define BUILTIN __attribute__((section("upsweep_builtins")))

BUILTIN int upsweep_on_device;
BUILTIN UpsweepDim upsweep_thread_at;
BUILTIN UpsweepDim upsweep_block_at;
BUILTIN UpsweepDim upsweep_block_shape = {1, 1, 1};
BUILTIN UpsweepDim upsweep_grid_shape = {1, 1, 1};
BUILTIN int upsweep_warp_size = PROGRAM_LANES;
/* Where the linker has put them. */
extern const char __start_upsweep_builtins[], __stop_upsweep_builtins[];

bool machine_is_builtin(const void *address)
{
    const char *at = address;

    return at >= __start_upsweep_builtins && at < __stop_upsweep_builtins;
}

unsigned upsweep_lane(void)
{
    return machine_thread ? machine_thread->lane : 0;
}

unsigned upsweep_lanes(void)
{
    const ProgramLog *head = log_head();

    if (!machine.lanes) {
        machine.lanes = head && head->lanes ? head->lanes : PROGRAM_LANES;
        upsweep_warp_size = (int)machine.lanes;
    }
    return machine.lanes;
}

uint64_t upsweep_register(int place)
{
    const Thread *thread = machine_thread;
    uint32_t lane = UINT32_C(1) << (upsweep_lane() % 32), below = lane - 1;
    /* cudaGetDeviceProperties names four multiprocessors */
    const uint32_t values[] = {upsweep_lane(),
                               thread ? thread->warp->number : 0,
                               thread ? thread->block->number % 4 : 0,
                               lane,
                               below,
                               lane | below,
                               ~(lane | below),
                               ~below};
    struct timespec time = {0};

    if (place < (int)(sizeof values / sizeof *values))
        return values[place];
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* ---- Calls of functions ---------------------------------------------------*/

/* Calls above PROGRAM_DEPTH are not distinguished. */
void upsweep_enter(const void *caller)
{
    Thread *thread = machine_thread;

    if (!thread)
        return;
    int depth = thread->depth++;
    if (depth >= PROGRAM_DEPTH)
        return;
    thread->callers[depth] = (uint64_t)(uintptr_t)caller;
    /* the frame of this function begins with the pointer to its caller's */
    const char *const *frame = __builtin_frame_address(0);
    thread->frames[depth] = *frame;
    if (machine.sink == SINK_LOG)
        locals_enter((uint64_t)(uintptr_t)__builtin_return_address(0), *frame);
}

void upsweep_leave(void)
{
    Thread *thread = machine_thread;

    if (!thread || thread->depth == 0)
        return;
    /* plain code reaches this function through a pointer only */
    if (--thread->depth == 0 && !thread->returned && !machine.plain)
        thread->warp->at_end |= LANE(thread->lane);
    if (thread->known > thread->depth) {
        thread->known = thread->depth;
        thread->caller =
            thread->depth > 0 ? thread->path[thread->depth - 1] : NULL;
    }
}

void upsweep_return(void)
{
    if (machine_thread && machine_thread->depth == 1)
        machine_thread->returned = true;
}

/* ---- What threads ask for -------------------------------------------------*/

#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

/* True if PC, in the function that THREAD is in, is SITE. */
static inline bool is_at(const Thread *thread, const Site *site, uint64_t pc)
{
    return site && site->pc == pc && site->parent == thread->caller &&
           thread->known == thread->depth;
}

static inline __attribute__((always_inline)) void barrier(uint64_t pc,
                                                          unsigned value)
{
    Thread *thread = machine_thread;

    if (!thread)
        machine_fault(pc, "the host calls __syncthreads");
    Block *block = thread->block;
    static const Site anywhere;
    const Site *site = machine.plain                    ? &anywhere
                       : is_at(thread, block->site, pc) ? block->site
                                                        : machine_site(pc);
    thread->request.site = site;
    block->adding += value;
    if (!block->site)
        block->site = site;
    else if (block->site != site)
        block->stray = thread;
    stop(thread, THREAD_BARRIER);
}

void upsweep_barrier(void)
{
    barrier(CALLER, 0);
}

void upsweep_grid_barrier(void)
{
    if (machine.sink == SINK_LOG) /* block after block, which this is not */
        machine_needs_lockstep();
    if (machine_thread && !machine.launch->cooperative)
        machine_fault(CALLER,
                      "waits for the whole grid, which needs a cooperative "
                      "launch; use cudaLaunchCooperativeKernel");
    if (machine_thread)
        machine_thread->block->joins = true;
    barrier(CALLER, 0);
}

int upsweep_cooperates(void)
{
    return machine.launch && machine.launch->cooperative;
}

unsigned upsweep_barrier_sum(unsigned value)
{
    barrier(CALLER, value);
    return (unsigned)machine_thread->block->sum;
}

/* The lanes that a mask of 32 bits names: all of them if all bits are set. */
static LaneSet lanes_of(unsigned mask)
{
    LaneSet all = UINT64_MAX >> (64 - machine.lanes);

    return mask == UINT32_MAX ? all : mask & all;
}

/* Meets the other lanes of MASK.  Only __syncwarp and its kin ORDER what the
 * lanes do in memory: shuffles, votes, matches and reductions "do not imply a
 * memory barrier" (CUDA C++ Programming Guide). */
static void together(uint64_t pc, uint32_t mask, bool orders, uint64_t value,
                     int from, int bytes)
{
    Thread *thread = machine_thread;

    if (!thread)
        machine_fault(pc, "the host calls a warp operation");
    if (!mask) { /* who takes part depends on the order */
        run_waits();
        machine_needs_lockstep();
    }
    LaneSet lanes = lanes_of(mask);
    if (mask && !(lanes >> thread->lane & 1))
        machine_fault(pc, "is lane %u, which its mask 0x%x does not contain",
                      thread->lane, mask);
    thread->request = (Request){.site = machine_site(pc),
                                .bytes = (uint8_t)bytes,
                                .mask = lanes,
                                .value = value,
                                .from = (int16_t)from,
                                .orders = orders};
    if (from >= 0 && thread->block->recorded && machine.sink == SINK_LOG)
        locals_note(thread, pc);
    machine_stop(THREAD_TOGETHER);
}

unsigned upsweep_converged(void)
{
    together(CALLER, 0, false, 0, -1, 0);
    return (unsigned)machine_thread->more->together;
}

void upsweep_warp_barrier(unsigned mask)
{
    together(CALLER, mask, true, 0, -1, 0);
}

uint64_t upsweep_shuffle(unsigned mask, uint64_t value, int from, int width)
{
    int lane = from < 0 ? (int)upsweep_lane() : from % (int)machine.lanes;

    together(CALLER, mask, false, value, lane, width);
    return machine_thread->more->exchanged[lane];
}

unsigned upsweep_exchange(unsigned mask, uint64_t value, uint64_t *all)
{
    together(CALLER, mask, false, value, -1, 0);
    memcpy(all, machine_thread->more->exchanged,
           PROGRAM_LANES * sizeof *machine_thread->more->exchanged);
    return (unsigned)machine_thread->more->together;
}
