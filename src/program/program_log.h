/* SPDX-License-Identifier: MIT
 *
 * program_log - what a user's program reports to Upsweep about its launches.
 *
 * The program runs in a child process.  It shares a file without a name with
 * Upsweep: a ProgramLog, followed by records, each a ProgramRecord with its own
 * struct behind it.  Upsweep sets the first fields and writes the records of
 * the program's text, from functions to launches, before the program starts. It
 * reads the records after the program has ended.  A program may have
 * overwritten anything in the file, so the reader checks every number.
 *
 *     ProgramLog | FUNCTION ... | LINES | KERNELS | OBJECTS | PLACES |
 *         LAUNCH | ARRAY ... | SITE | LOCALS | ACCESS | ACCESS | BARRIER | ...
 */
#ifndef UPSWEEP_PROGRAM_LOG_H
#define UPSWEEP_PROGRAM_LOG_H

#include "trace/element.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PROGRAM_LANES = 32,      /* of a warp, usually ... */
    PROGRAM_MOST_LANES = 64, /* ... and at most */
    PROGRAM_DEPTH = 32,      /* frames of a call stack that are distinguished */
    PROGRAM_DIMENSIONS = 4   /* of a variable */
};

/* Why a program ended. */
typedef enum {
    PROGRAM_RUNS,    /* it did not end by itself: killed, crashed, _exit */
    PROGRAM_ENDED,   /* main returned or exit was called */
    PROGRAM_FAULT,   /* the text in FAULT says what it did wrong */
    PROGRAM_FULL,    /* the log reached its limit */
    PROGRAM_MISSING, /* it needs what is not there; FAULT says what */
    PROGRAM_LATE,    /* its time was over; FAULT says which thread ran, if one
                        did */
    PROGRAM_AGAIN, /* a run on random inputs failed on a GPU, which is unusable
                      then: it is to be run again, without those in UNTRIED */
    PROGRAM_STOPPED, /* its time was over, and much work was left that is not
                        recorded */
    PROGRAM_ENDINGS
} ProgramEnding;

/* Addresses, not memory, that a program's arrays may have. */
#define PROGRAM_SPACE ((uint64_t)1 << 36)
/* The beginning of the name of an array that has none. */
#define PROGRAM_ALLOCATED "(allocated at line "

/* An operation that C++ leaves undefined. */
typedef struct {
    uint64_t pc;   /* return address; 0: there is none */
    char what[96]; /* "thread 3 shifts by 33: 0 on a GPU" */
} ProgramOperation;

enum { PROGRAM_OPERATIONS = 8 }; /* that are reported, each at another place */

