/* SPDX-License-Identifier: MIT
 *
 * block_trace - one block of a trace of several, as a trace of its own.
 *
 * What can be drawn of a block that is alone can be drawn of any: so a block is
 * handed to the views (tree, flow, memory, queues) as if nothing else had run.
 *
 *     whole, 4 elements a block          part of block 1
 *     x0 x1 x2 x3 | x4 x5 x6 x7 | ...    x0 x1 x2 x3       run.n = 4
 *     Σx4..x5                            Σx0..x1
 *     Σx0..x5, Σx0..x3                   TOP: not of this block alone
 *     in[6], array "in"                  in[2]
 *     in[3], of another block            in[3] of a second array "in"
 *
 * The elements of a block are the words of its grid's input: where these are
 * sums of blocks, element i is the i-th of them, and intervals count those.
 */
#ifndef UPSWEEP_BLOCK_TRACE_H
#define UPSWEEP_BLOCK_TRACE_H

#include "analysis/issue_order.h"

/* Block B of TRACE, an index into trace->blocks, its instructions in the order
 * in which they are played; trace_free it.  It borrows the texts of TRACE,
 * which must outlive it.  *ORIGINS becomes, for each instruction, its index in
 * TRACE; free that too. */
Trace *block_trace_of(const Trace *trace, uint32_t b, const uint32_t *order,
                      uint32_t **origins);

/* Which tile of its grid's input a block works on: told by what it loads, for
 * it may draw the number; else its own number. */
uint32_t block_trace_tile(const Trace *trace, const Block *block);

/* The inputs of the run that word INDEX of a global array stands for when each
 * of its words is a sum of a block, of a block of blocks, and so on; an array
 * as long as the input has one input a word. */
Word block_trace_span(const Trace *trace, uint8_t array, uint32_t index);

#endif
