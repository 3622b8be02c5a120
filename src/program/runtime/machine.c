/* SPDX-License-Identifier: MIT */
#include "program/runtime/machine.h"

#include "program/arguments.h"
#include "program/runtime/access.h"
#include "program/runtime/frame.h"
#include "program/runtime/log.h"
#include "program/runtime/memory.h"
#include "program/runtime/trial.h"
#include "program/runtime/values.h"

#include <assert.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    RESIDENT_THREADS = 8192, /* of the blocks that run at once */
    CREDIT = 1 << 16,        /* accesses of a thread until others have a turn */
    WARP_TURNS = 256,        /* instructions until other warps have a turn */
    QUICK_BURST = 1 << 16,   /* turns of a block in a launch without a log */
    MOST_THREADS = 1024,
    PREFETCHED = 8, /* threads behind those of a block; they have no fiber */
    CACHE_LINE = 64
};

typedef enum { TURN_DONE, TURN_WAITS } Turn;

/* What ends a run, beside ProgramTrialEnding: its order matters. */
enum { GAVE_UP = PROGRAM_TRIAL_ENDINGS };

Thread *machine_thread;
uint32_t machine_credit;

static struct {
    Fiber *scheduler;
    Fiber **fibers; /* of threads; grows */
    size_t fibers_count;
    Block *blocks;                         /* resident */
    uint32_t blocks_count, blocks_threads; /* of each */
    const UpsweepLaunch *launch;
    void (*body)(void *user);
    void *user;
    uint32_t number;  /* launches so far */
    uint32_t started; /* blocks of the launch */
    uint32_t total;
    uint32_t threads; /* of a block */
    bool records, trial;
    bool clocked;   /* a signal handler has been installed */
    bool yields;    /* the warp that runs may wait for others */
    bool chained;   /* a thread that stops hands over to the next of its warp */
    uint32_t dirty; /* bytes of shared memory that blocks have used */
    bool quick;     /* no block is recorded, or the order does not matter */
    bool ordered;   /* the order of accesses matters, see machine.h */
    bool runs_on;   /* threads do not stop at accesses */
    uint32_t intervals, first_interval; /* between barriers; of this run */
    uint64_t random;
    uint32_t burst, picked;
    uint64_t turns;      /* of warps in the run */
    uint64_t most_turns; /* of a trial: one that waits for what random elements
                            never give is given up */
    jmp_buf given_up;    /* a run that failed goes back here */
} machine;

bool machine_records(void)
{
    return machine.records;
}

bool machine_tries(void)
{
    return machine.trial;
}

void machine_argument(uint32_t number, char name[64])
{
    if (!arguments_nth(machine.launch->arguments, number, name, 64))
        name[0] = '\0';
}

/* ---- Faults ---------------------------------------------------------------*/

/* "thread 5 of block 2" */
static void who(const Thread *thread, char text[64])
{
    if (!thread) {
        snprintf(text, 64, "the host");
        return;
    }
    if (machine.total > 1)
        snprintf(text, 64, "thread %u of block %u", thread->number,
                 thread->block->number);
    else
        snprintf(text, 64, "thread %u", thread->number);
}

static void note_place(ProgramLog *head, uint64_t pc)
{
    const Thread *thread = machine_thread;
    const Site *site = thread ? thread->request.site : NULL;

    if (pc)
        site = machine_site(pc);
    if (site)
        head->fault_site = access_site(site) + 1;
}

static volatile sig_atomic_t in_signal;

/* Ends a trial, for the reason ENDING. */
static _Noreturn void end_trial(int ending)
{
    in_signal = 0;
    longjmp(machine.given_up, machine.runs_on ? GAVE_UP : ending);
}