/* The head of the log. */
typedef struct {
    uint64_t limit;      /* bytes that the log may have, its head included */
    uint64_t seed;       /* of the order in which blocks run */
    uint32_t first_kept; /* blocks of a launch that are recorded ... */
    uint32_t last_kept;  /* ... both included */
    uint32_t launch;     /* record only this one, from 1; 0: see kernel */
    char kernel[128];    /* record only the first launch of this kernel; "": the
                            first of each kernel */
    uint32_t every;      /* 1: record all launches */
    uint32_t lanes;      /* of a warp, 2 to 64; 0: 32 */
    uint32_t trials;     /* runs on random inputs after each recorded launch */
    /* of a run of the whole program on random inputs; else 0 */
    uint32_t given_launch; /* before which they are given, from 1 */
    uint32_t given_array;  /* ProgramArray.number */
    uint32_t last_launch;  /* of which it is logged what it changes */
    uint64_t given_bytes;  /* of that array */
    uint64_t given_seed;   /* of its random elements */
    uint64_t untried;      /* bit L % 64: recorded launch L, from 0, fails on
                              random inputs on the GPU */
    /* set by the program */
    uint64_t shapes;   /* a hash of the kernels and sizes of all its launches */
    uint64_t host;     /* a hash of all that the host gave the device up to
                          LAST_LAUNCH */
    uint32_t ending;   /* ProgramEnding */
    uint64_t used;     /* bytes, the head included; before the program starts
                          those of the head and of what follows it */
    uint32_t launches; /* that the program made */
    uint32_t recorded; /* of these */
    uint32_t complete; /* of these, with all that is logged of them */
    uint64_t lost;     /* accesses on a GPU for which was no room */
    uint64_t unknown;  /* accesses on a GPU to memory that is neither
                          allocated nor a variable */
    char device[64];   /* the GPU's name */
    char fault[400];   /* a clause: "thread 5 of block 2 stores to ..." */
    /* Return addresses of the code that a fault or a signal ended, the
     * innermost first; then zeros. */
    uint64_t fault_frames[PROGRAM_DEPTH];
    uint32_t refused;  /* launches that a GPU refuses, none of LAUNCHES */
    uint32_t unasked;  /* of these, those whose error it did not ask for */
    char refusal[400]; /* "a.cu:12: add does not run: ...", of the first of
                          those that it did not ask for */
    /* the first request of the program for memory that failed ... */
    uint64_t short_bytes, short_used; /* so many, and how many it had; or 0 */
    uint64_t short_frames[PROGRAM_DEPTH]; /* as fault_frames */
    uint64_t complete_bytes; /* that the log had when COMPLETE was counted */
    uint32_t cut;            /* 1: the launch that was recorded last has ended
                                early, and the log has all that it did so far */
    /* of a program that ends in a launch ... */
    uint32_t running;      /* that launch; 0: none, or a launch that ended */
    uint32_t is_recorded;  /* 1: it is recorded */
    uint32_t is_trial;     /* 1: it runs again, on random inputs */
    char running_name[64]; /* its kernel */
    /* ... and of one whose time was over: processor time in milliseconds, in
     * all and since its last launch began */
    uint32_t used_time, launch_time;
    uint32_t uncopied; /* calls of the host that copy, set or free nothing, or
                          name no device, and whose error the program did not
                          ask for */
    char copy[148];    /* a clause: "nothing is copied: ...", of the first */
    uint64_t copy_frames[PROGRAM_DEPTH];             /* as fault_frames */
    ProgramOperation operations[PROGRAM_OPERATIONS]; /* the first ones */
} ProgramLog;

typedef enum {
    RECORD_END, /* of a launch: ProgramEnd */
    RECORD_LAUNCH,
    RECORD_ARRAY,
    RECORD_CONTENTS, /* of an array, before or after the launch */
    RECORD_VARIABLE,
    RECORD_SITE,
    RECORD_BLOCK,
    RECORD_ACCESS,
    RECORD_BARRIER,
    RECORD_FUNCTION,
    RECORD_LOCALS,      /* of lanes, before the ACCESS that they make next */
    RECORD_WHOLE,       /* of a run of the whole program on random inputs */
    RECORD_VALUES,      /* of a run on random inputs by the simulator */
    RECORD_MODULE,      /* machine code of a GPU, which follows */
    RECORD_CODE,        /* a function in it */
    RECORD_LINES,       /* of the program's instructions */
    RECORD_KERNELS,     /* the program's, and their parameters */
    RECORD_GROUP,       /* launches that work together; its runs follow */
    RECORD_OBJECTS,     /* variables in shared memory and on the device */
    RECORD_PLACES,      /* launches in the source */
    RECORD_ALLOCATIONS, /* and calls that ask for memory */
    RECORD_KINDS
} ProgramRecordKind;

typedef struct {
    uint32_t kind;  /* ProgramRecordKind */
    uint32_t bytes; /* of the whole record, a multiple of 8 */
} ProgramRecord;

