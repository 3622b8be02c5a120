/* SPDX-License-Identifier: MIT
 *
 * phrases - parts of the statements of say.h: threads, arrays, stores of sums,
 * and values that move between lanes or between blocks.  All functions append
 * to Text.
 *
 *     threads 2 to 15 each add the value 2 places to their left; threads 0 and
 *     1 keep their values
 *     threads 0 and 2 store their sums, and threads 1 and 3 each copy a value
 *     threads 0 to 3 look back at tiles 1 to 4: 1 prefix, 3 aggregates
 *
 * A tile is the part of the input that one block works on.
 */
#ifndef UPSWEEP_PHRASES_H
#define UPSWEEP_PHRASES_H

#include "analysis/tile_status.h"

/* Appends "threads 0 to 3", "threads 0, 2, 4", "threads 0, 2, ..., 14" or "5
 * threads from 1 to 12": the threads of those accesses of AT that are in the
 * set WHICH (bit i for access i). */
void phrase_threads(const Trace *trace, const Instruction *at, uint64_t which,
                    Text *text);

/* The set of all accesses of AT, for phrase_threads. */
uint64_t phrase_all(const Instruction *at);

/* Adds COUNT and the noun WHAT in the right number: "1 value", "2 values". */
void phrase_count(uint64_t count, const char *what, Text *text);
/* Adds "64 numbers on a small GPU with 4 banks", "2048 numbers on 32 banks";
 * only the banks of what a command ran, which has its own sizes. */
void phrase_sizes(const Trace *trace, Text *text);
/* As phrase_count, of what blocks published: "1 prefix". */
void phrase_published(uint64_t count, Published kind, Text *text);

/* True if the operator adds, so that words may speak of sums; of others they
 * speak of results. */
bool phrase_adds(const Trace *trace);
const char *phrase_sum(const Trace *trace);  /* "sum" or "result" */
const char *phrase_work(const Trace *trace); /* "addition" or "operation" */
/* Appends the global array that AT accesses: "the input",
 * "array sums 1". */
void phrase_array(const Trace *trace, const Instruction *at, Text *text);

/* Each appends what instruction INDEX does: a shuffle, of which lanes that keep
 * their values are left out if BRIEF, or one that publishes, or looks at,
 * statuses of tiles, or draws a ticket. */
void phrase_shuffle(const Trace *trace, size_t index, bool brief, Text *text);
void phrase_publish(const Trace *trace, size_t index, Text *text);
void phrase_look_back(const Trace *trace, size_t index, Text *text);
void phrase_draw(const Trace *trace, size_t index, Text *text);

/* Appends what instruction INDEX does, a store by at least two lanes of which
 * some store new sums: "threads 4 to 7 each add the value 4 places to their
 * left".  False, and TEXT is unchanged, if all lanes store sums and
 * phrase_stride is 0. */
bool phrase_store_sums(const Trace *trace, size_t index, Text *text);

/* The stride, in elements, between the operands, as in an iteration of the
 * Hillis-Steele scan, if it is the same in all sums that instruction INDEX
 * stores and the sums belong to adjacent elements; else 0. */
uint32_t phrase_stride(const Trace *trace, size_t index);

#endif
