/* SPDX-License-Identifier: MIT
 *
 * request - the traces that a command works on: each operand is a recorded
 * file, or an algorithm that is run now.
 */
#ifndef UPSWEEP_REQUEST_H
#define UPSWEEP_REQUEST_H

#include "cli/options.h"
#include "program/program_options.h"

#include <stdio.h>

/* Reads or records a trace for each of LEAST to MOST operands into TRACES;
 * false and ERROR, with nothing to free, if one fails.  Run options apply to
 * algorithms only.  An algorithm that is compared with recorded traces takes n,
 * k, operator, kind, input, block size and the test of --where from the first
 * trace. */
bool request_traces(const Options *options, int least, int most,
                    Trace *traces[OPTIONS_MAX_OPERANDS], Error *error);
void request_free(Trace *traces[], int count);

/* Prints a line for each refused launch, and for each program that ended early.
 */
void request_tell(FILE *notes, Trace *const traces[], int count);
/* False and ERROR if a program of COUNT traces ended early, so that questions
 * about the rest have no answer. */
bool request_whole(Trace *const traces[], int count, Error *error);
/* False, with ERROR_FAILED and no text, if a program failed and request_tell
 * has printed why.  A command calls it last. */
bool request_succeeded(Trace *const traces[], int count, Error *error);

/* With --thread, adds the local variables of that thread to TRACE.  False and
 * ERROR. */
bool request_thread(const Options *options, Trace *trace, Error *error);

/* The kind of result that --expect names, or SUM_UNKNOWN. */
SumKind request_expected(const Options *options);
/* Stores it in TRACE if that is of a program; request_traces does so, too. */
void request_expect(const Options *options, Trace *trace);

/* The trace of WANTED as its plain kernels ran on the GPU, recorded from their
 * instructions (--plain); NULL and ERROR. */
Trace *request_plain(const Options *options, const RecordOptions *wanted,
                     Error *error);

/* Records the program that is operand I.  NULL and ERROR, ERROR_USAGE if the
 * options set what the program sets itself.  BLAME, unless NULL, becomes the
 * reason, also for a trace that ends early. */
Trace *request_program(const Options *options, int i, ProgramBlame *blame,
                       Error *error);

/* Fills WANTED from the options for ALGORITHM, and reads its input;
 * the caller frees WANTED's input.  False and ERROR. */
bool request_options(const Options *options, const Algorithm *algorithm,
                     RecordOptions *wanted, Error *error);

/* The three steps of request_options follow.  False and ERROR_USAGE unless an
 * operand accepts each of --passes, --width and --where that was given. */
bool request_check(const Options *options, Error *error);
/* The input of *N elements; if *N is 0, *N becomes their number.  Free it. NULL
 * and ERROR. */
Word *request_input(const Options *options, uint32_t *n, Error *error);
/* The run that the options describe, of ALGORITHM on INPUT of N elements, which
 * is not copied. */
RecordOptions request_wanted(const Options *options, const Algorithm *algorithm,
                             Word *input, uint32_t n);

/* Appends the command that records the same again: "upsweep record NAME -n 64
 * -k 4 --seed 17", with the other options in OPTIONS. */
void request_command(const Options *options, const RecordOptions *wanted,
                     Text *text);

#endif
