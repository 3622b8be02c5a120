/* SPDX-License-Identifier: MIT
 *
 * printable - makes text from outside safe to print.
 *
 * A character is printable if it is well-formed UTF-8 and has a shape or is a
 * blank.  These are not: control characters (C0, DEL, C1), line and paragraph
 * separators, noncharacters, and all that Unicode asks a renderer not to draw
 * (its property Default_Ignorable_Code_Point: bidirectional and zero-width
 * marks, byte-order marks, variation selectors, tags).  One of them moves a
 * terminal's cursor, forges a line, or makes two names look alike.
 *
 * Text is made printable where it enters the program, so that code that prints
 * need not check:
 *
 *     a trace's file     the reader refuses what is not printable
 *     a recording        printable_line, printable_lines
 *     an error           error_set
 *     a picture          draw_text
 *     a file's name that is printed otherwise    printable_line
 *
 * What is not printable becomes U+FFFD.  JSON output has the original text,
 * escaped.
 */
#ifndef UPSWEEP_PRINTABLE_H
#define UPSWEEP_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the printable character at the start of TEXT; 0 if the first
 * character is not printable or TEXT is empty. */
size_t printable_length(const char *text);

/* True if all of TEXT is printable. */
bool printable_is(const char *text);

/* The code point of the first character of *TEXT, printable or not, U+FFFD if
 * it is malformed.  Advances *TEXT past it; *TEXT must not be empty. */
uint32_t printable_code(const char **text);

/* The first character of *TEXT, made printable: *LENGTH bytes, no NUL. Advances
 * *TEXT past the character; *TEXT must not be empty. */
const char *printable_next(const char **text, size_t *length);

/* Makes the string in LINE, an array of SIZE bytes, printable in place; what no
 * longer fits, or is beyond 512 bytes, is cut off.  Allocates nothing. */
void printable_fix(char *line, size_t size);

#endif
