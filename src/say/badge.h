/* SPDX-License-Identifier: MIT
 *
 * badge - a whole run in two or three words, and what goes with them in small
 * letters.
 *
 *     exclusive sum       raced, wrong         proved
 *     4 random inputs     12 of 64 outputs     for every associative operator
 */
#ifndef UPSWEEP_BADGE_H
#define UPSWEEP_BADGE_H

#include "findings/finding.h"

/* Appends the VERDICT on the run of ALL and its DETAIL, which may stay empty.
 * Returns SEVERITY_COST for what is neither good nor a fault that was found:
 * races that were not looked for. */
Severity badge_write(const Findings *all, Text *verdict, Text *detail);

/* What launch LAUNCH of TRACE, a program's, computes: all launches together at
 * the last one, and where it computes nothing by itself that has a name; and at
 * the last one a result of other launches that is wrong. */
const SumResult *badge_result(const Trace *trace, uint32_t launch);

#endif
