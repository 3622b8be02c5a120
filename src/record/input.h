/* SPDX-License-Identifier: MIT
 *
 * input - the numbers to scan, from what was asked for on the command line.
 *
 *     3,1,7,0       a list            iota          0 1 2 3 ...
 *     numbers.txt   a file with one   ones          1 1 1 1 ...
 *     -             standard input    random:SEED   small random numbers
 *     walkthrough   the 16 of S4      lecture       the 8 of S1
 */
#ifndef UPSWEEP_INPUT_H
#define UPSWEEP_INPUT_H

#include "trace/value.h"

#define INPUT_MAX_N INTERVAL_MAX_N

/* Reads SPEC for an operator.  *N is the number asked for, or 0 to take what
 * the input has (INPUT_DEFAULT_N for those that go on for ever); it becomes the
 * number of words.  NULL and ERROR_USAGE that names element and remedy, if SPEC
 * is malformed, empty, too long, or has not *N elements. */
Word *input_read(const char *spec, Op op, uint32_t *n, Error *error);

#define INPUT_DEFAULT_N 16

#endif
