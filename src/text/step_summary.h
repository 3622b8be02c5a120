/* SPDX-License-Identifier: MIT
 *
 * step_summary - a whole step in one sentence, from totals over its
 * instructions.
 *
 *     up-sweep, level 1: 8 sums; no lane waits for another
 *     sum up: 36 sums; 3 shuffles; no lane waits for another
 *     look back: 9 sums; publishes 1 aggregate and 1 prefix, looks at 4 tiles
 */
#ifndef UPSWEEP_STEP_SUMMARY_H
#define UPSWEEP_STEP_SUMMARY_H

#include "analysis/bank.h"

/* Adds the summary of step STEP of TRACE to TEXT. */
void step_summary_step(const Trace *trace, uint32_t step, Text *text);

#endif
