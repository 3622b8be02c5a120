/* SPDX-License-Identifier: MIT
 *
 * dataflow - a trace as a table of rounds: what each round stored in each
 * column.
 *
 * A round is a run of consecutive steps with one level, of which one phase
 * stores ("read" and "write" of level 1); a step of level 0 is a round by
 * itself.  Rounds that store nothing are left out.
 * A column is a cell; but where memory holds the array twice (two buffers), the
 * two cells of an element share a column.  Two halves of memory are two buffers
 * only if each step stores to one of them, and reads the other one whenever it
 * stores to another half than the step before: a half that is padding is none.
 *
 *     round          column 0   1   2   3
 *     load                  8   3   5   7
 *     write, level 1        .  11   8  12        . not stored in this round
 *     write, level 2        .   .  16  23
 */
#ifndef UPSWEEP_DATAFLOW_H
#define UPSWEEP_DATAFLOW_H

#include "trace/trace.h"

#define DATAFLOW_NEVER UINT32_MAX

typedef struct {
    uint32_t first, end; /* instructions first to end - 1 */
    uint32_t step;       /* the last step that stores */
} DataflowRound;

/* The last store to a column in a round. */
typedef struct {
    uint32_t instruction; /* DATAFLOW_NEVER: none */
    uint32_t access;
    uint32_t above; /* the last round before with a store to the column, or
                       DATAFLOW_NEVER */
} DataflowCell;

typedef struct {
    const Trace *trace;
    uint32_t columns;
    DataflowRound *rounds;
    size_t rounds_count, rounds_capacity;
    DataflowCell *cells; /* rounds x columns */
} Dataflow;

/* Only so many rounds are kept, the first ones: more would be rows thinner than
 * lines, and take very long to draw. */
enum { DATAFLOW_MOST_ROUNDS = 128 };

/* The table of TRACE, which must outlive it; free it with dataflow_free. */
Dataflow dataflow_of(const Trace *trace);
void dataflow_free(Dataflow *flow);

/* The entry of a round and a column. */
const DataflowCell *dataflow_cell(const Dataflow *flow, size_t round,
                                  uint32_t column);
/* The column of a cell of shared memory. */
uint32_t dataflow_column(const Dataflow *flow, uint32_t cell);

/* Where a thread loaded an operand from. */
typedef struct {
    uint32_t column; /* DATAFLOW_NEVER: it loaded none */
    uint32_t store;  /* the access by which another thread had stored it there
                        before in the same round; DATAFLOW_NEVER: it was there
                        from the round before */
    bool early;      /* and in the same step, with no barrier between */
} DataflowSource;

/* Where the thread that stored CELL loaded a word with INTERVAL before that
 * store in ROUND; words that are no sums are distinguished by VALUE. */
DataflowSource dataflow_source(const Dataflow *flow, const DataflowRound *round,
                               const DataflowCell *cell, Word interval,
                               Word value);

/* round_sums - words of a raced run that are not what their round makes of the
 * words of the round before.
 *
 *     level 1      6   13    7    4    4
 *     level 2      6   13   13   17   17       thread 4 loaded the 13 that
 *                             ╰────────╯       thread 2 had just stored, and
 *                                              not the 7: 17 is not 7 + 4
 *
 * Such a word may be a sum of neighbours, and its round may be long before the
 * one whose sums are none.
 */

/* Calls FOUND for the index of each access to shared memory of TRACE, a single
 * block, that moves such a word, and each that moves it on; ARISES: it was made
 * of words that are right, of which one came too early. */
void round_sums_find(const Trace *trace,
                     void found(void *data, uint32_t access, bool arises),
                     void *data);

#endif
