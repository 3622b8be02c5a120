/* SPDX-License-Identifier: MIT
 *
 * score_code - the result of a quiz as a short code, for a teacher to check.
 *
 *     7-10-0-K3F9-1B7-Q2XZ
 *     │ │  │ │    │   └ check: of all before it
 *     │ │  │ │    └ which questions were right, bit i for question i
 *     │ │  │ └ of which run
 *     │ │  └ seed
 *     │ └ how many count
 *     └ how many were right
 *
 * The check finds a mistyped code.  It is no secret: anyone who reads this
 * source can make a valid code.
 */
#ifndef UPSWEEP_SCORE_CODE_H
#define UPSWEEP_SCORE_CODE_H

#include "trace/trace.h"

typedef struct {
    uint32_t right, counted;
    uint64_t seed;
    uint32_t exercise; /* see score_exercise */
    uint32_t rights;   /* bit i: question i was right */
} Score;

/* A number for the runs of COUNT traces: what was run, with what n, k, operator
 * and input. */
uint32_t score_exercise(const Trace *const traces[], int count);
/* Appends the code of SCORE. */
void score_code(const Score *score, Text *text);
/* The score that CODE stands for.  False and ERROR_USAGE if it is none;
 * ERROR_NO if the check does not fit. */
bool score_read(const char *code, Score *score, Error *error);

#endif
