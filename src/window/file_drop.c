/* SPDX-License-Identifier: MIT
 *
 * file_drop - collecting the names of files; see file_drop.h.
 */
#include "window/file_drop.h"

#include <SDL.h>

#include <stdlib.h>

bool file_drop_event(FileDrop *drop, const SDL_Event *event)
{
    char *file = event->drop.file;

    if (event->type < SDL_DROPFILE || event->type > SDL_DROPCOMPLETE)
        return false;
    if (event->type == SDL_DROPBEGIN) {
        file_drop_clear(drop);
        drop->more = true;
    }
    if (event->type == SDL_DROPCOMPLETE)
        drop->more = false;
    if (event->type == SDL_DROPFILE && file && drop->count < FILE_DROP_MOST)
        drop->paths[drop->count++] = base_strdup(file);
    SDL_free(file);
    return !drop->more;
}

void file_drop_clear(FileDrop *drop)
{
    for (int i = 0; i < drop->count; ++i)
        free(drop->paths[i]);
    *drop = (FileDrop){0};
}
