/* SPDX-License-Identifier: MIT
 *
 * paint_svg - writes a display list as SVG that all programs show alike.
 *
 * There are no style sheets, symbols or fonts: each shape is one element with
 * plain attributes, because slide programs support that much.  Text is written
 * as outlines, or as text elements if asked for; those are smaller and can be
 * searched, but look as the reader's fonts make them.
 *
 * Shapes that show the same thing are in one group, whose id names that thing:
 *
 *     <g id="cell-1-32"> ... </g>     cell 32 of the second trace
 *     <g id="cell-1-32.2"> ... </g>   more of it, higher up in the picture
 */
#ifndef UPSWEEP_PAINT_SVG_H
#define UPSWEEP_PAINT_SVG_H

#include "draw/display_list.h"

typedef struct {
    Theme theme;
    bool text;        /* write text elements, not outlines */
    bool transparent; /* no background */
    bool variables;   /* colours are variables of CSS, "var(--a)" for the first
                         and so on, where the theme is not that of print */
    const char *title, *description; /* for screen readers; or NULL */
} SvgOptions;

/* Appends LIST to SVG as a whole document. */
void paint_svg(const DisplayList *list, const SvgOptions *options, Text *svg);

/* Appends WORDS to TEXT, made printable and escaped for XML. */
void paint_svg_words(Text *text, const char *words);

#endif
