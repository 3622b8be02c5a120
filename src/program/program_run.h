/* SPDX-License-Identifier: MIT
 *
 * program_run - runs a program that was built, within limits, and has its log.
 */
#ifndef UPSWEEP_PROGRAM_RUN_H
#define UPSWEEP_PROGRAM_RUN_H

#include "program/build.h"
#include "program/child.h"
#include "program/log_file.h"
#include "program/program_facts.h"
#include "program/program_options.h"
#include "program/symbols.h"
#include "program/program_log.h"

enum {
    PROGRAM_WAITING_SECONDS = 120,
    PROGRAM_PROCESSOR_SECONDS = 30,
    PROGRAM_GIGABYTES = 8 /* of memory */
};

typedef struct {
    ChildResult result;
    double seconds; /* of processor time and of waiting */
    LogFile log;
    const ProgramLog *head; /* all of the log; NULL: none */
    size_t bytes;
} ProgramRun;

/* False and an error if the limit on this process's addresses, `ulimit -v`, is
 * too low for any program. */
bool program_run_fits(Error *error);
/* Runs the program and maps its log, to be freed by program_run_free in any
 * case.  SYMBOLS are the program's; NULL: it gets neither lines nor names nor
 * facts of its device code.  LOCALS are those that it is to log, or NULL. False
 * and an error if it could not be started. */
bool program_run(const ProgramOptions *options, const Build *build,
                 const Symbols *symbols, const LocalTable *locals,
                 ProgramRun *run, Error *error);

/* Run number TRIAL, from 1, of the whole program on the random inputs of GROUP,
 * within SECONDS of processor time and as many of waiting, without anything
 * that anybody could notice. */
bool program_run_trial(const ProgramOptions *options, const Build *build,
                       const Symbols *symbols, const ProgramGroup *group,
                       uint32_t trial, double seconds, ProgramRun *run,
                       Error *error);
void program_run_free(ProgramRun *run);

#endif
