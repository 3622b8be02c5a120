/* SPDX-License-Identifier: MIT
 *
 * log_program - the program that logs of fuzz_log are about: addresses, lines
 * and locals, which log_corpus.c gives the logs of real ones, too.
 */
#ifndef UPSWEEP_LOG_PROGRAM_H
#define UPSWEEP_LOG_PROGRAM_H

#include "trace/trace.h"

/* Return address FUZZ_LINE * line + place in test.cu, FUZZ_DEVICE more in
 * device.cuh, from FUZZ_ELSEWHERE on in no file of the user's. */
enum { FUZZ_LINE = 16, FUZZ_DEVICE = 0x10000, FUZZ_ELSEWHERE = 0x20000 };

/* Addresses of the first array and of the first block's shared memory; the
 * others lie as far apart. */
enum { FUZZ_ARRAY = 0x100000, FUZZ_SHARED = 0x10000000 };

enum { FUZZ_LOCALS = 64 };

static inline LocalKind fuzz_local_kind(uint32_t local)
{
    return local < 44 ? LOCAL_NUMBER : local < 50 ? LOCAL_BOOL : LOCAL_POINTER;
}

static inline ElementKind fuzz_local_element(uint32_t local)
{
    return local < 44   ? (ElementKind)(local % 11)
           : local < 50 ? ELEMENT_U8
                        : ELEMENT_OTHER;
}

#endif
