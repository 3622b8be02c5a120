/* SPDX-License-Identifier: MIT
 *
 * verify - checks what an algorithm's catalog entry promises, at one size.
 *
 * An algorithm must be proved for every associative operator, and must have no
 * conflict if it promises none.  A mistake must fail, with the fault that its
 * entry names, from the size on that its entry names.
 *
 * Where blocks wait for each other, a run shows one order of many, so the
 * algorithm is run again with other seeds.  Each run is proved for every
 * operator; orders that were not run are not covered.
 */
#ifndef UPSWEEP_VERIFY_H
#define UPSWEEP_VERIFY_H

#include "findings/finding.h"
#include "record/record.h"

#include <jansson.h>

#include <stdio.h>

typedef struct {
    Trace *trace; /* of the run that this verdict describes */
    uint32_t n, k;
    bool ok;       /* nothing is wrong */
    bool expected; /* an algorithm is ok; a mistake shows its own fault where
                      it must, and none where it must not; if the user chose
                      the number of threads, the fault may show or not */
    Fault fault;   /* the first of: race, sums, conflicts; if other orders show
                      several, the one that the entry names */
    Findings findings;
    Counted cost;
    uint32_t schedules;        /* orders of blocks tried; 0: only one exists */
    uint32_t right;            /* how many of them were right */
    uint32_t wrong_sums, racy; /* how many had wrong outputs, had a race */
    uint64_t seed; /* of TRACE: the first that was wrong, else the first */
    Text why;      /* the verdict as a sentence */
} Verdict;

/* The fault that must show at the size in OPTIONS; FAULT_NONE if none. */
Fault verify_due(const RecordOptions *options);

/* Records ALGORITHM at the size in OPTIONS and judges it; false and ERROR if it
 * cannot be run.  Free the verdict with verdict_free. */
bool verify_one(Recorder *recorder, const RecordOptions *options,
                Verdict *verdict, Error *error);

/* The same; if blocks wait for each other, under SCHEDULES orders of blocks,
 * with seeds that count up from the one in OPTIONS. */
bool verify_schedules(Recorder *recorder, const RecordOptions *options,
                      uint32_t schedules, Verdict *verdict, Error *error);
/* The same of a user's program, whose TRACE the verdict takes over: nothing is
 * wrong if there are no races, no output is unlike most others, or what is
 * expected of the trace, no value is undefined, and main returns 0. */
Verdict verify_program(Trace *trace);
void verdict_free(Verdict *verdict);

/* Where the fault that is told shows: the step, as show numbers it, and the
 * instruction, from 1 in the order of playing, that `export --step` and
 * `--instruction` take; false if there is none. */
bool verdict_where(const Verdict *verdict, uint32_t *step, size_t *instruction);

/* "wrong sums", "a race", "bank conflicts" */
const char *fault_name(Fault fault);

/* What is wrong with a kernel that does not finish. */
#define VERIFY_BROKEN "a fault in the kernel"
/* What is wrong with a program of which no kernel has run, as it does not
 * compile. */
#define VERIFY_NOT_RUN "does not run"
/* The same of one that is more than can be run or recorded. */
#define VERIFY_NOT_DONE "not verified"

/* A verdict on ALGORITHM, or on a program if that is NULL, with the command
 * that replays it or NULL, as JSON; the caller owns the reference. */
json_t *verify_json(const Algorithm *algorithm, const Verdict *verdict,
                    const char *replay);
/* The same for a run with OPTIONS that the kernel did not finish. */
json_t *verify_broken_json(const RecordOptions *options, const Error *why);
/* The same for the program NAME that did not compile, or not come to its end:
 * FAULT is what is wrong with it. */
json_t *verify_broken_program_json(const char *name, const char *fault,
                                   const Error *why);

/* Prints RUN, one of these, as a row of comma-separated values; NULL: the names
 * of the columns. */
void verify_csv(const json_t *run, FILE *out);

#endif
