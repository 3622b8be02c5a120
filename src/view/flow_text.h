/* SPDX-License-Identifier: MIT
 *
 * flow_text - the text in the table of iterations that view_flow (views.h)
 * draws: the label to the left of a row, and the sum under a cell.
 *
 *     level 3 · stride 4   [ 25 ]  [ 34 ] ...
 *                              8+17   11+23
 */
#ifndef UPSWEEP_FLOW_TEXT_H
#define UPSWEEP_FLOW_TEXT_H

#include "analysis/dataflow.h"
#include "trace/value.h"

enum { FLOW_LABEL = 96, FLOW_SUM = 3 * VALUE_TEXT };

/* The label of a row: "add · level 3 · stride 4", "line 18 · 3rd time", or
 * "write back" where the operands of sums are not all the same stride apart.
 * BRIEF is 0 to FLOW_BRIEFS - 1; a larger one gives a shorter label: "level 3 ·
 * stride 4", "stride 4". */
enum { FLOW_BRIEFS = 3 };
void flow_text_label(const Dataflow *flow, size_t row, int brief,
                     char text[FLOW_LABEL]);

/* Writes "17 + 8", with GAP around the sign, if ACCESS stores a sum just
 * computed; false if not. */
bool flow_text_sum(const Trace *trace, const Access *access, const char *gap,
                   char text[FLOW_SUM]);

#endif
