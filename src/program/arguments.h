/* SPDX-License-Identifier: MIT
 *
 * arguments - the text of a launch's arguments, of which an array has its name:
 *
 *     scan<<<1, 4>>>(d_out, f(x, y), n);     the second is "f(x, y)"
 *
 * The machine of a user's program has this module, too.
 */
#ifndef UPSWEEP_ARGUMENTS_H
#define UPSWEEP_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The argument NUMBER, from 1, in TEXT, without blanks around it, in the SIZE
 * bytes at ARGUMENT.  False if there is none. */
bool arguments_nth(const char *text, uint32_t number, char *argument,
                   size_t size);

/* Copies the LENGTH bytes at FROM, without blanks around them, to the SIZE
 * bytes at TO, as far as they fit; false if there are none. */
bool arguments_trim(const char *from, size_t length, char *to, size_t size);

#endif
