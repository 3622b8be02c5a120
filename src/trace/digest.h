/* SPDX-License-Identifier: MIT
 *
 * digest - a checksum over the whole content of a trace.
 *
 * FNV-1a with 64 bits, taken over words of 32 bits instead of bytes, field by
 * field in the order of trace.h.  It detects accidental damage, not forgery.
 */
#ifndef UPSWEEP_DIGEST_H
#define UPSWEEP_DIGEST_H

#include "trace/trace.h"

#define DIGEST_TEXT 17 /* 16 hexadecimal digits and a NUL */

/* Writes the digest of TRACE into TEXT and returns TEXT. */
const char *digest_of(const Trace *trace, char text[DIGEST_TEXT]);

#endif
