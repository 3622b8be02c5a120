/* SPDX-License-Identifier: MIT
 *
 * machine - the simulator: runs the kernels of a user's program, within that
 * program, a fiber for each thread.
 *
 * The compiler's pass has put a call before each load and store (access.c).
 * There are two ways to run a block:
 *
 *     fast      a thread runs alone to its next barrier or operation of its
 *               warp, and lists its accesses.  A word that two threads touch
 *               between two barriers, one of them storing (touch.h), ends it.
 *     lockstep  a thread stops before each access.  The lanes of a warp at
 *               the lowest site go first; lanes that only repeat
 *               themselves rest while others can go (spin.h).
 *
 * A launch begins in the fast way.  Where that cannot be right, memory becomes
 * what it was (undo.h), and the launch runs again in lockstep.  In both ways
 * order.h makes warp instructions of what the lanes list, and record.h logs
 * them.  Launches that are not recorded run just so, without a log.
 *
 *     launch.c     grid.c      warp.c       a fiber
 *     cudaLaunch ─ grid_run ── warp_turn ── kernel ── upsweep_load
 *                                                        └── machine_stop
 */
#ifndef UPSWEEP_SIMULATOR_MACHINE_H
#define UPSWEEP_SIMULATOR_MACHINE_H

#include "program/cuda/upsweep_device.h"
#include "program/program_log.h"
#include "simulator/fiber.h"
#include "simulator/memory.h"
#include "simulator/order.h"
#include "simulator/spin.h"

#include <stdbool.h>

#define MACHINE_HIDDEN __attribute__((visibility("hidden")))

typedef enum {
    THREAD_READY,
    THREAD_ACCESS,   /* waits until its warp executes the access it lists */
    THREAD_TOGETHER, /* waits for the lanes of a mask */
    THREAD_BARRIER,
    THREAD_DONE,
    THREAD_STATES
} ThreadState;

typedef struct Block Block;

/* An access of a thread.  In the fast way the thread has made it; in lockstep
 * it waits before it. */
typedef struct {
    const Site *site;
    const char *address;
    unsigned char value[16]; /* of a store, and in the fast way of a load */
    uint32_t word;        /* of fewer than 4 bytes: the word that they lie in,
                             as it is after the access */
    uint32_t changes_end; /* AccessList.changes before it and the access */
    uint8_t bytes, kind;  /* ProgramAccessKind */
    bool is_volatile;
} Access;

/* Accesses that the warp is still to execute. */
typedef struct {
    uint32_t at, count; /* those before AT were executed */
    ThreadState then;   /* what the thread waits for behind them */
    uint32_t capacity;
    Access *items;
    uint32_t changes_at;
    size_t changes_count, changes_capacity;
    ProgramHalf *changes; /* of locals */
} AccessList;

/* What a thread asks of other lanes. */
typedef struct {
    const Site *site;
    LaneSet mask; /* 0: the lanes that stop here, too */
    uint64_t value;
    int16_t from;  /* of a shuffle: the lane whose value is wanted; else -1 */
    uint8_t bytes; /* of a shuffle */
    bool orders;   /* the accesses before and behind it */
} Request;

/* The locals of a thread as they were logged, by rising depth. */
typedef struct {
    struct LocalValue *items;
    size_t items_count, items_capacity;
} LoggedLocals;

/* An index that lies outside of its array: see bounds.h. */
typedef struct {
    const struct BoundsPlace *place; /* NULL: none */
    int64_t index;
    int depth;   /* of the thread's calls */
    int waiting; /* accesses until it is forgotten */
} OutsideIndex;

enum { OUTSIDE_INDICES = 4 };

/* What few accesses of a thread need. */
typedef struct ThreadMore {
    char *loaded; /* what a copy has loaded */
    size_t loaded_capacity;
    bool counts_next, unused_next; /* see upsweep_count_next */
    unsigned char *before; /* where the log wants what an update finds ... */
    unsigned char *after;  /* ... and leaves; NULL: nowhere ... */
    uint32_t *word;        /* ... with the word around it */
    const char *updates;   /* the update's address */
    uint8_t update_bytes;
    LaneSet together;                      /* the lanes that took part ... */
    uint64_t exchanged[MACHINE_LANES];     /* ... in THREAD_TOGETHER */
    OutsideIndex outside[OUTSIDE_INDICES]; /* the last ones */
    uint32_t outside_next;                 /* the oldest of them */
    uint32_t outside_waits;                /* those that have a place */
    uint32_t credit;                       /* machine_credit without them */
    Spin spin;                             /* if Warp.visited */
} ThreadMore;

