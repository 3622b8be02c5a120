/* SPDX-License-Identifier: MIT
 *
 * machine - runs the kernels of a user's program, within that program: a fiber
 * for each thread, warps in lockstep where that can be seen.
 *
 * The program was compiled with -fsanitize=thread, so that the compiler calls
 * announce.c before each load and store that other threads may see.  In a block
 * that is recorded a thread stops there until its warp executes the access; in
 * other blocks it stops only at volatile accesses, barriers and operations of
 * its warp.  When all lanes of a warp have stopped, those at the lowest place
 * of the program go on together (site.h); but lanes that only repeat themselves
 * rest while others can go (spin.h).
 *
 * Where the order of accesses turns out not to matter, as threads do not meet
 * (touch.h), a thread of a block that is recorded does not stop at its accesses
 * either: its warp executes them later, from what was kept (pending.h).  Where
 * they meet after all, the launch begins anew, in lockstep.
 *
 * A launch that was recorded is run again on random inputs.  If its threads did
 * not meet (touch.h), what they load does not depend on the order of accesses,
 * and they do not stop there, as long as each makes the same accesses as before
 * (values.h); if one does not, that run is made again in lockstep.
 *
 *     machine.c         grid.c      warp.c       a fiber
 *     upsweep_launch ── grid_run ── warp_turn ── kernel ── __tsan_read4
 *                                                              └── machine_stop
 */
#ifndef UPSWEEP_RUNTIME_MACHINE_H
#define UPSWEEP_RUNTIME_MACHINE_H

#include "program/cuda/upsweep_device.h"
#include "program/runtime/frame.h"
#include "program/runtime/memory.h"
#include "program/runtime/site.h"
#include "program/runtime/spin.h"
#include "program/runtime/touch.h"
#include "sim/fiber.h"

#include <stdbool.h>

typedef enum {
    THREAD_READY,
    THREAD_ACCESS,   /* waits until its warp executes its access */
    THREAD_TOGETHER, /* waits for the lanes of a mask */
    THREAD_BARRIER,
    THREAD_DONE,
    THREAD_STATES
} ThreadState;

typedef struct Block Block;

/* What a stopped thread asks for. */
typedef struct {
    const Site *site;
    const char *frame; /* pointer, of the function that stopped */
    const char *address;
    uint64_t value; /* of THREAD_TOGETHER and THREAD_BARRIER */
    uint32_t mask;  /* of THREAD_TOGETHER; bit i for lane i */
    int16_t from;   /* of a shuffle: the lane whose value is wanted; else -1 */
    uint8_t bytes;
    uint8_t kind; /* ProgramAccessKind */
    bool is_volatile;
    bool orders; /* of THREAD_TOGETHER: the accesses before and behind it */
} Request;

/* Where the log wants the BYTES bytes of a store that is made when the thread
 * goes on, and the word that they lie in; each NULL if it wants none. */
typedef struct {
    unsigned char *value;
    uint32_t *word;
    const char *address;
    uint8_t bytes;
    bool goes_on; /* further pieces of the store are in more->stores */
    bool copies;  /* it stores what more->loaded has */
} Stored;

/* An index that lies outside of its array: see bounds.h. */
typedef struct {
    const struct BoundsPlace *place; /* NULL: none */
    int64_t index;
    int depth;   /* of the thread's calls */
    int waiting; /* accesses until it is forgotten */
} OutsideIndex;

enum { OUTSIDE_INDICES = 4 };

/* An access that a thread has made before its warp, see pending.h. */
typedef struct {
    const Site *site;
    const char *address;
    unsigned char value[16];
    uint32_t word;        /* of fewer than 4 bytes: the word that they lie in */
    uint32_t changes_end; /* PendingList.changes before it and the access */
    uint8_t bytes, kind;
} Pending;

typedef struct {
    Pending *items;
    uint32_t at, count, capacity; /* those before AT were executed */
    ProgramHalf *changes;         /* of locals */
    uint32_t changes_at, changes_count, changes_capacity;
    Request request;   /* of the thread when it stopped ... */
    ThreadState state; /* ... and what it waits for then */
} PendingList;

typedef struct ThreadMore {
    PendingList pending;
    const void *places; /* of the locals as they were logged, if all are of one
                           of the thread's calls and have values; else NULL */
    uint32_t calls;     /* that the thread was in then */
    Request deferred;   /* the first piece of the store of a copy whose load
                           is still to come ... */
    size_t deferred_bytes; /* ... and the bytes of all */
    unsigned char *loaded; /* what a copy has loaded */
    size_t loaded_bytes, loaded_capacity;
    Stored *stores; /* see Stored.goes_on */
    size_t stores_count, stores_capacity;
    unsigned char *piece;  /* while the pieces of a store are announced: where
                              the log wants the first; else NULL */
    bool counts_next;      /* see upsweep_count_next */
    unsigned char *before; /* where the log wants what an update
                              finds; NULL: nowhere */
    uint32_t together;     /* the lanes that took part ... */
    uint64_t exchanged[PROGRAM_LANES];     /* ... in THREAD_TOGETHER */
    OutsideIndex outside[OUTSIDE_INDICES]; /* the last ones */
    uint32_t outside_next;                 /* the oldest of them */
    uint32_t outside_waits;                /* those that have a place */
    uint32_t credit;                       /* machine_credit without them */
    Spin spin;                             /* if Warp.visited */
} ThreadMore;

