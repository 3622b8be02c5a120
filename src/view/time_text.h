/* SPDX-License-Identifier: MIT
 *
 * time_text - what view_time says in words: what blocks do at a cycle, how long
 * they take concurrently and together, and the model.
 */
#ifndef UPSWEEP_TIME_TEXT_H
#define UPSWEEP_TIME_TEXT_H

#include "view/time_panel.h"

/* The cycle of the moment that the player shows: within the running
 * instruction; at the start 0, and after the last instruction the end. */
double time_text_now(const View *whole, const Schedule *schedule);

/* Adds "cycle 90 of 143: tiles 0 to 2 run; tile 3 waits for tile 2.  The other
 * views show tile 2." */
void time_text_sentence(const TimeLayout *at, double now, Statement *statement);
/* Appends "143 cycles" and "from start to end; 4 blocks work 520 in all, T 242
 * of it on shared memory · 24 transactions read, 28 written"; of one block
 * "from start to end: T 362 on shared memory, 64 on global memory and waits".
 * With BRIEF nothing of transactions. */
void time_text_total(const Schedule *schedule, Text *text);
void time_text_totals(const View *whole, const Schedule *schedule, bool brief,
                      Text *text);
/* Appends "Model cycles (--costs): an instruction 1 · ... a first load from
 * global memory 24 · ..."; with BRIEF the costs alone that can be set. */
void time_text_model(const ScheduleCosts *costs, bool brief, Text *text);

#endif
