/* SPDX-License-Identifier: MIT
 *
 * kernel_program - an algorithm of the catalog as a CUDA program: the same
 * launches of the same kernels, on the same input.
 *
 * Blocks of a run may wait for each other, or draw tickets, in any order.  What
 * they got in the run that a trace tells of, they are given in the program, in
 * place of what memory holds:
 *
 *     trace of the catalog    T0 of block 2:  ATOMIC tickets[0] = 1
 *     the program             T0 of block 2:  atomicAdd, and upsweep_given: 1
 *
 * The program has arrays for this, whose names begin with "upsweep_".
 */
#ifndef UPSWEEP_KERNEL_PROGRAM_H
#define UPSWEEP_KERNEL_PROGRAM_H

#include "catalog/plan.h"
#include "trace/trace.h"

/* *PLAN becomes what TRACE launched; false and ERROR_USAGE if this catalog does
 * not have its algorithm, or launches other grids. */
bool kernel_program_plan(const Trace *trace, Plan *plan, Error *error);

/* True if the program is given what the accesses of AT got. */
bool kernel_program_gives(const Trace *trace, const Plan *plan,
                          const Instruction *at);
/* True if ARRAY of a trace of the program is one that the kernels do not have.
 */
bool kernel_program_adds(const Array *array);

/* Where thread 0 of each block of TRACE stands among all threads; the number of
 * these is behind them.  Free the array. */
uint32_t *kernel_program_threads(const Trace *trace);

/* The C++ name of a kernel's function, as "hillis_steele"; false if it has no
 * CATALOG_ENTRY. */
bool kernel_program_id(const Algorithm *kernel, char id[64]);

/* Runs the program, and gives its trace; NULL and an error. */
Trace *kernel_program_run(const Trace *trace, const Plan *plan, Error *error);

#endif
