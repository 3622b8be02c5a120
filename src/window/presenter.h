/* SPDX-License-Identifier: MIT
 *
 * presenter - what the pictures of a window are put on.
 *
 * A GPU gets a texture, and draws the chrome over it in time with the screen.
 * Without one, pixels go straight into the window, and only where they are
 * other than before; everything else would be copied through the processor, by
 * a program that plays the GPU, several times a picture:
 *
 *     GPU    news ──► texture ──► renderer ◄── chrome         all is presented
 *     none   news ──► the window's own pixels ◄── chrome      the news are
 */
#ifndef UPSWEEP_PRESENTER_H
#define UPSWEEP_PRESENTER_H

#include "draw/damage.h"

struct SDL_Window;

typedef struct Presenter Presenter;

typedef enum {
    PRESENTER_RENDERER, /* that SDL chooses, or SDL_RENDER_DRIVER names */
    PRESENTER_PLAIN     /* the window's own pixels */
} PresenterKind;

/* Pixels, and a display list over them. */
typedef struct {
    const uint32_t *pixels; /* from the window's top left, as wide as it is */
    const Damage *news;     /* of the pixels: their size, their theme, and */
    bool fresh;             /* if they are not as before, where */
    const DisplayList *chrome;
} Picture;

/* Which one is faster here?  If there is a GPU a renderer; so, too, if one is
 * asked for by name. */
PresenterKind presenter_choose(void);

/* NULL and ERROR_FAILED if WINDOW cannot have such a glass. */
Presenter *presenter_new(struct SDL_Window *window, PresenterKind kind,
                         Error *error);
/* Before the window goes; NULL is fine. */
void presenter_free(Presenter *presenter);

/* In pixels; false if there is nothing to draw on. */
bool presenter_size(Presenter *presenter, int *width, int *height);

/* All is to be shown anew: the system has not kept what was there. */
void presenter_renew(Presenter *presenter);
/* Lets go of all textures, which are lost. */
void presenter_forget(Presenter *presenter);

void presenter_show(Presenter *presenter, const Picture *picture);
/* Shows black. */
void presenter_blank(Presenter *presenter);

#endif
