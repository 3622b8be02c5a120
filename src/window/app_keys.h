/* SPDX-License-Identifier: MIT
 *
 * app_keys - what the user types: keys go to the open dialog, the start page, a
 * question or a lesson, and else run commands.
 */
#ifndef UPSWEEP_APP_KEYS_H
#define UPSWEEP_APP_KEYS_H

#include "window/app_state.h"

#include <SDL.h>

/* A key was pressed, or is held. */
void app_handle_key(App *app, const SDL_Event *event);
/* TEXT was typed. */
void app_handle_text(App *app, const char *text);

#endif
