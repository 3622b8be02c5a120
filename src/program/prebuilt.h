/* SPDX-License-Identifier: MIT
 *
 * prebuilt - what was compiled or recorded when the project was built:
 * src/catalog/catalog.cu, the program that runs the algorithms of the catalog
 * on the simulator, and traces of the examples that lessons show.
 */
#ifndef UPSWEEP_PREBUILT_H
#define UPSWEEP_PREBUILT_H

#include "program/program_facts.h"
#include "trace/trace.h"

typedef struct Prebuilt Prebuilt;

/* Unpacks it; free it with prebuilt_free.  NULL and ERROR_FAILED. */
Prebuilt *prebuilt_open(Error *error);
void prebuilt_free(Prebuilt *prebuilt); /* NULL is fine */

/* A run of it. */
typedef struct {
    const char *const *arguments;
    int count;
    /* the files whose lines the trace has */
    const ProgramSource *sources;
    size_t sources_count;
    bool gpu;          /* on that, else on the simulator */
    uint32_t lanes;    /* of a warp, and banks */
    bool locals;       /* the trace has them, too; on the simulator */
    uint64_t seed;     /* of the order in which blocks run */
    uint32_t *numbers; /* filled in, see ProgramFacts */
} PrebuiltRun;

/* Runs it and makes the trace of all its launches; NULL and ERROR_FAILED, where
 * *FAULT is true if a kernel did wrong. */
Trace *prebuilt_run(Prebuilt *prebuilt, const PrebuiltRun *run, bool *fault,
                    Error *error);

/* A trace, as a file. */
typedef struct {
    const char *command; /* "examples/transpose.cu -- 32"; NULL: the last */
    const char *bytes;
    const uint64_t *count;
} PrebuiltTrace;

/* The trace of COMMAND, to be freed; NULL if none was recorded. */
Trace *prebuilt_trace(const char *command);

#endif
