/* SPDX-License-Identifier: MIT
 *
 * walkthrough - a trace in which every thread has its own element, as the
 * walkthrough of S4 prints it: iterations, threads, and the values after each
 * iteration.
 *
 *     T1: 8 + 3 = 11
 */
#ifndef UPSWEEP_WALKTHROUGH_H
#define UPSWEEP_WALKTHROUGH_H

#include "trace/trace.h"

/* Adds TRACE, of which walkthrough_fits. */
void walkthrough_add(const Trace *trace, bool full, Text *text);
/* True if TRACE can be printed so. */
bool walkthrough_fits(const Trace *trace);

#endif
