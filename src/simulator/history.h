/* SPDX-License-Identifier: MIT
 *
 * history - what has happened on the device since the first launch: launches,
 * and what the host did to arrays between them.  replay.c makes it happen again
 * on random inputs.
 *
 *     memory      launch 1   copy to x   launch 2   free y   launch 3
 *     before  ──► items[0]   events[0]   items[1]   events   items[2]
 *     launch 1                                      [1]
 */
#ifndef UPSWEEP_SIMULATOR_HISTORY_H
#define UPSWEEP_SIMULATOR_HISTORY_H

#include "program/random_elements.h"
#include "simulator/launch.h"
#include "simulator/memory.h"
#include "simulator/values.h"

/* ---- What a launch uses: uses.c -------------------------------------------*/

/* Bytes FIRST to END - 1; FIRST = END: none. */
typedef struct {
    size_t first, end;
} Extent;

static inline bool extent_is_empty(Extent extent)
{
    return extent.first >= extent.end;
}

static inline bool extents_meet(Extent a, Extent b)
{
    return a.first < b.end && b.first < a.end;
}

static inline bool extent_covers(Extent a, Extent b)
{
    return a.first <= b.first && a.end >= b.end;
}

/* The least extent that has both. */
static inline Extent extent_join(Extent a, Extent b)
{
    if (extent_is_empty(a) || extent_is_empty(b))
        return extent_is_empty(a) ? b : a;
    return (Extent){a.first < b.first ? a.first : b.first,
                    a.end > b.end ? a.end : b.end};
}

typedef struct {
    uint32_t array; /* its number */
    Extent loads;   /* of what was there before the launch */
    Extent stores;
    uint64_t loaded; /* words */
} ArrayUse;

typedef struct {
    ArrayUse *items;
    size_t items_count, items_capacity;
} LaunchUses;

/* What LAUNCH, which ran last, has used; NULL: that is not known. */
LaunchUses *uses_find(const Launch *launch);

/* In lockstep: a thread touches BYTES bytes at ADDRESS. */
void uses_note(const char *address, size_t bytes, ProgramAccessKind kind);

/* ---- What has happened: history.c -----------------------------------------*/

/* What the host does to an array, or asks of it. */
typedef enum {
    HOST_ALLOC,
    HOST_FREE,
    HOST_STORE, /* DATA */
    HOST_SET,   /* each byte to VALUE */
    HOST_COPY,  /* from another array */
    HOST_READ   /* it sees the result of a launch */
} HostAct;

typedef struct {
    HostAct act;
    int value;
    uint32_t array, from; /* numbers of arrays */
    size_t offset, from_offset, bytes;
    char *data;
} HostEvent;

typedef struct {
    const Launch *launch;
    size_t events;          /* that come before it */
    uint64_t exact;         /* a hash of the kernel, sizes, and arguments */
    uint64_t call;          /* the same, with each pointer as the size of its
                               array and the place in it */
    uint64_t host;          /* a hash of all that the host has given so far */
    const LaunchUses *uses; /* NULL: not known */
    uint64_t turns;         /* of its warps */
    bool fast;              /* it ran in the fast way */
    bool recorded;
    ProgramTrialKind kind; /* if it was recorded, as input and trials */
    uint32_t input;        /* the number of the array that trials make random */
    uint32_t trials;       /* that are enough */
    ValuesKept kept;       /* what its threads did */
} PastLaunch;

typedef struct {
    PastLaunch *items; /* by their numbers, from 1 */
    size_t items_count, items_capacity;
    HostEvent *events;
    size_t events_count, events_capacity;
    GlobalArray *arrays; /* as they were before the first launch ... */
    size_t arrays_count; /* ... so many */
    uint64_t host;
    size_t bytes;     /* of the data of events */
    const char *lost; /* why the history is not complete; NULL: it is */
    bool replaying;   /* nothing is noted */
} History;

extern __attribute__((visibility("hidden"))) History history;

/* Nothing has happened. */
void history_restart(void);
/* The launch LAUNCH begins, or has run, FAST or not; trials of it come behind
 * that. */
void history_begin_launch(const Launch *launch);
void history_end_launch(bool fast);
/* What has happened cannot be made to happen again, for the reason WHY. */
void history_lose(const char *why);
/* It was recorded: what was found about runs on random inputs. */
void history_note_recorded(ProgramTrialKind kind, const GlobalArray *input,
                           uint32_t trials);

/* The host has done so. */
void history_copy(const void *to, const void *from, size_t bytes);
void history_set(const void *to, int value, size_t bytes);
/* The host loads from ADDRESS, in an array that it may touch. */
void history_read(const void *address);

/* Makes the events that come before launch NUMBER happen again, behind launch
 * NUMBER - 1.  UNDEFINED: new arrays have RANDOM_UNDEFINED. */
