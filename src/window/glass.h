/* SPDX-License-Identifier: MIT
 *
 * glass - what the pictures of a window are put on.
 *
 * A GPU gets a texture, and draws the chrome over it in time with the screen.
 * Without one, pixels go straight into the window, and only where they are
 * other than before; everything else would be copied through the processor, by
 * a program that plays the GPU, several times a picture:
 *
 *     GPU    news ──► texture ──► renderer ◄── chrome         all is presented
 *     none   news ──► the window's own pixels ◄── chrome      the news are
 */
#ifndef UPSWEEP_GLASS_H
#define UPSWEEP_GLASS_H

#include "paint/mosaic.h"

struct SDL_Window;

typedef struct Glass Glass;

typedef enum {
    GLASS_RENDERER, /* that SDL chooses, or SDL_RENDER_DRIVER names */
    GLASS_PLAIN     /* the window's own pixels */
} GlassKind;

/* Pixels, and a display list over them. */
typedef struct {
    const uint32_t *pixels; /* from the window's top left, as wide as it is */
    const Mosaic *news;     /* of the pixels: their size, their theme, and */
    bool fresh;             /* if they are not as before, where */
    const Canvas *chrome;
} Picture;

/* Which one is faster here?  If there is a GPU a renderer; so, too, if one is
 * asked for by name. */
GlassKind glass_choose(void);

/* NULL and ERROR_FAILED if WINDOW cannot have such a glass. */
Glass *glass_new(struct SDL_Window *window, GlassKind kind, Error *error);
/* Before the window goes; NULL is fine. */
void glass_free(Glass *glass);

/* In pixels; false if there is nothing to draw on. */
bool glass_size(Glass *glass, int *width, int *height);

/* All is to be shown anew: the system has not kept what was there. */
void glass_renew(Glass *glass);
/* Lets go of all textures, which are lost. */
void glass_forget(Glass *glass);

void glass_show(Glass *glass, const Picture *picture);
/* Shows black. */
void glass_blank(Glass *glass);

#endif
