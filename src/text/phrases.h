/* SPDX-License-Identifier: MIT
 *
 * phrases - the parts of a sentence about what goes from lane to lane, from
 * block to block, and to global memory.
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

/* "Threads 0 to 3", "Threads 0, 2, ..., 14", "5 threads from 1 to 12": those
 * whose accesses of AT are in the set WHICH (bit i for access i). */
void phrase_threads(const Trace *trace, const Instruction *at, uint64_t which,
                    bool capital, Text *text);
/* The set of all accesses. */
uint64_t phrase_all(const Instruction *at);
/* "1 word", "2 words". */
void phrase_count(uint64_t count, const char *what, Text *text);
/* What people call a global array: "the input", "sums 1". */
const char *phrase_array(const Trace *trace, const Instruction *at);

/* The whole of the sentence but its end, for a shuffle, a PUBLISH, an AWAIT and
 * the draw of a number. */
void phrase_shuffle(const Trace *trace, size_t index, Text *text);
void phrase_publish(const Trace *trace, size_t index, Text *text);
void phrase_await(const Trace *trace, size_t index, Text *text);
void phrase_draw(const Trace *trace, size_t index, Text *text);

#endif
