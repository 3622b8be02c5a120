/* SPDX-License-Identifier: MIT
 *
 * local - how a trace has the values of a program's local variables: the order
 * of their changes, and pointers.  See program/local_values.h.
 */
#ifndef UPSWEEP_LOCAL_H
#define UPSWEEP_LOCAL_H

#include "trace/trace.h"

/* Where a pointer points to, as its value says. */
typedef enum {
    POINTER_NULL,
    POINTER_ARRAY,  /* of global memory */
    POINTER_SHARED, /* memory */
    POINTER_OTHER
} PointerSpace;

/* The value of a pointer to byte BYTE of ARRAY. */
int64_t local_pointer(PointerSpace space, uint32_t array, uint64_t byte);
PointerSpace local_pointer_parts(int64_t value, uint32_t *array,
                                 uint64_t *byte);

/* Below 0, 0 or above 0: change A stands before, with or behind B in
 * trace->local_changes. */
int local_change_compare(const Trace *trace, const LocalChange *a,
                         const LocalChange *b);
/* Sorts the changes from number FIRST on, keeping the order of equals. */
void local_sort(Trace *trace, size_t first);
/* The first change of THREAD of block BLOCK, or of what comes after it. */
size_t local_first(const Trace *trace, uint64_t block, uint64_t thread);

#endif
