/* SPDX-License-Identifier: MIT
 *
 * record - run a kernel twice (the operator, then its shadow) and make a Trace.
 */
#ifndef UPSWEEP_RECORD_H
#define UPSWEEP_RECORD_H

#include "launch.h"

typedef enum { DEVICE_AUTO, DEVICE_CPU, DEVICE_GPU } Device;

typedef struct {
    const Algorithm *algorithm;
    uint32_t n, k;
    uint32_t threads; /* 0: as many as have work, up to the most */
    Op op;
    bool inclusive;
    Device device;
    uint64_t seed;
    const Word *input; /* n words */
} RecordOptions;

/* Keeps the machine and its memory from one recording to the next. */
typedef struct Recorder Recorder;
Recorder *recorder_new(void);
void recorder_free(Recorder *recorder);

/* Runs and assembles; the trace has been checked against its snapshots.  NULL
 * and ERROR_USAGE for sizes out of range, ERROR_FAILED if the kernel or the
 * machine fails. */
Trace *record(Recorder *recorder, const RecordOptions *options, Error *error);

/* Checks sizes, fills in LAUNCH for OPTIONS but for its arrays: the first half
 * of record, for bench. */
bool record_launch(const RecordOptions *options, Launch *launch, Error *error);

/* The threads that an algorithm runs with when nothing is asked for. */
uint32_t record_threads(const Algorithm *algorithm, uint32_t n, uint32_t k);

#endif
