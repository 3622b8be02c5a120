/* SPDX-License-Identifier: MIT
 *
 * thread_access - one access of one thread, and how it is described.
 */
#ifndef UPSWEEP_THREAD_ACCESS_H
#define UPSWEEP_THREAD_ACCESS_H

#include "trace/trace.h"

typedef struct {
    uint32_t block;       /* index into trace->blocks */
    uint32_t step;        /* index into trace->steps */
    uint32_t thread;      /* of its block */
    uint32_t instruction; /* index into trace->instructions */
    uint16_t site;        /* of that instruction, and its AccessKind */
    uint8_t kind;
    uint8_t bytes; /* of its word, see Access */
    bool plain;    /* neither atomic nor volatile */
    uint16_t warp; /* of that instruction, and its epoch */
    uint32_t epoch;
    uint8_t lane; /* of its warp */
} ThreadAccess;

/* True if ONE precedes OTHER within its block: before a barrier, before its
 * warp met, or by the same thread. */
bool thread_access_before(const ThreadAccess *one, const ThreadAccess *other);

/* That of ACCESS, which belongs to this instruction. */
ThreadAccess thread_access(const Trace *trace, uint32_t instruction,
                           const Access *access);

/* Appends "launch 2 (add sums 1), block 3, step 1 (add, level 0)"; what there
 * is one of is left out. */
void thread_access_explain_place(const Trace *trace, const ThreadAccess *access,
                                 Text *text);
/* Appends "scan.cu:31, 2nd access". */
void thread_access_explain_line(const Trace *trace, const ThreadAccess *access,
                                Text *text);

#endif
