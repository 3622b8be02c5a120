/* SPDX-License-Identifier: MIT
 *
 * limits - how large a trace may be.
 *
 * The limits of single columns stand in schema.c.  The reader checks every
 * number of a file before it allocates or counts by that number, and the writer
 * refuses what the reader would (rules.h).  Recordings of the catalog's
 * algorithms stay below the limits.
 */
#ifndef UPSWEEP_LIMITS_H
#define UPSWEEP_LIMITS_H

#include "util/base.h"

#define LIMITS_THREADS   1024      /* of a block */
#define LIMITS_BLOCKS    (1 << 24) /* of a grid */
#define LIMITS_WORDS     (1 << 20) /* of shared memory in a block */
#define LIMITS_GRIDS     32
#define LIMITS_SOURCES   32
#define LIMITS_ARRAYS    64        /* of global memory */
#define LIMITS_GLOBAL    (1 << 22) /* words of all arrays together */
#define LIMITS_ELEMENTS  (1 << 20) /* of an array that are judged */
#define LIMITS_VARIABLES 4096      /* of shared memory, in all launches */
#define LIMITS_MEMBERS   (1 << 14) /* of structs, in all variables and arrays */
#define LIMITS_OF_STRUCT 64        /* members of one */
#define LIMITS_LOCALS    4096      /* of functions */
#define LIMITS_LEVEL     65535     /* absolute value of a step's level */
#define LIMITS_PHASES    1024      /* different ones */
#define LIMITS_LINES     65535     /* line of a source that a site can name */
#define LIMITS_SUMS      255       /* made for one access */
#define LIMITS_NAME      64        /* bytes of a name or title */
#define LIMITS_REASON    256       /* bytes of why a result was not checked */
#define LIMITS_TRIALS    64        /* runs on random inputs */
#define LIMITS_SOURCE    (1 << 17) /* bytes of a source */

/* The most bytes that all snapshots of shared memory may take together, for a
 * file of BYTES bytes.  Snapshots are computed, not stored; for the catalog's
 * algorithms they take fewer bytes than the file has. */
static inline uint64_t limits_snapshots(size_t bytes)
{
    const uint64_t least = (uint64_t)16 << 20, greatest = (uint64_t)4 << 30;
    uint64_t most = (uint64_t)bytes * 16;

    return most < least ? least : most < greatest ? most : greatest;
}

#endif
