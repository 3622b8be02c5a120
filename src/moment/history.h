/* SPDX-License-Identifier: MIT
 *
 * history - all accesses to each value in memory, in the playing order.
 *
 *     cell 5        place 3: T1 stores 10    place 9: T0 loads 10
 *     in[5]         place 0: T5 loads 7
 *
 * So that a fact about a word costs its own accesses and not the whole run.
 */
#ifndef UPSWEEP_HISTORY_H
#define UPSWEEP_HISTORY_H

#include "analysis/issue_order.h"

#define HISTORY_SHARED UINT8_MAX /* instead of an array: shared memory */

typedef struct {
    uint32_t place;  /* of its instruction in the playing order */
    uint32_t access; /* index into trace->accesses */
} WordEvent;

typedef struct {
    const Trace *trace;
    const uint32_t *order;
    size_t *arrays;    /* of each array: its first word among all words */
    size_t words;      /* of shared memory, which come first, and all arrays */
    uint32_t *starts;  /* of each word, and one more: its first event */
    WordEvent *events; /* by word, then by place, then by lane */
} History;

/* The history of TRACE, which must outlive it, as must ORDER.  It has shared
 * memory only where the trace has one block.  Free it with history_free. */
History history_of(const Trace *trace, const uint32_t *order);
void history_free(History *history);

/* The accesses to word INDEX of ARRAY, or of HISTORY_SHARED; none where there
 * is no such word. */
const WordEvent *history_events(const History *history, uint8_t array,
                                uint32_t index, size_t *count);
/* How many of COUNT events are of the first POSITION instructions. */
size_t history_done(const WordEvent *events, size_t count, size_t position);
/* The instruction of an event, and its access. */
const Instruction *history_instruction(const History *history,
                                       const WordEvent *event);
const Access *history_access(const History *history, const WordEvent *event);

#endif
