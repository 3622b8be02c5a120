/* SPDX-License-Identifier: MIT
 *
 * kernel_locals - the local variables of an algorithm of the catalog.
 *
 * The machine that records the catalog runs optimised code, which keeps no
 * variables.  So the kernel, whose source this program carries, is built again
 * as a CUDA program, run on the same input, and its threads' locals are taken
 * over:
 *
 *     trace of the catalog    T1:  LOAD 2     LOAD 3     STORE 3
 *     the same as a program   T1:  s[2]       s[3]       s[3]
 *                                  a = 2      a = 2      b = 3 ...
 *
 * Each thread of each block must make the same accesses in the same order, or
 * nothing is taken.
 */
#ifndef UPSWEEP_KERNEL_LOCALS_H
#define UPSWEEP_KERNEL_LOCALS_H

#include "trace/trace.h"

/* Adds the locals to TRACE, which has none: those that the kernel's own text
 * names.  False and ERROR_USAGE if it is not a sum of integers, or not of
 * this catalog, or ERROR_FAILED if there is no compiler, or the program runs in
 * another way. */
bool kernel_locals_add(Trace *trace, Error *error);

#endif
