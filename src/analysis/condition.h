/* SPDX-License-Identifier: MIT
 *
 * condition - the test of --where, by which compact keeps an element x: "x>4",
 * "x % 2 == 1".  x, or its remainder as in C, is compared with a number.
 */
#ifndef UPSWEEP_CONDITION_H
#define UPSWEEP_CONDITION_H

#include "trace/op.h"
#include "util/base.h"

#define CONDITION_USUAL "x!=0"

/* N flags: 1 for each of the signed elements in INPUT that TEST keeps, else 0;
 * free them.  NULL and ERROR_USAGE, with the place in TEST, if TEST cannot be
 * read or divides by zero. */
Word *condition_flags(const char *test, const Word *input, uint32_t n,
                      Error *error);

#endif
