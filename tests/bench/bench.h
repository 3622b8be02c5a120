/* SPDX-License-Identifier: MIT
 *
 * bench - what the files of this program share: bench.c measures
 * recording, bench_program.c programs, bench_frames.c what is drawn,
 * bench_whole.c the program as a whole.
 */
#ifndef UPSWEEP_BENCH_H
#define UPSWEEP_BENCH_H

#include "record/record.h"

#include <jansson.h>
#include <stdio.h>

enum { BENCH_MEASURES = 32 };

/* A line of the answer. */
typedef struct {
    char name[40]; /* "frames as PNG, all cores" */
    const char *unit;
    double value, goal;
    bool more_is_better;
    bool compared; /* with an earlier run, */
    double before; /* which has this value */
} Measure;

typedef struct {
    Measure measures[BENCH_MEASURES];
    int count;
    Recorder *recorder;
    FILE *notes; /* what could not be measured, and why */
} Bench;

/* Adds a line. */
void bench_add(Bench *bench, const char *name, const char *unit, double value,
               double goal, bool more_is_better);

/* Records algorithm NAME with random numbers; the caller frees the trace.  NULL
 * and *ERROR if the recording fails. */
Trace *bench_record(const Bench *bench, const char *name, uint32_t n,
                    uint32_t k, Error *error);

/* Adds how fast users' programs are recorded and run, and Oclgrind beside them
 * if it is installed; notes what cannot be measured. */
void bench_program(Bench *bench);

/* Adds how long the window takes to begin, and all proofs, the memory of a
 * large comparison, and the size of the program. */
void bench_whole(Bench *bench);

/* Seconds of processor time that this process has used. */
double bench_seconds(void);

/* Adds how long a frame takes in a window (unless there is no display) and in
 * memory, how many frames a second are exported to files, and the memory of the
 * largest process that exports.  False and *ERROR if a recording or an export
 * fails. */
bool bench_frames(Bench *bench, Error *error);

#endif
