/* SPDX-License-Identifier: MIT
 *
 * trace_making - a Trace that is being made of a program's log, and what its
 * makers do.  Outside of program_trace.c and trace_*.c nobody asks.
 */
#ifndef UPSWEEP_TRACE_MAKING_H
#define UPSWEEP_TRACE_MAKING_H

#include "program/log_reader.h"
#include "program/program_facts.h"
#include "program/source_lines.h"
#include "trace/limits.h"
#include "trace/trace.h"

#define WORD_BYTES sizeof(Word)
/* nvcc joins accesses to three cells of shared memory: LDS.96. */
#define WIDE_96    12
#define MOST_ARRAY ((uint64_t)1 << 40) /* bytes of an array */

/* An array that a launch touches. */
typedef struct {
    ProgramArray record;
    uint64_t touched;      /* words up to the last one touched */
    size_t loaded, stored; /* bytes of the log before the first load, and
                              before the last store; 0: none */
    bool stored_first;     /* before it was loaded */
    size_t before, after;  /* places of its contents in the log, or 0 */
    uint8_t index;         /* in trace->arrays */
} LaunchArray;

/* A record of a block. */
typedef struct {
    uint32_t block;
    size_t at;
} Ref;

typedef struct {
    ProgramLaunch launch;
    uint32_t number; /* among those recorded, from 1 */
    uint32_t blocks, threads;
    uint64_t shared; /* bytes of shared memory */
    uint32_t input;  /* id + 1 of the array that trials make random, or 0 */
    uint64_t steps;
    uint64_t accesses;   /* records of these */
    uint64_t words;      /* that they move */
    uint64_t changes;    /* of locals */
    size_t at;           /* place in the log */
    size_t first_access; /* the same of the first one; 0: none so far */
    LaunchArray arrays[LIMITS_ARRAYS];
    uint32_t arrays_count;
    ProgramVariable *variables;
    size_t variables_count, variables_capacity;
    Ref *refs;
    size_t refs_count, refs_capacity;
} LaunchWork;

/* How often the barrier at which a step begins was passed so far, this time
 * included, 0 for a block's first step; and at which level such steps begin,
 * GIVEN: as its comment says. */
typedef struct {
    uint32_t number;
    int32_t first;
    bool given;
} StepCount;

/* A block under way. */
typedef struct {
    Word *words;                   /* shared memory */
    uint8_t *known;                /* bytes of each word that are known */
    Word *initial;                 /* what they were at first */
    uint32_t *taken;               /* words of each thread's accesses so far */
    uint16_t lines[LIMITS_PHASES]; /* barriers passed: their lines ... */
    uint32_t counts[LIMITS_PHASES];
    size_t lines_count;
    uint64_t shared;  /* address of its shared memory */
    StepCount *steps; /* its own */
    size_t steps_count, steps_capacity;
} BlockWork;

typedef struct {
    const ProgramFacts *facts;
    LogReader reader;
    size_t bytes; /* of the log, if all lanes were ProgramLane */
    Error *error;
    SourceLines lines;
    Trace *trace;
    uint32_t numbers[LIMITS_ARRAYS];    /* of its arrays in the program, see
                                           ProgramArray.number */
    uint32_t structures[LIMITS_ARRAYS]; /* of each, the struct of its elements
                                           in facts->structures, from 1; 0: none
                                           that is known */
    bool unnamed[LIMITS_ARRAYS]; /* neither the program nor a launch so far has
                                    a name for it */
    LaunchWork *launch;          /* NULL: before the first, or in a trial */
    uint32_t group;              /* that the records at hand belong to */
    uint32_t launches;
    Word **initial; /* of each block in the trace: shared memory at first */
    size_t initial_count, initial_capacity;
    size_t input, output; /* places in the log of their contents, or 0 */
    uint16_t *locals;     /* of each in facts->locals its index in the trace,
                             plus 1; 0: not yet added */
    uint32_t changed;     /* warp + 1 whose locals changed before the next
                             access; 0: none */
    uint64_t *order;      /* of each instruction: its access' place in the log,
                             or what that would be in the order of time */
    size_t order_count, order_capacity;
    uint64_t most_words; /* accesses of arrays from this word on are left out */
    uint64_t left_out;   /* of these, so many ... */
    bool left_some;      /* ... some of them in the block at hand */
    bool too_far;        /* the trace cannot hold all words */
} Making;

