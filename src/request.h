/* SPDX-License-Identifier: MIT
 *
 * request - the traces that a command was asked about: each operand is a
 * recorded file, or an algorithm that is run on the spot.
 */
#ifndef UPSWEEP_REQUEST_H
#define UPSWEEP_REQUEST_H

#include "options.h"

/* All operands, LEAST to MOST of them, into TRACES; false and ERROR, with
 * nothing left to free, if one fails.  The options that say what to run go with
 * algorithms only.  An algorithm beside a recorded trace takes n, k, operator,
 * kind and input from it (the first, if there are more). */
bool request_traces(const Options *options, int least, int most,
                    Trace *traces[OPTIONS_MAX_OPERANDS], Error *error);
/* True unless a number of passes is given, and no hybrid to do them. */
bool request_passes(const Options *options, Error *error);
void request_free(Trace *traces[], int count);

/* What the options ask ALGORITHM to do, with input read: free input after. */
bool request_options(const Options *options, const Algorithm *algorithm,
                     RecordOptions *wanted, Error *error);

#endif