/* What a thread needs at each stop stands first: most of the time goes into
 * fetching it. */
typedef struct Thread {
    Fiber *fiber;
    Block *block;
    struct Warp *warp;
    const Site *caller; /* of the KNOWN calls the last one; NULL: none */
    UpsweepDim index;
    uint16_t number; /* in its block */
    uint8_t lane;
    bool returned;  /* from its kernel, before the end of that */
    int depth;      /* of its calls */
    int known;      /* how many of PATH belong to CALLERS: made when they are
                       asked for */
    uint32_t epoch; /* how lanes of its warp met, see trace/epoch.h */
    AccessList list;
    Request request;
    const char *stack; /* where it called the machine, if that is noted */
    LoggedLocals locals;
    ThreadMore *more;
    uint64_t callers[PROGRAM_DEPTH];   /* return addresses, the outermost first
                                        */
    const char *frames[PROGRAM_DEPTH]; /* frame pointers of these functions */
    const Site *path[PROGRAM_DEPTH];   /* the sites of these calls */
} Thread;

typedef struct Warp {
    Thread *lanes[MACHINE_LANES];
    const Site *next[MACHINE_LANES]; /* where each lane stands */
    uint32_t count;
    uint32_t number;
    LaneSet in[THREAD_STATES]; /* its lanes in each state */
    Visits visits;
    bool met;       /* some of its lanes, since the barrier: see Thread.epoch */
    LaneSet at_end; /* lanes that came to the end of the kernel; those that
                       returned before are not among them */
    LaneSet resting; /* lanes that repeat themselves: see spin.h ... */
    uint32_t rested; /* ... and the turns that others had meanwhile */
    bool visited;    /* see spin_visit */
} Warp;

struct Block {
    UpsweepDim index;
    uint32_t number; /* x + X (y + Y z) */
    bool recorded, done;
    bool joins;   /* its threads wait at a barrier of the grid ... */
    bool waits;   /* ... and all have come to it */
    bool resumes; /* it has passed one, and had no turn since */
    size_t place; /* of its first thread among all that are recorded */
    Thread *threads;
    ThreadMore *more; /* of each thread */
    Warp *warps;
    uint32_t warps_count, current;
    char *shared;
    uint32_t first_interval, interval; /* see touch.h */
    /* at the barrier: where the first thread waits, and one that waits
     * elsewhere (NULL: none); the sum of their values */
    const Site *site;
    Thread *stray;
    uint64_t adding;
    uint64_t sum; /* of the values at the last barrier */
};

/* Why a run ends before its last block. */
typedef enum {
    HALT_NONE,
    HALT_AGAIN, /* it is to run again in lockstep */
    HALT_FEWER, /* it is to run again with fewer blocks, as the log is long */
    HALT_FAULT, /* a trial: a thread did wrong */
    HALT_LATE,  /* a trial: it takes too long */
    HALT_END    /* the program ends */
} Halt;

/* What becomes of accesses. */
typedef enum { SINK_NONE, SINK_LOG, SINK_VALUES } Sink;

typedef struct {
    Fiber *scheduler;
    Block *blocks;                         /* resident */
    uint32_t blocks_count, blocks_threads; /* of each */
    const struct Launch *launch;           /* that runs; NULL: none */
    uint32_t lanes;                        /* of a warp */
    uint32_t number;                       /* launches so far */
    uint32_t run;   /* runs of launches so far: arrays and variables know by it
                       whether they were met in the one at hand */
    uint32_t total; /* blocks */
    uint32_t first, end; /* of these the run at hand has FIRST to END - 1; where
                            it may have ENOUGH, it makes END smaller */
    bool (*enough)(void); /* no further block begins; NULL: all do */
    uint32_t threads;     /* of a block */
    bool records;         /* the launch, and its trials */
    Sink sink;
    bool trial; /* it runs on random inputs: a fault ends only the run */
    bool fast;  /* else in lockstep */
    bool plain; /* by the version of the code with fewer calls, see pass.h */
    Halt halt;
    bool yields;    /* the warp that runs may wait for others */
    bool chained;   /* a thread that stops hands over to the next of its warp */
    uint32_t dirty; /* bytes of shared memory that blocks have used */
    uint32_t intervals, first_interval; /* between barriers; of this run */
    uint32_t grid_interval; /* the first since the last barrier of the grid */
    uint64_t undefined; /* what values that are undefined come from; 0: lanes
                           are given their own */
    uint64_t random;
    uint32_t burst, picked;
    uint64_t ended;      /* blocks, and intervals between barriers */
    uint32_t faulty;     /* the block, from 1, that did wrong in the fast way in
                            this run; 0: none */
    uint64_t turns;      /* of warps in the run */
    uint64_t most_turns; /* of a trial: one that waits for what random elements
                            never give is given up */
    uint64_t launch_at;  /* where the log of the recorded launch begins */
    double begun;        /* the launch: seconds of processor time */
    bool late;           /* see early_end_late */
} Machine;