typedef struct {
    ProgramRecord head;
    uint32_t number; /* of the launch in the program, from 1 */
    uint32_t trial;  /* 0: as the program made it; else a run on random inputs,
                        of array INPUT; where VALUES tells of it, there are no
                        records of its accesses */
    uint32_t input;  /* in a trial: the array whose elements are random */
    uint32_t replayed; /* 1: in a trial of its GROUP, of the same number */
    uint32_t line;     /* of the launch */
    uint32_t grid[3], block[3];
    uint32_t dynamic;    /* bytes of dynamic shared memory */
    char kernel[128];    /* as the launch names it: "prescan<float>"; where it
                            has a pointer, the function's name */
    char file[256];      /* of the launch */
    char arguments[512]; /* their text: "d_out, d_in, n" */
} ProgramLaunch;

/* An array of global memory that the launch touched. */
typedef struct {
    ProgramRecord head;
    uint32_t id;      /* counts from 0 within a launch */
    uint32_t element; /* ElementKind */
    uint32_t element_bytes;
    uint32_t argument; /* of the launch, from 1; 0: none points to its start */
    uint32_t number;   /* among all arrays of the program, from 0 */
    uint32_t unset;    /* 1: before the launch nobody has stored to other bytes
                          than those from SET_FIRST to SET_END - 1; 0: somebody
                          may have */
    uint64_t bytes, address;
    uint64_t set_first, set_end;
    uint64_t structure;  /* what UpsweepElement.structure is; 0: none */
    uint32_t part, zero; /* as ProgramElement.part */
    char name[64];       /* of a __device__ variable; of an array that no
                            argument points to PROGRAM_ALLOCATED with the line of
                            the call, and ")"; else "" */
} ProgramArray;

/* The first bytes of an array, at most PROGRAM_CONTENTS; they follow. */
enum { PROGRAM_CONTENTS = 1 << 22 };
typedef struct {
    ProgramRecord head;
    uint32_t array;
    uint32_t after; /* 0: before the launch, 1: after it */
    uint64_t bytes;
} ProgramContents;

/* A variable in shared memory. */
typedef struct {
    ProgramRecord head;
    uint32_t offset, bytes; /* within a block's shared memory */
    uint32_t element, element_bytes;
    uint32_t extents[PROGRAM_DIMENSIONS]; /* outermost first; 0: no more */
    uint64_t structure;                   /* as in ProgramArray */
    char name[128], type[128];
} ProgramVariable;

/* A place in the program that makes accesses, with its callers. */
typedef struct {
    ProgramRecord head;
    uint32_t id;                    /* counts from 0 in the whole log */
    uint32_t depth;                 /* of frames */
    uint64_t frames[PROGRAM_DEPTH]; /* return addresses, the kernel's first; the
                                       last one is that of the access, and of
                                       the load of a copy one less */
} ProgramSite;

/* A block begins; it is recorded. */
typedef struct {
    ProgramRecord head;
    uint32_t block; /* x + X (y + Y z) */
    uint32_t zero;
    uint64_t shared; /* address of its shared memory */
} ProgramBlock;

typedef enum {
    PROGRAM_LOAD,
    PROGRAM_STORE,
    PROGRAM_ATOMIC, /* of at most 8 bytes; the value is that before in its first
                       8 bytes, that after in the other 8 */
    PROGRAM_SHUFFLE, /* the offset is the lane that the value came from */
    PROGRAM_COUNT,   /* as ATOMIC, of an addition of one whose old value nobody
                        uses */
    PROGRAM_ACCESS_KINDS
} ProgramAccessKind;

/* An update: the log has the value before and the value after. */
static inline bool program_updates(uint32_t kind)
{
    return kind == PROGRAM_ATOMIC || kind == PROGRAM_COUNT;
}

enum { PROGRAM_SHARED = UINT16_MAX }; /* ProgramAccess.array */

/* Lanes of a warp that made an access together.  COUNT ProgramLane follow, by
 * rising lane; where HAS_WORDS is 1, a ProgramLaneMask and COUNT ProgramWord.
 */
