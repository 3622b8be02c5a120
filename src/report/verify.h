/* SPDX-License-Identifier: MIT
 *
 * verify - does an algorithm keep what its catalog entry promises, at one size?
 *
 * An algorithm must be proved for every associative operator, and must have no
 * conflict if it promises none.  A mistake must fail, with the fault that its
 * entry names, from the size on that its entry names.
 *
 * Where blocks wait for each other one run shows one order of many, so it is
 * run again with other seeds.  Each run is proved for every operator; that all
 * orders are right is not proved, but tried.
 */
#ifndef UPSWEEP_VERIFY_H
#define UPSWEEP_VERIFY_H

#include "analysis/proof.h"
#include "record/record.h"

typedef struct {
    Trace *trace; /* of the run that all the rest is of */
    uint32_t n, k;
    bool ok;       /* nothing is wrong with it */
    bool expected; /* ok for an algorithm; for a mistake, its own fault where
                      it must show, and none where it must not; with a number
                      of threads that was asked for it may show as it likes */
    Fault fault;   /* the first of: race, sums, conflicts; but of several that
                      other orders have, the one that the entry names */
    Proof proof;
    RaceList races;
    Counted cost;
    uint64_t conflicts_load, conflicts_store;
    uint32_t schedules;        /* orders of blocks tried; 0: there is but one */
    uint32_t right;            /* of which so many were right, */
    uint32_t wrong_sums, racy; /* had wrong outputs, had a race */
    uint64_t seed; /* of TRACE: the first that was wrong, else the first */
    Text why;      /* a sentence */
} Verdict;

/* What must be found wrong at the size in OPTIONS. */
Fault verify_due(const RecordOptions *options);

/* Records ALGORITHM at the size in OPTIONS and judges it; false and ERROR if it
 * cannot be run.  Free the verdict with verdict_free. */
bool verify_one(Recorder *recorder, const RecordOptions *options,
                Verdict *verdict, Error *error);

/* The same, under SCHEDULES orders of blocks if the algorithm has them wait:
 * the seeds from the one in OPTIONS on. */
bool verify_schedules(Recorder *recorder, const RecordOptions *options,
                      uint32_t schedules, Verdict *verdict, Error *error);
void verdict_free(Verdict *verdict);

/* "wrong sums", "a race", "bank conflicts" */
const char *fault_name(Fault fault);

#endif
