/* SPDX-License-Identifier: MIT
 *
 * simt - the CPU machine: runs kernels on the K-model of SIMT hardware.
 *
 * Each CUDA thread is a fiber.  k neighbouring threads are a warp and run in
 * lockstep: a thread stops at a load (or shuffle, or atomic) until its warp
 * executes it.  Stores are queued and executed in order, which the kernel
 * cannot tell from stopping at each, and which halves the number of fiber
 * switches.  When all lanes of a warp have stopped, convergence.c chooses the
 * access to execute next.
 *
 *     thread 0   run ....LOAD|          |run ..STORE STORE LOAD|
 *     thread 1       run ....LOAD|      |    run ..STORE STORE LOAD|
 *     warp                     | exec.|
 *
 * Loads of an instruction see memory before the stores of the same instruction.
 * Within a block the warps run one after the other, each up to the next
 * barrier. With several blocks, a generator with a seed chooses the next block
 * and warp at every instruction.
 *
 * Reported as an error of the run: a barrier that some threads miss, an access
 * outside memory, a shuffle from a lane that does not exist, a thread that does
 * not end; and what guard.h finds, such as a division by zero or a wrong
 * pointer.
 */
#ifndef UPSWEEP_SIMT_H
#define UPSWEEP_SIMT_H

#include "catalog/launch.h"

/* The most threads of a launch, all blocks together. */
#define SIMT_MAX_THREADS (1 << 17)

typedef struct Simt Simt;

/* A new machine, which keeps its fibers from one run to the next; the caller
 * frees it with simt_free. */
Simt *simt_new(void);

/* Frees MACHINE and its fibers. */
void simt_free(Simt *machine);

/* Runs LAUNCH and fills LOG (as made by log_new for its shape, or reset).
 * Each word of shared memory starts as BLANK.  False and ERROR_FAILED, naming
 * kernel, step, thread and line, if the kernel breaks a rule (see scan.h). */
bool simt_run(Simt *machine, const Launch *launch, Word blank, Log *log,
              Error *error);

/* Runs LAUNCH, whose shared memory starts with zeros, and at the same time
 * SHADOW: the same launch on intervals, with arrays of its own, of which the
 * kernel sees nothing.  Fills LOG as simt_run does, and SHADOW_LOG as far as
 * Log.words_only says; both must be reset.  False if that cannot be, and
 * nothing is changed: the two must run one after the other.  ERROR is then the
 * fault, or of kind ERROR_NONE if there was none: a number of the shadow
 * differed, or the launch is a replay. */
bool simt_run_both(Simt *machine, const Launch *launch, const Launch *shadow,
                   Log *log, Log *shadow_log, Error *error);

/* True if the last run did not begin because there was no memory for the
 * stacks of its threads: a failure of the machine, not of the kernel. */
bool simt_lacked_memory(const Simt *machine);

/* True if the last run needed no lockstep, see ahead.h. */
bool simt_ran_ahead(const Simt *machine);

#endif
