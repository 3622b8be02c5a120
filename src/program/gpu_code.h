/* SPDX-License-Identifier: MIT
 *
 * gpu_code - the machine code of what a GPU ran, out of the log of the run: its
 * instructions and their lines, and what they say about the accesses.
 */
#ifndef UPSWEEP_GPU_CODE_H
#define UPSWEEP_GPU_CODE_H

#include "program/log_reader.h"

/* The machine code of a GPU's functions, as nvdisasm prints it.
 *
 *     //## File "/home/me/scan.cu", line 2 inlined at
 *         "/home/me/scan.cu", line 4
 *     //## File "/home/me/scan.cu", line 4
 *             0100      STS [R11], R0 ;
 *
 * (the number 0100, the instruction's offset, stands in a comment there) */

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

typedef struct {
    Sass sass;
    ProgramCode *codes;
    size_t codes_count, codes_capacity;
} GpuCode;

/* Reads the modules in the log of BYTES bytes at LOG, for which nvdisasm gets
 * files in FOLDER, and where their functions lie.  Without nvdisasm nothing is
 * known of them.  Free with gpu_code_free.  False and an error if the log is
 * damaged or nvdisasm cannot be run. */
bool gpu_code_read(GpuCode *code, const void *log, size_t bytes,
                   const char *folder, Error *error);
void gpu_code_free(GpuCode *code);

/* The instruction at PC; NULL: it is not known. */
const SassInstruction *gpu_code_find(const GpuCode *code, uint64_t pc);

/* Marks the accesses in the log as the instructions are that made them: those
 * of volatile and strong ones, which order what threads do, and additions of
 * one to shared memory (PROGRAM_COUNT). */
void gpu_code_mark(const GpuCode *code, void *log, size_t bytes);

#endif