_Noreturn void machine_fault(uint64_t pc, const char *format, ...)
{
    ProgramLog *head = log_head();
    char what[240], by[64], text[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (machine.trial)
        end_trial(PROGRAM_TRIAL_FAULT);
    who(machine_thread, by);
    if (machine_thread)
        snprintf(text, sizeof text, "%s of %.60s %s", by,
                 machine.launch->kernel, what);
    else
        snprintf(text, sizeof text, "%s", what);
    if (!head) {
        fprintf(stderr, "%s\n", text);
        _exit(3);
    }
    note_place(head, pc);
    memcpy(head->fault, text, sizeof head->fault);
    head->ending = PROGRAM_FAULT;
    fflush(NULL);
    _exit(3);
}

void upsweep_fault(const char *what)
{
    machine_fault((uint64_t)(uintptr_t)__builtin_return_address(0), "%s", what);
}

void upsweep_missing(const char *what)
{
    ProgramLog *head = log_head();

    if (!head) {
        fprintf(stderr, "%s\n", what);
        _exit(3);
    }
    note_place(head, (uint64_t)(uintptr_t)__builtin_return_address(0));
    snprintf(head->fault, sizeof head->fault, "%s", what);
    head->ending = PROGRAM_MISSING;
    fflush(NULL);
    _exit(3);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    const char *address = info->si_addr;

    (void)context;
    if (in_signal++)
        _exit(3); /* the machine's own memory was overwritten */
    if (machine_thread) {
        if (signal == SIGFPE)
            machine_fault(0, "divides by zero, after this line");
        if (signal == SIGSEGV && fiber_is_guard(machine_thread->fiber, address))
            machine_fault(0, "overflows its stack, after this line");
        if (signal == SIGABRT)
            machine_fault(0, "aborts, after this line");
        if (signal == SIGXCPU)
            machine.trial = false;
        if (signal == SIGXCPU)
            machine_fault(0, "does not end: it is at this line, or after it, "
                             "when the time is over");
        machine_fault(0,
                      "touches address %p, which it may not, after this line",
                      (const void *)address);
    }
    if (signal == SIGSEGV && upsweep_in_global_space(address))
        machine_fault(0, "the host touches memory of the device; copy it with "
                         "cudaMemcpy");
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(signal, &usual, NULL);
    raise(signal);
}

static void catch_signals(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE,
                                  SIGILL,  SIGABRT, SIGXCPU};
    static char stack[64 << 10];
    stack_t place = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = on_signal,
                               .sa_flags =
                                   SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

    sigaltstack(&place, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i)
        sigaction(signals[i], &action, NULL);
}

static void note_end(void)
{
    ProgramLog *head = log_head();

    if (head && head->ending == PROGRAM_RUNS)
        head->ending = PROGRAM_ENDED;
}

__attribute__((constructor)) static void begin(void)
{
    if (log_head()) {
        catch_signals();
        atexit(note_end);
        setvbuf(stdout, NULL, _IOLBF, 0);
    }
}

/* ---- Threads --------------------------------------------------------------*/

/* The entry of every fiber: runs the kernels of one launch after the other.
 * Which thread the fiber is, is set before it is resumed. */
static void thread_main(void *unused)
{
    (void)unused;
    for (;;) {
        machine.body(machine.user);
        machine_stop(THREAD_DONE);
    }
}

static inline void set_running(Thread *thread)
{
    machine_thread = thread;
    machine_credit = thread && !thread->block->recorded ? CREDIT : 0;
}

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

/* The first lane of a set, which is not empty. */
static inline Thread *first_of(const Warp *warp, uint32_t set)
{
    return warp->lanes[__builtin_ctz(set)];
}

static inline void move(Warp *warp, uint32_t set, ThreadState from,
                        ThreadState to)
{
    warp->in[from] &= ~set;
    warp->in[to] |= set;
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
        return first_of(warp, later);
    if (!machine.quick || warp->in[THREAD_READY] | warp->in[THREAD_ACCESS] |
                              warp->in[THREAD_TOGETHER])
        return NULL;
    if (warp->number + 1 == block->warps_count)
        return NULL;
    uint32_t ready = warp[1].in[THREAD_READY];
    return ready ? first_of(&warp[1], ready) : NULL;
}

/* Threads run by rising numbers, and what each needs lies far from that of the
 * one before: brings some of it nearer. */
static inline void prefetch_after(const Thread *thread)
{
    const Thread *soon = thread + 2;

    __builtin_prefetch(thread + 6);
    __builtin_prefetch((const char *)(thread + 6) + CACHE_LINE);
    if (thread[4].fiber)
        __builtin_prefetch(thread[4].fiber);
    if (soon->fiber)
        fiber_prefetch(soon->fiber);
}

static inline __attribute__((always_inline)) void stop(Thread *thread,
                                                       ThreadState state)
{

    if (thread->stored.value)
        access_stored(thread);
    if (state != THREAD_READY)
        move(thread->warp, UINT32_C(1) << thread->lane, THREAD_READY, state);
    if (!machine.quick) /* else threads are few, and close together */
        prefetch_after(thread);
    Thread *next = machine.chained ? next_ready(thread) : NULL;
    set_running(next);
    fiber_switch(thread->fiber, next ? next->fiber : machine.scheduler);
}

