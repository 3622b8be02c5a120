/* SPDX-License-Identifier: MIT
 *
 * bookmark - beats that somebody wants to come back to, in order.
 *
 *     beats    0 . . M . . . . M . . .
 *                    ◄── from here ──►
 */
#ifndef UPSWEEP_BOOKMARK_H
#define UPSWEEP_BOOKMARK_H

#include "util/base.h"

typedef struct {
    uint32_t *ticks; /* rising */
    size_t ticks_count, ticks_capacity;
} Bookmarks;

void bookmarks_free(Bookmarks *marks);
/* Sets a bookmark, or takes away the one that is there. */
void bookmark_toggle(Bookmarks *marks, uint32_t tick);
bool bookmark_is_at(const Bookmarks *marks, uint32_t tick);
/* The nearest after BEAT (+1) or before it (-1) into *TO; false if there is
 * none. */
bool bookmark_find(const Bookmarks *marks, uint32_t tick, int direction,
                   uint32_t *to);

#endif
