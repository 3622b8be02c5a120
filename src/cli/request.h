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

/* Reads or records a trace for each operand, of which there must be LEAST to
 * MOST, into TRACES; false and ERROR, with nothing left to free, if one fails.
 * Options that say what to run apply to algorithms only.  An algorithm beside
 * recorded traces takes n, k, operator, kind, input, size of blocks and the
 * test of --where from the first of these. */
bool request_traces(const Options *options, int least, int most,
                    Trace *traces[OPTIONS_MAX_OPERANDS], Error *error);
void request_free(Trace *traces[], int count);

/* Writes a line for each of COUNT traces of whose program a launch was refused,
 * and one for each whose program did not come to its end. */
void request_tell(FILE *notes, Trace *const traces[], int count);
/* False, with an error, if one of COUNT traces is not whole, as its program
 * ended early: of what it has not done nothing can be asked. */
bool request_whole(Trace *const traces[], int count, Error *error);
/* False, with ERROR_FAILED and no text, if request_tell has told of a program
 * that has just run, and was not recorded as it should be.  The last thing that
 * a command asks. */
bool request_succeeded(Trace *const traces[], int count, Error *error);

/* Makes TRACE one whose thread, that --thread names, can be asked for its
 * locals; without that option does nothing.  False and ERROR. */
bool request_thread(const Options *options, Trace *trace, Error *error);

/* What --expect says that a program computes; SUM_UNKNOWN: nothing. */
SumKind request_expected(const Options *options);
/* Notes that in TRACE, if it is a program's, as request_traces does. */
void request_expect(const Options *options, Trace *trace);

/* The trace of WANTED as its plain kernels ran on the GPU, recorded from their
 * instructions (--plain); NULL and ERROR. */
Trace *request_plain(const Options *options, const RecordOptions *wanted,
                     Error *error);

/* Records the program that is operand I.  NULL and ERROR, ERROR_USAGE if the
 * options say what a program says itself.  BLAME, or NULL, becomes why, also of
 * a trace that ends early. */
Trace *request_program(const Options *options, int i, ProgramBlame *blame,
                       Error *error);

/* Fills WANTED with what the options ask ALGORITHM to do, and reads its input;
 * the caller frees WANTED's input.  False and ERROR. */
bool request_options(const Options *options, const Algorithm *algorithm,
                     RecordOptions *wanted, Error *error);

/* The three steps of request_options follow.  False and ERROR_USAGE unless an
 * operand accepts each of --passes, --width and --where that was given. */
bool request_check(const Options *options, Error *error);
/* The input, *N words; if *N is 0, as many as are given, and *N becomes their
 * number.  Free it.  NULL and ERROR. */
Word *request_input(const Options *options, uint32_t *n, Error *error);
/* What the options ask ALGORITHM to do with INPUT, N words, which is not
 * copied. */
RecordOptions request_wanted(const Options *options, const Algorithm *algorithm,
                             Word *input, uint32_t n);

/* Appends the command that records the same again: "upsweep record NAME -n 64
 * -k 4 --seed 17", with the other options in OPTIONS. */
void request_command(const Options *options, const RecordOptions *wanted,
                     Text *text);

#endif
