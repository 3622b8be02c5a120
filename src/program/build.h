/* SPDX-License-Identifier: MIT
 *
 * build - compiles a user's CUDA program for the simulator:
 *
 *     prescan.cu --clang, device--> bitcode --front--> object --.
 *                --clang, host----> bitcode --front--> object --+-> program
 *                                                    machine.o -'
 *
 * where front puts the machine's calls before accesses (program/pass.h).  All
 * of it happens in a separate folder:
 *
 *     /tmp/upsweep-a1b2c3/
 *         cuda/           the headers that stand in for CUDA's
 *         source/home/me/prescan.cu
 *         source/home/me/common.cuh     included by it
 *         0.device.bc, 0.device.called.bc, 0.device.o
 *         0.host.bc, ...
 *         front, machine.o
 *         program
 *         own/            the private folder, see sandbox.h
 */
#ifndef UPSWEEP_BUILD_H
#define UPSWEEP_BUILD_H

#include "program/compiler.h"
#include "program/program_facts.h"
#include "program/sandbox.h"
#include "program/snapshot.h"
#include "program/source_facts.h"
#include "util/base.h"

typedef struct {
    char *folder;  /* all that was made lies in it */
    char *program; /* the executable */
    Compiler compiler;
    ProgramSource *sources; /* those given first, then what they include */
    size_t sources_count, sources_capacity;
    SourceFacts facts;        /* of all given CUDA sources */
    uint64_t twins;           /* bits of sources whose objects have twins */
    char *first[2];           /* what CUDA sources include, for each side */
    const Snapshot *snapshot; /* with foreign files, too */
    Snapshot *owned;          /* the same, or NULL */
    Sandbox sandbox, tools;   /* of the program, and of the compiler */
} Build;

/* Builds the program of the COUNT source files FILES from SNAPSHOT, which must
 * outlive BUILD; NULL: it reads them.  The compiler sees copies only, and its
 * messages go to standard error.  After success the caller frees BUILD with
 * build_free, which removes the folder.  False and ERROR_USAGE if a file cannot
 * be read or does not compile, ERROR_FAILED without a compiler or room on the
 * disk. */
bool build_make(Build *build, const Snapshot *snapshot,
                const char *const files[], int count, Error *error);
void build_free(Build *build);

/* Builds the program for the GPU that is there, with nvcc -O3 -lineinfo, and
 * writes what records it into the folder.  COUNT 0: only the latter.  Errors as
 * in build_make. */
bool build_for_gpu(Build *build, const Snapshot *snapshot,
                   const char *const files[], int count, Error *error);

/* Makes the private folder of the program, which will run with these ARGUMENTS;
 * see sandbox.h.  False and ERROR_FAILED. */
bool build_furnish(Build *build, const char *const arguments[], int count,
                   Error *error);

/* Removes the folder, once nothing in it is needed any more. */
void build_clear(Build *build);

/* twins.c: appends to TEXT what makes the twins of the kernels that OBJECT, the
 * file of the host's side of a source, launches: C++ for the end of that
 * source.  It need not compile: a kernel may do more with its elements than
 * joining them.  Nothing is appended if no kernel is a template over its
 * elements. */
void twins_add(const char *object, Text *text);

#endif
