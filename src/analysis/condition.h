/* SPDX-License-Identifier: MIT
 *
 * condition - the test of --where, by which compact keeps an element x: "x>4",
 * "x%2==1", "x<0 || x>=100".
 *
 *     test      comparisons joined by && and ||; && binds more tightly
 *     compare   term  ==  !=  <  <=  >  >=  term
 *     term      numbers and x, with + - * / % and parentheses, as in C, in 64
 *               bits
 *
 * && and || stop early as in C: "x!=0 && 8/x>1" never divides by zero.
 */
#ifndef UPSWEEP_CONDITION_H
#define UPSWEEP_CONDITION_H

#include "trace/op.h"
#include "util/base.h"

#define CONDITION_USUAL "x!=0"

/* N flags: 1 for each of the signed elements in INPUT that TEST keeps, else 0;
 * free them.  NULL and ERROR_USAGE, with the place in TEST, if TEST cannot be
 * parsed or divides by zero. */
Word *condition_flags(const char *test, const Word *input, uint32_t n,
                      Error *error);

#endif
