/* SPDX-License-Identifier: MIT
 *
 * narrate - what happens, in a sentence, made from the trace.
 */
#ifndef UPSWEEP_NARRATE_H
#define UPSWEEP_NARRATE_H

#include "analysis/bank.h"
#include "analysis/race.h"

/* One sentence on instruction POSITION - 1, as they lie (POSITION 0: the start;
 * the count, of one block: also the end), with lanes, cells, banks and the
 * queue, right for the numbers of the trace: "Threads 0 to 3 store their sums;
 * each meets a bank of its own."
 */
void narrate_instruction(const Trace *trace, size_t position, Text *text);

/* If instruction POSITION - 1 takes part in a race, a sentence on who meets
 * whom at which cell, and true: "Race at cell 2: thread 2 stores, thread 3
 * loads, no barrier between."  A space comes first where TEXT has something. */
bool narrate_race(const Trace *trace, const RaceList *races, size_t position,
                  Text *text);

/* A few words: "store the sums", "load the left operand", "start". */
void narrate_title(const Trace *trace, size_t position, Text *text);

/* "no conflict", "two-way conflict", ... and beside it "4 requests, 2 banks".
 */
void narrate_verdict(const Trace *trace, size_t position, Text *verdict,
                     Text *detail);

#endif
