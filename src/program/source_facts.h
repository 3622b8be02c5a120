/* SPDX-License-Identifier: MIT
 *
 * source_facts - what a CUDA source says and machine code does not: launches as
 * they are written, `extern __shared__` variables, kernels with their
 * parameters, and what nvcc refuses although clang compiles it.
 *
 *     scan.cu ─libclang, in a sandboxed child─► text ─source_facts_read─► facts
 *
 * The child parses a hostile source, so the parent trusts nothing in the text:
 * every number has its limits, and every string is printable.
 */
#ifndef UPSWEEP_SOURCE_FACTS_H
#define UPSWEEP_SOURCE_FACTS_H

#include "program/source_facts_text.h"
#include "trace/element.h"
#include "util/base.h"

/* Lines and columns count from 1. */
typedef struct {
    char *file;
    uint32_t line, column;
} FactPlace;

/* kernel<<<grid, block>>>(arguments).  A launch in a template is one for each
 * instance of the template. */
typedef struct {
    FactPlace place;                 /* of the kernel's name */
    uint32_t open_line, open_column; /* of <<< */
    uint32_t last_line;              /* of the ) */
    char *kernel, *arguments; /* as written: "prescan<float>", "out, n" */
    char *mangled;            /* the kernel's; "": not known */
} LaunchFact;

/* extern __shared__ float tile[][33]; */
typedef struct {
    FactPlace place;
    char *name, *type;               /* "tile", "float [][33]" */
    uint32_t element, bytes;         /* ElementKind, and bytes of an element; */
                                     /* 0: depends on a template */
    uint32_t extents[FACTS_EXTENTS]; /* after the first: 33 */
    uint32_t extents_count;
} SharedFact;

/* A parameter of a kernel, which is no template or an instance of one. */
typedef struct {
    char *name, *type;
    uint32_t bytes, offset; /* offset: in all parameters, aligned */
    bool is_pointer;
    uint32_t element;       /* of what it points to; else its own */
    uint32_t element_bytes; /* 0: not known, as of void */
} ParameterFact;

typedef struct {
    FactPlace place;      /* of its name */
    char *name, *mangled; /* "scans::prescan<float>" */
    ParameterFact *parameters;
    size_t parameters_count, parameters_capacity;
} KernelFact;

/* What nvcc refuses. */
typedef struct {
    FactPlace place;
    char *text; /* "the size of a varies; ..." */
} ProblemFact;

typedef struct {
    FactPlace *devices; /* begins of functions that are declared for the device,
                           and defined without a word: nvcc takes these as the
                           device's, and clang as others of the host */
    size_t devices_count, devices_capacity;
    LaunchFact *launches;
    size_t launches_count, launches_capacity;
    SharedFact *shared;
    size_t shared_count, shared_capacity;
    KernelFact *kernels;
    size_t kernels_count, kernels_capacity;
    ProblemFact *problems;
    size_t problems_count, problems_capacity;
} SourceFacts;

/* Parses FILE by the library LIBCLANG with COUNT arguments, as clang's driver
 * takes them, and writes the facts to OUT; false with ERROR.  Headers that
 * are no system headers (-isystem) count as the user's.  Run it in a sandboxed
 * child. */
bool source_facts_write(const char *libclang, const char *file,
                        const char *const arguments[], int count,
                        const char *out, Error *error);

/* Reads what source_facts_write wrote; NULL with ERROR if a line is damaged.
 * Free with source_facts_free. */
SourceFacts *source_facts_read(const char *text, size_t length, Error *error);
void source_facts_free(SourceFacts *facts);

#endif
