/* SPDX-License-Identifier: MIT
 *
 * narrate - describes an instruction or a step of a trace in a sentence, for
 * the window, exports and `upsweep show`.  All functions append to Text, which
 * the caller owns.
 */
#ifndef UPSWEEP_NARRATE_H
#define UPSWEEP_NARRATE_H

#include "analysis/bank.h"
#include "analysis/race.h"
#include "say/narrator.h"

/* Adds a sentence on instruction POSITION - 1 in the trace's order (POSITION 0:
 * the start; in a trace of one block, the last POSITION also tells the end),
 * with lanes, cells, banks and queues: "Threads 0 to 3 store their sums; each
 * meets a bank of its own." */
void narrate_instruction(const Trace *trace, size_t position, Text *text);

/* The same by NARRATOR, for many instructions of its trace. */
void narrator_add(Narrator *narrator, size_t position, Text *text);

/* If instruction POSITION - 1 takes part in a data race, adds a sentence on
 * threads and cell and returns true: "Race at cell 2: thread 2 stores, thread 3
 * loads, no barrier between."  A space comes first if TEXT is not empty.  At a
 * word of global memory only the two accesses that the race names take part. */
bool narrate_race(const Trace *trace, const RaceList *races, size_t position,
                  Text *text);

/* The same of all races of shared memory in a step, an index. */
bool narrate_step_race(const Trace *trace, const RaceList *races, uint32_t step,
                       Text *text);

/* Adds a title of a few words: "store the sums", "load the left operand",
 * "start". */
void narrate_title(const Trace *trace, size_t position, Text *text);

/* Adds what the threads of instruction INDEX do, without where: "Threads 0 to 3
 * store their sums". */
void narrate_action(const Trace *trace, size_t index, Text *text);

/* Adds "no conflict here", "two-way conflict" etc. to VERDICT, and to DETAIL
 * the reason, such as "4 requests, 2 banks"; "same word" where lanes queue in
 * the model, but a GPU hands them the word that all of them ask for at once. */
void narrate_verdict(const Trace *trace, size_t position, Text *verdict,
                     Text *detail);

/* Adds the summary of step STEP:
 *     up-sweep, level 1: 8 sums; no lane waits for another
 *     sum up: 36 sums; 3 shuffles; no lane waits for another
 *     look back: 9 sums; publishes 1 aggregate and 1 prefix, looks at 4 tiles
 */
void narrate_step(const Trace *trace, uint32_t step, Text *text);

#endif
