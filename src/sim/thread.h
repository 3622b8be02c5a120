/* SPDX-License-Identifier: MIT
 *
 * thread - one CUDA thread of the CPU machine: its log, its faults, and how it
 * gives way to others.  simt.c creates and schedules the threads; dialect.c has
 * what their kernels call.
 *
 * Each access is added to the thread's log, and the thread then either goes on
 * (a store) or stops until execute.c has executed the access (a load).  The
 * part of the log that is not yet executed is the thread's queue:
 *
 *     log   [ LOAD | STORE | STORE | LOAD ]
 *                    ^executed        ^events_count: waits for this value
 */
#ifndef UPSWEEP_THREAD_H
#define UPSWEEP_THREAD_H

#include "catalog/launch.h"
#include "sim/fiber.h"

#include <signal.h>

/* Event.array of a SHFL that waits and whose cell is the number of a thread;
 * for SHFL_UP the cell is a distance. */
#define THREAD_SHUFFLE_FROM 4

/* What a word stands for, which its bits do not tell.  Until a LOAD, STORE or
 * SHFL is executed, the low bits of its Event.array hold the class of its word.
 */
typedef enum {
    WORD_SUM,      /* elements, and sums of them */
    WORD_FLAG,     /* flags, and sums of them: what NUMBER counts */
    WORD_PLAIN,    /* a number that is no sum of inputs: what TO_INT gives */
    WORD_IDENTITY, /* the operator's identity, which goes with every class */
    WORD_CLASSES
} WordClass;

#define THREAD_LINES     65536
#define THREAD_MAX_LEVEL 65535 /* of a step, as in a trace */

typedef struct Ahead Ahead;
typedef struct Warp Warp;
typedef struct SimBlock SimBlock;

/* The access on one source line: the number that the dialect gives it, the last
 * run in which it was executed, and the first thread there. */
typedef struct {
    uint32_t run;
    uint32_t block, thread;
    uint16_t access;
    uint8_t kind; /* AccessKind */
} LineAccess;

/* State that all threads of a run share. */
typedef struct {
    const Launch *launch;
    Log *log, *shadow_log; /* shadow_log: NULL unless SHADOW is run */
    Fiber *scheduler;
    Error error;     /* the first fault; kind ERROR_NONE: none yet */
    uint64_t events; /* grows with each event; guard.c sees that it does */
    uint32_t clock;  /* instructions executed */
    volatile sig_atomic_t late; /* set when the launch exceeds its time limit */
    double time_limit;          /* seconds of processor time */
    const Launch *shadow;       /* that is run together with the launch, or
                                   NULL: its arrays hold intervals */
    Thread *running;
    LineAccess *sites;   /* by source line, THREAD_LINES of them */
    uint32_t run;        /* counts runs, so that SITES need not be cleared */
    uint32_t first_seal; /* seal of thread 0 of block 0 in this run */
    Ahead *ahead;        /* of a run without lockstep; else NULL */
    uint32_t lines;      /* with accesses, in the run */
    bool gave_up;        /* such a run needs lockstep, or its shadow a run of
                            its own */
} SimShared;

struct Thread {
    SimShared *shared;
    SimBlock *block;
    Warp *warp;
    Fiber *fiber;
    ThreadLog *log, *shadow; /* shadow: of SimShared.shadow, or NULL */
    size_t executed;         /* events of the log already executed */
    size_t room;    /* events that the log may have before thread_make_room */
    uint32_t index; /* its index in the block */
    int line;       /* of its last access or barrier */
    uint64_t bit;   /* 1 << lane, for the sets of its warp */
    uint32_t seal;  /* unique to this thread in this run and part of each
                       of its words; never 0 */
};

/* A warp; its sets of lanes have bit i for lane i. */
struct Warp {
    Thread *lanes[TRACE_MAX_BANKS];
    int count;
    uint64_t ready;   /* can run */
    uint64_t waiting; /* stopped until their last event is executed */
    uint64_t barrier; /* stopped at a STEP or SYNC */
    uint64_t queued;  /* have accesses that are not yet executed */
};

struct SimBlock {
    uint32_t index;
    uint32_t step;   /* barriers passed */
    int step_line;   /* of the STEP that the block is in; 0 before the first */
    PhaseKind phase; /* that it names */
    int32_t level;
    /* At the barrier: the first thread that arrived, the barrier that it is at,
     * and the first thread that arrived at a different one (NULL: none). */
    Thread *first, *stray;
    uint64_t barrier; /* line, phase and level */
};

