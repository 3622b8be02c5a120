/* SPDX-License-Identifier: MIT
 *
 * idea - groups the catalog by idea.  Mistakes are the last group.
 *
 *     trees with bank conflicts      brent-kung, nopadding, ...
 *     trees without conflicts        padding, leftright, ...
 *     ...
 *     mistakes worth teaching        leftright-printed, ...
 */
#ifndef UPSWEEP_IDEA_H
#define UPSWEEP_IDEA_H

#include "catalog/catalog.h"

typedef enum {
    IDEA_CONFLICTS, /* trees with bank conflicts */
    IDEA_TREES,     /* trees that avoid them */
    IDEA_ROWS,      /* each iteration covers the whole array */
    IDEA_REGISTERS, /* shuffles in the registers of warps */
    IDEA_BLOCKS,    /* several blocks */
    IDEA_SELECTION, /* applications of scans */
    IDEA_OTHERS,    /* entries without a group */
    IDEA_MISTAKES,
    IDEA_COUNT
} Idea;

/* The title of a group, and a clause about it. */
const char *idea_title(Idea idea);
const char *idea_text(Idea idea);

/* The group of an entry. */
Idea idea_of(const Algorithm *algorithm);

/* A seed for the order of blocks with which the mistake of an entry shows; 0: it
 * shows with any, or there is none. */
uint64_t idea_seed(const Algorithm *algorithm);

#endif
