/* SPDX-License-Identifier: MIT
 *
 * launch - what the program launches: kernels, as clang registers them, and the
 * list of launches, each with the bytes of its arguments, so that it can run
 * again.
 */
#ifndef UPSWEEP_SIMULATOR_LAUNCH_H
#define UPSWEEP_SIMULATOR_LAUNCH_H

#include "simulator/machine.h"

enum { LAUNCH_BYTES = 4096 }; /* of the arguments of a launch, at most */

/* Where an argument lies among the bytes of all. */
typedef struct {
    uint32_t offset, bytes;
} LaunchArgument;

/* A kernel. */
typedef struct {
    const void *stub;       /* the host's function that launches it */
    const char *registered; /* its name, as the compiler has it */
    const void *function;   /* on the device */
    void (*call)(char *arguments);
    void (*plain)(
        char *arguments); /* the version with fewer calls, see pass.h */
    const LaunchArgument *arguments;
    uint32_t count;
    const ProgramParameter *parameters; /* after its name; KNOWN with that */
    uint32_t known;
    char *names; /* of the parameters, once they were asked for; or NULL */
    bool needs_lockstep[2]; /* a launch did, without a log and with one */
    bool waits;             /* its threads may wait for others at volatile
                               accesses or atomics */
    bool seen;              /* a launch that may be recorded */
    uint64_t logged; /* bytes of the log, of a block that was recorded; 0: not
                        known */
    uint64_t stores_first; /* see uses.c: bits of arguments, from 1 */
} Kernel;

typedef struct Launch {
    Kernel *entry;
    const char *kernel;          /* as Upsweep names it: "scan<256>" */
    const char *function, *text; /* its name, and what the launch calls it */
    const char *file, *arguments;
    int line;
    UpsweepDim grid, block;
    bool cooperative; /* its blocks may wait for each other */
    size_t shared;    /* dynamic bytes */
    uint64_t place;   /* where the host calls the stub; 0: not known */
    char *bytes;      /* of the arguments */
    size_t all_bytes; /* how many they are */
} Launch;

/* An argument of a launch that is a pointer. */
typedef struct {
    const void *pointer;
    unsigned argument; /* from 1 */
    UpsweepElement element;
} LaunchPointer;

/* Forgets the launches that were made. */
void launch_restart(void);
/* Calls the kernel of LAUNCH, as the running thread. */
void launch_call(const Launch *launch);

/* The kernel that STUB launches; NULL: there is none. */
Kernel *launch_kernel(const void *stub);

/* What Upsweep said of parameter NUMBER, from 1; NULL: nothing. */
const ProgramParameter *launch_parameter(const Kernel *kernel, uint32_t number);

/* The pointers among the arguments of LAUNCH, in the order of these; *COUNT
 * becomes their number.  Valid until the next call. */
const LaunchPointer *launch_pointers(const Launch *launch, uint32_t *count);

/* A hash of the arguments of LAUNCH that are no pointers. */
uint64_t launch_values(const Launch *launch);

/* True if ADDRESS lies in the arguments of the launch that runs. */
bool launch_owns(const void *address);

/* run.c: the running thread may wait for others here. */
void run_waits(void);
/* Runs LAUNCH, which a GPU would not refuse: in the fast way or in
 * lockstep, recorded or not, and again on random inputs if it was recorded. */
void run_launch(const Launch *launch);
/* Runs launch NUMBER of the history again, on what is in memory; RECORDS: it is
 * recorded, with its own runs on random inputs. */
void run_again(uint32_t number, bool records);
/* The same of run number TRIAL, from 1, of a group on random inputs, where
 * undefined values come from RANDOM.  The values of a launch that was recorded
 * are logged, unless TRIAL is 0. */
Halt run_trial(uint32_t number, uint32_t trial, uint64_t random);
/* The same by its TWIN, see proof_twin. */
Halt run_twin(uint32_t number, const Launch *twin);

#endif