/* What a thread needs at each stop stands first: threads run in turns, and most
 * of the time goes into fetching it. */
typedef struct Thread {
    Fiber *fiber;
    Block *block;
    struct Warp *warp;
    uint32_t epoch;  /* how lanes of its warp met, see trace/epoch.h */
    uint16_t number; /* in its block */
    uint8_t lane;
    bool defers; /* the store more->deferred */
    int depth;   /* of its calls */
    int known;   /* how many of PATH belong to CALLERS: made when they are asked
                  */
    const Site *caller; /* the last of these; NULL: none */
    Stored stored;
    Request request;
    UpsweepDim index;
    FrameLocals locals;
    FrameOuter outer;
    struct ThreadMore *more;         /* what few accesses need */
    uint64_t callers[PROGRAM_DEPTH]; /* return addresses, the outermost first */
    const Site *path[PROGRAM_DEPTH]; /* the sites of these calls */
} Thread;

typedef struct Warp {
    Thread *lanes[PROGRAM_LANES];
    uint32_t count;
    uint32_t number;
    uint32_t in[THREAD_STATES]; /* its lanes in each state; bit i for lane i */
    Visits visits;
    bool met; /* some of its lanes, since the barrier: see Thread.epoch */
    uint32_t at_end;  /* lanes that came to the end of the kernel; those that
                         returned before are not among them */
    uint32_t resting; /* lanes that repeat themselves: see spin.h ... */
    uint32_t rested;  /* ... and the turns that others had meanwhile */
    bool visited;     /* see spin_visit */
    bool spent;       /* a lane has used up its credit, see machine_run */
} Warp;

struct Block {
    UpsweepDim index;
    uint32_t number; /* x + X (y + Y z) */
    bool recorded, done;
    size_t place; /* of its first thread among all that are recorded */
    Thread *threads;
    ThreadMore *more; /* of each thread */
    Warp *warps;
    uint32_t warps_count, current;
    char *shared;
    Touch *touches; /* of each word of it; NULL: of none so far */
    uint32_t first_interval, interval; /* see touch.h */
    /* at the barrier: where the first thread waits, and one that waits
     * elsewhere (NULL: none); the sum of their values */
    const Site *site;
    Thread *stray;
    uint64_t adding;
    uint64_t sum; /* of the values at the last barrier */
};

/* The thread that runs; NULL in host code. */
extern __attribute__((visibility("hidden"))) Thread *machine_thread;

/* Accesses of the running thread that need not be looked at: in a block that is
 * not recorded, until others have a turn.  0 in host code, and where accesses
 * are compared with an index (bounds.h). */
extern __attribute__((visibility("hidden"))) uint32_t machine_credit;

/* The site of PC in the function that runs. */
Site *machine_site(uint64_t pc);

/* True while a launch is recorded or is a trial. */
bool machine_records(void);
/* True while it is a trial. */
bool machine_tries(void);
/* Writes what the array is called that argument NUMBER, from 1, of the launch
 * that runs points into. */
void machine_argument(uint32_t number, char name[64]);

/* Stops the running thread in STATE until the scheduler resumes it. */
void machine_stop(ThreadState state);

/* The running thread, of a block that is recorded, makes the access of REQUEST,
 * to ARRAY or, if that is NULL, to shared memory: stops until its warp executes
 * it, unless the order does not matter. */
void machine_access(const Request *request, GlobalArray *array);

/* The same where threads do not stop at accesses, machine.runs_on: at
 * PC; the request needs no site. */
void machine_run_on(const Request *request, uint64_t pc, GlobalArray *array);

/* Ends the program, or the trial that runs, with a fault: FORMAT is a clause
 * such as "reads d_in[4096] of 4096 elements".  The text that Upsweep shows
 * begins with the running thread, if there is one, and PC gives the line; 0:
 * the code that runs, or was interrupted by a signal, does. */
_Noreturn void machine_fault(uint64_t pc, const char *format, ...)
    BASE_PRINTF(2, 3);

/* A fault that follows, of no PC, is that of the code that has called the
 * function at PC. */
void machine_leave_out(uint64_t pc);
/* The same of what is right in CUDA, and what the machine lacks. */
_Noreturn void machine_missing(uint64_t pc, const char *format, ...)
    BASE_PRINTF(2, 3);

/* Notes that the program asked for BYTES bytes, which it was not given.  While
 * a launch runs nothing is noted: the machine asks for memory then. */
void machine_short(size_t bytes);
/* Notes that BYTES bytes at MEMORY were asked for, if a kernel did. */
void machine_note_heap(const void *memory, size_t bytes);
/* True if a kernel asked for memory about ADDRESS. */
bool machine_is_heap(const void *address);
/* Fills FRAMES, of PROGRAM_DEPTH return addresses, with those of the running
 * code, as ProgramLog.fault_frames has them. */
void machine_note_frames(uint64_t *frames);

/* The same of a thread that, as VERB says, "loads", "stores to" or "touches"
 * ADDRESS, which may be none of its own.  Returns if it is not known what lies
 * there. */
void machine_fault_at(uint64_t pc, const char *address, const char *verb);
/* The same of an ADDRESS in or near ARRAY. */
_Noreturn void machine_fault_element(uint64_t pc, const GlobalArray *array,
                                     const char *address, const char *verb);

#endif
