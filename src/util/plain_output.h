/* SPDX-License-Identifier: MIT
 *
 * plain_output - passes on what another program prints, without the control
 * characters by which it could change a terminal.
 *
 * Printable characters (printable.h), line breaks and tabs pass; each other
 * character becomes U+FFFD.  Pieces may be cut anywhere.
 */
#ifndef UPSWEEP_PLAIN_OUTPUT_H
#define UPSWEEP_PLAIN_OUTPUT_H

#include <stddef.h>

/* The begin of a character whose other bytes are still to come; {0} at first.
 */
typedef struct {
    char kept[4];
    size_t count;
} PlainOutput;

/* Writes the COUNT bytes at BYTES to FILE.  Errors are ignored. */
void plain_output_write(PlainOutput *output, int file, const char *bytes,
                        size_t count);
/* Writes the bytes as they are, to a file that is no terminal. */
void plain_output_copy(int file, const char *bytes, size_t count);
/* Writes what is left when no more comes. */
void plain_output_end(PlainOutput *output, int file);

#endif
