/* SPDX-License-Identifier: MIT
 *
 * wrong_path - the way of a wrong output back to where it goes wrong.
 *
 *     out[17] <- 44     store   line 15
 *     44 <- s[17]       load    line 15    the same word
 *     s[17] <- 44       store   line 12    its thread made 44 of others: here
 * it goes wrong, unless one of these is not a sum of neighbours; then the way
 * continues from that one
 */
#ifndef UPSWEEP_WRONG_PATH_H
#define UPSWEEP_WRONG_PATH_H

#include "trace/trace.h"

enum { WRONG_PATH_MOST = 64 };

/* Indices of accesses, from that which stored the output on; the last one is
 * the first that went wrong.  None if the trace does not have the output. */
typedef struct {
    uint32_t accesses[WRONG_PATH_MOST];
    uint32_t count;
    bool is_input; /* the output is an input as it is: what should have been
                      joined to it never was, and no access went wrong */
} WrongPath;

/* The way of the first wrong output of RESULT, one of TRACE's, or of the first
 * that its guess does not fit. */
WrongPath wrong_path_of(const Trace *trace, const SumResult *result);

#endif
