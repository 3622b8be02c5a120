/* SPDX-License-Identifier: MIT
 *
 * tile_status - the sums of each block of a trace, when they are known, and
 * what a block has published of them to other blocks.
 *
 *     block        0          1          2          3
 *     inputs       x0..x3     x4..x7     x8..x11    x12..x15
 *     own sum      11         14         9          .          not known yet
 *     before       -          11         25         .
 *     published    prefix     prefix     aggregate  nothing
 *
 * What a published word is follows from the interval it stands for: the block's
 * own inputs (an aggregate), or all inputs up to the block's last (a prefix).
 */
#ifndef UPSWEEP_TILE_STATUS_H
#define UPSWEEP_TILE_STATUS_H

#include "analysis/issue_order.h"

#define TILE_STATUS_NEVER UINT32_MAX

typedef struct {
    uint32_t tile;              /* of its grid's input, see block_trace_tile and
                                   block_inputs_find */
    Word own, before;           /* intervals: its own inputs; those before */
    uint32_t own_at, before_at; /* place in the playing order after which the
                                   sum is known, or TILE_STATUS_NEVER */
    Word own_value, before_value; /* these sums */
} BlockSums;

/* The sums of each block that the trace holds, an array like trace->blocks;
 * free it. */
BlockSums *tile_status_of(const Trace *trace, const uint32_t *order);

/* A block of GRID whose tile is TILE; NULL if there is none. */
const Block *tile_status_block(const Trace *trace, const BlockSums *sums,
                               uint32_t grid, uint32_t tile);

/* True if blocks draw the numbers of their tiles; of a program: true if a tile
 * has another number than its block. */
bool tile_status_draws(const Trace *trace, const BlockSums *sums);

/* The interval of the inputs of tile INDEX of a grid; of a program
 * INTERVAL_TOP. */
Word tile_status_own(const Trace *trace, const Grid *grid, uint32_t index);
/* The same of a program, too, where its blocks have tiles and the trace holds
 * the one of TILE; else INTERVAL_TOP. */
Word tile_status_inputs(const Trace *trace, const BlockSums *sums,
                        uint32_t grid, uint32_t tile);
/* Where tile INDEX stands in a picture, as the interval of the inputs over it:
 * in a program's each block has an equal share of the width; INTERVAL_TOP of a
 * program whose launch has fewer inputs than blocks, or more inputs than the
 * first launch, which the picture is as wide as. */
Word tile_status_place(const Trace *trace, const Grid *grid, uint32_t index);
/* The interval of all inputs before the interval OWN. */
Word tile_status_before(Word own);

typedef enum {
    PUBLISHED_NOTHING,
    PUBLISHED_AGGREGATE,
    PUBLISHED_PREFIX,
    PUBLISHED_BARE,  /* a state without a sum, which is in another array */
    PUBLISHED_OTHER, /* neither aggregate nor prefix: a fault */
    PUBLISHED_KINDS
} Published;

/* How many words of ARRAY are the status of a tile: 2, a state and a sum; 1, a
 * state, whose sum is in another array; 0: the array has none. */
uint32_t tile_status_words(const Array *array);
/* True if AT publishes statuses; if it looks at some. */
bool tile_status_publishes(const Trace *trace, const Instruction *at);
bool tile_status_looks(const Trace *trace, const Instruction *at);
/* How many statuses AT moves; 0: it has to do with none. */
uint32_t tile_status_count(const Trace *trace, const Instruction *at);
/* The access of the last word of status I of AT: of its sum, if it has one. */
const Access *tile_status_access(const Trace *trace, const Instruction *at,
                                 uint32_t i);
/* The tile whose status ACCESS, of such an instruction, moves. */
uint32_t tile_status_tile(const Trace *trace, const Instruction *at,
                          const Access *access);

/* True if ACCESS moves the state of a pair, whose sum is the next word. */
bool tile_status_is_state(const Trace *trace, const Instruction *at,
                          const Access *access);

/* What a published sum that stands for INTERVAL is, for a block whose own
 * inputs are OWN. */
Published tile_status_kind(Word own, Word interval);
/* The same of what ACCESS, of tile_status_access, published or read. */
Published tile_status_published(const Trace *trace, const Instruction *at,
                                const Access *access);
const char *tile_status_kind_name(Published kind); /* "aggregate" */

#endif
