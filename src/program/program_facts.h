/* SPDX-License-Identifier: MIT
 *
 * program_facts - what is known of a user's program besides its log.
 */
#ifndef UPSWEEP_PROGRAM_FACTS_H
#define UPSWEEP_PROGRAM_FACTS_H

#include "trace/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROGRAM_NO_ARRAY UINT32_MAX

typedef struct LocalTable LocalTable;         /* symbols.h */
typedef struct StructureTable StructureTable; /* symbols.h */

/* Where the program's machine code comes from. */
typedef struct {
    /* The file and line of the instruction at, or around, PC; false if unknown.
     * A return address is passed less 1, so that it lies within the call. */
    bool (*line)(void *user, uint64_t pc, const char **file, uint32_t *line);
    void *user;
} ProgramSymbols;

/* A file of the user's: its name as the lines' files have it, or the end of
 * that behind a slash; and its text. */
typedef struct {
    const char *name, *text;
} ProgramSource;

/* Where the words of a trace's accesses stand in the ProgramValues of a run of
 * the same launch. */
typedef struct {
    uint32_t *places; /* of each access, from 0 */
    size_t places_count, places_capacity;
    uint64_t words[LIMITS_GRIDS]; /* of each grid */
} ProgramWords;

/* What a launch stores to, and what it touches, for each array of the trace:
 * ProgramArray.number, PROGRAM_NO_ARRAY for nothing. */
typedef struct {
    uint32_t arrays[LIMITS_ARRAYS], touched[LIMITS_ARRAYS];
} ProgramOutputs;

/* What is not in the log. */
typedef struct {
    const ProgramSource *sources; /* the first one gives the trace its name */
    size_t sources_count;
    const char *name;         /* of the program; NULL: the first source's */
    const char *command;      /* "prescan.cu -- 1024" */
    const char *compiler;     /* "clang++ -O0" */
    uint32_t lanes;           /* of a warp, and banks; 0: 32 */
    const char *device;       /* "gpu"; NULL: the simulator */
    const char *device_name;  /* of a GPU */
    const LocalTable *locals; /* that LOCALS are about, or NULL */
    const StructureTable *structures; /* of its arrays and variables, or NULL */
    uint32_t trial;      /* 0: the launches as the program made them; else the
                            runs number TRIAL of each on random inputs, on a GPU */
    uint32_t group;      /* ProgramGroup.number: only its launches */
    ProgramWords *words; /* or NULL: is filled in */
    ProgramOutputs *outputs; /* or NULL: is filled in for each launch in the
                                trace */
    uint32_t *numbers;       /* or NULL: LIMITS_ARRAYS, filled in with the
                                ProgramArray.number of each array of the trace */
} ProgramFacts;

#endif
