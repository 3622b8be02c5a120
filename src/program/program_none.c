/* SPDX-License-Identifier: MIT
 *
 * program, in a build that cannot run users' programs.
 */
#include "program/gpu_program.h"
#include "program/program.h"

#include "program/kernel_locals.h"

#include <stdlib.h>

Trace *program_record(const ProgramOptions *options, Error *error)
{
    program_check(options->files_count ? options->files[0]
                                       : options->arguments[0],
                  error);
    return NULL;
}

Snapshot *snapshot_take(const char *const files[], int count, bool gpu,
                        bool tells, Error *error)
{
    (void)count;
    (void)gpu;
    (void)tells;
    program_check(files[0], error);
    return NULL;
}

bool snapshot_is_of(const Snapshot *snapshot, const char *const files[],
                    int count, bool gpu)
{
    (void)files;
    return snapshot->gpu == gpu && snapshot->given == (size_t)count;
}

bool snapshot_is_current(const Snapshot *snapshot)
{
    return snapshot->given > 0;
}

bool snapshot_follows(const Snapshot *snapshot, const Snapshot *old)
{
    return snapshot == old;
}

void snapshot_free(Snapshot *snapshot)
{
    free(snapshot);
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
