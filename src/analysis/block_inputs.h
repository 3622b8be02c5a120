/* SPDX-License-Identifier: MIT
 *
 * block_inputs - which inputs each block of a program's launch loads, and
 * whether these are tiles: parts of the input that follow each other, one a
 * block.
 *
 *     block     0          2          1
 *     loads     x0..x3     x4..x7     x8..x9
 *     tile      0          1          2
 */
#ifndef UPSWEEP_BLOCK_INPUTS_H
#define UPSWEEP_BLOCK_INPUTS_H

#include "trace/trace.h"

typedef struct {
    uint32_t tile;
    Word own; /* the interval of the inputs of the tile */
} BlockInputs;

/* INPUTS becomes the inputs of the blocks of grid G, a program's, that TRACE
 * holds: as many as trace_grid_blocks gives.  If blocks load the same inputs,
 * none, or inputs outside of a tile, all have their own number as a tile, and
 * INTERVAL_TOP. */
void block_inputs_find(const Trace *trace, uint32_t g, BlockInputs *inputs);

#endif
