/* SPDX-License-Identifier: MIT
 *
 * short_number - numbers rounded to fit into little room.
 */
#ifndef UPSWEEP_SHORT_NUMBER_H
#define UPSWEEP_SHORT_NUMBER_H

#include "trace/value.h"

/* Prints the number rounded to at most MOST characters: "1.1e12", "-0.07";
 * with two digits at least, but for fractions below 1: never as "1e4".  False,
 * with nothing printed, if there is no room for that, or its type is not known.
 */
bool number_shorten(Number number, size_t most, char text[VALUE_TEXT]);
/* True if TEXT, printed for the number, is farther from it than the four digits
 * are that number_text has in brief. */
bool number_is_rounded(Number number, const char *text);

#endif
