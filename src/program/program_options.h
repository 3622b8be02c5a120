/* SPDX-License-Identifier: MIT
 *
 * program_options - which program is run, and what of it is recorded.
 */
#ifndef UPSWEEP_PROGRAM_OPTIONS_H
#define UPSWEEP_PROGRAM_OPTIONS_H

#include "program/program_facts.h"
#include "program/snapshot.h"

#include <stdbool.h>
#include <stdint.h>

/* Why a program has no trace, or one that ends early. */
typedef enum {
    BLAME_MACHINE, /* it could not be tried */
    BLAME_LIMIT,   /* it does not compile, or launches nothing, or is more than
                      can be run or recorded: what does run may be right */
    BLAME_FAULT    /* it did something wrong */
} ProgramBlame;

typedef struct {
    const char *const *files; /* "prescan.cu", "main.cpp", ... */
    const Snapshot *snapshot; /* of the files; NULL: they are read */
    int files_count;          /* 0: the first of the arguments is a program that
                                 has been built, for a GPU */
    bool gpu;                 /* runs on a GPU, not on the simulator */
    bool every;               /* all of its launches are recorded, and none is
                                 run again on random inputs */
    bool silent;              /* what it prints goes nowhere */
    const char *name;         /* of the trace; NULL: the program's */
    const ProgramSource *sources; /* of a program that has been built, as far as
                                     they are known; else NULL */
    size_t sources_count;
    const char *const *arguments; /* for its main */
    int arguments_count;
    const char *kernel; /* record only the first launch of this one; NULL: the
                           first launch of each kernel */
    uint32_t launch;    /* record only this launch, from 1; 0: see kernel */
    uint32_t first_block, last_block; /* that are recorded, of each launch */
    uint64_t seed;                    /* of the order in which blocks run */
    uint32_t lanes;      /* of a warp, and banks of the simulator; 0: 32 */
    ProgramBlame *blame; /* or NULL: where it is put */
    /* of the catalog's program on a GPU; else NULL: see ProgramFacts */
    uint32_t *numbers;
} ProgramOptions;

#endif
