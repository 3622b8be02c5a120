/* SPDX-License-Identifier: MIT
 *
 * paint_sdl - a display list painted by SDL, over what the renderer has drawn.
 *
 * Made for the window's chrome, which has a few dozen shapes: rectangles are
 * filled by the renderer; round corners, strokes and heads of arrows are masks
 * with soft edges, and text is set by SDL2_ttf in the fonts that the program
 * carries.  Masks and texts are kept as textures from one frame to the next.
 * Dashes and hatches, which the chrome has none of, are drawn plain.
 */
#ifndef UPSWEEP_PAINT_SDL_H
#define UPSWEEP_PAINT_SDL_H

#include "draw/damage.h"

struct SDL_Renderer;

typedef struct PaintSdl PaintSdl;

/* NULL and ERROR_FAILED if SDL2_ttf does not start. */
PaintSdl *paint_sdl_new(struct SDL_Renderer *renderer, Error *error);
/* Before the renderer is destroyed; NULL is fine. */
void paint_sdl_free(PaintSdl *painter);

/* Draws; does not clear and does not present. */
void paint_sdl(PaintSdl *painter, const DisplayList *list, Theme theme);

/* The same for what is in PATCH; other pixels stay as they are.  NEWS is of
 * CANVAS. */
void paint_sdl_within(PaintSdl *painter, const DisplayList *list, Theme theme,
                      const Damage *news, IntRect part);

/* Lets go of all textures; after the renderer has lost them. */
void paint_sdl_forget(PaintSdl *painter);

#endif
