/* SPDX-License-Identifier: MIT
 *
 * app_frame - what is in the window: the frame or the start page, the toolbar
 * and what lies over them, painted when they have changed.
 *
 *     Session ─► Scene ─► frame_draw ─► paint_cairo ────────┐
 *     state ─► chrome_draw ─────────────────────────────────┴─► Presenter
 */
#ifndef UPSWEEP_APP_FRAME_H
#define UPSWEEP_APP_FRAME_H

#include "window/app_state.h"

/* The scene that the state asks for. */
Scene app_scene(App *app);
/* Opens the start page; closes it once something else is to be seen. */
void app_follow_start(App *app);
/* Makes the card of what is chosen, as the moment has it; true if it is
 * another one. */
bool app_update_card(App *app);
/* Paints and presents what has changed. */
void app_draw(App *app);

#endif
