/* SPDX-License-Identifier: MIT
 *
 * flow_text - the words at the table of rounds: what stands before a row, and
 * under a cell.
 *
 *     level 3 · distance 4    [ 25 ]  [ 34 ] ...
 *                              8+17   11+23
 */
#ifndef UPSWEEP_FLOW_TEXT_H
#define UPSWEEP_FLOW_TEXT_H

#include "analysis/dataflow.h"
#include "trace/value.h"

enum { FLOW_LABEL = 96, FLOW_SUM = 3 * VALUE_TEXT };

/* "level 3 · distance 4", "load"; "write · level 3" where the operands of sums
 * are not all as far apart; the larger BRIEF, below FLOW_BRIEFS, the shorter:
 * "distance 4", "level 3". */
enum { FLOW_BRIEFS = 3 };
void flow_text_label(const Dataflow *flow, size_t round, int brief,
                     char text[FLOW_LABEL]);

/* "17 + 8", with GAP around the sign, if ACCESS stores a sum just made; else
 * false. */
bool flow_text_sum(const Trace *trace, const Access *access, const char *gap,
                   char text[FLOW_SUM]);

#endif
