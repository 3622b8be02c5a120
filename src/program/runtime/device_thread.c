/* SPDX-License-Identifier: MIT
 *
 * device_thread - what a thread of a kernel asks of the machine: what it is,
 * and to wait for others.
 */
#include "program/runtime/access.h"
#include "program/runtime/frame.h"
#include "program/runtime/machine_state.h"
#include "program/runtime/pending.h"
#include "program/runtime/values.h"

#include <string.h>
#include <sys/mman.h>

Thread *machine_thread;
uint32_t machine_credit;

/* ---- Stops ----------------------------------------------------------------*/

Site *machine_site(uint64_t pc)
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

/* The thread that THREAD, which has stopped, hands over to; NULL: the scheduler
 * goes on.  The scheduler resumes the first lane of a warp only, and each hands
 * over to the next, which saves a switch.  Where nothing is recorded, a warp at
 * a barrier hands over to the next one. */
static inline Thread *next_ready(const Thread *thread)
{
    const Warp *warp = thread->warp;
    uint32_t later =
        warp->in[THREAD_READY] & ~((UINT32_C(2) << thread->lane) - 1);
    const Block *block = thread->block;

    if (later)
        return warp_first(warp, later);
    if (!machine.quick || warp->in[THREAD_READY] | warp->in[THREAD_ACCESS] |
                              warp->in[THREAD_TOGETHER])
        return NULL;
    if (warp->number + 1 == block->warps_count)
        return NULL;
    uint32_t ready = warp[1].in[THREAD_READY];
    return ready ? warp_first(&warp[1], ready) : NULL;
}

/* Threads run by rising numbers, and what each needs lies far from that of the
 * one before: brings some of it nearer. */
static inline void prefetch_after(const Thread *thread)
{
    const Thread *soon = thread + 2;
    const char *later = (const char *)(thread + 6);

    for (int line = 0; line < 3; ++line)
        __builtin_prefetch(later + line * MACHINE_CACHE_LINE);
    if (thread[4].fiber)
        __builtin_prefetch(thread[4].fiber);
    if (soon->fiber)
        fiber_prefetch(soon->fiber);
}

/* The same where threads are few, and near: less of it. */
static inline void prefetch_little(const Thread *thread)
{
    const Thread *soon = thread + 2;

    __builtin_prefetch(thread + 4);
    if (soon->fiber)
        fiber_prefetch_lines(soon->fiber, 3);
}

/* The same where threads run ahead: what is kept of their accesses, too. */
static inline void prefetch_ahead(const Thread *thread)
{
    const Thread *soon = thread + 2, *later = thread + 4;
    const char *line = (const char *)later;

    if (!later->fiber)
        return;
    for (int i = 0; i < 4; ++i)
        __builtin_prefetch(line + i * MACHINE_CACHE_LINE);
    __builtin_prefetch(later->more);
    __builtin_prefetch((const char *)later->more + MACHINE_CACHE_LINE);
    __builtin_prefetch(soon->locals.items);
    __builtin_prefetch((const char *)soon->locals.items + MACHINE_CACHE_LINE);
    __builtin_prefetch(soon->more->pending.items);
    __builtin_prefetch(soon->more->pending.changes);
    fiber_prefetch_lines(soon->fiber, 5);
}

static inline __attribute__((always_inline)) void stop(Thread *thread,
                                                       ThreadState state)
{
    if (thread->stored.value)
        access_stored(thread);
    if (machine.ahead && thread->more->pending.count > 0) {
        pending_stop(thread, state);
        state = THREAD_ACCESS;
    }
    if (state != THREAD_READY)
        warp_move(thread->warp, UINT32_C(1) << thread->lane, THREAD_READY,
                  state);
    if (machine.ahead)
        prefetch_ahead(thread);
    else if (machine.quick)
        prefetch_little(thread);
    else
        prefetch_after(thread);
    Thread *next = machine.chained ? next_ready(thread) : NULL;
    machine_run(next);
    fiber_switch(thread->fiber, next ? next->fiber : machine.scheduler);
}

void machine_stop(ThreadState state)
{
    stop(machine_thread, state);
}

#define BUILTIN __attribute__((section("upsweep_builtins")))

BUILTIN int upsweep_on_device;
BUILTIN UpsweepDim upsweep_thread_at;
BUILTIN UpsweepDim upsweep_block_at;
BUILTIN UpsweepDim upsweep_block_shape = {1, 1, 1};
BUILTIN UpsweepDim upsweep_grid_shape = {1, 1, 1};
/* Where the linker has put them. */
extern const char __start_upsweep_builtins[], __stop_upsweep_builtins[];

bool machine_is_builtin(const void *address)
{
    const char *at = address;

    return at >= __start_upsweep_builtins && at < __stop_upsweep_builtins;
}

UpsweepDim upsweep_thread_index(void)
{
    return machine_thread ? machine_thread->index : (UpsweepDim){0, 0, 0};
}

