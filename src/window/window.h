/* SPDX-License-Identifier: MIT
 *
 * window - an SDL window that shows pictures: the pixels of a frame and a
 * display list over them.
 *
 * All coordinates are pixels of the presenter.  SDL's window coordinates differ
 * from them on high-DPI screens; window_point converts.
 */
#ifndef UPSWEEP_WINDOW_H
#define UPSWEEP_WINDOW_H

#include "window/presenter.h"

struct SDL_Window;

typedef struct {
    struct SDL_Window *sdl;
    Presenter *presenter; /* shows pictures in the window */
    bool has_video;       /* SDL has been started */
    bool fits;            /* window_fit has made it fit */
} Window;

/* Opens a window of this size; 0: a size that suits the screen.  NULL and
 * ERROR_FAILED if there is no display or SDL fails.  An invisible video driver
 * is used only if SDL_VIDEODRIVER names it. */
Window *window_open(int width, int height, bool full_screen, Error *error);
void window_close(Window *window); /* NULL is fine */

/* Makes the window and its borders fit the screen, once.  Call this after each
 * event of the window: the system adds borders after it opens. */
void window_fit(Window *window);

/* The size in pixels; false if there is nothing to draw on. */
bool window_size(const Window *window, int *width, int *height);
/* Pixels a point of the screen: 2 on many high-DPI ones. */
double window_density(const Window *window);
/* Converts the coordinates of an SDL event to pixels; false if there is nothing
 * to draw on. */
bool window_point(const Window *window, int x, int y, double *at_x,
                  double *at_y);

/* Sets the title. */
void window_title(Window *window, const char *title);
/* Turns full screen on or off; false and ERROR_FAILED if SDL cannot. */
bool window_fill(Window *window, bool full_screen, Error *error);

#endif