extern MACHINE_HIDDEN Machine machine;

/* The thread that runs; NULL in host code. */
extern MACHINE_HIDDEN _Thread_local Thread *machine_thread;

/* The host runs an algorithm of Thrust on memory of the device. */
extern MACHINE_HIDDEN _Thread_local bool machine_in_library;

/* Accesses of the running thread that are passed if they lie in an array and
 * meet no other: in the fast way without a log, until other lanes have a turn.
 * 0 elsewhere, and where accesses are compared with an index (bounds.h). */
extern MACHINE_HIDDEN _Thread_local uint32_t machine_credit;

/* CUDA's threadIdx, blockIdx, blockDim and gridDim: of the running thread, or,
 * in host code, of the last one. */
extern UpsweepDim upsweep_thread_at, upsweep_block_at;
extern UpsweepDim upsweep_block_shape, upsweep_grid_shape;
extern int upsweep_warp_size;
/* 1 while a launch runs. */
extern int upsweep_on_device;

/* True if ADDRESS is in one of them. */
bool machine_is_builtin(const void *address);

/* THREAD runs from now on; NULL: none. */
void machine_run(Thread *thread);

/* The site of PC in the function that runs. */
const Site *machine_site(uint64_t pc);

/* Stops the running thread in STATE until the scheduler resumes it. */
void machine_stop(ThreadState state);

/* Stops the running thread: the run ends for the reason WHY, once the other
 * lanes of its warp have stopped. */
_Noreturn void machine_halt(Halt why);

/* True where the launch runs in the fast way, which ends: it runs again in
 * lockstep. */
static inline void machine_needs_lockstep(void)
{
    if (machine.fast && machine_thread && !machine.plain)
        machine_halt(HALT_AGAIN);
}

/* The scheduler has found a fault: true if the run ends instead, as it is in
 * the fast way or a trial. */
static inline bool machine_ends_run(void)
{
    if (machine.fast || machine.trial)
        machine.halt = machine.fast ? HALT_AGAIN : HALT_FAULT;
    return machine.halt != HALT_NONE;
}

/* Host threads take turns in the machine. */
void machine_lock(void);
void machine_unlock(void);

/* Writes what the array is called that argument NUMBER, from 1, of the launch
 * that runs points into. */
void machine_argument(uint32_t number, char name[64]);

/* ---- Faults: program_fault.c ---------------------------------------------*/

/* Ends the program, or the trial that runs, with a fault: FORMAT is a clause
 * such as "reads d_in[4096] of 4096 elements".  The text that Upsweep shows
 * begins with the running thread, if there is one, and PC gives the line; 0:
 * the code that runs, or was interrupted by a signal, does.  In the fast way
 * the launch runs again, since another thread may do wrong before. */
_Noreturn void machine_fault(uint64_t pc, const char *format, ...)
    BASE_PRINTF(2, 3);

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
/* Fills FRAMES, of PROGRAM_DEPTH return addresses, with the running code's, as
 * ProgramLog.fault_frames has them. */
void machine_note_frames(uint64_t *frames);

/* The same for a thread that, as VERB says, "loads", "stores to" or "touches"
 * ADDRESS, which it may not access.  Returns if it is not known what lies
 * there. */
void machine_fault_at(uint64_t pc, const char *address, const char *verb);
/* The same of an ADDRESS in or near ARRAY. */
_Noreturn void machine_fault_element(uint64_t pc, const GlobalArray *array,
                                     const char *address, const char *verb);

/* ---- Small things of warps ------------------------------------------------*/

#define LANE(i) (UINT64_C(1) << (i))

