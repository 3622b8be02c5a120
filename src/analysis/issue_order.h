/* SPDX-License-Identifier: MIT
 *
 * issue_order - in which order the instructions of a trace are played.
 *
 * Blocks that know nothing of each other are played one after the other, as
 * the trace has them: that is the easiest to follow, and their order changes
 * nothing.  Where blocks wait for each other (AWAIT) or draw numbers (ATOMIC),
 * a trace is played in the order in which its instructions were issued, so that
 * waiting is seen:
 *
 *     as they lie       block 0: a b c d    block 1: e f g h
 *     as issued         a e b f g c h d
 *
 * A position counts instructions in this order: after position p, those at
 * issue_order_at(order, 0 .. p-1) have been executed, and the last of them is
 * the one that runs.  No order (NULL) stands for "as they lie".
 */
#ifndef UPSWEEP_ISSUE_ORDER_H
#define UPSWEEP_ISSUE_ORDER_H

#include "analysis/bank.h"

#define ISSUE_ORDER_NONE UINT32_MAX

/* Do blocks wait for each other, or draw numbers? */
bool issue_order_is_mixed(const Trace *trace);
/* The order of a trace; NULL: as they lie.  Free it. */
uint32_t *issue_order_of(const Trace *trace);
/* The index of the instruction that is played at place I, from 0. */
size_t issue_order_at(const uint32_t *order, size_t i);

/* The place at which the instruction with this index is played. */
size_t issue_order_place(const Trace *trace, const uint32_t *order,
                         size_t index);

/* Costs and clock of all instructions, by their places. */
BankTable issue_order_banks(const Trace *trace, const uint32_t *order);

/* Instructions of a block among the first POSITION that are played. */
uint32_t issue_order_done(const Trace *trace, const uint32_t *order,
                          const Block *block, size_t position);

/* All instructions of a block, by their indices, as they are played; free it.
 */
uint32_t *issue_order_block(const Trace *trace, const uint32_t *order,
                            const Block *block);
/* The index of the first of the others; ISSUE_ORDER_NONE if there is none. */
uint32_t issue_order_next(const Trace *trace, const uint32_t *order,
                          const Block *block, size_t position);

/* The places after which steps end, rising, one for each step, in an order that
 * is not NULL: there a block comes to a barrier, or to its end.  Free them. */
uint32_t *issue_order_stops(const Trace *trace, const uint32_t *order);
/* The number of a step, from 1, as steps are played and everywhere counted: by
 * when they end. */
uint32_t issue_order_number(const Trace *trace, uint32_t step);
/* Does a block end after POSITION, or, with several grids, a grid? */
bool issue_order_ends_phase(const Trace *trace, const uint32_t *order,
                            size_t position);

#endif
