/* SPDX-License-Identifier: MIT
 *
 * window - an SDL window that shows pictures: the frame as a texture, over
 * which SDL's renderer draws the chrome.
 *
 *     pixels ──► texture ──► renderer ◄── chrome
 *
 * All coordinates are pixels of the renderer.  SDL's window coordinates differ
 * from them on high-DPI screens; window_point converts.
 */
#ifndef UPSWEEP_WINDOW_H
#define UPSWEEP_WINDOW_H

#include "draw/display_list.h"

typedef struct Window Window;

/* The frame as pixels, and the chrome as a display list over them. */
typedef struct {
    const uint32_t *pixels; /* from the window's top left; NULL: none */
    int width, height;      /* of the pixels */
    Theme theme;
    bool fresh; /* the pixels have changed */
    const DisplayList *chrome;
} Picture;

/* Opens a window of this size; 0: a size that suits the screen.  NULL and
 * ERROR_FAILED if there is no display or SDL fails.  An invisible video driver
 * is used only if SDL_VIDEODRIVER names it.  It draws on a GPU if
 * there is one, or with what SDL_RENDER_DRIVER names. */
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

/* Presents PICTURE, or a black screen. */
void window_show(Window *window, const Picture *picture);
void window_blank(Window *window);
/* Drops all textures after the renderer has lost them. */
void window_forget(Window *window);

#endif