UpsweepDim upsweep_block_index(void)
{
    return machine_thread ? machine_thread->block->index
                          : (UpsweepDim){0, 0, 0};
}

UpsweepDim upsweep_block_size(void)
{
    return machine_thread ? machine.launch->block : (UpsweepDim){1, 1, 1};
}

UpsweepDim upsweep_grid_size(void)
{
    return machine_thread ? machine.launch->grid : (UpsweepDim){1, 1, 1};
}

unsigned upsweep_lane(void)
{
    return machine_thread ? machine_thread->lane : 0;
}

int upsweep_in_kernel(void)
{
    return machine_thread != NULL;
}

/* ---- Accesses -------------------------------------------------------------*/

static Touch *shared_touches(Block *block, const char *address)
{
    if (!block->touches) {
        void *touches =
            mmap(NULL, SHARED_LIMIT / 4 * sizeof(Touch), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (touches == MAP_FAILED)
            base_out_of_memory();
        block->touches = touches;
    }
    return &block->touches[(address - block->shared) / 4];
}

/* Notes the access of the running thread: the order matters if it meets
 * another one. */
static void touch(const Request *request, GlobalArray *array)
{
    const Thread *thread = machine_thread;
    Block *block = thread->block;
    uintptr_t first = (uintptr_t)request->address / 4;
    uintptr_t end = ((uintptr_t)request->address + request->bytes + 3) / 4;
    Toucher by = {touch_who(block->number, thread->number), block->interval,
                  array ? machine.first_interval : block->first_interval};
    Touch *touches = array ? memory_touches(array, request->address)
                           : shared_touches(block, request->address);

    machine.ordered |= request->is_volatile || program_updates(request->kind);
    for (size_t i = 0; i < end - first && !machine.ordered; ++i)
        machine.ordered = request->kind == PROGRAM_LOAD
                              ? !touch_load(&touches[i], &by)
                              : !touch_store(&touches[i], &by);
}

void machine_run_on(const Request *request, uint64_t pc, GlobalArray *array)
{
    Thread *thread = machine_thread;

    if (thread->stored.value)
        access_stored(thread);
    access_values(thread, request, pc, array);
    if (!values_fit())
        machine_end_trial(MACHINE_GAVE_UP);
}

void machine_access(const Request *request, GlobalArray *array)
{
    Thread *thread = machine_thread;

    if (machine.runs_on) {
        machine_run_on(request, request->site->pc, array);
        return;
    }
    if (!machine.ordered && !machine.trial)
        touch(request, array);
    if (!machine.ahead) {
        thread->request = *request;
        machine_stop(THREAD_ACCESS);
        return;
    }
    if (machine.ordered)
        machine_give_up();
    if (thread->stored.value)
        access_stored(thread);
    pending_add(request);
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
    const Site *site =
        is_at(thread, block->site, pc) ? block->site : machine_site(pc);
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

unsigned upsweep_barrier_sum(unsigned value)
{
    barrier(CALLER, value);
    return (unsigned)machine_thread->block->sum;
}

/* Meets the other lanes of MASK.  Only __syncwarp and its kin ORDER what the
 * lanes do in memory: shuffles, votes, matches and reductions "do not imply a
 * memory barrier" (CUDA C++ Programming Guide). */
static void together(uint64_t pc, uint32_t mask, bool orders, uint64_t value,
                     int from, int bytes)
{
    Thread *thread = machine_thread;

    if (!thread)
        machine_fault(pc, "the host calls an operation of a warp");
    if (!mask) { /* who takes part depends on the order */
        machine.ordered = true;
        if (machine.ahead)
            machine_give_up();
    }
    if (mask && !(mask >> thread->lane & 1))
        machine_fault(pc, "is lane %u, which its mask 0x%x does not name",
                      thread->lane, mask);
    thread->request = (Request){.site = machine_site(pc),
                                .frame = from < 0 ? NULL : frame_find(pc),
                                .bytes = (uint8_t)bytes,
                                .mask = mask,
                                .value = value,
                                .from = (int16_t)from,
                                .orders = orders};
    machine_stop(THREAD_TOGETHER);
}

unsigned upsweep_converged(void)
{
    together(CALLER, 0, false, 0, -1, 0);
    return machine_thread->more->together;
}

void upsweep_warp_barrier(unsigned mask)
{
    together(CALLER, mask, true, 0, -1, 0);
}

uint64_t upsweep_shuffle(unsigned mask, uint64_t value, int from, int width)
{
    int lane = from < 0 ? (int)upsweep_lane() : from % PROGRAM_LANES;

    together(CALLER, mask, false, value, lane, width);
    return machine_thread->more->exchanged[lane];
}

unsigned upsweep_exchange(unsigned mask, uint64_t value, uint64_t *all)
{
    together(CALLER, mask, false, value, -1, 0);
    memcpy(all, machine_thread->more->exchanged,
           sizeof machine_thread->more->exchanged);
    return machine_thread->more->together;
}
