/* SPDX-License-Identifier: MIT
 *
 * bookmark - keeping beats in order; see bookmark.h.
 */
#include "play/bookmark.h"

#include <stdlib.h>
#include <string.h>

void bookmarks_free(Bookmarks *marks)
{
    free(marks->beats);
    *marks = (Bookmarks){0};
}

/* How many bookmarks lie before BEAT. */
static size_t count_before(const Bookmarks *marks, uint32_t beat)
{
    size_t count = 0;

    while (count < marks->beats_count && marks->beats[count] < beat)
        ++count;
    return count;
}

bool bookmark_is_at(const Bookmarks *marks, uint32_t beat)
{
    size_t at = count_before(marks, beat);

    return at < marks->beats_count && marks->beats[at] == beat;
}

void bookmark_toggle(Bookmarks *marks, uint32_t beat)
{
    size_t at = count_before(marks, beat);
    bool is_there = bookmark_is_at(marks, beat);

    if (!is_there)
        base_push(marks, beats, beat);
    uint32_t *place = marks->beats + at;
    size_t rest = marks->beats_count - at - 1;
    if (is_there) {
        memmove(place, place + 1, rest * sizeof *place);
        --marks->beats_count;
    } else {
        memmove(place + 1, place, rest * sizeof *place);
        *place = beat;
    }
}

bool bookmark_find(const Bookmarks *marks, uint32_t beat, int direction,
                   uint32_t *to)
{
    size_t at = count_before(marks, beat);

    if (direction < 0) {
        if (at == 0)
            return false;
        *to = marks->beats[at - 1];
        return true;
    }
    at += bookmark_is_at(marks, beat);
    if (at == marks->beats_count)
        return false;
    *to = marks->beats[at];
    return true;
}
