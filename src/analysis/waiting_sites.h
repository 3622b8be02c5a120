/* SPDX-License-Identifier: MIT
 *
 * waiting_sites - the sites of a trace at which threads wait for others, or
 * only guess what an atomic operation will find.
 *
 *     while (flag == 0)                          waits: flag is volatile
 *         ;
 *     while (atomicCAS(&lock, 0, 1) != 0)        waits
 *         ;
 *     old = *at;                                 guesses
 *     do ... while (atomicCAS(at, old, new) != old);
 *
 * In shared memory only accesses at sites that wait order others.  Other
 * volatile and atomic accesses order nothing: a sum in volatile memory, as
 * reductions of a warp have it, or a counter.  A guess is
 * no race with an atomic operation.
 *
 * Whether a site waits shows in what its accesses find:
 *   - a thread loads a word again, which others have changed meanwhile;
 *   - a thread repeats an atomic operation that left the word as it was, until
 *     one changes it, or changes a word and then changes it back: a lock;
 *   - all threads find the one value that another warp has just stored, so that
 *     none had to look twice.
 */
#ifndef UPSWEEP_WAITING_SITES_H
#define UPSWEEP_WAITING_SITES_H

#include "trace/trace.h"

typedef struct WaitingSite WaitingSite;

typedef struct {
    WaitingSite *sites; /* NULL: none */
} WaitingSites;

/* The sites of TRACE; free them with waiting_sites_free.  In traces of a GPU no
 * site waits. */
WaitingSites waiting_sites_find(const Trace *trace);
void waiting_sites_free(WaitingSites *sites);

/* True if AT, of shared memory, is at a site that waits. */
bool waiting_sites_wait(const WaitingSites *sites, const Instruction *at);
/* True if AT is a plain load that only guesses. */
bool waiting_sites_guess(const WaitingSites *sites, const Instruction *at);

#endif