/* The shared memory of a block. */
typedef struct {
    Word *words, *shadow; /* shadow: of the run of SimShared.shadow */
    uint8_t *classes;     /* of the words: WordClass */
} SharedMemory;

/* The entry of every thread's fiber: runs kernels, one after the other.  THREAD
 * is the Thread. */
void thread_main(void *thread);

/* Stops the thread and runs the next ready one of its warp, or the scheduler.
 * Returns when the thread is ready and its turn has come. */
void thread_yield(Thread *thread);

/* Records a fault of THREAD in the shared error: "kernels/x.cu:12: thread 5
 * ..., in step 3 (up-sweep, level 2)".  Later faults are ignored. */
void thread_fault(const Thread *thread, int line, const char *format, ...)
    BASE_PRINTF(3, 4);

/* Gives up a run without lockstep, or together with its shadow: stops THREAD
 * for good. */
_Noreturn void thread_give_up(Thread *thread);

/* Records the fault that an access of THREAD, of KIND, is on a line where
 * thread OTHER of block BLOCK made one of OTHER_KIND. */
void thread_shares_line(const Thread *thread, int line, AccessKind kind,
                        uint32_t block, uint32_t other, AccessKind other_kind);

/* Records a fault like thread_fault, and stops the thread for good. */
_Noreturn void thread_die(Thread *thread, int line, const char *format, ...)
    BASE_PRINTF(3, 4);

/* Makes room in the log for an event of KIND on LINE.  Ends the thread with a
 * fault if it has too many events, takes too long, or is before its first STEP.
 */
void thread_make_room(Thread *thread, int kind, int line);

/* An access of KIND on LINE, number ACCESS in its file, that is not the one
 * that was SEEN there last: notes it if it is the first one of the run; ends
 * THREAD if two accesses share a line. */
void thread_check_line(Thread *thread, AccessKind kind, int line,
                       uint16_t access, LineAccess *seen);

/* True if an event can be added to the thread's log without thread_make_room.
 */
BASE_INLINE bool thread_has_room(const Thread *thread)
{
    return thread->log->events_count < thread->room && !thread->shared->late;
}

/* Adds an event of KIND on LINE to the thread's log, in which there is room. */
BASE_INLINE Event *thread_add(Thread *thread, int kind, int line)
{
    ThreadLog *log = thread->log;

    ++thread->shared->events;
    if (thread->shadow)
        thread->shadow->events[log->events_count] = (Event){.cell = 0};
    Event *event = &log->events[log->events_count++];
    *event = (Event){.kind = (uint8_t)kind, .site = (uint16_t)line};
    return event;
}

/* Adds an event of KIND to the thread's log, for the caller to fill in; SITE is
 * the line, or SCAN_SITE for an access: the line and, in the high bits, the
 * number of the access in its file; 0: unknown.  Ends the thread with a fault
 * as the two functions above do. */
BASE_INLINE Event *thread_note(Thread *thread, int kind, int site)
{
    const SimShared *shared = thread->shared;
    int line = (int)((unsigned)site % THREAD_LINES);

    thread->line = line;
    if (!thread_has_room(thread))
        thread_make_room(thread, kind, line);
    if (kind < ACCESS_KINDS) {
        LineAccess *seen = &shared->sites[line];
        uint16_t access = (uint16_t)((unsigned)site / THREAD_LINES);
        if (seen->run != shared->run || seen->kind != kind ||
            seen->access != access)
            thread_check_line(thread, (AccessKind)kind, line, access, seen);
        if (!shared->ahead)
            thread->warp->queued |= thread->bit;
    }
    return thread_add(thread, kind, line);
}

/* The event of the shadow's log that corresponds to EVENT, of THREAD; only if
 * a shadow is run with the launch. */
BASE_INLINE Event *thread_shadow_of(const Thread *thread, const Event *event)
{
    return thread->shadow->events + (event - thread->log->events);
}

/* Moves the word of EVENT, a load or store of KIND at CELL or a WORD that
 * belongs to it, from or to HOME: shared memory or the data of an array. */
BASE_INLINE void thread_move(Word *home, int kind, uint32_t cell, Event *event)
{
    if (kind == ACCESS_LOAD || kind == ACCESS_GLOAD)
        event->value = home[cell];
    else
        home[cell] = event->value;
}

#endif
