/* SPDX-License-Identifier: MIT
 *
 * words_panel - draws the glossary over the frame: each term, CUDA's name and
 * the definition.
 */
#ifndef UPSWEEP_WORDS_PANEL_H
#define UPSWEEP_WORDS_PANEL_H

#include "draw/layout.h"

/* Draws the panel in the middle of ABOVE as the thing that LIST has.  UNIT is
 * the pixels of a pixel at 1080 lines, LEAST the smallest size of text. */
void words_panel_draw(DisplayList *list, Rect above, double unit, double least);

#endif
