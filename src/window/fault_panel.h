/* SPDX-License-Identifier: MIT
 *
 * fault_panel - says over the frame why there is no newer one: what the
 * compiler says of the program that was saved.
 *
 *     ┌──────────────────────────────────────────────────────────┐
 *     │ prescan.cu does not compile          Escape closes this  │
 *     │ prescan.cu:14:26: error: expected ';' before 'temp'      │
 *     │    14 |             offset *= 2                          │
 *     └──────────────────────────────────────────────────────────┘
 */
#ifndef UPSWEEP_FAULT_PANEL_H
#define UPSWEEP_FAULT_PANEL_H

#include "draw/display_list.h"

/* Draws the panel in the upper half of ABOVE, which leaves what runs in sight:
 * TITLE, and as many lines of LINES as there is room for.  UNIT: pixels a pixel
 * at 1080; LEAST: the smallest size of text. */
void fault_panel_draw(DisplayList *list, Rect above, double unit, double least,
                      const char *title, const char *lines);

#endif
