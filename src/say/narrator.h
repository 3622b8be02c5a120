/* SPDX-License-Identifier: MIT
 *
 * narrator - what the sentences of a trace need to know of all of it: when each
 * pair was published, and which instruction is the last of its block.
 *
 * It is learnt when it is first asked for.
 */
#ifndef UPSWEEP_NARRATOR_H
#define UPSWEEP_NARRATOR_H

#include "trace/trace.h"

/* Narrates many instructions of one trace.  What their sentences need to know
 * of the others is found once, when it is first needed; else each sentence
 * would read all instructions. */
typedef struct {
    const Trace *trace;
    bool knows;                      /* of the rest, which is NULL before */
    uint32_t *lasts;                 /* the last instruction of each block */
    struct PublishedWord *published; /* by place, then by time */
    size_t published_count, published_capacity;
} Narrator;

/* A narrator of TRACE, which must outlive it; free it with narrator_free. */
Narrator narrator_of(const Trace *trace);
/* Frees what NARRATOR has learnt. */
void narrator_free(Narrator *narrator);
/* True if instruction INDEX, which looks at statuses of tiles, had to wait: one
 * was published only after the previous instruction of the warp. */
bool narrator_waited(Narrator *narrator, size_t index);
/* True if this is the last instruction of one block of several, in the order of
 * playing. */
bool narrator_ends_block(Narrator *narrator, size_t index);

#endif
