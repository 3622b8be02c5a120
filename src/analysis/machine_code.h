/* SPDX-License-Identifier: MIT
 *
 * machine_code - the machine code of a GPU that a line of a source was made
 * into, found in the listing that a trace from a GPU has as its last source:
 *
 *     // prescan.cu:40
 *         0300  LDS R7, [R4+-0x4]
 *         0310  LDS R8, [R4]
 *     // prescan.cu:40
 *         0340  STS [R4], R7
 */
#ifndef UPSWEEP_MACHINE_CODE_H
#define UPSWEEP_MACHINE_CODE_H

#include "trace/trace.h"

typedef struct {
    const char *text; /* in the listing, without blanks before it */
    int length;
    bool memory; /* it loads or stores, or does both at once */
} CodeLine;

/* True if TRACE has such a listing. */
bool machine_code_is_told(const Trace *trace);

/* The instructions of line LINE of SOURCE, at most MOST of them, in LINES;
 * their number, which may be larger than MOST.  0 without a listing. */
size_t machine_code_of(const Trace *trace, const Source *source, uint32_t line,
                       CodeLine lines[], size_t most);

#endif
