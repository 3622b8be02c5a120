/* SPDX-License-Identifier: MIT
 *
 * phrases - parts of narrate.c's sentences: threads, arrays, and words that
 * move between lanes or between blocks.  All functions append to Text.
 *
 *     Threads 2 to 15 add the word 2 places to their left; threads 0 and 1 keep
 *     theirs
 *     Threads 0 to 3 look back at tiles 1 to 4: 1 prefix, 3 aggregates
 *
 * A tile is the part of the input that one block works on.
 */
#ifndef UPSWEEP_PHRASES_H
#define UPSWEEP_PHRASES_H

#include "trace/trace.h"

/* Adds "Threads 0 to 3", "Threads 0, 2, 4", "Threads 0, 2, ..., 14" or "5
 * threads from 1 to 12": the threads of those accesses of AT that are in the
 * set WHICH (bit i for access i), with a capital letter if CAPITAL. */
void phrase_threads(const Trace *trace, const Instruction *at, uint64_t which,
                    bool capital, Text *text);

/* The set of all accesses of AT, for phrase_threads. */
uint64_t phrase_all(const Instruction *at);

/* Adds COUNT and the noun WHAT in the right number: "1 word", "2 words". */
void phrase_count(uint64_t count, const char *what, Text *text);

/* The title of the global array that AT accesses: "the input", "sums 1".  Not
 * to be freed. */
const char *phrase_array(const Trace *trace, const Instruction *at);

/* Adds the sentence, without its full stop, for instruction INDEX, a SHFL. */
void phrase_shuffle(const Trace *trace, size_t index, Text *text);

/* The same for a PUBLISH. */
void phrase_publish(const Trace *trace, size_t index, Text *text);

/* The same for an AWAIT. */
void phrase_await(const Trace *trace, size_t index, Text *text);

/* The same for an ATOMIC that draws a ticket. */
void phrase_draw(const Trace *trace, size_t index, Text *text);

#endif
