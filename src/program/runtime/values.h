/* SPDX-License-Identifier: MIT
 *
 * values - the words that each thread of a launch loads and stores when the
 * launch is run again on random inputs.
 *
 * The launch itself tells how many there are, and a hash of what each thread
 * does, its course.  In a run on random inputs a thread's words are written
 * behind those of the thread before it, and mean something only if its course
 * is the same.
 *
 *     VALUES   block 0: thread 0 | thread 1 | ...   block 1: thread 0 | ...
 */
#ifndef UPSWEEP_RUNTIME_VALUES_H
#define UPSWEEP_RUNTIME_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins a launch of which THREADS threads are recorded. */
void values_launch(size_t threads);
/* Begins a run on random inputs of that launch. */
void values_trial(void);

/* Thread number THREAD of these makes an access of WORDS words at PC, of the
 * byte WHERE of an array, or in whatever other place that number tells.  The
 * place in the log for the words; NULL: there is none, or they are not to be
 * written. */
unsigned char *values_add(size_t thread, uint64_t pc, uint64_t where,
                          unsigned words);

/* True unless a thread has made more accesses than in the launch. */
bool values_fit(void);
/* True if all threads have made the same accesses as in the launch. */
bool values_agree(void);

#endif
