/* SPDX-License-Identifier: MIT
 *
 * bookmark - a sorted list of ticks that the user has marked, to jump between.
 *
 *     ticks    0 . . M . . . . M . . .
 *                    ◄── from here ──►
 */
#ifndef UPSWEEP_BOOKMARK_H
#define UPSWEEP_BOOKMARK_H

#include "util/base.h"

typedef struct {
    uint32_t *ticks; /* in rising order */
    size_t ticks_count, ticks_capacity;
} Bookmarks;

/* Frees the list and leaves it empty. */
void bookmarks_free(Bookmarks *marks);

/* Adds a bookmark at TICK, or removes the one that is there. */
void bookmark_toggle(Bookmarks *marks, uint32_t tick);

/* True if there is a bookmark at TICK. */
bool bookmark_is_at(const Bookmarks *marks, uint32_t tick);

/* Sets *TO to the nearest bookmark after TICK (DIRECTION +1) or before it (-1);
 * false if there is none. */
bool bookmark_find(const Bookmarks *marks, uint32_t tick, int direction,
                   uint32_t *to);

#endif
