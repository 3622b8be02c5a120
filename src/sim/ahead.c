/* SPDX-License-Identifier: MIT */
#include "sim/ahead.h"

#include <stdlib.h>

bool ahead_may(const Launch *launch)
{
    return launch->blocks == 1 && !launch->replay && !launch->lockstep &&
           !launch->algorithm->shuffles && !launch->algorithm->waits;
}

/* Where the words of each array begin among the touches; their number. */
static size_t lay_out(Ahead *ahead, const Launch *launch)
{
    size_t count = 0;

    for (int a = 0; a < launch->arrays_count; ++a) {
        ahead->first[a] = count;
        count += launch->arrays[a].words;
    }
    return count;
}

void ahead_begin(Ahead *ahead, const Launch *launch, const SharedMemory *memory)
{
    size_t words = lay_out(ahead, launch), all = words + launch->words;

    if (all > ahead->touches_capacity || ahead->stamp > UINT32_MAX / 2) {
        free(ahead->touches);
        ahead->touches = base_alloc(all, sizeof *ahead->touches);
        ahead->touches_capacity = all;
        ahead->stamp = 0;
    }
    ++ahead->stamp;
    ahead->of_memory = ahead->touches + words;
    ahead->memory = memory;
}

void ahead_free(Ahead *ahead)
{
    free(ahead->touches);
}
