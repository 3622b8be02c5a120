/* SPDX-License-Identifier: MIT
 *
 * register_rows - which instructions of a block make up a row of the table of
 * registers (warp_registers.h), and in which order the rows stand.
 *
 *     instruction of a warp of 32 lanes             row
 *     lanes 0-15 read doubles in[0..15]             read in
 *     lanes 16-31 read doubles in[16..31]           read in, the same
 *     all lanes shuffle the lower halves            shuffle up by 1
 *     all lanes shuffle the upper halves            shuffle up by 1, the same
 *     lanes 0-7 read float4 v[0..7]                 read v, 1 of 4, 2 of 4, ...
 */
#ifndef UPSWEEP_REGISTER_ROWS_H
#define UPSWEEP_REGISTER_ROWS_H

#include "trace/trace.h"

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

#endif
