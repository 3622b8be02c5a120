/* SPDX-License-Identifier: MIT
 *
 * build - compiles a user's CUDA program for the CPU machine: each source is
 * rewritten (rewrite.h) into a folder of its own, compiled with the compiler's
 * instrumentation, and linked with the machine (runtime/).
 *
 *     /tmp/upsweep-a1b2c3/
 *         cuda/           the headers that stand in for CUDA's
 *         source/home/me/prescan.cu
 *         source/home/me/common.cuh     included by it
 *         machine.o
 *         program
 *         own/            the private folder, see sandbox.h
 */
#ifndef UPSWEEP_BUILD_H
#define UPSWEEP_BUILD_H

#include "program/sandbox.h"
#include "util/base.h"

#define BUILD_MOST_BYTES ((size_t)4 << 20) /* of a source */

/* A source file of the program as the user wrote it. */
typedef struct {
    char *name; /* as the user gave it, or as an #include of such a file */
    char *text;
} BuildSource;

typedef struct {
    char *folder;         /* all that was made lies in it */
    char *program;        /* the executable */
    char *compiler;       /* "g++ -O0" */
    BuildSource *sources; /* those given first, then what they include */
    size_t sources_count, sources_capacity;
    Sandbox sandbox; /* of the compiler, and of the program */
} Build;

/* Reads the COUNT source files FILES and those that they include.  The caller
 * frees BUILD with build_free in any case.  False and ERROR_USAGE. */
bool build_read(Build *build, const char *const files[], int count,
                Error *error);

/* Builds the program of the COUNT source files FILES.  The compiler's messages
 * go to standard error.  After success the caller frees BUILD with build_free,
 * which removes the folder.  False and ERROR_USAGE if a file cannot be read or
 * does not compile, ERROR_FAILED without a compiler or room on the disk. */
bool build_make(Build *build, const char *const files[], int count,
                Error *error);
void build_free(Build *build);

/* Builds the program for the GPU that is there, with nvcc -O3 -lineinfo, and
 * writes what records it into the folder.  COUNT 0: only the latter.  Errors as
 * those of build_make. */
bool build_for_gpu(Build *build, const char *const files[], int count,
                   Error *error);

/* Makes the private folder of the program, which will run with these ARGUMENTS;
 * see sandbox.h.  False and ERROR_FAILED. */
bool build_furnish(Build *build, const char *const arguments[], int count,
                   Error *error);

/* The path of a program of the CUDA Toolkit, to be freed; NULL: it is neither
 * in PATH nor where the toolkit usually is. */
char *build_find_tool(const char *name);

/* Removes the folder, once nothing in it is needed any more. */
void build_clear(Build *build);

#endif
