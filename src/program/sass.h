/* SPDX-License-Identifier: MIT
 *
 * sass - the machine code of a GPU's functions, as nvdisasm prints it.
 *
 *     //## File "/home/me/scan.cu", line 2 inlined at
 *         "/home/me/scan.cu", line 4
 *     //## File "/home/me/scan.cu", line 4
 *             0100      STS [R11], R0 ;
 *
 * (the number 0100, the instruction's offset, stands in a comment there)
 */
#ifndef UPSWEEP_SASS_H
#define UPSWEEP_SASS_H

#include "util/base.h"

/* A line of the source that an instruction was made of. */
typedef struct {
    uint32_t file; /* of Sass.files */
    uint32_t line;
} SassFrame;

typedef struct {
    uint32_t offset;        /* in the function */
    uint32_t listing;       /* its line in the listing, from 1; 0: none */
    uint32_t first, frames; /* of Sass.frames, the innermost one first */
    char *text;             /* "STS [R11], R0" */
} SassInstruction;

typedef struct {
    char *name;          /* "_Z7prescanPfPKfi" */
    size_t first, count; /* of Sass.items, by rising offset */
} SassFunction;

typedef struct {
    SassFunction *functions;
    size_t functions_count, functions_capacity;
    SassInstruction *items;
    size_t items_count, items_capacity;
    SassFrame *frames;
    size_t frames_count, frames_capacity;
    char **files;
    size_t files_count, files_capacity;
} Sass;

/* Adds what TEXT, the output of `nvdisasm -c -gi`, says; what is not understood
 * is left out.  Free with sass_free. */
void sass_add(Sass *sass, const char *text);
void sass_free(Sass *sass);

/* The instruction at OFFSET of the function NAME; NULL: there is none. */
const SassInstruction *sass_find(const Sass *sass, const char *name,
                                 uint64_t offset);

/* The instruction before AT in its function; NULL: AT is the first one. */
const SassInstruction *sass_before(const Sass *sass, const SassInstruction *at);

/* The line of an instruction, by its listing; NULL: none. */
typedef const SassFrame *SassPick(const void *user, const SassInstruction *at);

/* Appends a listing of the function NAME to TEXT, whose next line has the
 * number LINE, and notes the lines; the number of the line behind it. */
uint32_t sass_list(Sass *sass, const char *name, uint32_t line, SassPick *pick,
                   const void *user, Text *text);

#endif
