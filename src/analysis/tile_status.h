/* SPDX-License-Identifier: MIT
 *
 * tile_status - the blocks of a trace: what each sums up, when that is known,
 * and what the others have been told of it.
 *
 *     block        0          1          2          3
 *     inputs       x0..x3     x4..x7     x8..x11    x12..x15
 *     own sum      11         14         9          .          not known yet
 *     before       -          11         25         .
 *     published    prefix     prefix     aggregate  nothing
 *
 * What a published word is follows from what it stands for: the block's own
 * inputs (an aggregate), or all inputs to its last (a prefix).
 */
#ifndef UPSWEEP_TILE_STATUS_H
#define UPSWEEP_TILE_STATUS_H

#include "analysis/issue_order.h"

#define TILE_STATUS_NEVER UINT32_MAX

typedef struct {
    uint32_t tile;              /* of its grid's input, see part.h */
    Word own, before;           /* intervals */
    uint32_t own_at, before_at; /* the place in the order of playing after which
                                   it is known */
    Word own_value, before_value;
} BlockSums;

/* One for each block that the trace holds; free it. */
BlockSums *tile_status_of(const Trace *trace, const uint32_t *order);

/* Do blocks draw the numbers of their tiles? */
bool tile_status_draws(const Trace *trace, const BlockSums *sums);

/* The inputs of tile INDEX of a grid; those before it. */
Word tile_status_own(const Trace *trace, const Grid *grid, uint32_t index);
Word tile_status_before(Word own);

typedef enum {
    PUBLISHED_NOTHING,
    PUBLISHED_AGGREGATE,
    PUBLISHED_PREFIX,
    PUBLISHED_BARE,  /* a state without a sum: that lies elsewhere */
    PUBLISHED_OTHER, /* it stands for neither: a fault */
    PUBLISHED_KINDS
} Published;

/* What a word that stands for INTERVAL is to a block whose own inputs are OWN.
 */
Published tile_status_kind(Word own, Word interval);
const char *tile_status_kind_name(Published kind); /* "aggregate" */

#endif
