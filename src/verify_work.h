/* SPDX-License-Identifier: MIT
 *
 * verify_work - what `verify` has under way: its output, and what is not as it
 * should be so far.
 */
#ifndef UPSWEEP_VERIFY_WORK_H
#define UPSWEEP_VERIFY_WORK_H

#include "cli/options.h"
#include "record/record.h"

#include <jansson.h>

/* A row of the final table of unexpected results. */
typedef struct {
    const char *name, *what;
    uint32_t bad, sizes; /* sizes, how many of how many */
    uint32_t n, k;       /* the first of them; n = 0: none */
} Complaint;

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
    Complaint *complaints;
    size_t complaints_count, complaints_capacity;
} Verification;

/* Prints the name of an algorithm or of a file, with which a row begins, so
 * that a terminal shows nothing but a name. */
void verify_print_name(FILE *out, const char *name);

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

/* The program that is operand I: a line or an object of its own, also if it
 * does not compile.  False if a signal asked to stop, the options are wrong, or
 * the machine fails.
 */
bool verify_program_operand(Verification *work, int i, Error *error);

#endif
