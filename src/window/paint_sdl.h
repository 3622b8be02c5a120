/* SPDX-License-Identifier: MIT
 *
 * paint_sdl - paints a display list with an SDL renderer, over what the
 * renderer has drawn before.
 *
 * Made for what the window draws itself, some hundred shapes: the renderer
 * fills triangles, whose borders fade over one pixel; SDL2_ttf draws text in
 * the program's built-in fonts, cached as textures between frames.  Curves
 * and heads of arrows, which the window does not use, are left out; dashed
 * edges are solid.
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
