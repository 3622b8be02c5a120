/* SPDX-License-Identifier: MIT
 *
 * paint_svg - a display list as SVG, that every program reads alike.
 *
 * No style sheets, no symbols, no fonts: each shape is one element with plain
 * attributes, because that is what programs for slides agree on.  Text is drawn
 * by its outlines unless it is asked for as text, which is smaller, can be
 * searched, and looks as the reader's fonts make it.
 *
 * What shows one thing is one group, and its id says which:
 *
 *     <g id="cell-1-32"> ... </g>     cell 32 of the second trace
 *     <g id="cell-1-32.2"> ... </g>   more of it, higher up in the picture
 */
#ifndef UPSWEEP_PAINT_SVG_H
#define UPSWEEP_PAINT_SVG_H

#include "draw/display_list.h"

typedef struct {
    Theme theme;
    bool text;                       /* as text elements */
    bool transparent;                /* no ground */
    const char *title, *description; /* for those who cannot see it; or NULL */
} SvgOptions;

/* Adds CANVAS as a whole document to SVG. */
void paint_svg(const DisplayList *list, const SvgOptions *options, Text *svg);

/* Adds WORDS made printable, with what XML needs escaped. */
void paint_svg_words(Text *text, const char *words);

#endif