/* The first lane of a set, which is not empty. */
static inline Thread *warp_first(const Warp *warp, LaneSet set)
{
    return warp->lanes[__builtin_ctzll(set)];
}

/* Moves a set of lanes from one state to another. */
static inline void warp_move(Warp *warp, LaneSet set, ThreadState from,
                             ThreadState to)
{
    warp->in[from] &= ~set;
    warp->in[to] |= set;
}

/* The lanes of a warp that have not ended. */
static inline LaneSet warp_alive(const Warp *warp)
{
    return (UINT64_MAX >> (64 - warp->count)) & ~warp->in[THREAD_DONE];
}

/* The access of THREAD that its warp executes next; there must be one. */
static inline Access *thread_access(const Thread *thread)
{
    return &thread->list.items[thread->list.at];
}

/* Writes "thread 5 of block 2 of scan"; of NULL "the host". */
void program_fault_who(const Thread *thread, char text[128]);

/* Logs where the running code is.  A signal handler may call this; where the
 * stack is damaged, that ends in another signal. */
void program_fault_note_frames(void);
/* The same of a SITE. */
void program_fault_note_site(const Site *site);

/* True if ADDRESS lies where shared memory of THREAD's block may be. */
static inline bool access_is_shared(const Thread *thread, const char *address)
{
    return (size_t)(address - thread->block->shared) < SHARED_LIMIT;
}

/* The array that ADDRESS, of an access of THREAD that is allowed, lies in;
 * NULL: shared memory. */
static inline GlobalArray *access_array(const Thread *thread,
                                        const char *address)
{
    return access_is_shared(thread, address) ? NULL
                                             : memory_array(address, false);
}

/* ---- Lists of accesses: access.c ------------------------------------------*/

/* Makes the first access of THREAD's list the one behind it; what THREAD waits
 * for then. */
ThreadState access_pop(Thread *thread);

void access_free(AccessList *list);

/* ---- Turns: warp.c and grid.c ---------------------------------------------*/

/* What came of a turn: something was done, or all lanes wait for others. */
typedef enum { TURN_DONE, TURN_WAITS } Turn;

/* Ends the program, or the run: THREAD waits for lanes that do not come. */
void warp_fault_alone(Thread *thread);

/* One instruction of a warp of BLOCK. */
Turn warp_turn(const Block *block, Warp *warp);

/* Runs all blocks of the launch in machine.launch, as machine.fast and
 * machine.sink say; why it ended before, if it did. */
Halt grid_run(void);

/* How many blocks of the launch are recorded. */
uint32_t grid_kept_blocks(void);

/* ---- The order of blocks: turns.c -----------------------------------------*/

/* Block number BLOCK begins in the place SLOT of a resident block. */
typedef void TurnsBegin(uint32_t slot, uint32_t block);
/* The block in SLOT has a turn; true if it has ended. */
typedef bool TurnsTake(uint32_t slot);

/* Runs all blocks of the launch in SLOTS places. */
void turns_run(uint32_t slots, TurnsBegin *begin, TurnsTake *take);

/* Begins to note turns. */
void turns_note_none(void);
/* The block that runs has begun: its turns follow. */
void turns_note_block(void);
/* It has had a turn, whose records end where the log ends now. */
void turns_note(void);
/* Sets ProgramAccess.time of all accesses of the turns that were noted, to what
 * it is where SLOTS blocks are resident. */
void turns_order(uint32_t slots);

/* ---- Ends in the midst of a launch: early_end.c ---------------------------*/

/* Notes which launch runs, if one does, in the head of the log. */
void early_end_note_launch(ProgramLog *head);

/* Ends the program: the running code did wrong, as the head of the log says.  A
 * signal handler may call this. */
_Noreturn void early_end(void);

/* What the handler of the signal does by which the system says that the time is
 * over.  It returns where the running code must first come to its next stop;
 * the signal comes again every second. */
void early_end_late(void);

/* Ends the log, which is full, in the launch that is recorded, whose first
 * accesses stay; for log_is_full. */
void early_end_full(void);

/* Ends the program where machine.halt or machine.late says so: all lanes of
 * WARP, which has run last, have stopped. */
_Noreturn void early_end_now(const Warp *warp);

/* True if a launch is being recorded whose log has no access so far. */
bool early_end_is_empty(void);

/* Seconds of processor time that the program has used. */
double early_end_time(void);

#endif
