/* SPDX-License-Identifier: MIT
 *
 * digest - one number for all that a trace says.
 *
 * FNV-1a with 64 bits, taken over words of 32 bits instead of bytes, field by
 * field in the order of trace.h.  It finds what goes wrong by accident; it is
 * no seal against forgery.
 */
#ifndef UPSWEEP_DIGEST_H
#define UPSWEEP_DIGEST_H

#include "trace/trace.h"

#define DIGEST_TEXT 17 /* 16 hexadecimal digits and a NUL */

/* Writes the digest of TRACE into TEXT and returns TEXT. */
const char *digest_of(const Trace *trace, char text[DIGEST_TEXT]);

#endif
