/* SPDX-License-Identifier: MIT
 *
 * program, in a build that cannot run users' programs.
 */
#include "program/gpu_program.h"
#include "program/program.h"

#include "program/prebuilt.h"

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
                     "and libseccomp and configure again",
                     name);
}

Prebuilt *prebuilt_open(Error *error)
{
    error_set(error, ERROR_FAILED,
              "this build cannot run kernels; install clang, libdw and "
              "libseccomp and configure again");
    return NULL;
}

Trace *prebuilt_run(Prebuilt *prebuilt, const PrebuiltRun *run, bool *fault,
                    Error *error)
{
    (void)prebuilt;
    (void)run;
    (void)fault;
    (void)error;
    return NULL;
}

void prebuilt_free(Prebuilt *prebuilt)
{
    (void)prebuilt;
}

Trace *prebuilt_trace(const char *command)
{
    (void)command;
    return NULL;
}

Trace *gpu_program_record(const ProgramOptions *options, Error *error)
{
    return program_record(options, error);
}
