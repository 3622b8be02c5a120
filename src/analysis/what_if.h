/* SPDX-License-Identifier: MIT
 *
 * what_if - the bank conflicts that would remain if an array in shared memory
 * lay otherwise: predicted from the accesses of a trace.
 *
 *     float tile[32][32]        loads 0, stores 992 conflicts
 *       tile[32][33]                  0         0     predicted
 *       i + i / 32                    0         0     predicted
 *       column ^ row                  0         0     predicted
 *
 * The program is taken to make the same accesses to the same elements.  Only
 * their places change.
 */
#ifndef UPSWEEP_WHAT_IF_H
#define UPSWEEP_WHAT_IF_H

#include "analysis/bank.h"

typedef enum {
    REMEDY_COLUMN,  /* one more element at the end of each row */
    REMEDY_INDEX,   /* element i at i + i / k */
    REMEDY_SWIZZLE, /* column c of row r at column c ^ r */
    REMEDY_LAYOUTS
} LayoutRemedy;

typedef struct {
    uint64_t load, store; /* wavefronts beyond the first */
} Conflicts;

typedef struct {
    const Variable *variable; /* of the first launch that has it; NULL: shared
                                 memory as a whole, whose words have no names */
    uint32_t grid;            /* that launch */
    Conflicts now;
    bool applies[REMEDY_LAYOUTS]; /* a row is needed for REMEDY_COLUMN */
    Conflicts predicted[REMEDY_LAYOUTS];
} WhatIf;

/* The arrays of TRACE at which lanes wait, those with the most conflicts first;
 * *COUNT becomes their number.  An array of a kernel that several launches run
 * is one.  Free them. */
WhatIf *what_if_of(const Trace *trace, size_t *count);

/* True if ARRAY is VARIABLE, or all of shared memory if that is NULL, of launch
 * GRID or of another one of the same kernel. */
bool what_if_is_of(const Trace *trace, const WhatIf *array,
                   const Variable *variable, uint32_t grid);

/* The layout with the fewest conflicts, the first of equals in the order of
 * LayoutRemedy; REMEDY_LAYOUTS if none has fewer than now. */
LayoutRemedy what_if_best(const WhatIf *array);

/* The conflicts that would remain in LINE of SOURCE, index into trace->sources,
 * if ARRAY had that layout and no other array changed. */
Conflicts what_if_line(const Trace *trace, const WhatIf *array,
                       LayoutRemedy remedy, uint32_t source, uint32_t line);

/* An array with a layout that it could have. */
typedef struct {
    const WhatIf *array;
    LayoutRemedy remedy;
} PaddedArray;

/* Where each byte of the shared memory of TRACE would be if VARIABLE, or all of
 * it if that is NULL, had that layout; *WORDS becomes the length of the memory.
 * What is behind the array moves by whole rows of banks.  Free it. */
uint32_t *what_if_places(const Trace *trace, const Variable *variable,
                         LayoutRemedy remedy, uint32_t *words);
/* Makes the extents and bytes of VARIABLE those that it would have. */
void what_if_change(Variable *variable, LayoutRemedy remedy, uint32_t k);

/* Appends how to index or declare the array: "declare
 * tile[32][33]", "index temp[i + i / 32]". */
void what_if_write(const Trace *trace, const WhatIf *array, LayoutRemedy remedy,
                   Text *text);

#endif
