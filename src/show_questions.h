/* SPDX-License-Identifier: MIT
 *
 * show_questions - a quiz in the terminal: `upsweep show --ask`.
 */
#ifndef UPSWEEP_SHOW_QUESTIONS_H
#define UPSWEEP_SHOW_QUESTIONS_H

#include "cli/options.h"

#include <stdio.h>

/* Asks on OUT about COUNT traces, and reads the answers from standard input,
 * a line each, to its end.  False and ERROR_USAGE if there is nothing to ask.
 */
bool show_questions(const Trace *const traces[], int count, uint64_t seed,
                    FILE *out, Error *error);
/* Prints on OUT what a code stands for; if COUNT is not 0, also whether it is
 * of these traces.  False and *ERROR if it is none. */
bool show_code(const char *code, const Trace *const traces[], int count,
               FILE *out, Error *error);

#endif
