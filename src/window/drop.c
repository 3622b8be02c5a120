/* SPDX-License-Identifier: MIT
 *
 * drop - collecting the names of files; see drop.h.
 */
#include "window/drop.h"

#include <SDL.h>

#include <stdlib.h>

bool drop_event(Drop *drop, const SDL_Event *event)
{
    char *file = event->drop.file;

    if (event->type < SDL_DROPFILE || event->type > SDL_DROPCOMPLETE)
        return false;
    if (event->type == SDL_DROPBEGIN) {
        drop_clear(drop);
        drop->more = true;
    }
    if (event->type == SDL_DROPCOMPLETE)
        drop->more = false;
    if (event->type == SDL_DROPFILE && file && drop->count < DROP_MOST)
        drop->paths[drop->count++] = base_strdup(file);
    SDL_free(file);
    return !drop->more;
}

void drop_clear(Drop *drop)
{
    for (int i = 0; i < drop->count; ++i)
        free(drop->paths[i]);
    *drop = (Drop){0};
}
