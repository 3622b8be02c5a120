/* SPDX-License-Identifier: MIT
 *
 * bookmark - a sorted list of ticks; see bookmark.h.
 */
#include "playback/bookmark.h"

#include <stdlib.h>
#include <string.h>

void bookmarks_free(Bookmarks *marks)
{
    free(marks->ticks);
    *marks = (Bookmarks){0};
}

/* The number of bookmarks before TICK. */
static size_t count_before(const Bookmarks *marks, uint32_t tick)
{
    size_t count = 0;

    while (count < marks->ticks_count && marks->ticks[count] < tick)
        ++count;
    return count;
}

bool bookmark_is_at(const Bookmarks *marks, uint32_t tick)
{
    size_t at = count_before(marks, tick);

    return at < marks->ticks_count && marks->ticks[at] == tick;
}

void bookmark_toggle(Bookmarks *marks, uint32_t tick)
{
    size_t at = count_before(marks, tick);
    bool is_there = bookmark_is_at(marks, tick);

    if (!is_there)
        base_push(marks, ticks, tick);
    uint32_t *place = marks->ticks + at;
    size_t rest = marks->ticks_count - at - 1;
    if (is_there) {
        memmove(place, place + 1, rest * sizeof *place);
        --marks->ticks_count;
    } else {
        memmove(place + 1, place, rest * sizeof *place);
        *place = tick;
    }
}

bool bookmark_find(const Bookmarks *marks, uint32_t tick, int direction,
                   uint32_t *to)
{
    size_t at = count_before(marks, tick);

    if (direction < 0) {
        if (at == 0)
            return false;
        *to = marks->ticks[at - 1];
        return true;
    }
    at += bookmark_is_at(marks, tick);
    if (at == marks->ticks_count)
        return false;
    *to = marks->ticks[at];
    return true;
}
