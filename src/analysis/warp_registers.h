/* SPDX-License-Identifier: MIT
 *
 * warp_registers - a block as a table of registers: what each thread holds
 * after each of its instructions, and from which lane that came.
 *
 * A row is one execution of a source line in a step, a column is a thread; the
 * rows of a warp stand in the order in which it executed them:
 *
 *     row            T0   T1   T2   T3
 *     read in        3    1    7    0
 *     shuffle up 1   3    4    8    7        4 = 3 + 1, the 3 from lane 0
 *     shuffle up 2   3    4    11   11       11 = 4 + 7, the 4 from lane 1
 *
 * An access of 16 bytes has a row for each of its words.  A number of 8 bytes
 * has one row, though two words, or two shuffles, move it; and so have the
 * parts that the hardware serves an access in.
 *
 * Sums that a thread makes of what it holds, without an access, are recorded
 * with its next access; they have separate rows before it:
 *
 *     shuffle from 3 17   17   17   17
 *     ...
 *     add            17   20   26   27       17 + what each had
 *     write out      17   20   26   27
 *
 * A trace does not record registers.  But a word that a lane receives (by a
 * load or a shuffle) is either the operand of a sum that the lane computes
 * before its next access, or replaces the word that the lane held, or is
 * discarded; which of these it is follows from that next access.
 */
#ifndef UPSWEEP_WARP_REGISTERS_H
#define UPSWEEP_WARP_REGISTERS_H

#include "trace/variable.h"

/* ---- Rows ----------------------------------------------------------------*/

/* Which instructions of a block make up a row, and in which order the rows
 * stand.
 *
 *     instruction of a warp of 32 lanes             row
 *     lanes 0-15 read doubles in[0..15]             read in
 *     lanes 16-31 read doubles in[16..31]           read in, the same
 *     all lanes shuffle the lower halves            shuffle up by 1
 *     all lanes shuffle the upper halves            shuffle up by 1, the same
 *     lanes 0-7 read float4 v[0..7]                 read v, 1 of 4, 2 of 4, ...
 */

#define REGISTERS_NEVER UINT32_MAX /* an access, a row or a sum: none */

typedef struct {
    uint32_t first, last; /* its instructions lie between these */
    uint32_t step;
    uint32_t occurrence;
    uint16_t site;
    uint8_t kind;
    uint8_t word, words; /* of those that each thread moves: which, how many;
                            a number of 8 bytes counts as one */
    bool alone; /* sums before an access to that line, not the access */
} RegisterRow;

typedef struct {
    const Trace *trace;
    RegisterRow *rows; /* in the order in which they were taken */
    size_t rows_count, rows_capacity;
    uint32_t *row_of; /* of each instruction: the row of its last word */
    uint8_t *words;   /* of each instruction: how many rows it has; 0: it moves
                         the upper halves of what the one before it shuffles */
    uint32_t *execution_of; /* of each instruction: its line's */
    uint32_t *table;        /* 1 + rows, open, by what they execute; 0: none */
    size_t table_size;      /* a power of two */
} RegisterRows;

/* The rows of TRACE, which must outlive them; none is taken yet.  Free them
 * with register_rows_free. */
RegisterRows register_rows_of(const Trace *trace);
void register_rows_free(RegisterRows *rows);

/* How many words each thread moves in an instruction. */
uint8_t register_rows_words(const Instruction *at);
/* True if the next instruction has no separate row, because it moves the
 * upper halves of the numbers of which instruction INDEX shuffles the lower
 * ones. */
bool register_rows_has_upper(const RegisterRows *rows, uint32_t index);
/* The first of the rows of instruction INDEX, and of the others of its
 * execution; adds those that are not there.  Instructions are taken in their
 * order. */
uint32_t register_rows_take(RegisterRows *rows, uint32_t index);
/* All rows, as indices, in the order of time, when END instructions were taken;
 * free it. */
uint32_t *register_rows_order(const RegisterRows *rows, uint32_t end);

/* ---- Registers -----------------------------------------------------------*/

typedef struct {
    uint32_t instruction; /* REGISTERS_NEVER: the thread took no part */
    uint32_t last; /* the same, or the shuffle of the upper half of a number */
    uint32_t access; /* of the lower half of a number that has two */
    uint32_t sum;    /* made with the word received, or alone; REGISTERS_NEVER:
                        none */
    uint32_t made;   /* the instruction from which on the sum exists: this one,
                        or for a loaded word the thread's next, before which it
                        adds; until then the thread holds the word alone */
    Word value, interval; /* what the thread holds afterwards: word or sum */
    uint32_t above; /* the last row above in which the thread took part, or
                       REGISTERS_NEVER */
    bool alone;     /* the sum needed no access: it was made before this one */
    bool kept; /* the thread keeps its word and discards the one received; of
                  several words that which it handed on, where that is known */
} RegisterCell;

typedef struct {
    const Trace *trace;
    uint32_t threads;
    RegisterRow *rows;
    size_t rows_count, rows_capacity;
    uint32_t *row_of;    /* of each instruction */
    RegisterCell *cells; /* rows x threads */
    size_t cells_count, cells_capacity;
    Number *numbers; /* in the cells of a program; else NULL */
} WarpRegisters;

/* True if a trace of one block is best shown by its registers: its lanes
 * shuffle, or it uses no shared memory. */
bool registers_matter(const Trace *trace);
/* The table of TRACE, which must outlive it; free it with registers_free. */
WarpRegisters registers_of(const Trace *trace);
void registers_free(WarpRegisters *lanes);

/* The entry of a row and a thread. */
const RegisterCell *registers_cell(const WarpRegisters *lanes, size_t row,
                                   uint32_t thread);
/* The row of an instruction. */
size_t registers_row(const WarpRegisters *lanes, size_t instruction);
/* The number of a program that a thread holds in CELL afterwards, and an
 * operand of its sum, the left one or the RIGHT one; of ELEMENT_OTHER if it is
 * not known, or if the word is all of it. */
Number registers_number(const WarpRegisters *lanes, const RegisterCell *cell);
Number registers_operand(const WarpRegisters *lanes, const RegisterCell *cell,
                         bool right);
/* The last row above ROW in which THREAD holds this word, and this number, if
 * it is known; REGISTERS_NEVER if there is none. */
uint32_t registers_origin(const WarpRegisters *lanes, size_t row,
                          uint32_t thread, Word value, Word interval,
                          Number number);

#endif
