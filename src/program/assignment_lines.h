/* SPDX-License-Identifier: MIT
 *
 * assignment_lines - where an assignment over several lines begins.
 *
 * The assignment of a struct may be a call, to which g++ gives the place of the
 * last token of its statement:
 *
 *     12      s[i] = add(s[i - d],
 *     13                 s[i]);         "13, column 21": the store of line 12
 */
#ifndef UPSWEEP_ASSIGNMENT_LINES_H
#define UPSWEEP_ASSIGNMENT_LINES_H

#include <stddef.h>
#include <stdint.h>

/* The files of a program. */
typedef struct {
    struct AssignmentFile *items;
    size_t items_count, items_capacity;
} AssignmentFiles;

/* Adds the file NAME, as in ProgramSource, with its TEXT. */
void assignment_lines_add(AssignmentFiles *files, const char *name,
                          const char *text);
void assignment_lines_free(AssignmentFiles *files);

/* The line of what is assigned to, if the last token of an assignment of FILE,
 * a name as the debugging information has it, stands at LINE and COLUMN, from
 * 1; else LINE. */
uint32_t assignment_lines_find(const AssignmentFiles *files, const char *file,
                               uint32_t line, uint32_t column);

#endif
