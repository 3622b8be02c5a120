/* SPDX-License-Identifier: MIT
 *
 * word_links - which accesses of global memory saw what another warp wrote, in
 * the same launch.
 *
 *     block 0   st sums[0] ─────┐ from
 *     block 1             ld sums[0] to
 */
#ifndef UPSWEEP_WORD_LINKS_H
#define UPSWEEP_WORD_LINKS_H

#include "trace/trace.h"

/* A word that one warp wrote and another saw, in the same launch. */
typedef struct {
    uint32_t from, to; /* instructions */
    uint32_t access;   /* of TO, index into trace->accesses */
    bool blocks;       /* of different blocks */
    bool needed;       /* TO's block adds it up, as far as is known */
} WordLink;

typedef struct {
    WordLink *links; /* by rising place of TO in the order of issue */
    size_t links_count, links_capacity;
    size_t *firsts; /* for each array the number of words of those before it;
                       one more at the end */
} WordLinks;

/* The links of TRACE; free them with word_links_free. */
WordLinks word_links_of(const Trace *trace);
void word_links_free(WordLinks *links);

/* The word of global memory that ACCESS of instruction AT touches, counted
 * through all arrays. */
size_t word_links_word(const WordLinks *links, const Instruction *at,
                       const Access *access);

#endif
