/* SPDX-License-Identifier: MIT
 *
 * printable - text from outside, made harmless to whoever shows it.
 *
 * A character is printable if it is well-formed UTF-8 and has a shape or is a
 * blank.  These are not: control characters (C0, DEL, C1), line and paragraph
 * separators, noncharacters, and all that Unicode tells a renderer not to draw
 * (its property Default_Ignorable_Code_Point: bidirectional and zero-width
 * marks, byte-order marks, variation selectors, tags).  One of them moves a
 * terminal's cursor, forges a line, or makes two names look alike.
 *
 * Text is made harmless where it enters, so that no printer has to think of it:
 *
 *     a trace's file     the reader refuses what is not printable
 *     a recording        printable_line, printable_lines
 *     an error           error_set
 *     a picture          draw_text
 *     a file's name that is printed otherwise    printable_add
 *
 * What is not printable becomes U+FFFD.  JSON has the real text, escaped.
 */
#ifndef UPSWEEP_PRINTABLE_H
#define UPSWEEP_PRINTABLE_H

#include "util/base.h"

/* Bytes of the printable character at TEXT, which ends in a NUL; 0 if there is
 * none. */
size_t printable_length(const char *text);

/* Is all of TEXT printable? */
bool printable_is(const char *text);

/* The next character of *TEXT, which is not empty and moves on, made printable:
 * *LENGTH bytes, without a NUL. */
const char *printable_next(const char **text, size_t *length);

/* Adds WORDS, made printable. */
void printable_add(Text *text, const char *words);

/* Makes the text in LINE, an array of SIZE bytes, printable in its place; what
 * no longer fits is left out.  Allocates nothing. */
void printable_fix(char *line, size_t size);

/* A copy of TEXT, to be freed: one printable line. */
char *printable_line(const char *text);
/* A copy of TEXT, to be freed: printable lines.  Line breaks stay, as '\n';
 * tabs become spaces, up to the next multiple of 8 columns. */
char *printable_lines(const char *text);

#endif
