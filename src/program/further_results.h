/* SPDX-License-Identifier: MIT
 *
 * further_results - what launches of a program compute that its trace does not
 * tell of, as those of a test for other sizes: each group of them (see
 * launch_groups.h) is judged by runs of its own, or it is told why it is not.
 */
#ifndef UPSWEEP_FURTHER_RESULTS_H
#define UPSWEEP_FURTHER_RESULTS_H

#include "program/group_base.h"

/* Judges the launches of PROGRAM behind those that WHOLE, the runs of all of
 * them, can judge together, and cuts WHOLE down to those; there are no results
 * if those are all launches.  Free them with further_results_free.  False if a
 * signal asked to stop, or the log is damaged. */
bool further_results_make(FurtherResults *further, const WholeProgram *program,
                          WholeRuns *whole, const ProgramSymbols *lines,
                          const ProgramFacts *facts, Error *error);

/* Moves the results to TRACE. */
void further_results_add(FurtherResults *further, Trace *trace);
void further_results_free(FurtherResults *further);

#endif
