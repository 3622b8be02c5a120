/* SPDX-License-Identifier: MIT
 *
 * machine_state - what the parts of the machine share: machine.c (launches),
 * grid.c (blocks), warp.c, announce.c, device_thread.c and program_fault.c.
 * Others do not ask.
 */
#ifndef UPSWEEP_RUNTIME_MACHINE_STATE_H
#define UPSWEEP_RUNTIME_MACHINE_STATE_H

#include "program/runtime/bounds.h"
#include "program/runtime/machine.h"

#include <setjmp.h>

enum {
    MACHINE_CREDIT =
        1 << 16,             /* accesses of a thread until others have a turn */
    MACHINE_SHORT_BITS = 16, /* see machine_credit_of */
    MACHINE_CACHE_LINE = 64  /* bytes */
};

/* What ends a run, beside ProgramTrialEnding: its order matters. */
enum { MACHINE_GAVE_UP = PROGRAM_TRIAL_ENDINGS };

typedef struct {
    Fiber *scheduler;
    Block *blocks;                         /* resident */
    uint32_t blocks_count, blocks_threads; /* of each */
    const UpsweepLaunch *launch;
    void (*body)(void *user);
    void *user;
    uint32_t number; /* launches so far */
    uint32_t run;    /* runs of launches so far: arrays and variables know by it
                        whether they were met in the one at hand */
    uint32_t total;
    uint32_t threads; /* of a block */
    bool records, trial;
    bool yields;    /* the warp that runs may wait for others */
    bool chained;   /* a thread that stops hands over to the next of its warp */
    uint32_t dirty; /* bytes of shared memory that blocks have used */
    bool quick;     /* no block is recorded, or the order does not matter */
    bool ordered;   /* the order of accesses matters, see machine.h */
    bool runs_on;   /* threads do not stop at accesses */
    bool ahead;     /* the same, of a launch that is recorded: pending.h;
                       each block runs by itself */
    uint32_t intervals, first_interval; /* between barriers; of this run */
    uint64_t undefined; /* what values that are undefined come from; 0: lanes
                           are given their own */
    uint64_t random;
    uint32_t burst, picked;
    uint64_t turns;      /* of warps in the run */
    uint64_t most_turns; /* of a trial: one that waits for what random elements
                            never give is given up */
    jmp_buf given_up;    /* a run that failed goes back here */
    uint64_t launch_at;  /* where the log of the recorded launch begins */
    double begun;        /* the launch: seconds of processor time */
    bool ends, late;     /* see early_end.h */
} Machine;

extern __attribute__((visibility("hidden"))) Machine machine;

/* CUDA's threadIdx, blockIdx, blockDim and gridDim: of the running thread, or,
 * in host code, of the last one. */
extern UpsweepDim upsweep_thread_at, upsweep_block_at;
extern UpsweepDim upsweep_block_shape, upsweep_grid_shape;
/* 1 while a launch runs. */
extern int upsweep_on_device;

/* True if ADDRESS is in one of them. */
bool machine_is_builtin(const void *address);

/* The accesses that THREAD, of a block that is not recorded, makes until others
 * have a turn.  Where one of its warp has used up all of them it may wait for
 * another, as for a lock: then they are few or many, so that one that has the
 * lock again and again is also stopped where it does not have it. */
static inline uint32_t machine_credit_of(const Thread *thread)
{
    if (!thread->warp->spent)
        return MACHINE_CREDIT;
    uint64_t random = machine.turns + thread->lane;
    return UINT32_C(1) << base_random(&random) % MACHINE_SHORT_BITS;
}

/* THREAD runs from now on; NULL: none. */
static inline void machine_run(Thread *thread)
{
    machine_thread = thread;
    if (thread) {
        upsweep_thread_at = thread->index;
        upsweep_block_at = thread->block->index;
    }
    machine_credit =
        thread && !thread->block->recorded ? machine_credit_of(thread) : 0;
    if (machine_credit > 0 && bounds_waits(thread)) {
        thread->more->credit = machine_credit;
        machine_credit = 0;
    }
}

/* The first lane of a set, which is not empty. */
static inline Thread *warp_first(const Warp *warp, uint32_t set)
{
    return warp->lanes[__builtin_ctz(set)];
}

/* Moves a set of lanes from one state to another. */
static inline void warp_move(Warp *warp, uint32_t set, ThreadState from,
                             ThreadState to)
{
    warp->in[from] &= ~set;
    warp->in[to] |= set;
}

/* The lanes of a warp that have not ended. */
static inline uint32_t warp_alive(const Warp *warp)
{
    uint32_t all =
        warp->count < 32 ? (UINT32_C(1) << warp->count) - 1 : UINT32_MAX;

    return all & ~warp->in[THREAD_DONE];
}

/* Ends the run of threads ahead of their warps: it begins anew in lockstep. */
_Noreturn void machine_give_up(void);

/* Ends the trial that runs, for the reason ENDING. */
_Noreturn void machine_end_trial(int ending);

#endif
