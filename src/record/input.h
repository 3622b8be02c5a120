/* SPDX-License-Identifier: MIT
 *
 * input - reads the numbers to scan, as the command line names them.
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

/* The words that SPEC names, for the operator OP; the caller frees them.  *N is
 * the number of words to read, or 0 for all that the input has (INPUT_DEFAULT_N
 * of an endless one, such as iota); it becomes the number of words read.  NULL
 * and ERROR_USAGE, which names element and remedy, if SPEC is malformed, empty,
 * too long, or does not have *N elements. */
Word *input_read(const char *spec, Op op, uint32_t *n, Error *error);

#define INPUT_DEFAULT_N 64

/* The inputs that have names, as "iota"; NULL behind the last. */
extern const char *const input_words[];

#endif
