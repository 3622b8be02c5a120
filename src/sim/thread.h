/* SPDX-License-Identifier: MIT
 *
 * thread - one thread of the CPU machine: its side of the dialect.
 *
 * What a kernel says (kernels/scan_cpu.h) lands here: it is noted in the lane's
 * log, and the lane either goes on (a store) or stops until issue.c has done
 * it (a load).  The part of the log not yet issued is the lane's queue:
 *
 *     log   [ LOAD | STORE | STORE | LOAD ]
 *                    ^issued        ^events_count: waits for this value
 */
#ifndef UPSWEEP_THREAD_H
#define UPSWEEP_THREAD_H

#include "catalog/launch.h"
#include "sim/fiber.h"

#include <signal.h>

/* Event.array of a SHFL that waits: its cell is a lane, and no distance. */
#define THREAD_SHUFFLE_FROM 4

/* What a word is, which its bits do not tell.  Until a LOAD, a STORE or a SHFL
 * has been issued, its Event.array has the class of its word in the low bits.
 */
typedef enum {
    WORD_SUM,      /* elements, and sums of them */
    WORD_FLAG,     /* flags, and sums of them: what NUMBER counts */
    WORD_PLAIN,    /* a number that stands for no inputs: what TO_INT gives */
    WORD_IDENTITY, /* neutral */
    WORD_CLASSES
} WordClass;

#define THREAD_LINES     65536
#define THREAD_MAX_LEVEL 65535 /* of a step, as in a trace */

typedef struct Warp Warp;
typedef struct SimBlock SimBlock;

/* Which access stands on a line: the number that the dialect gives it, and the
 * run in which it was seen. */
typedef struct {
    uint32_t run;
    uint16_t access;
} LaneSite;

/* What all lanes of a run share. */
typedef struct {
    const Launch *launch;
    Fiber *scheduler;
    Error error;     /* the first fault; kind ERROR_NONE while all is well */
    uint64_t events; /* grows with each event: a sign of life */
    volatile sig_atomic_t late; /* the launch has taken longer than it may */
    Thread *running;
    LaneSite *sites;     /* a line each, THREAD_LINES of them */
    uint32_t run;        /* counts runs, so that SITES need not be cleared */
    uint32_t first_seal; /* of the run: of thread 0 of block 0 */
} SimShared;

struct Thread {
    SimShared *shared;
    SimBlock *block;
    Warp *warp;
    Fiber *fiber;
    ThreadLog *log;
    size_t issued;   /* events of the log that are behind us */
    uint32_t thread; /* in its block */
    int line;        /* where it last was */
    uint64_t bit;    /* of its place in the sets of its warp */
    uint32_t seal;   /* this thread in this run, and no other: its words have
                        it; never 0 */
};

/* Sets of lanes are bits, so that an idle lane costs nothing to pass over. */
struct Warp {
    Thread *lanes[TRACE_MAX_BANKS];
    int count;
    uint64_t ready;   /* can run */
    uint64_t waiting; /* stopped until their last event is issued */
    uint64_t barrier; /* stopped at a STEP or SYNC */
    uint64_t queued;  /* have accesses that are not yet issued */
};

struct SimBlock {
    uint32_t index;
    uint32_t step; /* barriers passed */
    int step_line; /* of the STEP that the block is in; 0 before the first */
    int32_t level;
    /* The barrier that threads wait at: who came first, and the first who came
     * to another one (NULL: none). */
    Thread *first, *stray;
};

/* The entry of every lane's fiber: runs kernels, one after the other. */
void thread_main(void *lane);

/* Notes a fault of LANE in the shared error: "kernels/x.cu:12: thread 5 ..., in
 * step 3 (up-sweep, level 2)".  The first fault stays. */
void thread_fault(const Thread *lane, int line, const char *format, ...)
    BASE_PRINTF(3, 4);

/* thread_fault, and the lane never runs again. */
_Noreturn void thread_die(Thread *lane, int line, const char *format, ...)
    BASE_PRINTF(3, 4);

#endif
