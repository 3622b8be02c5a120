/* SPDX-License-Identifier: MIT
 *
 * slow - how much a test tries: some cases of many, in turn, or, where
 * UPSWEEP_SLOW is set, as the deep check sets it, all of them.  And how much
 * longer things may take.
 */
#ifndef UPSWEEP_TESTS_SLOW_H
#define UPSWEEP_TESTS_SLOW_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool slow_is_asked(void)
{
    return getenv("UPSWEEP_SLOW") != NULL;
}

/* True if CASE_NUMBER of a sequence is tried: each OF-th, or all. */
static inline bool slow_takes(unsigned case_number, unsigned of)
{
    return case_number % of == 0 || slow_is_asked();
}

/* By how much: UPSWEEP_EMULATED is set where qemu plays another processor. */
static inline double slow_factor(void)
{
    return getenv("UPSWEEP_EMULATED") ? 10 : 1;
}

#endif
