/* SPDX-License-Identifier: MIT
 *
 * sdl_events - names of keys, names of dropped files; see sdl_events.h.
 */
#include "window/sdl_events.h"

#include <SDL.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

bool key_is_sign(const char *text)
{
    return text[0] && !text[1] && !isalnum((unsigned char)text[0]);
}

void key_name(const SDL_Event *event, char name[KEY_TEXT])
{
    const SDL_Keysym *sym = &event->key.keysym;
    const char *bare = SDL_GetKeyName(sym->sym);

    name[0] = '\0';
    if (sym->mod & KMOD_CTRL &&
        (sym->sym == SDLK_EQUALS || sym->sym == SDLK_KP_PLUS))
        bare = "+"; /* as most keyboards have it, with Shift or without */
    if (key_is_sign(bare) && !(sym->mod & (KMOD_CTRL | KMOD_ALT)))
        return;
    snprintf(name, KEY_TEXT, "%s%s%s%s", sym->mod & KMOD_CTRL ? "Ctrl+" : "",
             sym->mod & KMOD_ALT ? "Alt+" : "",
             sym->mod & KMOD_SHIFT && !key_is_sign(bare) ? "Shift+" : "", bare);
}

bool key_is_for_commands(const SDL_Event *event)
{
    SDL_Keycode code = event->key.keysym.sym;

    return (event->key.keysym.mod & KMOD_CTRL) ||
           (code >= SDLK_F1 && code <= SDLK_F12);
}

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
