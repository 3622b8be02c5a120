/* SPDX-License-Identifier: MIT
 *
 * program, in a build that cannot run users' programs.
 */
#include "program/gpu_program.h"
#include "program/program.h"

#include "program/kernel_locals.h"

Trace *program_record(const ProgramOptions *options, Error *error)
{
    program_check(options->files_count ? options->files[0]
                                       : options->arguments[0],
                  error);
    return NULL;
}

bool program_visit(const char *const files[], int count,
                   void (*take)(void *user, const char *name, const char *text),
                   void *user, Error *error)
{
    (void)files;
    (void)count;
    (void)take;
    (void)user;
    (void)error;
    return true;
}

const char *program_may(void)
{
    return "";
}

bool program_check(const char *name, Error *error)
{
    return error_set(error, ERROR_FAILED,
                     "%.200s: this build does not run programs; install libdw "
                     "and libseccomp, and configure again",
                     name);
}

bool kernel_locals_add(Trace *trace, Error *error)
{
    return error_set(error, ERROR_FAILED,
                     "local variables of %.60s are not known: this build does "
                     "not run programs; install libdw and libseccomp, and "
                     "configure again",
                     trace->run.algorithm);
}

Trace *gpu_program_record(const ProgramOptions *options, Error *error)
{
    return program_record(options, error);
}
