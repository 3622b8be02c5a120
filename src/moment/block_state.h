/* SPDX-License-Identifier: MIT
 *
 * block_state - what each block of a launch does at a moment, and what it has
 * published.
 *
 *     block 0    block 1          block 2
 *     done       looks at 0       waits for 1
 *     prefix     nothing          aggregate
 */
#ifndef UPSWEEP_BLOCK_STATE_H
#define UPSWEEP_BLOCK_STATE_H

#include "analysis/tile_status.h"
#include "moment/moment.h"

/* The array of the statuses of the tiles of GRID; -1 if it has none. */
int block_statuses(const Trace *trace, const Grid *grid);
/* True, with the last word of it, if something was published of TILE in the
 * array STATUSES. */
bool block_status(const Moment *moment, int statuses, uint32_t tile,
                  GlobalWord *status);

/* What a block does at the moment. */
typedef enum {
    BLOCK_ABSENT, /* the trace does not hold it */
    BLOCK_COMING,
    BLOCK_RUNS,  /* the running instruction is its own */
    BLOCK_LOOKS, /* and looks at another block */
    BLOCK_WAITS, /* until another one has published */
    BLOCK_BEGUN,
    BLOCK_DONE
} BlockDoing;

/* The tiles that a block looks at or waits for; first > last if there are none.
 */
typedef struct {
    uint32_t first, last;
} TileRange;
/* What BLOCK does at MOMENT, of a whole trace; NULL: the trace lacks it.  Sets
 * *TILES to those that it looks at or waits for, in the array STATUSES. */
BlockDoing block_doing(const Moment *moment, int statuses, const Block *block,
                       TileRange *tiles);

/* The first wrong word that BLOCK has moved so far; NULL: none. */
const Access *block_wrong(const Moment *moment, const Block *block);

#endif
