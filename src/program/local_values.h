/* SPDX-License-Identifier: MIT
 *
 * local_values - the local variables of a program's threads, with their values.
 *
 * A trace holds what changed when a thread stopped at an access.  A thread's
 * changes lie one after the other, so its locals at an instruction follow from
 * those up to it:
 *
 *     instruction   12         13                15
 *     change        ai = 9     offset = 2        ai ends
 *     locals        ai = 9     ai = 9            offset = 2
 *                              offset = 2
 *
 * At an instruction in which a thread takes no part its locals are unchanged
 * since the last one in which it did.
 */
#ifndef UPSWEEP_LOCAL_VALUES_H
#define UPSWEEP_LOCAL_VALUES_H

#include "trace/local.h"

/* A local variable and its value. */
typedef struct {
    const Local *local;
    uint8_t depth;  /* of its function's call: 0 for the kernel */
    bool in_scope;  /* true in what local_at and trace_locals give */
    bool known;     /* the same */
    bool changed;   /* it had another value before ... */
    uint32_t since; /* ... this instruction */
    int64_t value, before;
} LocalValue;

/* Walks along the instructions of a block with one of its threads. */
typedef struct {
    const Trace *trace;
    uint32_t thread;
    size_t first, next, end; /* of the thread's changes */
    LocalValue *all;         /* by rising depth, then place in trace->locals */
    size_t all_count, all_capacity;
    LocalValue *visible;
    size_t visible_capacity;
} LocalCursor;

/* Before the first instruction; free it with local_end. */
LocalCursor local_begin(const Trace *trace, const Block *block,
                        uint32_t thread);
/* The locals in scope at INSTRUCTION of the block, an index into
 * trace->instructions: *COUNT of them, by rising depth and in the order of
 * their declaration; valid until the next call.  Moving forwards costs no more
 * than the changes on the way; moving back begins at the start. */
const LocalValue *local_at(LocalCursor *cursor, uint32_t instruction,
                           size_t *count);
void local_end(LocalCursor *cursor);

/* The same for a single instruction.  Free the array. */
LocalValue *trace_locals(const Trace *trace, uint32_t instruction,
                         uint32_t thread, size_t *count);

/* Appends a value: "7", "0.5", "true", "null", "in", "&temp[3]".  GRID: the
 * launch that it belongs to. */
void local_value_add(const Trace *trace, uint32_t grid, const Local *local,
                     int64_t value, Text *text);

#endif
