/* SPDX-License-Identifier: MIT
 *
 * condition - which elements compact keeps: "x>4", "x%2==1", "x<0 || x>=100".
 *
 *     test   comparisons joined by && and ||, && first
 *     compare   term  ==  !=  <  <=  >  >=  term
 *     term   numbers and x, with + - * / % and parentheses, as in C, in 64 bits
 *
 * As in C, "x!=0 && 8/x>1" divides by no zero.
 */
#ifndef UPSWEEP_CONDITION_H
#define UPSWEEP_CONDITION_H

#include "kernels/op.h"
#include "util/base.h"

#define CONDITION_USUAL "x!=0"

/* 1 for each of the N signed elements in INPUT that TEST keeps, else 0; to be
 * freed.  NULL and ERROR_USAGE, with the place, if TEST is none, or if it
 * divides by zero. */
Word *condition_flags(const char *test, const Word *input, uint32_t n,
                      Error *error);

#endif
