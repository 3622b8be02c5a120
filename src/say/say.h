/* SPDX-License-Identifier: MIT
 *
 * say - states what an instruction or a step of a trace does, for the window,
 * exports, cards, lessons and `upsweep show`.
 *
 *     rank  an access of shared memory by several lanes
 *     0     2 lanes queue at bank 1: 2 cycles          2-way conflict: 2 cycles
 *     1     threads 0 to 3 store their sums
 *     2     28 lanes idle
 *     3     Block 1 is done.
 *
 * Other instructions have what they do at rank 0.
 */
#ifndef UPSWEEP_SAY_H
#define UPSWEEP_SAY_H

#include "analysis/bank.h"
#include "analysis/race.h"
#include "say/statement.h"

enum { SAY_RANKS = 4 }; /* of an instruction, from 0 */

/* Adds what instruction POSITION - 1 in the trace's order does, with lanes,
 * banks and queues; at POSITION 0 what there is before the start. */
void say_instruction(const Trace *trace, size_t position, Statement *statement);

/* Adds the race that instruction POSITION - 1 takes part in: "race at cell 2:
 * thread 2 stores and thread 3 loads, no barrier between them".  False if it
 * takes part in none.  In global memory only the two accesses that a race names
 * take part. */
bool say_race(const Trace *trace, const RaceList *races, size_t position,
              Statement *statement);
/* The same of the races of shared memory in a step, an index. */
bool say_step_race(const Trace *trace, const RaceList *races, uint32_t step,
                   Statement *statement);

/* Adds the summary of STEP, an index: "up-sweep, level 1: 8 additions; no bank
 * conflicts". */
void say_step(const Trace *trace, uint32_t step, Statement *statement);

/* Appends a title of a few words: "store the sums", "start". */
void say_title(const Trace *trace, size_t position, Text *text);
/* Appends what the threads of instruction INDEX do, without where: "threads 0
 * to 3 store their sums". */
void say_action(const Trace *trace, size_t index, Text *text);
/* Appends "a 4-way conflict". */
void say_way(uint32_t ways, Text *text);

/* Appends "no conflict here", "2-way conflict", "broadcast" or the kind of
 * memory to VERDICT, and the reason to DETAIL: "4 lanes, 2 banks". */
void say_conflict(const Trace *trace, size_t position, Text *verdict,
                  Text *detail);

/* A trace that is compared with another: what its instructions before END take,
 * as BANKS counts them. */
typedef struct {
    const char *name;
    const Trace *trace;
    const BankTable *banks;
    uint32_t end;
} LeadSide;

/* Adds why LEADER takes fewer cycles on shared memory than OTHER: "LeftRight
 * takes 25 fewer cycles: 17 more stores, no waits; Padding: 42 waits".  False
 * if it does not.  STEP: the last that is compared; 0: all are.  A wait is a
 * cycle in which a request waits at its bank. */
bool say_lead(const LeadSide *leader, const LeadSide *other, uint32_t step,
              Statement *statement);

#endif
