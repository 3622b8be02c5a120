/* SPDX-License-Identifier: MIT
 *
 * block_trace - one block of a trace of several, as a separate trace.
 *
 * The views of a single block (tree, flow, memory, queues) thus draw any block
 * as if nothing else had run.
 *
 *     whole, 4 elements a block          trace of block 1
 *     x0 x1 x2 x3 | x4 x5 x6 x7 | ...    x0 x1 x2 x3       run.n = 4
 *     Σx4..x5                            Σx0..x1
 *     Σx0..x5, Σx0..x3                   TOP: not a sum of this block alone
 *     in[6], array "in"                  in[2]
 *     in[3], of another block            in[3] of a second array "in"
 *
 * Blocks of a program have no tiles: the trace of one has the whole arrays, and
 * intervals are the whole run's.
 *
 * The elements of a block are the words of its grid's input.  Where these are
 * sums of blocks, element i is the i-th sum, and intervals count sums.
 */
#ifndef UPSWEEP_BLOCK_TRACE_H
#define UPSWEEP_BLOCK_TRACE_H

#include "analysis/issue_order.h"

/* Block B of TRACE (an index into trace->blocks), with its instructions in the
 * playing ORDER.  Free the result with trace_free; it borrows the texts of
 * TRACE, which must outlive it.  *ORIGINS becomes an array with the index in
 * TRACE of each instruction; free it. */
Trace *block_trace_of(const Trace *trace, uint32_t b, const uint32_t *order,
                      uint32_t **origins);

/* The tile of its grid's input that a block works on.  A block may draw its
 * tile's number, so the tile is inferred from what the block loads; if it loads
 * no input, the tile has the block's own number. */
uint32_t block_trace_tile(const Trace *trace, const Block *block);

/* The number of inputs of the whole trace: of a program those elements of the
 * first launch's input that its words are. */
uint32_t block_trace_inputs(const Trace *trace);
/* The same of another launch. */
uint32_t block_trace_grid_inputs(const Trace *trace, const Grid *grid);
/* The interval of inputs that number INDEX of a global array stands for, when
 * its numbers are the sums of blocks, or of blocks of blocks, and so on; in an
 * array as long as the input, each stands for one input. */
Word block_trace_span(const Trace *trace, uint8_t array, uint32_t index);
/* How many inputs a word of a global array is as wide as, where the array
 * stands over the inputs: those that its numbers stand for, shared out among
 * the words of a number that has several.  If a program's array has more
 * numbers than inputs, its words are so narrow that all have room. */
double block_trace_share(const Trace *trace, uint8_t array);

#endif