void history_apply(uint32_t number, bool undefined);

/* Notes what is stored to. */
void history_begin_stores(const Launch *launch);
void history_end_stores(void);

/* ---- Launches that work together: groups.c --------------------------------*/

/* They read what others of the group have stored, and the first one reads the
 * input.
 *
 *     launch    1     2     3     4     5     6
 *               scan  sums  add   scan  sums  add     in -> out, twice
 *     groups    1 ........... 3   4 ........... 6
 *
 * Two questions are asked of arrays, and of the bytes of each that a launch
 * loads and stores:
 *
 *     forward    which launches does the input reach?   in  -> scan -> sums ...
 *     backward   what does the last one need?           add <- out, sums ...
 */

/* What a group is given: random elements in ARRAY before launch FIRST. */
typedef struct {
    uint32_t first, array;
} GroupInput;

typedef struct {
    uint32_t first, last; /* launches, from 1 */
    uint32_t end; /* the last of the launches behind it that store nothing */
    bool read;    /* the host reads what the input reaches before LAST ends */
} LaunchGroup;

typedef struct {
    LaunchGroup *items; /* by rising first */
    size_t items_count, items_capacity;
    bool read; /* the host reads what the input reaches before the last launch
                  of all */
} LaunchGroups;

/* The groups that INPUT reaches, of launches that are not TAKEN, by number from
 * 0; free their items. */
LaunchGroups groups_find(GroupInput input, const bool *taken);

/* True if COUNT launches from A on make the calls of those from B on: the same
 * kernels of the same sizes with the same arguments. */
bool groups_same_calls(uint32_t a, uint32_t b, uint32_t count);

/* ---- Runs on random inputs: trial.c and replay.c --------------------------*/

/* A launch is tried in its place, by run.c.  Launches that work together are
 * tried by replay.c, when the program has ended.  Where the host reads results
 * between them, Upsweep runs the program again, and names an array and a
 * launch.  Each time the array gets random elements before the first launch,
 * and what the last one changes is logged. */

/* *INPUT becomes the array whose elements a trial of the launch, run number
 * RUN, makes random: the one that it loads most of, before it stores to it; or
 * NULL, and the result says why. */
ProgramTrialKind trial_input(uint32_t run, GlobalArray **input);

/* Gives ARRAY random elements; elements to which nobody has stored get values
 * that are no sums of these. */
void trial_fill(const GlobalArray *array, uint32_t trial, RandomRange range,
                uint64_t *random);
/* The numbers that ARRAY holds now, which runs may be limited to. */
RandomRange trial_range(const GlobalArray *array);
/* The run after TRIAL, 0 at first, of COUNT plain runs and the runs of other
 * styles (random_elements.h); 0: there is none. */
uint32_t trial_next(uint32_t trial, uint32_t count, RandomRange range);

/* What the program prints is not seen until trial_show is given the result. */
int trial_hide(void);
void trial_show(int output);

/* So many trials that a wrong sum passes with a probability below 2^-40. */
uint32_t trial_count(const GlobalArray *input);

/* Launch NUMBER begins, or has ended.  In a run of the whole program arrays are
 * filled and logged; in any run it is noted what happens. */
void trial_before(uint32_t number, const Launch *launch);
void trial_after(uint32_t number);

/* Logs what ARRAY was given in run number TRIAL, from 1; and the arrays that
 * the last launch changed since memory_save(MEMORY_WHOLE). */
void trial_log_given(const GlobalArray *array, uint32_t trial);
void trial_log_left(uint32_t trial);

/* ---- Runs on intervals: proof.c -------------------------------------------*/

/* LAUNCH as its kernel's twin makes it, in *TWIN, with the same arguments;
 * false if it has no twin that takes these. */
bool proof_twin(const Launch *launch, Launch *twin);
/* From now on the values in LAUNCH's arrays of elements do not count as sums of
 * inputs, except zeros, which are sums of none. */
void proof_blank(const Launch *launch, const Launch *twin);
/* The elements of INPUT become the inputs; false if they are too many, or no
 * elements for the twin. */
bool proof_fill(const Launch *launch, const Launch *twin,
                const GlobalArray *input);
/* Logs what the last launch, number NUMBER by itself or 0, left, and whether
 * elements have changed places since PROOF_COMMUTED was set to false. */
void trial_log_proved(uint32_t number);
extern bool proof_commuted;

/* The program, which has ended with the exit status STATUS, replays. */
void replay_all(int status);

/* A thread of a replayed launch does WHAT, which a kernel must not do.  */
void replay_note_fault(const char *what);
/* Nothing more can be replayed: the process ends. */
_Noreturn void replay_abandon(void);

#endif
