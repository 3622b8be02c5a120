/* SPDX-License-Identifier: MIT
 *
 * block_state - a block of the CPU machine that runs: its warps, its shared
 * memory, and the barrier that it is at.
 */
#ifndef UPSWEEP_BLOCK_STATE_H
#define UPSWEEP_BLOCK_STATE_H

#include "sim/convergence.h"
#include "sim/thread.h"

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

/* Makes STATE block B before its first step, with THREADS, those of the block,
 * ready to run, and each word of shared memory BLANK.  What it allocates is
 * kept from run to run; free it with block_state_free. */
void block_state_begin(BlockState *state, SimShared *shared, uint32_t b,
                       Thread *threads, Word blank);
void block_state_free(BlockState *state);

/* Gives the block one turn, an instruction, of the first of its warps from
 * WARP on that can execute one, or a barrier. */
Turn block_state_turn(BlockState *state, SimShared *shared, uint32_t warp);

/* Records the fault that a thread of the block waits for a pair that nobody
 * will publish; false if none waits. */
bool block_state_fault_waiting(const BlockState *state, const Launch *launch);

#endif
