/* SPDX-License-Identifier: MIT
 *
 * idea - the catalog by idea: what kinds of scans there are, and to which an
 * entry belongs.  Mistakes are a kind of their own, the last.
 *
 *     trees, and lanes that wait     brent-kung, nopadding, ...
 *     trees that avoid waiting       padding, leftright, ...
 *     ...
 *     mistakes worth teaching        leftright-printed, ...
 */
#ifndef UPSWEEP_IDEA_H
#define UPSWEEP_IDEA_H

#include "catalog/catalog.h"

typedef enum {
    IDEA_CONFLICTS, /* trees whose lanes wait at banks */
    IDEA_TREES,     /* trees that spread them over the banks */
    IDEA_ROWS,      /* each round goes over the whole array */
    IDEA_REGISTERS, /* shuffles in the registers of warps */
    IDEA_BLOCKS,    /* many blocks */
    IDEA_SELECTION, /* what scans are used for */
    IDEA_OTHERS,    /* of what no table has */
    IDEA_MISTAKES,
    IDEA_COUNT
} Idea;

/* What the kind is called, and what it is about, a clause. */
const char *idea_title(Idea idea);
const char *idea_text(Idea idea);

/* The kind of an entry. */
Idea idea_of(const Algorithm *algorithm);

/* A seed, for the order of blocks, with which a mistake shows; 0: it shows with
 * any, or there is none. */
uint64_t idea_seed(const Algorithm *algorithm);

#endif
