/* SPDX-License-Identifier: MIT
 *
 * verify_work - what `verify` has under way: its output, and what is not as it
 * should be so far.
 */
#ifndef UPSWEEP_VERIFY_WORK_H
#define UPSWEEP_VERIFY_WORK_H

#include "cli/options.h"
#include "record/record.h"
#include "say/diagnostic.h"

#include <jansson.h>

typedef struct {
    const Options *options;
    Recorder *recorder;
    FILE *out, *notes;
    json_t *runs; /* those that are not printed; NULL for text */
    Word *input;  /* given with --input; else NULL: each size has its own */
    uint32_t input_n;
    size_t number, count; /* index of the current operand among all */
    uint32_t done;
    bool shows_progress;
    const char **complaints; /* what is not as it should be */
    size_t complaints_count, complaints_capacity;
} Verification;

/* Prints the row of NAME in the table of several operands. */
void verify_print_row(const Verification *work, const char *name,
                      const DiagnosticRow *row);

/* Tries ALGORITHM at all sizes asked for and prints its line, or adds its
 * objects.  False with ERROR if it cannot be run at all. */
bool verify_algorithm(Verification *work, const Algorithm *algorithm,
                      Error *error);

/* Operand I: ALGORITHM, or the program I if that is NULL. */
bool verify_operand(Verification *work, const Algorithm *algorithm, int i,
                    Error *error);

/* The same for all operands, each in its process.  What they print,
 * and what their programs print, comes in their order. */
bool verify_many(Verification *work, const Algorithm *const algorithms[],
                 Error *error);

/* With --csv: prints RUNS as rows, and empties it. */
void verify_print_rows(Verification *work);

/* Prints, or adds, that NAME was not verified, FAULT, as WHY says. */
void verify_broken(Verification *work, const char *name, const char *fault,
                   const Error *why);

#endif
