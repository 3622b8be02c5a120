/* SPDX-License-Identifier: MIT
 *
 * shown_value - how a picture writes the words of a trace, and how long that
 * is.
 */
#ifndef UPSWEEP_SHOWN_VALUE_H
#define UPSWEEP_SHOWN_VALUE_H

#include "trace/trace.h"
#include "trace/value.h"

/* Formats a word for a picture: as value_format does, but with fractions to
 * four digits and intervals as "Σx8..x15", or "8-15" if BRIEF.  Returns TEXT.
 */
const char *shown_value(Op op, Word value, bool brief, char text[VALUE_TEXT]);
/* The same of an operand of SUM, the left one or the RIGHT one: its label if it
 * is no word. */
const char *shown_value_operand(const Trace *trace, const Sum *sum, bool right,
                                bool brief, char text[VALUE_TEXT]);

/* The length of the longest input or output word of TRACE or, of a program, of
 * the longest of what shared memory holds, in characters; a number of two cells
 * has the room of both. */
uint8_t shown_value_digits(const Trace *trace);

#endif
