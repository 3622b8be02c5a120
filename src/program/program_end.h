/* SPDX-License-Identifier: MIT
 *
 * program_end - how a run of a user's program ended, where it did if it went
 * wrong, and what of its log is kept then.
 */
#ifndef UPSWEEP_PROGRAM_END_H
#define UPSWEEP_PROGRAM_END_H

#include "program/build.h"
#include "program/program_options.h"
#include "program/program_run.h"
#include "program/symbols.h"
#include "trace/trace.h"

/* False, with ERROR, if the program did not come to its end.  What was recorded
 * may be kept all the same, see program_end_keep. */
bool program_end_check(const ProgramOptions *options, const Build *build,
                       const Symbols *symbols, const ProgramRun *run,
                       Error *error);
/* True if one that did not come to its end did something wrong; else it was
 * more than can be run or recorded. */
bool program_end_is_fault(const ProgramRun *run);
/* False, with ERROR, if no launch was recorded. */
bool program_end_check_launches(const ProgramOptions *options,
                                const ProgramRun *run, Error *error);

/* Keeps of the log of a program that did not come to its end the launches that
 * are complete, and one that was cut off; false if there is none. */
bool program_end_keep(const ProgramRun *run);
/* The same without the one that was cut off. */
bool program_end_keep_complete(const ProgramRun *run);

/* Notes in TRACE, which was made of RUN, that a launch or a copy was refused
 * while nobody asked, the exit status, and that the program ended early, as WHY
 * says; "": it did not. */
void program_end_note(Trace *trace, const Build *build, const Symbols *symbols,
                      const ProgramRun *run, const char *why);

#endif
