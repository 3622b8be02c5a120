/* SPDX-License-Identifier: MIT
 *
 * service - how the requests of one instruction are served: who is before whom
 * at each bank, and how far each request is.
 *
 * An instruction of L wavefronts takes L cycles.  First the requests enter the
 * queues of their banks, then every bank serves one word a cycle, in the order
 * of lanes, to all lanes that ask for it:
 *
 *     progress  0                    1/2                     1
 *               | enter |  T0, T1 served   |  T2, T3 served  |      L = 2
 *     bank 0            |  T0 ───────▶     |  T2 ───────▶    |
 *     bank 2            |  T1 ───────▶     |  T3 ───────▶    |
 *
 * To and from global memory, words move one transaction after the other.  Words
 * that do not queue move at once.
 */
#ifndef UPSWEEP_SERVICE_H
#define UPSWEEP_SERVICE_H

#include "analysis/bank.h"

#define SERVICE_ENTRY                                                          \
    0.35 /* cycles that requests take to enter their queues                    \
          */

typedef struct {
    const Trace *trace;
    const Instruction *at;  /* NULL: nothing runs */
    const Access *accesses; /* of it */
    BankCost cost;
    uint8_t queues[TRACE_MAX_BANKS];
    uint8_t places[TRACE_MAX_BANKS]; /* of each access: the number of accesses
                                        before it at its bank */
    uint8_t ranks[TRACE_MAX_BANKS];  /* the wavefronts, or transactions, before
                                        its own */
    uint32_t turns;                  /* wavefronts, or transactions */
} Service;

/* The requests of AT, an instruction of TRACE. */
Service service_of(const Trace *trace, const Instruction *at);
/* True if it asks for shared memory; if it has a conflict at BANK. */
bool service_is_shared(const Service *service);
bool service_conflicts(const Service *service, uint32_t bank);
/* The index of the access in PLACE, from 0, of the queue of BANK; -1: there is
 * none. */
int service_at(const Service *service, uint32_t bank, uint32_t place);

/* For each of WORDS cells of shared memory: 1 + the index of the first access
 * to it, or 0.  NULL if it asks for none.  The caller frees it. */
uint8_t *service_touched(const Service *service, uint32_t words);

/* At PROGRESS, 0 .. 1: how far the requests have moved into their queues, 0 ..
 * 1; and how much of ACCESS has been served, 0 .. 1, 0 while it waits. */
double service_entered(const Service *service, double progress);
double service_share(const Service *service, double progress,
                     const Access *access);
/* The cycles that are over; the number of requests at BANK whose service has
 * begun. */
uint32_t service_cycles(const Service *service, double progress);
int service_begun(const Service *service, double progress, uint32_t bank);

#endif
