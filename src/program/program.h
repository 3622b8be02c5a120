/* SPDX-License-Identifier: MIT
 *
 * program - a user's CUDA program, unchanged: built for the simulator, run in a
 * child process, and made into a trace.
 *
 *     prescan.cu ── clang ── pass ── program + simulator ── log ── Trace
 */
#ifndef UPSWEEP_PROGRAM_H
#define UPSWEEP_PROGRAM_H

#include "program/program_options.h"
#include "trace/trace.h"

/* True if NAME names a source file: .cu, .cpp, .cc, .cxx, .c, .cuh, .h */
bool program_is_source(const char *name);

/* Sets *MAIN if the file NAME has a function main.  False and ERROR_USAGE if it
 * cannot be read. */
bool program_has_main(const char *name, bool *main, Error *error);

/* "a.cu b.cpp -- 1024", to be freed. */
char *program_command(const ProgramOptions *options);
/* Notes why it is if nothing comes of what follows. */
void program_blame(const ProgramOptions *options, ProgramBlame why);

/* What a program may do when it runs here, in sentences; do not free. */
const char *program_may(void);

/* False and ERROR if programs, as NAME, cannot be run here: this build cannot,
 * or this system has no sandbox for them. */
bool program_check(const char *name, Error *error);

/* Builds and runs the program, and returns the trace of the launches chosen;
 * the caller frees it.  What the program and the compiler print goes to
 * standard error.  NULL and ERROR_USAGE if a file cannot be read or does not
 * compile, or no launch is chosen, ERROR_FAILED if the program does wrong, with
 * its line. */
Trace *program_record(const ProgramOptions *options, Error *error);

#endif
