/* SPDX-License-Identifier: MIT
 *
 * answer - the JSON that a command answers with (--json).
 *
 * Jansson returns NULL for a value that it has no memory for, and takes NULL
 * for a value: the member or the item is then missing, and nobody is told.
 * After answer_begin a refused request for memory ends the program, and the
 * functions below end it with a failed BASE_CHECK for a value that is NULL for
 * another reason, such as text that is not UTF-8.
 */
#ifndef UPSWEEP_ANSWER_H
#define UPSWEEP_ANSWER_H

#include <jansson.h>

#include <stdio.h>

/* From now on a request of Jansson's that is refused calls base_out_of_memory.
 * Called once, before the first value is made. */
void answer_begin(void);

/* TEXT as a string; made printable if it is not UTF-8, which JSON requires. */
json_t *answer_text(const char *text);

/* Appends VALUE to LIST, which owns it from then on. */
void answer_add(json_t *list, json_t *value);
/* The member NAME of OBJECT becomes VALUE, which OBJECT owns from then on. */
void answer_set(json_t *object, const char *name, json_t *value);

/* Prints ROOT and a line's end on OUT, and frees ROOT.  FLAGS are json_dumps's.
 */
void answer_print(json_t *root, size_t flags, FILE *out);

#endif
