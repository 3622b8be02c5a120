/* SPDX-License-Identifier: MIT
 *
 * prebuilt - src/catalog/catalog.cu, which was compiled when the project was
 * built: the program that runs the algorithms of the catalog on the simulator.
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

#endif
