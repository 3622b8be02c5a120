/* SPDX-License-Identifier: MIT
 *
 * program - a user's CUDA program, unchanged: built for the CPU machine, run in
 * a child process, and made into a trace.
 *
 *     prescan.cu ── rewrite ── c++ ── program + machine ── log ── Trace
 */
#ifndef UPSWEEP_PROGRAM_H
#define UPSWEEP_PROGRAM_H

#include "trace/trace.h"

enum { PROGRAM_MOST_FILES = 64 };

typedef struct {
    const char *const *files; /* "prescan.cu", "main.cpp", ... */
    int files_count;
    const char *const *arguments; /* for its main */
    int arguments_count;
    const char *kernel; /* record only the first launch of this one; NULL: the
                           first launch of each kernel */
    uint32_t launch;    /* record only this launch, from 1; 0: see kernel */
    uint32_t first_block, last_block; /* that are recorded, of each launch */
    uint64_t seed;                    /* of the order in which blocks run */
} ProgramOptions;

/* True if NAME is that of a source file: .cu, .cpp, .cc, .cxx, .c, .cuh, .h */
bool program_is_source(const char *name);

/* Sets *MAIN if the file NAME has a function main.  False and ERROR_USAGE if it
 * cannot be read. */
bool program_has_main(const char *name, bool *main, Error *error);

/* Builds and runs the program, and returns the trace of the launches chosen;
 * the caller frees it.  What the program and the compiler print goes to
 * standard error.  NULL and ERROR_USAGE if a file cannot be read or does not
 * compile, or no launch is chosen, ERROR_FAILED if the program does wrong, with
 * its line. */
Trace *program_record(const ProgramOptions *options, Error *error);

#endif
