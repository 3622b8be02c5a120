/* SPDX-License-Identifier: MIT
 *
 * app_pointer - what the mouse does in the window, and what is done with
 * widgets: events go through what lies over each other, the uppermost first.
 */
#ifndef UPSWEEP_APP_POINTER_H
#define UPSWEEP_APP_POINTER_H

#include "window/app_state.h"

struct SDL_MouseWheelEvent;
struct SDL_MouseButtonEvent;
struct SDL_MouseMotionEvent;

/* Gives the bar, panels and start page an event, and does what it asks for.
 * True if it was for them. */
bool app_input(App *app, const UiInput *input);

void app_handle_wheel(App *app, const struct SDL_MouseWheelEvent *wheel);
void app_handle_button(App *app, const struct SDL_MouseButtonEvent *button);
void app_handle_motion(App *app, const struct SDL_MouseMotionEvent *motion);
/* The pointer has left the window. */
void app_pointer_leave(App *app);

#endif
