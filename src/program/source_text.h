/* SPDX-License-Identifier: MIT
 *
 * source_text - what a source says without a compiler, and what is changed in
 * the copy that is compiled: no line or column of the user's text moves.
 */
#ifndef UPSWEEP_SOURCE_TEXT_H
#define UPSWEEP_SOURCE_TEXT_H

#include "util/base.h"

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
