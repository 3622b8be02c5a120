/* SPDX-License-Identifier: MIT
 *
 * attacks - traces that were made to do harm: what is changed in which
 * recording, and what the reader says.
 */
#ifndef UPSWEEP_ATTACKS_H
#define UPSWEEP_ATTACKS_H

#include "../forge.h"

/* A recording: of an algorithm, or, without a name, of a program. */
typedef struct {
    const char *name;
    uint32_t n, k, block_n;
} AttackSeed;

typedef struct {
    const char *what;
    const AttackSeed *seed;
    const char *sql;     /* separated by ";" */
    const char *refusal; /* a part of it; NULL: it is read */
} Attack;

extern const Attack attacks[];
extern const size_t attacks_count;

/* Records SEED; trace_free it. */
Trace *attack_record(const AttackSeed *seed);

#endif
