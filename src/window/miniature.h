/* SPDX-License-Identifier: MIT
 *
 * miniature - a small picture of what could be opened: the frame of a trace at
 * a moment that is typical of it, or the lines of a source file, without words.
 *
 *     trace ──► frame, 640 x 360 ──► shapes without text, in the unit square
 */
#ifndef UPSWEEP_MINIATURE_H
#define UPSWEEP_MINIATURE_H

#include "draw/layout.h"
#include "trace/trace.h"

/* Width over height. */
#define MINIATURE_SHAPE (16.0 / 9)

typedef struct {
    DisplayList list; /* empty: there is no picture */
} Miniature;

/* A frame of TRACE: where a mistake shows, else where lanes wait, else half way
 * through. */
void miniature_of_trace(Miniature *miniature, const Trace *trace);
/* The lines of a text, as bars. */
void miniature_of_text(Miniature *miniature, const char *text);
void miniature_free(Miniature *miniature);

/* Draws the picture in BOX, as the thing that LIST has now. */
void miniature_draw(DisplayList *list, const Miniature *miniature, Rect box);

#endif
