/* SPDX-License-Identifier: MIT
 *
 * phrases - parts of narrate.c's sentences: threads, arrays, stores of sums,
 * and words that move between lanes or between blocks.  All functions append to
 * Text.
 *
 *     Threads 2 to 15 add the word 2 places to their left; threads 0 and 1 keep
 *     theirs
 *     Threads 0 and 2 store their sums, threads 1 and 3 move a value each
 *     Threads 0 to 3 look back at tiles 1 to 4: 1 prefix, 3 aggregates
 *
 * A tile is the part of the input that one block works on.
 */
#ifndef UPSWEEP_PHRASES_H
#define UPSWEEP_PHRASES_H

#include "analysis/tile_status.h"

/* Adds "Threads 0 to 3", "Threads 0, 2, 4", "Threads 0, 2, ..., 14" or "5
 * threads from 1 to 12": the threads of those accesses of AT that are in the
 * set WHICH (bit i for access i), with a capital letter if CAPITAL. */
void phrase_threads(const Trace *trace, const Instruction *at, uint64_t which,
                    bool capital, Text *text);

/* The set of all accesses of AT, for phrase_threads. */
uint64_t phrase_all(const Instruction *at);

/* Adds COUNT and the noun WHAT in the right number: "1 word", "2 words". */
void phrase_count(uint64_t count, const char *what, Text *text);
/* Adds "64 numbers on a small GPU with 4 banks", "2048 numbers on 32 banks";
 * only the banks of what a command ran, which has its own sizes. */
void phrase_sizes(const Trace *trace, Text *text);
/* As phrase_count, of words that blocks published: "1 prefix". */
void phrase_published(uint64_t count, Published kind, Text *text);

/* True if the operator adds, so that words may speak of sums; of others they
 * speak of results. */
bool phrase_adds(const Trace *trace);
const char *phrase_sum(const Trace *trace); /* "sum" or "result" */
/* Appends the title of a launch, with an array of the kernel in it in quotes:
 * scan "sums 1". */
void phrase_launch(const Trace *trace, uint32_t grid, Text *text);
/* The global array that AT accesses: "the input in global memory", "sums 1".
 * Not to be freed. */
const char *phrase_array(const Trace *trace, const Instruction *at);

/* Each adds the sentence, without its full stop, for instruction INDEX: a SHFL,
 * one that publishes, or looks at, statuses of tiles, or draws a ticket. */
void phrase_shuffle(const Trace *trace, size_t index, Text *text);
void phrase_publish(const Trace *trace, size_t index, Text *text);
void phrase_look_back(const Trace *trace, size_t index, Text *text);
void phrase_draw(const Trace *trace, size_t index, Text *text);

/* Adds the beginning of a sentence about instruction INDEX, a store by at least
 * two lanes, of which some store new sums: "Threads 4 to 7 add the value 4
 * places to their left".  False, and TEXT is unchanged, if all lanes store sums
 * and phrase_distance is 0. */
bool phrase_store_sums(const Trace *trace, size_t index, Text *text);

/* The distance in elements between the operands, as in a round of the
 * Hillis-Steele scan, if it is the same in all sums that instruction INDEX
 * stores and the sums belong to adjacent elements; else 0. */
uint32_t phrase_distance(const Trace *trace, size_t index);

/* The distance in elements between the operands of SUM, by their intervals;
 * USUAL if the left operand is the identity, as before the first element; 0 if
 * unknown. */
uint32_t phrase_apart(const Sum *sum, uint32_t usual);

#endif
