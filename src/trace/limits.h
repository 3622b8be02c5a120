/* SPDX-License-Identifier: MIT
 *
 * limits - how large a trace may be: the one place where it is written down.
 *
 * The reader holds every number of a file against these before anything is
 * allocated or counted by it, and the writer makes no file that breaks them.
 * What the machines and the plans of algorithms can make stays below.
 */
#ifndef UPSWEEP_LIMITS_H
#define UPSWEEP_LIMITS_H

#include "trace/trace.h"

#define LIMITS_THREADS 1024      /* of a block */
#define LIMITS_BLOCKS  (1 << 24) /* of a grid */
#define LIMITS_WORDS   (1 << 20) /* of shared memory in a block */
#define LIMITS_GRIDS   32
#define LIMITS_SOURCES 32
#define LIMITS_ARRAYS  64        /* of global memory */
#define LIMITS_GLOBAL  (1 << 22) /* words of all arrays together */
#define LIMITS_LEVEL   65535     /* of a step, to both sides of 0 */
#define LIMITS_PHASES  1024      /* different ones */
#define LIMITS_LINES   65535     /* of a source, that a site can name */
#define LIMITS_SUMS    255       /* made for one access */
#define LIMITS_NAME    64        /* bytes of a name or title of a part */
#define LIMITS_SOURCE  (1 << 17) /* bytes of a source */

/* The snapshots of shared memory are worked out, not stored.  Those of a file
 * of BYTES bytes may take so many bytes together; recordings of the catalog's
 * algorithms take fewer than the file has. */
uint64_t limits_snapshots(size_t bytes);

/* Are the sizes of TRACE, without its steps, within the limits and consistent
 * with each other?  NULL, or what is wrong, a clause such as "a block has too
 * many threads"; *TABLE becomes the table of a file that says so. */
const char *limits_broken(const Trace *trace, const char **table);

#endif
