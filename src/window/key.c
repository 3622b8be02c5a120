/* SPDX-License-Identifier: MIT
 *
 * key - naming keys; see key.h.
 */
#include "window/key.h"

#include <SDL.h>

#include <ctype.h>
#include <stdio.h>

bool key_is_sign(const char *text)
{
    return text[0] && !text[1] && !isalnum((unsigned char)text[0]);
}

void key_name(const SDL_Event *event, char name[KEY_TEXT])
{
    const SDL_Keysym *sym = &event->key.keysym;
    const char *bare = SDL_GetKeyName(sym->sym);

    name[0] = '\0';
    if (key_is_sign(bare) && !(sym->mod & (KMOD_CTRL | KMOD_ALT)))
        return;
    snprintf(name, KEY_TEXT, "%s%s%s%s", sym->mod & KMOD_CTRL ? "Ctrl+" : "",
             sym->mod & KMOD_ALT ? "Alt+" : "",
             sym->mod & KMOD_SHIFT ? "Shift+" : "", bare);
}

bool key_is_for_commands(const SDL_Event *event)
{
    SDL_Keycode code = event->key.keysym.sym;

    return (event->key.keysym.mod & KMOD_CTRL) ||
           (code >= SDLK_F1 && code <= SDLK_F12);
}
