/* SPDX-License-Identifier: MIT
 *
 * arguments - the text of a launch's arguments, of which an array has its name:
 *
 *     scan<<<1, 4>>>(d_out + 4, f(x, y), n);     "d_out", "f(x, y)"
 *
 * The machine of a user's program has this module, too.
 */
#ifndef UPSWEEP_ARGUMENTS_H
#define UPSWEEP_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ARGUMENTS_NAME = 128 }; /* bytes of a name, at most */

/* What the array is called that argument NUMBER of TEXT, from 1, points into,
 * in the SIZE bytes at NAME: "sum" of "sum + 1", "&sum[1]" and "(float *)sum".
 * Elements are counted from the start of the array, whatever the argument
 * points to.  WHOLE: the text of such an argument, in brackets.  "[3]" may
 * follow the name.  False if there is no such argument. */
bool arguments_array(const char *text, uint32_t number, bool whole, char *name,
                     size_t size);

/* Copies the LENGTH bytes at FROM, without blanks around them, to the SIZE
 * bytes at TO, as far as they fit; false if there are none. */
bool arguments_trim(const char *from, size_t length, char *to, size_t size);

#endif
