/* SPDX-License-Identifier: MIT
 *
 * simt - the CPU machine: a K-model made to run.
 *
 * Each CUDA thread is a fiber.  k neighbouring threads are a warp and run in
 * lockstep: a lane stops at a load (or shuffle, or atomic) until its warp
 * issues it; stores queue up behind and are issued in order, which no lane can
 * tell from stopping at each, and saves half of the switches.  When all lanes
 * of a warp have stopped, lockstep.c says which access site issues next.
 *
 *     lane 0   run ....LOAD|          |run ..STORE STORE LOAD|
 *     lane 1       run ....LOAD|      |    run ..STORE STORE LOAD|
 *     warp                     | issue|
 *
 * Loads of an instruction see memory before the stores of the same instruction.
 * Within a block the warps run one after the other, each as far as the next
 * barrier; with several blocks, a seed decides at every instruction which block
 * and warp is next.
 *
 * Reported, never crashing: a barrier that some threads miss, an access outside
 * memory, a shuffle from a lane that is not there, a thread that does not end;
 * and what guard.h finds, such as a division by zero or a wrong pointer.
 */
#ifndef UPSWEEP_SIMT_H
#define UPSWEEP_SIMT_H

#include "catalog/launch.h"

/* Of a launch, all blocks together. */
#define SIMT_MAX_THREADS (1 << 17)

typedef struct Simt Simt;

/* A machine; it keeps its fibers from one run to the next. */
Simt *simt_new(void);
void simt_free(Simt *machine);

/* Runs LAUNCH and fills LOG (as made by log_new for its shape, or reset).
 * Shared memory starts as BLANK.  False and ERROR_FAILED, naming kernel, step,
 * thread and line, if the kernel does something that it must not. */
bool simt_run(Simt *machine, const Launch *launch, Word blank, Log *log,
              Error *error);

/* True if the last run did not begin, because there was no memory for the
 * stacks of its threads: the machine's want, and no fault of the kernel. */
bool simt_lacked_memory(const Simt *machine);

#endif
