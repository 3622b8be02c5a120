/* SPDX-License-Identifier: MIT
 *
 * launch - what a machine is asked to run, and the log that it returns.
 *
 * Both machines, CPU and GPU, take a Launch and fill a Log; record/
 * trace_builder.c turns a Log into a Trace.  A Log has the events of each
 * thread in the thread's order; with several blocks, also their times.
 *
 *     thread 0   STEP load  GLOAD in[0]  STORE 0  STEP up-sweep  LOAD 0 ...
 *     thread 1   STEP load  GLOAD in[1]  STORE 1  STEP up-sweep  LOAD 2 ...
 *     memory     | as it is before load           | before up-sweep ... | end
 */
#ifndef UPSWEEP_LAUNCH_H
#define UPSWEEP_LAUNCH_H

#include "catalog/plan.h"

#ifdef Word
#error "kernels/scan.h gives Word another meaning: include it last"
#endif

#define LAUNCH_MAX_ARRAYS PLAN_MAX_ARRAYS
#define LAUNCH_PHASE      32 /* bytes for the name of a phase */

typedef struct {
    const char *name; /* "in", "out", ... */
    Word *data;
    uint32_t words;
    Holds holds;
} GlobalArray;

typedef struct ReplaySchedule ReplaySchedule;

/* One grid of blocks. */
typedef struct {
    const Algorithm *algorithm; /* whose kernel runs */
    const char *title;          /* of the launch, for people */
    const char *source_name;    /* "kernels/leftright.cu" */
    const char *source;         /* its text, for the names of phases */
    uint32_t n;                 /* elements of the input, of all blocks */
    uint32_t block_n; /* elements of a block; the last may have fewer */
    uint32_t k, threads, blocks;
    uint32_t words; /* shared memory of a block */
    int part, passes;
    Op op;
    bool inclusive;
    uint64_t seed; /* of the order in which blocks run */
    GlobalArray arrays[LAUNCH_MAX_ARRAYS]; /* of the whole run */
    int arrays_count;
    uint8_t in, out;                   /* indices of the kernel's in and out */
    uint8_t scratch[PLAN_MAX_SCRATCH]; /* indices of its scratch arrays */
    const Word *flags;      /* what NUMBER counts in a shadow run; or NULL */
    ReplaySchedule *replay; /* the schedule that the run must follow, or NULL */
    uint32_t event_limit;   /* a thread with more events counts as endless */
    bool lockstep;          /* the CPU machine must not run threads ahead */
} Launch;

/* The events of one thread, see kernels/event.h. */
typedef struct {
    Event *events;
    size_t events_count, events_capacity;
    uint32_t *times; /* of its accesses: place in the order of issue, from 0;
                        only with more than one block */
    size_t times_count, times_capacity;
} ThreadLog;

/* Shared memory of one block at its barriers, one after the other. */
typedef struct {
    Word *values;
    size_t values_count, values_capacity;
} Snapshots;

typedef struct {
    uint32_t blocks, threads, words;
    ThreadLog *logs;      /* thread t of block b is logs[b * threads + t] */
    Snapshots *snapshots; /* of block b: (steps + 1) * words words */
    size_t logs_made, snapshots_made; /* there is memory for as many */
    bool words_only; /* a shadow's, made together with the values' log, which
                        has the rest: of events only the value is set, and the
                        cell of OP */
} Log;

/* An empty log; free it with log_free. */
Log *log_new(uint32_t blocks, uint32_t threads, uint32_t words);
void log_free(Log *log);
/* Empties the log for another run of the same shape, keeping its memory. */
void log_reset(Log *log);
/* An empty log of that shape in place of LOG, which may be NULL: the same log,
 * with its memory, or a new one if it is large and its shape another. */
Log *log_fit(Log *log, uint32_t blocks, uint32_t threads, uint32_t words);
/* How many words the access at index AT of LOG moves: 1, or WIDE_WORDS. */
uint32_t log_words(const ThreadLog *log, size_t at);
/* The number of accesses: events other than STEP, SYNC, WORD and OP. */
size_t log_accesses(const Log *log);

/* The schedule of an earlier run, for kernels that wait for other blocks: the
 * tickets that each thread got and the states that it saw.  Runs on a GPU
 * differ from each other, so the shadow of such a run is run on the CPU machine
 * and follows the log of the GPU's run. */
struct ReplaySchedule {
    const Log *log;
    Word *seen[LAUNCH_MAX_ARRAYS]; /* of pairs: the word published with each
                                      state, at pair_cell */
    bool *published[LAUNCH_MAX_ARRAYS];
};

/* The schedule of the run that LOG records; LOG must outlive it.  Free it with
 * replay_free. */
ReplaySchedule *replay_new(const Launch *launch, const Log *log);
void replay_free(ReplaySchedule *replay);

/* Launch G of PLAN, for sums of integers; the caller adds the arrays, the
 * operator, the seed and the source's name. */
Launch launch_of(const Plan *plan, int g);

/* A copy of what the arrays of LAUNCH hold; the caller frees it. */
Word *launch_arrays_copy(const Launch *launch);
/* Gives the arrays of LAUNCH back what they held when WORDS was copied. */
void launch_arrays_restore(const Launch *launch, const Word *words);

/* The number of elements of a block. */
uint32_t launch_block_n(const Launch *launch, uint32_t block);

/* Writes into TITLE the title of a step: that of KIND, or for PHASE_OTHER what
 * the STEP on LINE of SOURCE says: the text between the first two quotes of
 * that line; "step" if there is none. */
void launch_phase(const char *source, int line, PhaseKind kind,
                  char title[LAUNCH_PHASE]);

#endif
