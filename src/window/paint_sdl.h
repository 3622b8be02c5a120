/* SPDX-License-Identifier: MIT
 *
 * paint_sdl - paints a display list with an SDL renderer, over what the
 * renderer has drawn before.
 *
 * Made for the window's chrome, which has a few dozen shapes.  Rectangles are
 * filled by the renderer; round corners and strokes are antialiased masks;
 * SDL2_ttf draws text in the program's built-in fonts.  Masks and texts are
 * cached as textures between frames.  Dashes, stripes and heads of arrows,
 * which the chrome does not use, are left out.
 */
#ifndef UPSWEEP_PAINT_SDL_H
#define UPSWEEP_PAINT_SDL_H

#include "draw/display_list.h"

struct SDL_Renderer;

typedef struct PaintSdl PaintSdl;

/* A painter for RENDERER; NULL and ERROR_FAILED if SDL2_ttf does not start. */
PaintSdl *paint_sdl_new(struct SDL_Renderer *renderer, Error *error);
/* Frees the painter; call this before the renderer is destroyed.  NULL is fine.
 */
void paint_sdl_free(PaintSdl *painter);

/* Paints LIST without clearing or presenting. */
void paint_sdl(PaintSdl *painter, const DisplayList *list, Theme theme);

/* Drops all textures after the renderer has lost them. */
void paint_sdl_forget(PaintSdl *painter);

#endif
