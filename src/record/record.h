/* SPDX-License-Identifier: MIT
 *
 * record - run an algorithm twice (the operator, then its shadow) and make a
 * Trace: all launches of its plan, each on the arrays that the ones before
 * left.
 */
#ifndef UPSWEEP_RECORD_H
#define UPSWEEP_RECORD_H

#include "record/trace_builder.h"

typedef enum { DEVICE_AUTO, DEVICE_CPU, DEVICE_GPU } Device;

typedef struct {
    const Algorithm *algorithm;
    uint32_t n, k;
    uint32_t threads;  /* 0: as many as have work, up to the most */
    uint32_t block_n;  /* elements of a block; 0: as suits n */
    int passes;        /* of reduction, for hybrid; RECORD_USUAL: until a warp
                          is enough */
    BlockRange blocks; /* that the trace shall hold; {0, 0} with */
    bool some_blocks;  /* ... this unset: all */
    const char *keep;  /* for compact: which elements, "x>4"; NULL: not 0 */
    Op op;
    bool inclusive;
    Device device;
    bool untimed; /* no cycles a step, which take a GPU longer than the rest */
    uint64_t seed;
    const Word *input; /* n words */
} RecordOptions;

#define RECORD_USUAL (-1)

/* Keeps the machine and its memory from one recording to the next. */
typedef struct Recorder Recorder;
Recorder *recorder_new(void);
void recorder_free(Recorder *recorder);

/* Runs and assembles; the trace has been checked against its snapshots.  NULL
 * and ERROR_USAGE for sizes out of range, ERROR_FAILED if the kernel or the
 * machine fails. */
Trace *record(Recorder *recorder, const RecordOptions *options, Error *error);

/* Did the last recording fail for what the kernel did on the CPU machine, so
 * that another may be tried? */
bool recorder_kernel_failed(const Recorder *recorder);

/* Checks sizes and makes the plan: the first half of record. */
bool record_plan(const RecordOptions *options, Plan *plan, Error *error);

/* Launch G of PLAN, but for what its arrays hold. */
Launch record_launch(const RecordOptions *options, const Plan *plan, int g);

/* The passes of reduction that hybrid makes when nothing is asked for: until
 * the array is as long as a warp is wide. */
uint32_t record_usual_passes(uint32_t n, uint32_t k);

/* The threads that an algorithm runs with when nothing is asked for. */
uint32_t record_threads(const Algorithm *algorithm, uint32_t n, uint32_t k);

#endif
