/* SPDX-License-Identifier: MIT
 *
 * program_run - runs a program that was built, within limits, and has its log.
 */
#ifndef UPSWEEP_PROGRAM_RUN_H
#define UPSWEEP_PROGRAM_RUN_H

#include "program/build.h"
#include "program/child.h"
#include "program/program_facts.h"
#include "program/program_options.h"
#include "program/symbols.h"
#include "program/program_log.h"

enum {
    PROGRAM_WAITING_SECONDS = 120,
    PROGRAM_PROCESSOR_SECONDS = 20,
    PROGRAM_GIGABYTES = 8 /* of memory */
};

/* All bytes of a log together; ProgramLog.limit. */
#define PROGRAM_LOG_LIMIT ((uint64_t)1 << 30)

typedef struct {
    const ProgramOptions *options;
    const Build *build;
    const Symbols *symbols; /* NULL: none, of a GPU */
    ChildResult result;
    double seconds;   /* of processor time and of waiting */
    int file;         /* that the log is in; -1: none */
    ProgramLog *head; /* all of the log, whose texts have an end; NULL: none */
    size_t bytes;
} ProgramRun;

/* False and an error if the limit on this process's addresses, `ulimit -v`, is
 * too low for any program. */
bool program_run_fits(Error *error);
/* Runs the program and maps its log, to be freed by program_run_free in any
 * case.  SYMBOLS are the program's.  LOCALS are those that it is to log, or
 * NULL. False and an error if it could not be started. */
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

/* The head of a log that asks for what OPTIONS say. */
ProgramLog program_run_head(const ProgramOptions *options);
/* Runs the program that was built, or the first of the arguments, within the
 * limits in SPEC, with a log that has HEAD and behind it FACTS, and with
 * SETTINGS, names and values or NULL, in its environment.  One that is given as
 * a source runs with few rights, and one that was built already with the
 * user's. */
bool program_run_child(const ProgramOptions *options, const Build *build,
                       ProgramLog head, const Text *facts,
                       const char *const settings[], ChildSpec spec,
                       ProgramRun *run, Error *error);

/* Appends to FACTS what the program reads in its log before it runs. */
void program_run_facts(const Build *build, const Symbols *symbols,
                       const LocalTable *locals, Text *facts);

/* ---- program_end.c: how it ended, and what of its log is kept ------------*/

#define PROGRAM_END_TERMINAL                                                   \
    ": waits for the terminal; run Upsweep in the foreground, or give the "    \
    "program a file with <"

/* False, with ERROR, if the program did not come to its end.  What was recorded
 * may be kept all the same, see program_end_keep. */
bool program_end_check(const ProgramRun *run, Error *error);
/* True if one that did not come to its end did something wrong; else it was
 * more than can be run or recorded. */
bool program_end_is_fault(const ProgramRun *run);
/* False, with ERROR, if no launch was recorded. */
bool program_end_check_launches(const ProgramRun *run, Error *error);

/* Keeps of the log of a program that did not come to its end the launches that
 * are complete, and one that was cut off; false if there is none. */
bool program_end_keep(const ProgramRun *run);
/* The same without the one that was cut off. */
bool program_end_keep_complete(const ProgramRun *run);

/* Notes in TRACE, which was made of RUN, that a launch or a copy was refused
 * while nobody asked, the exit status, and that the program ended early, as WHY
 * says; "": it did not. */
void program_end_note(Trace *trace, const ProgramRun *run, const char *why);

#endif
