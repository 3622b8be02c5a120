/* SPDX-License-Identifier: MIT
 *
 * app_pointer - what the user does with the mouse: what is under the pointer,
 * and what a press, a drag and the wheel mean there.
 */
#ifndef UPSWEEP_APP_POINTER_H
#define UPSWEEP_APP_POINTER_H

#include "window/app_state.h"

#include <SDL.h>

/* The wheel was turned. */
void app_handle_wheel(App *app, const SDL_MouseWheelEvent *wheel);
/* A button was pressed or released. */
void app_handle_button(App *app, const SDL_MouseButtonEvent *button);
/* The pointer was moved. */
void app_handle_motion(App *app, const SDL_MouseMotionEvent *motion);

#endif
