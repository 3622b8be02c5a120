/* SPDX-License-Identifier: MIT
 *
 * warp_registers - a block as a table of registers: what each thread holds
 * after each of its instructions, and from which lane it came.
 *
 * A row is an instruction of the source (a line, for the how-many-eth time in a
 * step), a column a thread:
 *
 *     row            T0   T1   T2   T3
 *     read in        3    1    7    0
 *     shuffle up 1   3    4    8    7        4 = 3 + 1, the 3 from lane 0
 *     shuffle up 2   3    4    11   11       11 = 4 + 7, the 4 from lane 1
 *
 * No trace says what is in a register.  But a word that a lane receives (by a
 * load or a shuffle) is the operand of a sum that it makes before its next
 * access, or replaces what it held, or is thrown away: which of these it is
 * follows from that next access.
 */
#ifndef UPSWEEP_WARP_REGISTERS_H
#define UPSWEEP_WARP_REGISTERS_H

#include "trace/trace.h"

#define REGISTERS_NEVER UINT32_MAX

typedef struct {
    uint32_t first, last; /* its instructions lie between these */
    uint32_t step;
    uint32_t occurrence;
    uint16_t site;
    uint8_t kind;
} RegisterRow;

typedef struct {
    uint32_t instruction; /* REGISTERS_NEVER: the thread took no part */
    uint32_t access;
    uint32_t sum;  /* made with the word received, or on the way to storing it;
                      REGISTERS_NEVER: none */
    uint32_t made; /* the instruction from which on the sum is there: this one,
                      but of a word that was loaded the thread's next, before
                      which it adds; until then it holds the word alone */
    Word value, interval; /* what the thread holds after it, or the sum */
    bool kept; /* what it held already: the word received was thrown away */
} RegisterCell;

typedef struct {
    const Trace *trace;
    uint32_t threads;
    RegisterRow *rows;
    size_t rows_count, rows_capacity;
    RegisterCell *cells; /* rows x threads */
    size_t cells_count, cells_capacity;
} WarpRegisters;

/* Are registers what this trace of one block is about: do its lanes shuffle, or
 * is there no shared memory? */
bool registers_matter(const Trace *trace);
WarpRegisters registers_of(const Trace *trace);
void registers_free(WarpRegisters *lanes);

const RegisterCell *registers_cell(const WarpRegisters *lanes, size_t row,
                                   uint32_t thread);
/* The row of an instruction. */
size_t registers_row(const WarpRegisters *lanes, size_t instruction);
/* The last row above ROW in which THREAD holds this word; REGISTERS_NEVER if
 * there is none. */
uint32_t registers_origin(const WarpRegisters *lanes, size_t row,
                          uint32_t thread, Word value, Word interval);
/* The distance of a shuffle that all its lanes but those that take their own
 * word agree on; 0 if they do not. */
int registers_distance(const Trace *trace, const Instruction *at);
/* The one lane that all take their word from; -1 if there are several. */
int registers_source(const Trace *trace, const Instruction *at);

#endif