void machine_stop(ThreadState state)
{
    stop(machine_thread, state);
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

/* The lanes of a warp that have not ended. */
static uint32_t alive(const Warp *warp)
{
    uint32_t all =
        warp->count < 32 ? (UINT32_C(1) << warp->count) - 1 : UINT32_MAX;

    return all & ~warp->in[THREAD_DONE];
}

unsigned upsweep_active_lanes(void)
{
    return machine_thread ? alive(machine_thread->warp) : 1;
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

void machine_access(const Request *request, GlobalArray *array)
{
    Thread *thread = machine_thread;

    if (machine.runs_on) {
        if (thread->stored.value)
            access_stored(thread);
        access_values(thread, request, array);
        if (!values_fit())
            end_trial(GAVE_UP);
        return;
    }
    if (!machine.ordered && !machine.trial)
        touch(request, array);
    thread->request = *request;
    machine_stop(THREAD_ACCESS);
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

static void together(uint64_t pc, uint32_t mask, uint64_t value, int from,
                     int bytes)
{
    Thread *thread = machine_thread;

    if (!thread)
        machine_fault(pc, "the host calls an operation of a warp");
    if (!mask) /* who takes part depends on the order */
        machine.ordered = true;
    if (mask && !(mask >> thread->lane & 1))
        machine_fault(pc, "is lane %u, which its mask 0x%x does not name",
                      thread->lane, mask);
    thread->request = (Request){.site = machine_site(pc),
                                .frame = from < 0 ? NULL : frame_find(pc),
                                .bytes = (uint8_t)bytes,
                                .mask = mask,
                                .value = value,
                                .from = (int16_t)from};
    machine_stop(THREAD_TOGETHER);
}

unsigned upsweep_converged(void)
{
    together(CALLER, 0, 0, -1, 0);
    return machine_thread->more->together;
}

void upsweep_warp_barrier(unsigned mask)
{
    together(CALLER, mask, 0, -1, 0);
}

uint64_t upsweep_shuffle(unsigned mask, uint64_t value, int from, int width)
{
    int lane = from < 0 ? (int)upsweep_lane() : from % PROGRAM_LANES;

    together(CALLER, mask, value, lane, width);
    return machine_thread->more->exchanged[lane];
}

unsigned upsweep_exchange(unsigned mask, uint64_t value, uint64_t *all)
{
    together(CALLER, mask, value, -1, 0);
    memcpy(all, machine_thread->more->exchanged,
           sizeof machine_thread->more->exchanged);
    return machine_thread->more->together;
}

/* ---- Warps ----------------------------------------------------------------*/

/* Runs all lanes of a warp until each has stopped. */
static bool run_ready(const Warp *warp)
{
    if (!warp->in[THREAD_READY])
        return false;
    Thread *first = first_of(warp, warp->in[THREAD_READY]);
    machine.chained = true;
    set_running(first);
    fiber_switch(machine.scheduler, first->fiber);
    set_running(NULL);
    machine.chained = false;
    return true;
}

/* The lanes of SET that stopped at the same site as lane FIRST. */
static uint32_t at_site(const Warp *warp, uint32_t set, const Site *site)
{
    uint32_t same = 0;

    for (uint32_t rest = set; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(rest);
        if (warp->lanes[i]->request.site == site)
            same |= 1u << i;
    }
    return same;
}

/* The lowest site at which lanes of SET stopped. */
static const Site *lowest(const Warp *warp, uint32_t set)
{
    const Site *low = NULL;

    for (uint32_t rest = set; rest; rest &= rest - 1) {
        const Site *site = warp->lanes[__builtin_ctz(rest)]->request.site;
        if (!low || (site != low && site_before(site, low)))
            low = site;
    }
    return low;
}

/* Of the lanes of SET, all at SITE, those that have passed it least often in
 * this step; counts their visit. */
static uint32_t fewest_visits(const Warp *warp, uint32_t set, const Site *site,
                              uint32_t *occurrence)
{
    uint32_t *visits[PROGRAM_LANES], least = UINT32_MAX, chosen = 0;

    for (uint32_t rest = set; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(rest);
        visits[i] = visits_at(&warp->lanes[i]->visits, site);
        if (*visits[i] < least) {
            least = *visits[i];
            chosen = 0;
        }
        if (*visits[i] == least)
            chosen |= 1u << i;
    }
    for (uint32_t rest = chosen; rest; rest &= rest - 1)
        ++*visits[__builtin_ctz(rest)];
    *occurrence = least;
    return chosen;
}

/* Lets the lanes of SET, all at one site, make their access. */
static void execute_access(const Block *block, Warp *warp, uint32_t set,
                           const Site *site)
{
    Thread *lanes[PROGRAM_LANES];
    uint32_t count = 0, occurrence;

    set = fewest_visits(warp, set, site, &occurrence);
    for (uint32_t rest = set; rest; rest &= rest - 1)
        lanes[count++] = first_of(warp, rest);
    /* others may be waited for: they have their turn */
    machine.yields = lanes[0]->request.is_volatile ||
                     program_updates(lanes[0]->request.kind);
    if (block->recorded && machine.trial)
        for (uint32_t i = 0; i < count; ++i)
            access_values(lanes[i], &lanes[i]->request, access_array(lanes[i]));
    else if (block->recorded)
        access_log(warp, lanes, count, occurrence);
    move(warp, set, THREAD_ACCESS, THREAD_READY);
    run_ready(warp);
}

/* The value that a lane of SET gets by its shuffle: of a lane that takes no
 * part the hardware gives anything, and here its own. */
static uint64_t shuffled(const Warp *warp, uint32_t set, const Thread *lane,
                         int *from)
{
    *from = lane->request.from;
    if (!(set >> *from & 1))
        *from = lane->lane;
    return warp->lanes[*from]->request.value;
}

static void log_shuffle(const Warp *warp, uint32_t set, const Site *site)
{
    Thread *lanes[PROGRAM_LANES];
    uint64_t values[PROGRAM_LANES];
    int from[PROGRAM_LANES], width = 0;
    uint32_t count = 0, occurrence = 0;

    for (uint32_t rest = set; rest; rest &= rest - 1) {
        Thread *lane = warp->lanes[__builtin_ctz(rest)];
        if (lane->request.from < 0)
            return;
        occurrence = (*visits_at(&lane->visits, site))++;
        width = (int)lane->request.bytes;
        values[count] = shuffled(warp, set, lane, &from[count]);
        lanes[count++] = lane;
    }
    if (machine.trial)
        access_shuffle_values(lanes, count, from, values, width);
    else
        access_shuffle(warp, lanes, count, occurrence, from, values, width);
}

/* The lanes of SET exchange their values. */
static void execute_together(const Block *block, Warp *warp, uint32_t set,
                             const Site *site)
{
    uint64_t values[PROGRAM_LANES] = {0};

    if (block->recorded)
        log_shuffle(warp, set, site);
    for (uint32_t rest = set; rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest);
        values[i] = warp->lanes[i]->request.value;
    }
    for (uint32_t rest = set; rest; rest &= rest - 1) {
        Thread *lane = warp->lanes[__builtin_ctz(rest)];
        int from;
        memcpy(lane->more->exchanged, values, sizeof values);
        if (lane->request.from >= 0)
            lane->more->exchanged[lane->request.from] =
                shuffled(warp, set, lane, &from);
        lane->more->together = set;
        if (lane->epoch < UINT16_MAX)
            ++lane->epoch;
    }
    move(warp, set, THREAD_TOGETHER, THREAD_READY);
}

/* The lanes that can go on together, where lanes of SET wait for the others of
 * their mask; 0: some are missing. */
static uint32_t complete(const Warp *warp, uint32_t set)
{
    uint32_t living = alive(warp), first = set & -set;
    uint32_t mask = warp->lanes[__builtin_ctz(first)]->request.mask & living;

    return (mask & set) == mask ? mask : 0;
}

/* The same of lanes that are all at one site; without a mask all of them go. */
static uint32_t complete_at_site(const Warp *warp, uint32_t set)
{
    uint32_t first = set & -set;

    return warp->lanes[__builtin_ctz(first)]->request.mask ? complete(warp, set)
                                                           : set;
}

/* One instruction of a warp. */
static Turn warp_turn(const Block *block, Warp *warp)
{
    if (++machine.turns > machine.most_turns && machine.trial)
        end_trial(PROGRAM_TRIAL_LATE);
    bool ran = run_ready(warp);
    uint32_t access = warp->in[THREAD_ACCESS];
    uint32_t waits = warp->in[THREAD_TOGETHER];

    while (access | waits) {
        const Site *site = lowest(warp, access | waits);
        uint32_t set = at_site(warp, access, site);
        if (set) {
            execute_access(block, warp, set, site);
            return TURN_DONE;
        }
        set = at_site(warp, waits, site);
        uint32_t going = complete_at_site(warp, set);
        /* lanes of one mask may stand at different calls */
        if (!going)
            going = complete(warp, warp->in[THREAD_TOGETHER]);
        if (going) {
            execute_together(block, warp, going, site);
            return TURN_DONE;
        }
        waits &= ~set;
    }
    return ran ? TURN_DONE : TURN_WAITS;
}

/* ---- Blocks ---------------------------------------------------------------*/

static void log_barrier(const Block *block, const Site *site)
{
    uint32_t number = access_site(site);
    ProgramBarrier *record = log_add(RECORD_BARRIER, sizeof *record);

    record->block = block->number;
    record->site = number;
}

/* Ends with a fault if the threads of a block wait for each other. */
static void check_stuck(const Block *block)
{
    for (uint32_t w = 0; w < block->warps_count; ++w) {
        const Warp *warp = &block->warps[w];
        if (!warp->in[THREAD_TOGETHER])
            continue;
        machine_thread = first_of(warp, warp->in[THREAD_TOGETHER]);
        machine_fault(machine_thread->request.site->pc,
                      "waits for lanes of its mask 0x%x that do not come",
                      machine_thread->request.mask);
    }
    if (!block->stray)
        return;
    uint32_t w = 0;
    while (!block->warps[w].in[THREAD_BARRIER])
        ++w;
    const Warp *warp = &block->warps[w];
    Thread *first = first_of(warp, warp->in[THREAD_BARRIER]), *other = NULL;
    for (uint32_t t = first->number + 1; t < machine.threads; ++t) {
        Thread *thread = &block->threads[t];
        if (thread->warp->in[THREAD_BARRIER] >> thread->lane & 1 &&
            thread->request.site != first->request.site)
            other = other ? other : thread;
    }
    machine_thread = first;
    machine_fault(first->request.site->pc,
                  "waits at this barrier, and thread %u at another one",
                  other ? other->number : block->stray->number);
}

/* All threads that have not ended wait at one barrier: they go on. */
static void release(Block *block)
{
    check_stuck(block);
    if (block->recorded && !machine.runs_on) {
        for (uint32_t t = 0; t < machine.threads; ++t) {
            block->threads[t].epoch = 0;
            visits_reset(&block->threads[t].visits);
        }
        if (!machine.trial)
            log_barrier(block, block->site);
    }
    block->interval = ++machine.intervals;
    for (uint32_t w = 0; w < block->warps_count; ++w)
        move(&block->warps[w], block->warps[w].in[THREAD_BARRIER],
             THREAD_BARRIER, THREAD_READY);
    block->sum = block->adding;
    block->adding = 0;
    block->site = NULL;
    block->stray = NULL;
    block->current = 0;
}

/* Gives a block a turn: some instructions of a warp, or a barrier. */
static Turn block_turn(Block *block)
{
    for (uint32_t w = 0; w < block->warps_count; ++w) {
        uint32_t at = (block->current + w) % block->warps_count;
        Warp *warp = &block->warps[at];
        int turns = 0;
        machine.yields = false;
        while (turns < WARP_TURNS && !machine.yields &&
               warp_turn(block, warp) == TURN_DONE)
            ++turns;
        if (turns > 0) {
            bool next = turns == WARP_TURNS || machine.yields;
            block->current = next ? at + 1 : at;
            if (machine.yields)
                machine.burst = 0;
            return TURN_DONE;
        }
    }
    bool left = false;
    for (uint32_t w = 0; w < block->warps_count; ++w)
        left |= alive(&block->warps[w]) != 0;
    if (!left) {
        block->done = true;
        return TURN_DONE;
    }
    release(block);
    return TURN_DONE;
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

static Fiber *fiber_at(size_t i)
{
    if (i >= machine.fibers_count) {
        machine.fibers =
            base_realloc(machine.fibers, i + 1, sizeof *machine.fibers);
        machine.fibers[i] = fiber_new(thread_main, NULL);
        if (!machine.fibers[i])
            base_out_of_memory();
        machine.fibers_count = i + 1;
    }
    return machine.fibers[i];
}

static void thread_begin(Block *block, uint32_t t)
{
    UpsweepDim size = machine.launch->block;
    Thread *thread = &block->threads[t];
    Warp *warp = &block->warps[t / PROGRAM_LANES];

    thread->block = block;
    thread->warp = warp;
    thread->index =
        (UpsweepDim){t % size.x, t / size.x % size.y, t / size.x / size.y};
    thread->number = t;
    thread->lane = (uint8_t)(t % PROGRAM_LANES);
    thread->epoch = 0;
    thread->deferred_count = 0;
    thread->request = (Request){.site = NULL};
    thread->stored.value = NULL;
    thread->depth = thread->known = 0;
    thread->caller = NULL;
    visits_reset(&thread->visits);
    thread->locals.count = 0;
    warp->lanes[warp->count++] = thread;
    warp->in[THREAD_READY] |= UINT32_C(1) << thread->lane;
}

/* Block NUMBER begins in the place of a resident block. */
static void block_begin(Block *block, uint32_t number)
{
    UpsweepDim grid = machine.launch->grid;

    block->index = (UpsweepDim){number % grid.x, number / grid.x % grid.y,
                                number / grid.x / grid.y};
    block->number = number;
    block->recorded = is_kept(number);
    block->place = (number - first_kept()) * (size_t)machine.threads;
    block->done = false;
    block->current = 0;
    block->site = NULL;
    block->stray = NULL;
    block->adding = 0;
    block->first_interval = block->interval = ++machine.intervals;
    memset(block->shared, 0, machine.dirty);
    for (uint32_t w = 0; w < block->warps_count; ++w) {
        Warp *warp = &block->warps[w];
        warp->count = 0;
        warp->number = w;
        memset(warp->in, 0, sizeof warp->in);
    }
    for (uint32_t t = 0; t < machine.threads; ++t)
        thread_begin(block, t);
    if (block->recorded && !machine.trial) {
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
            free(block->threads[t].visits.slots);
            free(block->threads[t].locals.items);
        }
        if (block->touches)
            munmap(block->touches, SHARED_LIMIT / 4 * sizeof(Touch));
        free(block->more);
        free(block->threads);
        free(block->warps);
        munmap(block->shared - SHARED_LIMIT, 3 * SHARED_LIMIT);
    }
    free(machine.blocks);
    machine.blocks = NULL;
    machine.blocks_count = 0;
}

static Thread *threads_new(size_t count)
{
    /* an odd number of lines: else threads compete for few sets of a cache */
    static_assert(sizeof(Thread) % CACHE_LINE == 0 &&
                      sizeof(Thread) / CACHE_LINE % 2 == 1,
                  "a thread's size");
    Thread *threads = aligned_alloc(CACHE_LINE, count * sizeof *threads);

    if (!threads)
        base_out_of_memory();
    memset(threads, 0, count * sizeof *threads);
    return threads;
}

static void block_new(Block *block, size_t first_fiber)
{
    block->warps_count = (machine.threads + PROGRAM_LANES - 1) / PROGRAM_LANES;
    block->warps = base_alloc(block->warps_count, sizeof(Warp));
    block->threads = threads_new(machine.threads + PREFETCHED);
    block->more = base_alloc(machine.threads, sizeof(ThreadMore));
    char *space = mmap(NULL, 3 * SHARED_LIMIT, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (space == MAP_FAILED)
        base_out_of_memory();
    block->shared = space + SHARED_LIMIT;
    for (uint32_t t = 0; t < machine.threads; ++t) {
        block->threads[t].fiber = fiber_at(first_fiber + t);
        block->threads[t].more = &block->more[t];
    }
}

/* Makes the blocks that are resident, or takes those of the launch before if
 * they fit. */
static void blocks_new(void)
{
    uint32_t most = RESIDENT_THREADS / machine.threads;
    uint32_t count = machine.total < most ? machine.total : most;

    if (count == machine.blocks_count &&
        machine.threads == machine.blocks_threads)
        return;
    blocks_free();
    machine.blocks = base_alloc(count, sizeof *machine.blocks);
    machine.blocks_count = count;
    machine.blocks_threads = machine.threads;
    machine.dirty = 0;
    for (uint32_t b = 0; b < count; ++b)
        block_new(&machine.blocks[b], (size_t)b * machine.threads);
}

/* The next block, by chance; one keeps its turn for a while. */
static Block *pick(void)
{
    if (machine.blocks_count == 1)
        return &machine.blocks[0];
    if (machine.burst > 0) {
        --machine.burst;
    } else {
        uint64_t random = base_random(&machine.random);
        machine.picked = (uint32_t)(random % machine.blocks_count);
        machine.burst =
            (uint32_t)(random >> 32) % (machine.quick ? QUICK_BURST : 16);
    }
    return &machine.blocks[machine.picked];
}

static void run_grid(void)
{
    uint32_t left = machine.total;

    machine.started = 0;
    machine.quick = !machine.records || machine.runs_on;
    machine.first_interval = machine.intervals + 1;
    blocks_new();
    for (uint32_t b = 0; b < machine.blocks_count; ++b)
        block_begin(&machine.blocks[b], machine.started++);
    while (left > 0) {
        Block *block = pick();
        if (block->done) {
            machine.burst = 0;
            continue;
        }
        block_turn(block);
        if (!block->done)
            continue;
        --left;
        if (machine.dirty < shared_bytes())
            machine.dirty = shared_bytes();
        if (machine.started < machine.total)
            block_begin(block, machine.started++);
    }
}

/* ---- Launches -------------------------------------------------------------*/

static bool is_chosen(const UpsweepLaunch *launch)
{
    static char **seen;
    static size_t count;
    const ProgramLog *head = log_head();

    if (!head)
        return false;
    if (head->launch)
        return head->launch == machine.number;
    if (head->kernel[0] && strcmp(head->kernel, launch->kernel) != 0) {
        /* "scan" also chooses "scan<float, 256>" */
        size_t length = strlen(head->kernel);
        if (strncmp(head->kernel, launch->kernel, length) != 0 ||
            launch->kernel[length] != '<')
            return false;
    }
    for (size_t i = 0; i < count; ++i)
        if (strcmp(seen[i], launch->kernel) == 0)
            return false;
    seen = base_realloc(seen, count + 1, sizeof *seen);
    seen[count++] = base_strdup(launch->kernel);
    return true;
}

/* "A configuration that no device can run" has the codes of CUDA: 9. */
static int check_sizes(const UpsweepLaunch *launch)
{
    uint64_t threads =
        (uint64_t)launch->block.x * launch->block.y * launch->block.z;
    uint64_t blocks =
        (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z;

    return threads < 1 || threads > MOST_THREADS || launch->block.z > 64 ||
                   blocks < 1 || blocks > INT32_MAX || launch->grid.y > 65535 ||
                   launch->grid.z > 65535
               ? 9
           : launch->shared > SHARED_LIMIT ? 1
                                           : 0;
}

static void name_arrays(const UpsweepPointer *pointers, int count)
{
    size_t arrays_count;
    GlobalArray *arrays = memory_arrays(&arrays_count);

    for (size_t i = 0; i < arrays_count; ++i)
        arrays[i].argument = 0;
    for (int i = 0; i < count; ++i) {
        GlobalArray *array = memory_array(pointers[i].pointer, false);
        if (!array || array->argument)
            continue;
        array->argument = pointers[i].argument;
        if (pointers[i].element_bytes) {
            array->element = pointers[i].element;
            array->element_bytes = pointers[i].element_bytes;
        }
    }
}

static void log_launch(uint32_t trial, uint32_t input)
{
    const UpsweepLaunch *launch = machine.launch;
    ProgramLaunch *record = log_add(RECORD_LAUNCH, sizeof *record);

    record->number = machine.number;
    record->trial = trial;
    record->input = input;
    record->line = (uint32_t)launch->line;
    memcpy(record->grid, &launch->grid, sizeof record->grid);
    memcpy(record->block, &launch->block, sizeof record->block);
    record->dynamic = (uint32_t)launch->shared;
    strncpy(record->kernel, launch->kernel, sizeof record->kernel - 1);
    strncpy(record->file, launch->file, sizeof record->file - 1);
    strncpy(record->arguments, launch->arguments, sizeof record->arguments - 1);
}

static ProgramEnd *log_end(void)
{
    ProgramEnd *record = log_add(RECORD_END, sizeof *record);

    record->shared_bytes = shared_bytes();
    return record;
}

/* Every run has a number of its own, by which arrays and variables know
 * whether they were met in it. */
static uint32_t runs;

static void run_once(void)
{
    ++runs;
    machine.turns = 0;
    shared_begin(runs, (uint32_t)machine.launch->shared);
    access_begin(runs);
    machine.random = log_head() ? log_head()->seed : 0;
    machine.burst = 0;
    run_grid();
}

/* ---- Trials ---------------------------------------------------------------*/

/* The blocks of the launch that are recorded. */
static uint32_t kept_blocks(void)
{
    const ProgramLog *head = log_head();
    uint32_t end =
        head->last_kept < machine.total ? head->last_kept + 1 : machine.total;

    return head->first_kept < end ? end - head->first_kept : 0;
}

/* Runs the launch on the random elements that it was given, in lockstep unless
 * RUN_ON; PROGRAM_TRIED or what ended it. */
static int run_trial(bool run_on)
{
    values_trial();
    int ending = setjmp(machine.given_up);
    machine.trial = ending == PROGRAM_TRIED;
    machine.runs_on = run_on;
    if (ending == PROGRAM_TRIED) {
        run_once();
    } else {
        set_running(NULL);
        blocks_free();
        for (size_t i = 0; i < machine.fibers_count; ++i)
            fiber_restart(machine.fibers[i]);
    }
    machine.trial = machine.runs_on = false;
    return ending;
}

/* Runs the launch again on random elements of INPUT; what it does is logged,
 * what it prints is not seen. */
static void try_random(uint32_t number, GlobalArray *input, uint64_t *random,
                       bool run_on)
{
    memory_restore(MEMORY_BEFORE);
    trial_fill(input, random);
    memory_save(MEMORY_GIVEN, PROGRAM_TRIAL_MEMORY);
    log_launch(number, input->id);
    uint64_t begun = log_used();
    int ending = run_on ? run_trial(true) : GAVE_UP;
    if (ending == GAVE_UP || (run_on && !values_agree())) {
        log_cut(begun);
        memory_restore(MEMORY_GIVEN);
        ending = run_trial(false);
    }
    access_contents(runs, MEMORY_GIVEN);
    ProgramEnd *end = log_end();
    end->fault = (uint32_t)ending;
    end->agrees = ending == PROGRAM_TRIED && values_agree();
}

/* Makes COUNT trials and leaves memory as the launch did. */
static void make_trials(uint32_t count, GlobalArray *input)
{
    uint64_t random = machine.number;
    bool run_on = !machine.ordered && kept_blocks() == machine.total;

    machine.most_turns = 2 * machine.turns + 1000;
    if (!memory_save(MEMORY_AFTER, PROGRAM_TRIAL_MEMORY))
        return;
    fflush(stdout);
    int output = dup(STDOUT_FILENO), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    for (uint32_t i = 1; i <= count; ++i)
        try_random(i, input, &random, run_on);
    fflush(stdout);
    dup2(output, STDOUT_FILENO);
    close(output);
    close(nothing);
    memory_restore(MEMORY_AFTER);
}

/* Runs the launch and logs what it does; then, if it is not too large, the
 * trials. */
static void record(void)
{
    ProgramLog *head = log_head();
    uint64_t first = log_used(), locals_before = frame_bytes();

    ++head->recorded;
    bool saved = memory_save(MEMORY_BEFORE, PROGRAM_TRIAL_MEMORY);
    machine.records = true;
    log_launch(0, 0);
    values_launch((size_t)kept_blocks() * machine.threads);
    machine.ordered = machine.total > TOUCH_MOST_BLOCKS;
    run_once();
    access_contents(runs, MEMORY_BEFORE);
    GlobalArray *input;
    ProgramTrialKind kind = trial_input(runs, &input);
    uint64_t locals = frame_bytes() - locals_before;
    if (kind == PROGRAM_TRIES && !saved)
        kind = PROGRAM_LARGE;
    if (kind == PROGRAM_TRIES &&
        log_used() - first - locals > PROGRAM_TRIAL_LOG)
        kind = PROGRAM_LONG_LOG;
    uint32_t enough = input ? trial_count(input) : 0;
    ProgramEnd *end = log_end();
    end->input = input ? input->id + 1 : 0;
    end->trials = enough;
    end->untried = kind;
    if (kind == PROGRAM_TRIES && head->trials > 0)
        make_trials(enough < head->trials ? enough : head->trials, input);
    machine.records = false;
    memory_forget();
}

int upsweep_launch(const UpsweepLaunch *launch, const UpsweepPointer *pointers,
                   int count, void (*body)(void *user), void *user)
{
    int code = check_sizes(launch);

    if (code)
        return code;
    if (machine_thread)
        upsweep_missing("a launch from a kernel (dynamic parallelism) is not "
                        "supported");
    ++machine.number;
    if (log_head())
        log_head()->launches = machine.number;
    if (!machine.scheduler)
        machine.scheduler = fiber_main();
    machine.launch = launch;
    machine.body = body;
    machine.user = user;
    machine.total = launch->grid.x * launch->grid.y * launch->grid.z;
    machine.threads = launch->block.x * launch->block.y * launch->block.z;
    name_arrays(pointers, count);
    trial_before(machine.number, launch);
    if (is_chosen(launch))
        record();
    else
        run_once();
    trial_after(machine.number);
    machine.launch = NULL;
    return 0;
}
