/* SPDX-License-Identifier: MIT
 *
 * window - a window of the screen, that shows pictures: pixels and a display
 * list over them.
 *
 * All places are in pixels of its glass, from which the window's own units
 * differ on high-DPI screens; window_point converts.
 */
#ifndef UPSWEEP_WINDOW_H
#define UPSWEEP_WINDOW_H

#include "window/presenter.h"

typedef struct Window Window;

/* A window of this size, or 0: as suits the screen.  NULL and ERROR_FAILED if
 * there is no display or SDL fails.  An invisible driver is taken only when
 * SDL_VIDEODRIVER asks for it. */
Window *window_open(int width, int height, bool full_screen, Error *error);
void window_close(Window *window); /* NULL is fine */

/* Its size in pixels; false if there is nothing to draw on. */
bool window_size(const Window *window, int *width, int *height);
/* Pixels a point of the screen: 2 on many high-DPI ones. */
double window_density(const Window *window);
/* The pixel that a place of an event stands for; false if there is none. */
bool window_point(const Window *window, int x, int y, double *at_x,
                  double *at_y);

void window_title(Window *window, const char *title);
/* Fills the screen, or not; false and ERROR_FAILED if that cannot be. */
bool window_fill(Window *window, bool full_screen, Error *error);

/* See glass.h. */
void window_renew(Window *window);
void window_forget(Window *window);
void window_show(Window *window, const Picture *picture);
void window_blank(Window *window);

#endif
