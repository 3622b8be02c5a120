/* SPDX-License-Identifier: MIT
 *
 * function_body - what the body of a function becomes in the C++ that
 * program/rewrite.h makes.
 */
#ifndef UPSWEEP_FUNCTION_BODY_H
#define UPSWEEP_FUNCTION_BODY_H

#include "program/rewriter.h"

/* Where the function whose name is at I is defined there, and surely runs on
 * one side alone, it says when it is called on the other.  False with the error
 * if it has what it cannot have there. */
bool function_body_rewrite(Rewriter *r, size_t i);
/* False with the error if the body at OPEN of a function, which RUNS on one
 * side, surely has what it cannot have there. */
bool function_body_check(const Rewriter *r, size_t open, FunctionRuns runs);

#endif
