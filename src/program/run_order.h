/* SPDX-License-Identifier: MIT
 *
 * run_order - whether each run of a program left the elements that it was
 * given, each once, in an order that is another one for other elements: a sort.
 *
 *     run 1    in  5 3 9 2    out  2 3 5 9
 *     run 2    in  7 1 4 8    out  1 4 7 8    in ascending order
 */
#ifndef UPSWEEP_RUN_ORDER_H
#define UPSWEEP_RUN_ORDER_H

#include "program/compared_runs.h"

/* SUM_ASCENDING or SUM_DESCENDING if those of OUTPUTS that were stored are the
 * inputs that count in that order, in all runs, that which is recorded
 * included; SUM_REORDERED if they are the inputs in any order; SUM_OTHER if
 * they are not. */
SumKind run_order_find(const ComparedRuns *compared, const InputSpan *outputs);

#endif
