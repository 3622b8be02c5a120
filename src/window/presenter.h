/* SPDX-License-Identifier: MIT
 *
 * presenter - puts pictures on the screen, by an SDL renderer or into the
 * window's own pixels.
 *
 * With a GPU, the frame is a texture, over which the renderer draws the chrome,
 * in time with the screen.  Without a GPU, pixels are copied straight into the
 * window, because a software renderer such as llvmpipe would copy each picture
 * several times:
 *
 *     GPU    pixels ──► texture ──► renderer ◄── chrome
 *     none   pixels ──► window's pixels ◄── chrome
 */
#ifndef UPSWEEP_PRESENTER_H
#define UPSWEEP_PRESENTER_H

#include "draw/display_list.h"

struct SDL_Window;

typedef struct Presenter Presenter;

typedef enum {
    PRESENTER_RENDERER, /* SDL's choice, or the one in SDL_RENDER_DRIVER */
    PRESENTER_PLAIN     /* the window's own pixels */
} PresenterKind;

/* The frame as pixels, and the chrome as a display list over them. */
typedef struct {
    const uint32_t *pixels; /* from the window's top left, as wide as it is */
    int width, height;      /* of the pixels */
    Theme theme;
    bool fresh; /* the pixels have changed */
    const DisplayList *chrome;
} Picture;

/* The faster kind on this machine: a renderer if there is a GPU or if
 * SDL_RENDER_DRIVER is set. */
PresenterKind presenter_choose(void);

/* A presenter for WINDOW; NULL and ERROR_FAILED if SDL cannot make one of this
 * kind. */
Presenter *presenter_new(struct SDL_Window *window, PresenterKind kind,
                         Error *error);
/* Frees the presenter; call this before the window is destroyed.  NULL is fine.
 */
void presenter_free(Presenter *presenter);

/* The size in pixels; false if there is nothing to draw on. */
bool presenter_size(Presenter *presenter, int *width, int *height);

/* The next picture is presented completely, because the system has not kept the
 * contents of the window. */
void presenter_renew(Presenter *presenter);
/* Drops all textures after the renderer has lost them. */
void presenter_forget(Presenter *presenter);

/* Presents PICTURE. */
void presenter_show(Presenter *presenter, const Picture *picture);
/* Presents a black screen. */
void presenter_blank(Presenter *presenter);

#endif
