/* SPDX-License-Identifier: MIT
 *
 * trace_digest - checksums of what a decoded trace says.
 *
 * They come from the rows of a Trace and the names of kinds, not from the bytes
 * of a file.  A new file format or a renumbered enum leaves them as they are.
 * File names, versions, devices and times are left out.
 */
#ifndef UPSWEEP_TRACE_DIGEST_H
#define UPSWEEP_TRACE_DIGEST_H

#include "trace/trace.h"

#include <stdint.h>

typedef struct {
    uint64_t events; /* in the order of issue: instructions, accesses, sums */
    uint64_t shape;  /* launches, arrays, variables */
    uint64_t memory; /* shared memory before each step, and the output */
    uint64_t locals; /* values of a program's local variables */
} TraceDigest;

TraceDigest trace_digest(const Trace *trace);

/* Adds a number to a checksum. */
void digest_add(uint64_t *digest, int64_t number);

/* The checksum of COUNT bytes, continued from DIGEST; the first time 0. */
uint64_t digest_of(uint64_t digest, const void *bytes, size_t count);

#endif
