/* SPDX-License-Identifier: MIT
 *
 * request - the traces that a command was asked about: each operand is a
 * recorded file, or an algorithm that is run on the spot.
 */
#ifndef UPSWEEP_REQUEST_H
#define UPSWEEP_REQUEST_H

#include "cli/options.h"

/* All operands, LEAST to MOST of them, into TRACES; false and ERROR, with
 * nothing left to free, if one fails.  The options that say what to run go with
 * algorithms only.  An algorithm beside a recorded trace takes n, k, operator,
 * kind, input, size of blocks and what is kept from it (the first, if there are
 * more). */
bool request_traces(const Options *options, int least, int most,
                    Trace *traces[OPTIONS_MAX_OPERANDS], Error *error);
void request_free(Trace *traces[], int count);

/* What the options ask ALGORITHM to do, with input read: free input after. */
bool request_options(const Options *options, const Algorithm *algorithm,
                     RecordOptions *wanted, Error *error);

/* The steps of it.  Are there among the operands those that --passes, --width
 * and --where are for?  The input, of *N words, or as many as it has if *N is
 * 0. And what is asked for. */
bool request_check(const Options *options, Error *error);
Word *request_input(const Options *options, uint32_t *n, Error *error);
RecordOptions request_wanted(const Options *options, const Algorithm *algorithm,
                             const Word *input, uint32_t n);

/* The command that records the same again: "upsweep record NAME -n 64 -k 4
 * --seed 17", with what OPTIONS has beside. */
void request_command(const Options *options, const RecordOptions *wanted,
                     Text *text);

#endif
