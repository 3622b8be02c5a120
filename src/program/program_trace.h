/* SPDX-License-Identifier: MIT
 *
 * program_trace - makes a Trace of the log that a user's program wrote.
 *
 *     LAUNCH            Grid
 *     ARRAY             Array, named as the launch names its arguments
 *     VARIABLE          Variable
 *     FUNCTION          nothing: what Upsweep said to the program
 *     LOCALS            LocalChanges of the next Instruction
 *     BLOCK             Block, with its first Step
 *     BARRIER           Step: "line 18", or what a comment calls it
 *     ACCESS            Instruction, or one for each part that the hardware
 *                       serves (analysis/bank.h), with its Accesses
 *
 * A comment "// step: up-sweep" on a barrier's line, or on the line above it,
 * names the step that begins there.  Runs on random inputs are left out here.
 *
 * The log comes from a process that may have overwritten anything: every number
 * is checked, and memory is bounded by the log's size and trace/limits.h.
 */
#ifndef UPSWEEP_PROGRAM_TRACE_H
#define UPSWEEP_PROGRAM_TRACE_H

#include "program/program_facts.h"
#include "trace/trace.h"

/* The trace of the BYTES bytes at LOG, to be freed by trace_free.  NULL and
 * ERROR_FAILED, with one line, if the log holds no launch, more than a trace
 * can, or what the machine does not write. */
Trace *program_trace(const void *log, size_t bytes,
                     const ProgramSymbols *symbols, const ProgramFacts *facts,
                     Error *error);

#endif
