/* SPDX-License-Identifier: MIT
 *
 * step_summary - a whole step in a sentence, from what its instructions add up
 * to.
 *
 *     up-sweep, level 1: 8 sums; no lane waits for another
 *     sum up: 36 sums; 3 shuffles; no lane waits for another
 *     look back: 9 sums; publishes 1 aggregate and 1 prefix, looks at 4 tiles
 */
#ifndef UPSWEEP_STEP_SUMMARY_H
#define UPSWEEP_STEP_SUMMARY_H

#include "analysis/bank.h"

void step_summary_step(const Trace *trace, uint32_t step, Text *text);

#endif
