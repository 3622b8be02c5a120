/* SPDX-License-Identifier: MIT
 *
 * recap - a whole step in a sentence, from what its instructions add up to.
 *
 *     up-sweep, level 1: 8 sums; no lane waits for another
 *     sum up: 36 sums; 3 shuffles; no lane waits for another
 *     look back: 9 sums; publishes 1 aggregate and 1 prefix, looks at 4 tiles
 */
#ifndef UPSWEEP_RECAP_H
#define UPSWEEP_RECAP_H

#include "study/bank.h"

void recap_step(const Trace *trace, uint32_t step, Text *text);

#endif
