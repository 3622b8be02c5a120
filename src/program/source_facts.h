/* SPDX-License-Identifier: MIT
 *
 * source_facts - what a CUDA source says and machine code does not: launches as
 * they are written, `extern __shared__` variables, and what nvcc refuses
 * although clang compiles it.
 *
 *     scan.cu ─libclang, in a sandboxed child─► a file ─checked─► Facts
 *
 * The child parses a hostile source, so the parent trusts nothing in the file:
 * every number has its limits, and every string is printable.
 */
#ifndef UPSWEEP_SOURCE_FACTS_H
#define UPSWEEP_SOURCE_FACTS_H

#include "program/program_log.h"
#include "trace/element.h"
#include "util/base.h"

typedef enum {
    /* NAME<<<grid, block>>>(TEXT), as written: "prescan<float>", "out, n"; its
     * place is the name's, and its ) is in the line LAST_LINE */
    FACT_LAUNCH,
    /* extern __shared__ float tile[][33]: NAME "tile", TEXT "float [][33]", the
     * ELEMENT and its BYTES, which are 0 if it depends on a template, and the
     * EXTENTS after the first: 33 */
    FACT_SHARED,
    /* cudaMalloc((void **)&p, n): the ELEMENT that p points to and its BYTES */
    FACT_ALLOCATION,
    /* what nvcc refuses: TEXT "the size of a varies; ..." */
    FACT_PROBLEM,
    FACT_KINDS
} FactKind;

/* The file has these, one after the other; what a kind does not use is 0. */
typedef struct {
    uint32_t kind;
    uint32_t line; /* from 1 */
    uint32_t last_line;
    uint32_t element, bytes;              /* ElementKind */
    uint32_t extents[PROGRAM_DIMENSIONS]; /* 0: no more */
    char file[1024], name[256], text[1024];
} Fact;

/* Bytes of an element, and extents, are at most this. */
#define FACTS_MOST_BYTES 1073741824

/* Free the items. */
typedef struct {
    Fact *items;
    size_t items_count, items_capacity;
} SourceFacts;

/* Parses FILE by the library LIBCLANG with COUNT arguments, the first of which
 * is the path of clang++, and writes the facts to OUT; false with ERROR.
 * Headers that are no system headers (-isystem) count as the user's.  Run it in
 * a sandboxed child. */
bool source_facts_write(const char *libclang, const char *file,
                        const char *const arguments[], int count,
                        const char *out, Error *error);

/* Appends to FACTS what source_facts_write wrote, LENGTH bytes; false with
 * ERROR, and nothing appended, if they are damaged. */
bool source_facts_read(SourceFacts *facts, const void *bytes, size_t length,
                       Error *error);

/* The next fact of KIND from number *I on, which becomes the number after it;
 * NULL: there is none. */
const Fact *source_facts_next(const SourceFacts *facts, FactKind kind,
                              size_t *i);

/* For the log of a GPU, which has no names and types from the source.  Sets the
 * arguments, file and line of *LAUNCH by its kernel, "scan<float>" or "scan";
 * false if the source launches none of that name. */
bool source_facts_name_launch(const SourceFacts *facts, ProgramLaunch *launch);
/* Sets the type, element and extents of *VARIABLE by its name; false if the
 * source has no shared variable of that name. */
bool source_facts_name_shared(const SourceFacts *facts,
                              ProgramVariable *variable);

#endif
