/* SPDX-License-Identifier: MIT
 *
 * record - makes the Trace of an algorithm: runs src/catalog/catalog.cu, which
 * launches what the algorithm's plan says, on the simulator or on a GPU, and
 * turns the trace of that program into the algorithm's (catalog_trace.h).
 */
#ifndef UPSWEEP_RECORD_H
#define UPSWEEP_RECORD_H

#include "catalog/plan.h"
#include "trace/trace.h"

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
    bool locals; /* the trace has the local variables of threads, too; on the
                    simulator */
    uint64_t seed;
    Word *input; /* n words, of the caller; record does not change them */
} RecordOptions;

/* Keeps the program from one recording to the next. */
typedef struct Recorder Recorder;

/* A new recorder; the caller frees it with recorder_free. */
Recorder *recorder_new(void);
void recorder_free(Recorder *recorder);

/* Records a run; the trace is checked against its snapshots, and the caller
 * frees it.  NULL and ERROR_USAGE for sizes out of range, ERROR_FAILED if the
 * kernel or the machine fails. */
Trace *record(Recorder *recorder, const RecordOptions *options, Error *error);

/* Adds the local variables of its threads to TRACE, of the catalog, which has
 * none: runs it again on the simulator.  False and ERROR_FAILED, or
 * ERROR_USAGE, if this catalog does not make the same accesses. */
bool record_locals(Trace *trace, Error *error);

/* Runs the plain kernels of the run once on the GPU, without a trace: something
 * else records what they do.  False and an error as record. */
bool record_plain(const RecordOptions *options, Error *error);

/* The options that make the run of TRACE again, with ALGORITHM, on whatever
 * device there is.  The input and the condition are the trace's. */
RecordOptions record_again(const Trace *trace, const Algorithm *algorithm);

/* True if the last recording failed because of what the kernel did on the
 * simulator, so that another kernel may succeed. */
bool recorder_kernel_failed(const Recorder *recorder);

/* Checks the sizes in OPTIONS and makes *PLAN, as record does first.  False and
 * ERROR_USAGE for sizes out of range. */
bool record_plan(const RecordOptions *options, Plan *plan, Error *error);

#endif
