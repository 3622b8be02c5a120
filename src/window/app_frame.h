/* SPDX-License-Identifier: MIT
 *
 * app_frame - what is in the window: the picture or the start page, the bar and
 * what lies over them, painted when they have changed.
 *
 *     Session ─► Scene ─► frame_draw ─► paint_cairo ────────┐
 *     state ─► chrome_show ─────────────────────────────────┴─► Presenter
 */
#ifndef UPSWEEP_APP_FRAME_H
#define UPSWEEP_APP_FRAME_H

#include "window/app_state.h"
#include "window/chrome.h"

/* The scene that the state asks for. */
Scene app_scene(App *app);
/* Makes the requested chart, or closes it once the run has moved on. */
void app_follow_chart(App *app);
/* Opens the start page; closes it once something else is to be seen. */
void app_follow_start(App *app);
/* Makes the card of what is chosen, as the moment has it; true if it is
 * another one. */
bool app_update_card(App *app);
/* Gives the bar, panels and start page an event; returns what that asks for. */
ChromeAnswer app_show_chrome(App *app, int width, int height,
                             const UiInput *input);
/* Paints and presents what has changed. */
void app_draw(App *app);

#endif
