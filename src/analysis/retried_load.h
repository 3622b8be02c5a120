/* SPDX-License-Identifier: MIT
 *
 * retried_load - plain loads that only guess what an atomic operation finds, as
 * in
 *
 *     old = *at;
 *     do ... while (atomicCAS(at, old, new) != old);
 *
 * which are no race with such operations.
 */
#ifndef UPSWEEP_RETRIED_LOAD_H
#define UPSWEEP_RETRIED_LOAD_H

#include "analysis/thread_access.h"

/* Lines of a program, by their numbers. */
typedef struct {
    bool *lines; /* NULL: none */
} RetriedLoads;

/* The lines of TRACE on which a thread loads a word that it changes atomically
 * soon afterwards.  Free them with retried_loads_free. */
RetriedLoads retried_loads_find(const Trace *trace);
void retried_loads_free(RetriedLoads *loads);

/* ACCESS of this instruction of TRACE; it guesses if it is such a load. */
ThreadAccess retried_loads_access(const RetriedLoads *loads, const Trace *trace,
                                  uint32_t instruction, const Access *access);

#endif
