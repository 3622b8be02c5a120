/* SPDX-License-Identifier: MIT
 *
 * record - makes a Trace: runs an algorithm twice, with the operator and with
 * intervals (the shadow run); on the CPU machine both at once, if that can be.
 * A run is all launches of the algorithm's plan, each on the arrays as the
 * launch before left them.
 */
#ifndef UPSWEEP_RECORD_H
#define UPSWEEP_RECORD_H

#include "record/trace_builder.h"

/* DEVICE_BOTH is only asked for: it stands for one recording on each. */
typedef enum { DEVICE_AUTO, DEVICE_CPU, DEVICE_GPU, DEVICE_BOTH } Device;

typedef struct {
    const Algorithm *algorithm;
    SIZES;
    BlockRange blocks;     /* the trace holds only these blocks, if ... */
    bool some_blocks;      /* ... this is true; else all */
    const char *condition; /* of compact: what is kept, "x>4"; NULL: not 0 */
    Op op;
    Device device;
    bool untimed; /* do not measure cycles per step on a GPU, which is slow */
    uint64_t seed;
    Word *input; /* n words, of the caller; record does not change them */
} RecordOptions;

/* Keeps the machine and its memory from one recording to the next. */
typedef struct Recorder Recorder;

/* A new recorder; the caller frees it with recorder_free. */
Recorder *recorder_new(void);

/* Frees RECORDER with its machine and memory. */
void recorder_free(Recorder *recorder);

/* Records a run; the trace is checked against its snapshots, and the caller
 * frees it.  NULL and ERROR_USAGE for sizes out of range, ERROR_FAILED if the
 * kernel or the machine fails. */
Trace *record(Recorder *recorder, const RecordOptions *options, Error *error);

/* Runs the plain kernels of the run once on the GPU, without a trace: something
 * else records what they do.  False and an error as record. */
bool record_plain(const RecordOptions *options, Error *error);

/* The options that make the run of TRACE again, with ALGORITHM, on whatever
 * device there is.  The input and the condition are the trace's. */
RecordOptions record_again(const Trace *trace, const Algorithm *algorithm);

/* True if the last recording failed because of what the kernel did on the CPU
 * machine, so that another kernel may succeed. */
bool recorder_kernel_failed(const Recorder *recorder);

/* Checks the sizes in OPTIONS and makes *PLAN, as record does first.  False and
 * ERROR_USAGE for sizes out of range. */
bool record_plan(const RecordOptions *options, Plan *plan, Error *error);

/* Launch G of PLAN; the words of its arrays are not set. */
Launch record_launch(const RecordOptions *options, const Plan *plan, int g);

#endif
