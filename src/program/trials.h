/* SPDX-License-Identifier: MIT
 *
 * trials - the runs on random inputs that a program's log holds beside the
 * launches as the program made them.
 */
#ifndef UPSWEEP_TRIALS_H
#define UPSWEEP_TRIALS_H

#include "program/program_facts.h"
#include "program/sums.h"

/* Compares the runs on random inputs in the BYTES bytes at LOG and gives TRACE,
 * which program_trace made of that log, its intervals and sums.  A log without
 * such runs leaves it as it is.  False and ERROR_FAILED if the log is damaged.
 */
bool trials_add_sums(Trace *trace, const void *log, size_t bytes,
                     const ProgramSymbols *symbols, const ProgramFacts *facts,
                     Error *error);

#endif
