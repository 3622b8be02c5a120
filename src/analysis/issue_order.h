/* SPDX-License-Identifier: MIT
 *
 * issue_order - the order in which the instructions of a trace are played.
 *
 * Independent blocks are played one after the other, as the trace stores them:
 * that is the easiest to follow, and their order changes nothing.  Where blocks
 * draw tickets (ATOMIC), or one has found what another one that is stored later
 * left there (trace_order_differs), a trace is played in the order in which its
 * instructions were issued, so that waiting shows:
 *
 *     stored order      block 0: a b c d    block 1: e f g h
 *     order of issue    a e b f g c h d
 *
 * A position counts instructions in the playing order: at position p, those at
 * issue_order_at(order, 0 .. p-1) have been executed, and the last of them is
 * the current one.  An order is an array of indices, or NULL for the stored
 * order.
 */
#ifndef UPSWEEP_ISSUE_ORDER_H
#define UPSWEEP_ISSUE_ORDER_H

#include "analysis/bank.h"

#define ISSUE_ORDER_NONE UINT32_MAX

/* True if the stored order is not that order. */
bool issue_order_is_mixed(const Trace *trace);
/* The playing order of a trace; NULL for the stored order.  Free it. */
uint32_t *issue_order_of(const Trace *trace);
/* The index of the instruction that is played at place I, from 0. */
size_t issue_order_at(const uint32_t *order, size_t i);

/* The place at which the instruction with this index is played. */
size_t issue_order_place(const Trace *trace, const uint32_t *order,
                         size_t index);

/* How many of the first POSITION instructions belong to BLOCK. */
uint32_t issue_order_done(const Trace *trace, const uint32_t *order,
                          const Block *block, size_t position);

/* The indices of all instructions of a block in the playing order; free it. */
uint32_t *issue_order_block(const Trace *trace, const uint32_t *order,
                            const Block *block);
/* The index of BLOCK's first instruction that is not among the first POSITION;
 * ISSUE_ORDER_NONE if there is none. */
uint32_t issue_order_next(const Trace *trace, const uint32_t *order,
                          const Block *block, size_t position);

/* The positions at which steps end, rising, one for each step: there a block
 * reaches a barrier or its end.  ORDER must not be NULL.  Free the array. */
uint32_t *issue_order_stops(const Trace *trace, const uint32_t *order);
/* The steps in the order in which they end, which users see them numbered by;
 * free it. */
uint32_t *issue_order_steps(const Trace *trace);
/* The number of each step in that order, from 1; free it. */
uint32_t *issue_order_numbers(const Trace *trace);
/* The number of one step. */
uint32_t issue_order_number(const Trace *trace, uint32_t step);
/* The number of the step that the instruction before POSITION, 1 or more, is
 * played in. */
uint32_t issue_order_step(const Trace *trace, const uint32_t *order,
                          size_t position);
/* True if a block ends at POSITION or, with several grids, a grid. */
bool issue_order_ends_phase(const Trace *trace, const uint32_t *order,
                            size_t position);

#endif
