/* SPDX-License-Identifier: MIT
 *
 * limits - how large a trace may be.
 *
 * The reader checks every number of a file against these limits before it
 * allocates or counts by that number, and the writer refuses to exceed them.
 * Recordings of the catalog's algorithms stay below.
 */
#ifndef UPSWEEP_LIMITS_H
#define UPSWEEP_LIMITS_H

#include "trace/trace.h"

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
 * file of BYTES bytes.  Snapshots are computed, not stored; those of the
 * catalog's algorithms take fewer bytes than the file has. */
uint64_t limits_snapshots(size_t bytes);

/* True if the sizes of TRACE, steps excepted, are within the limits and
 * consistent with each other.  If not, appends a clause to WHY that says what
 * is wrong, such as "its threads is 2048, which is not within 1 to 1024", and
 * *TABLE becomes the name of the file's table that holds the fault; do not free
 * that. */
bool limits_hold(const Trace *trace, const char **table, Text *why);

#endif