typedef struct {
    ProgramRecord head;
    uint32_t block, site;
    uint16_t warp;
    uint16_t array; /* PROGRAM_SHARED: shared memory */
    uint8_t kind;   /* ProgramAccessKind */
    uint8_t bytes;  /* of an access: 1, 2, 4, 8 or 16 */
    uint8_t count;
    uint8_t part; /* of an access of more than 16 bytes, from 0 */
    uint32_t occurrence;
    uint8_t is_volatile; /* 0 or 1 */
    uint8_t has_words;   /* 0 or 1: loads or stores of 4 bytes */
    uint16_t zero;
    uint32_t epoch; /* how the warp's lanes met, see trace/epoch.h */
    uint32_t time;  /* its place among the launch's accesses, from 1, in the
                       order in which they were made; 0: that of the log */
} ProgramAccess;

typedef struct {
    uint64_t offset; /* bytes from the start of the array */
    uint32_t lane;
    uint32_t word; /* the aligned word after the access, for accesses of fewer
                      than 4 bytes: to shared memory and to arrays; of a shuffle
                      0, or 1 more than the lane that was asked for its value
                      and takes no part */
    uint8_t value[16];
} ProgramLane;

/* The same of 4 bytes, in a quarter of the room. */
typedef struct {
    uint32_t offset, value;
} ProgramWord;

/* What comes before them. */
typedef struct {
    uint64_t lanes; /* bit i for lane i */
} ProgramLaneMask;

/* A function of the program; COUNT ProgramPlace follow. */
typedef struct {
    ProgramRecord head;
    uint64_t low, high; /* its instructions; HIGH is the first one behind */
    uint32_t count, zero;
} ProgramFunction;

/* Where a local variable is, while the instructions LOW to HIGH - 1 run. */
typedef struct {
    uint64_t low, high;
    uint32_t local;
    int32_t offset; /* from the frame pointer */
    uint32_t bytes; /* 1, 2, 4 or 8 */
    uint32_t bare;  /* 1: without an initial value */
} ProgramPlace;

/* COUNT items follow: of LINES ProgramLine, by rising address; of KERNELS
 * ProgramParameter, the name of each kernel and then its parameters; of OBJECTS
 * ProgramObject; of PLACES ProgramPlaceOfLaunch; of ALLOCATIONS, calls for
 * memory whose type a cast hides, ProgramAllocation. */
typedef struct {
    ProgramRecord head;
    uint32_t count, zero;
} ProgramItems;

/* LINES, by rising address: the instructions from ADDRESS up to the next
 * one's are on LINE. */
typedef struct {
    uint64_t address;
    uint32_t line, zero;
} ProgramLine;

/* What the elements of an array, or of what a pointer points to, are. */
typedef struct {
    uint32_t kind;       /* ElementKind */
    uint32_t bytes;      /* of a number, or a struct; 0: not known */
    uint32_t align;      /* of a struct; else 0 */
    uint32_t count;      /* numbers of a vector; else 0 */
    uint32_t part, zero; /* of a struct of a few numbers of one kind: that kind;
                            else 0 */
    uint64_t structure;  /* names the struct or the vector for the reader; 0:
                            neither */
} ProgramElement;

typedef struct {
    uint64_t kernel;        /* address of its device function */
    uint32_t number;        /* from 1; 0: the kernel itself */
    uint32_t is_pointer;    /* 0 or 1 */
    ProgramElement element; /* that it points to */
    char name[128]; /* of a kernel without its scope: "prescan", "scan<256>" */
} ProgramParameter;

typedef struct {
    uint64_t address; /* of the variable, or of the object that stands for one
                         in shared memory; 0: `extern __shared__`, see NAME */
    ProgramElement element;
    uint32_t extents[PROGRAM_DIMENSIONS]; /* as in ProgramVariable */
    char name[128], type[128];            /* as the source has them */
} ProgramObject;

typedef struct {
    uint64_t low, high; /* its instructions: the call of the kernel's stub
                           returns to an address above LOW, at most HIGH */
    uint32_t line, zero;
    char file[256];
    char kernel[128], arguments[512]; /* as in ProgramLaunch */
} ProgramPlaceOfLaunch;