/* ---- trace_launch.c: the records of a launch ------------------------------*/

/* Each checks a record and adds it; false with the error set if it cannot be.
 */
bool making_begin_launch(Making *making, const ProgramLaunch *launch);
/* Ends it; NULL is fine. */
void making_free_launch(LaunchWork *work);
bool making_add_array(Making *making, const ProgramArray *array);
bool making_add_contents(Making *making, const ProgramContents *contents);
/* The shared memory of a block has at least BYTES bytes. */
bool making_grow_shared(Making *making, uint64_t bytes);
bool making_add_variable(Making *making, const ProgramVariable *variable);
bool making_add_block(Making *making, uint32_t block);
/* Checks an access and reads its lanes. */
bool making_read_access(const Making *making, const ProgramAccess *access,
                        ProgramLane lanes[PROGRAM_MOST_LANES],
                        unsigned *aligned);
bool making_add_access(Making *making, const ProgramAccess *access);
bool making_add_barrier(Making *making, const ProgramBarrier *barrier);
bool making_add_locals(Making *making, const ProgramLocals *locals);
bool making_add_site(Making *making, const ProgramSite *site);

/* ---- trace_arrays.c: arrays and variables ---------------------------------*/

/* The array of the trace that ARRAY is: an earlier launch's, also where that
 * launch calls the array by another name, or a new one. */
bool making_find_array(Making *making, LaunchArray *array);
/* The array that trials make random, else the first one that is loaded before
 * it is stored; NULL: none. */
const LaunchArray *making_input(const LaunchWork *work);
/* The array that is stored to last; NULL: none. */
const LaunchArray *making_output(const LaunchWork *work);
/* Those of the launch that ends. */
void making_add_variables(Making *making);
/* The input of the first launch comes first, then the output of the last one.
 * Where there is none, that is an array "none" of one word. */
void making_arrange_arrays(Making *making);
/* Where all words of the arrays are more than a trace may hold, those beyond
 * the last one touched are left out.  False, with TOO_FAR and no error: the
 * others are too many, too. */
bool making_fit_arrays(Making *making);

/* The struct that NUMBER names, whose elements are of the kind ELEMENT and
 * have BYTES bytes, or the vector of such numbers: its place in
 * facts->structures, from 1; 0: it is not known. */
uint32_t making_structure(const Making *making, uint64_t number,
                          uint32_t element, uint64_t bytes);
/* Adds the members of that struct, if a trace can hold them, to variable or
 * array OWNER, as SPACE says; 0: nothing. */
void making_add_members(Making *making, uint32_t structure, Space space,
                        size_t owner);

/* ---- trace_accesses.c: instructions ---------------------------------------*/

/* Adds the instructions of an access. */
bool making_add_rows(Making *making, BlockWork *block,
                     const ProgramAccess *access);
/* Completes facts->words, if it is wanted, at the end of a block whose
 * instructions and accesses begin at these numbers. */
void making_end_words(Making *making, const BlockWork *block,
                      size_t instruction, size_t access);

/* ---- trace_locals.c: values of local variables ----------------------------*/

/* Adds the changes that LOCALS holds, of the instruction that is added next. */
bool making_add_changes(Making *making, const BlockWork *block,
                        const ProgramLocals *locals);
/* Puts the changes of a block, from number FIRST on, in their order. */
bool making_end_changes(Making *making, size_t first);
/* Puts the locals in the order of their table: of their declarations. */
void making_order_locals(Making *making);

/* ---- trace_steps.c: steps and their names ---------------------------------*/

/* Adds the step that begins at the barrier SITE; NULL: with the block. OF_GRID:
 * all blocks have that barrier. */
bool making_add_step(Making *making, BlockWork *block, const SiteLine *site,
                     bool of_grid);
void making_end_step(Trace *trace);
/* A barrier that nothing follows begins no step; one that was passed only once
 * is not counted. */
bool making_end_block(Making *making, BlockWork *work);

#endif
