/* SPDX-License-Identifier: MIT
 *
 * source_lines - the lines of a user's files: which of them a site of the log
 * is on, which of its line's accesses it is, and what a comment calls a step.
 *
 *     18   a[i] += a[j];          2nd access: the load of a[i], of 3
 *     19   // step: up-sweep
 *     20   __syncthreads();       the step that begins here: "up-sweep"
 */
#ifndef UPSWEEP_SOURCE_LINES_H
#define UPSWEEP_SOURCE_LINES_H

#include "program/program_facts.h"
#include "program/program_log.h"
#include "util/base.h"

/* Where a site is. */
typedef struct {
    uint8_t source;  /* index among the user's files */
    uint16_t line;   /* in that; 0: unknown */
    uint8_t outer;   /* file of the outermost frame: the kernel's */
    bool known;      /* one of its frames is in a file of the user's */
    uint64_t user;   /* return address in the user's file; below it at ... */
    uint64_t leaf;   /* ... the access itself */
    uint8_t place;   /* among the accesses of its line in the launch */
    uint32_t path;   /* among the paths of calls to its place */
    uint32_t paths;  /* how many such there are */
    uint32_t parts;  /* of an access of more than 16 bytes, the most */
    uint32_t launch; /* in which it was used last, from 1 */
} SiteLine;

typedef struct {
    const ProgramSymbols *symbols;
    const ProgramFacts *facts;
    size_t **starts;  /* of each line of each file */
    uint32_t *counts; /* lines of each file */
    SiteLine *sites;
    size_t sites_count, sites_capacity;
} SourceLines;

void source_lines_begin(SourceLines *lines, const ProgramSymbols *symbols,
                        const ProgramFacts *facts);
void source_lines_free(SourceLines *lines);

/* Adds the next site: the innermost of its frames that is in a file of the
 * user's gives its line. */
void source_lines_add(SourceLines *lines, const ProgramSite *site);

/* True if FILE is NAME, or ends in a slash and NAME. */
bool source_lines_is_file(const char *file, const char *name);

/* Numbers the places of each line among the sites used in LAUNCH. */
void source_lines_number(SourceLines *lines, uint32_t launch);

/* The title that a comment "// step: TITLE" on LINE, or alone on the line above
 * it, gives; false if there is none.  SIZE bytes at TITLE. */
bool source_lines_comment(const SourceLines *lines, uint32_t source,
                          uint32_t line, char *title, size_t size);

/* The same of the first such comment above LINE, up to the word __global__: it
 * comes after the opening brace of a kernel.  *AT becomes its line. */
bool source_lines_opening(const SourceLines *lines, uint32_t source,
                          uint32_t line, char *title, size_t size,
                          uint16_t *at);

/* ---- What a source says without a compiler --------------------------------*/

/* What is changed in the copy that is compiled moves no line or column of the
 * user's text. */

/* True if TEXT has a function main; preprocessor lines are not looked at. */
bool source_text_has_main(const char *text);

/* Joins the brackets of launches in TEXT as nvcc reads them: k<< <1, 32>> >(a)
 * becomes k<<< 1, 32>>> (a). */
void source_text_join_launches(char *text);

/* Appends to COPY, which ends with the text SOURCE, a main that calls the
 * function solve of SOURCE with arrays and sizes, as LeetGPU has it.  False,
 * and nothing appended, if SOURCE defines no such function. */
bool source_text_add_main(const char *source, Text *copy);

#endif