typedef struct {
    uint32_t line, zero;
    ProgramElement element;
} ProgramAllocation;

/* What changed of the local variables of some lanes of a warp since each made
 * its last access.  COUNT ProgramHalf follow. */
typedef struct {
    ProgramRecord head;
    uint32_t block;
    uint16_t warp, zero;
    uint32_t count, zero2;
} ProgramLocals;

/* A change of a local variable. */
typedef struct {
    uint64_t value; /* its bytes, then zeros */
    uint16_t local;
    uint8_t lane;
    uint8_t depth; /* of the function's call, see LocalChange: at most
                      PROGRAM_CHANGE_DEPTH */
    uint8_t ends;  /* 1: it has no value any more */
} ProgramChange;

/* As the log has it: the lower half of the value, before which comes its upper
 * half if that is not 0. */
typedef struct {
    uint32_t value;
    uint16_t local;
    uint8_t lane;
    uint8_t mark; /* the depth, with PROGRAM_CHANGE_UPPER or _ENDS */
} ProgramHalf;

enum {
    PROGRAM_CHANGE_DEPTH = 0x3f,
    PROGRAM_CHANGE_UPPER = 0x40, /* the upper half of the value */
    PROGRAM_CHANGE_ENDS = 0x80
};

/* Writes CHANGE to HALVES; how many they are. */
static inline uint32_t program_halves(const ProgramChange *change,
                                      ProgramHalf halves[2])
{
    uint32_t upper = (uint32_t)(change->value >> 32), count = 0;
    ProgramHalf half = {.local = change->local,
                        .lane = change->lane,
                        .mark = (uint8_t)(change->depth |
                                          (change->ends ? PROGRAM_CHANGE_ENDS
                                                        : 0))};

    if (upper) {
        halves[count] = half;
        halves[count].mark |= PROGRAM_CHANGE_UPPER;
        halves[count++].value = upper;
    }
    half.value = (uint32_t)change->value;
    halves[count++] = half;
    return count;
}

/* A cubin that the driver loaded; its BYTES bytes follow. */
typedef struct {
    ProgramRecord head;
    uint32_t id; /* counts from 0 */
    uint32_t zero;
    uint64_t bytes;
} ProgramModule;

/* A function of a module: frames of sites lie in it. */
typedef struct {
    ProgramRecord head;
    uint64_t low, high; /* its instructions on the GPU; HIGH is the first one
                           behind */
    uint32_t module, zero;
    char name[256]; /* as in the cubin: "_Z7prescanPfPKfi" */
} ProgramCode;

/* All threads of the block have passed a barrier. */
typedef struct {
    ProgramRecord head;
    uint32_t block, site;
    uint32_t of_grid; /* 1: all blocks have */
    uint32_t zero;
} ProgramBarrier;

/* In a run of a launch on random inputs: WORDS words, 4 bytes each, follow.
 * They are what the launch's threads loaded, stored and shuffled, in the order
 * of their blocks and, within those, of the threads; each thread's in the order
 * of its accesses, program_words of each. */
typedef struct {
    ProgramRecord head;
    uint64_t words;
} ProgramValues;

/* The words in which an access of BYTES bytes stands there; fewer than 4 bytes
 * have zeros behind them. */
static inline uint32_t program_words(uint32_t bytes)
{
    return (bytes + 3) / 4;
}

/* How a trial ended. */
typedef enum {
    PROGRAM_TRIED,
    PROGRAM_TRIAL_FAULT, /* it did what a kernel must not do */
    PROGRAM_TRIAL_LATE,  /* it took much longer than the launch itself */
    PROGRAM_TRIAL_ENDINGS
} ProgramTrialEnding;

