/* SPDX-License-Identifier: MIT
 *
 * presenter - puts pictures on the screen: the frame as a texture, over which
 * SDL's renderer draws the chrome.
 *
 *     pixels ──► texture ──► renderer ◄── chrome
 */
#ifndef UPSWEEP_PRESENTER_H
#define UPSWEEP_PRESENTER_H

#include "draw/display_list.h"

struct SDL_Window;

typedef struct Presenter Presenter;

/* The frame as pixels, and the chrome as a display list over them. */
typedef struct {
    const uint32_t *pixels; /* from the window's top left; NULL: none */
    int width, height;      /* of the pixels */
    Theme theme;
    bool fresh; /* the pixels have changed */
    const DisplayList *chrome;
} Picture;

/* A presenter for WINDOW; NULL and ERROR_FAILED if SDL cannot make one.  It
 * uses a GPU if there is one, or what SDL_RENDER_DRIVER names. */
Presenter *presenter_new(struct SDL_Window *window, Error *error);
/* Frees the presenter; call this before the window is destroyed.  NULL is fine.
 */
void presenter_free(Presenter *presenter);

/* The size in pixels; false if there is nothing to draw on. */
bool presenter_size(Presenter *presenter, int *width, int *height);

/* Drops all textures after the renderer has lost them. */
void presenter_forget(Presenter *presenter);

/* Presents PICTURE. */
void presenter_show(Presenter *presenter, const Picture *picture);
/* Presents a black screen. */
void presenter_blank(Presenter *presenter);

#endif