/* Why there are no trials of a launch. */
typedef enum {
    PROGRAM_TRIES,      /* there are */
    PROGRAM_NO_INPUT,   /* it loads no array */
    PROGRAM_NO_NUMBERS, /* it loads no array whose elements are numbers */
    PROGRAM_LONG_LOG,   /* its log takes more than PROGRAM_TRIAL_LOG bytes,
                           and as many for each run are too many */
    PROGRAM_LARGE,      /* all arrays take more than PROGRAM_TRIAL_MEMORY */
    PROGRAM_NOT_AGAIN,  /* a GPU cannot be asked for it again */
    PROGRAM_FAILS,      /* a GPU fails on random elements, or does not end */
    PROGRAM_NO_TIME,    /* its time was over before all were made */
    PROGRAM_CUT_OFF,    /* the launch itself ended early */
    PROGRAM_NO_TYPE,    /* as PROGRAM_NO_NUMBERS, but nobody knows of what type
                           the elements of some array are */
    PROGRAM_TRIAL_KINDS
} ProgramTrialKind;

#define PROGRAM_TRIAL_LOG    ((uint64_t)64 << 20)
#define PROGRAM_TRIAL_MEMORY ((uint64_t)256 << 20)

typedef struct {
    ProgramRecord head;
    uint32_t shared_bytes; /* of a block, static and dynamic */
    uint32_t fault;        /* of a trial: ProgramTrialEnding */
    uint32_t input;   /* id + 1 of the array that trials make random, or 0 */
    uint32_t trials;  /* that are enough for that array, or 0 */
    uint32_t untried; /* ProgramTrialKind */
    uint16_t agrees;  /* of a trial: 1 if its threads made the same accesses as
                         those of the launch, so that its VALUES are theirs */
    uint16_t fenced;  /* of the launch: 1 if a thread executed a fence for other
                         blocks; not known on a GPU */
} ProgramEnd;

/* What a ProgramWhole is. */
typedef enum {
    PROGRAM_WHOLE_LEFT,   /* what the last launch left in an array that it
                             changed; if it changed none, in all */
    PROGRAM_WHOLE_GIVEN,  /* the random elements that an array was given */
    PROGRAM_WHOLE_PROVED, /* what twins left in one: the elements of
                             upsweep_opaque.h */
    PROGRAM_WHOLE_KINDS
} ProgramWholeKind;

/* An array of a run of the whole program on random inputs.  The first bytes
 * follow, at most PROGRAM_CONTENTS. */
typedef struct {
    ProgramRecord head;
    uint32_t kind;   /* ProgramWholeKind */
    uint32_t number; /* as in ProgramArray */
    uint32_t element, element_bytes;
    uint32_t argument; /* of the launch that left it, from 1; or 0 */
    uint32_t same;     /* 1: the last launch left it as it was */
    uint32_t trial;    /* the run, from 1; of PROVED the launch, or 0: all of a
                          group */
    uint32_t commuted; /* of PROVED, 1: elements changed places */
    uint64_t bytes;
    char name[64]; /* as the launch calls it */
} ProgramWhole;

/* What becomes of launches that work together. */
typedef enum {
    GROUP_JUDGED,  /* they run again on random inputs: their records follow */
    GROUP_HOSTED,  /* the host reads results between them, and may decide: so
                      much is known only when the program runs again */
    GROUP_REPEATS, /* they make calls that were judged before */
    GROUP_LOST,    /* nothing is known of them */
    GROUP_LEFT,    /* that would take too long */
    GROUP_STATES
} ProgramGroupState;

/* The launches FIRST to LAST.  Group 0 holds the launches that the program
 * has recorded; launches of another group are recorded after this record. */
typedef struct {
    ProgramRecord head;
    uint32_t number; /* from 0 */
    uint32_t state;  /* ProgramGroupState */
    uint32_t first, last;
    uint32_t launch; /* before which ARRAY gets random elements; 0: none */
    uint32_t array;  /* ProgramArray.number */
    uint64_t array_bytes;
    uint64_t host;   /* as ProgramLog.host has it at launch LAST */
    uint32_t trials; /* runs on random inputs */
    uint32_t zero;
    char why[304]; /* a clause: the runs are of no use; "": they are */
} ProgramGroup;

#endif
