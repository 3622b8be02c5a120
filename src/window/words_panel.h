/* SPDX-License-Identifier: MIT
 *
 * words_panel - draws the glossary over the frame: each word, what CUDA calls
 * it, and its meaning in a line.
 */
#ifndef UPSWEEP_WORDS_PANEL_H
#define UPSWEEP_WORDS_PANEL_H

#include "draw/layout.h"

/* Draws the panel in the middle of ABOVE as the thing that LIST has.  UNIT is
 * the pixels of a pixel at 1080 lines, LEAST the smallest size of text. */
void words_panel_draw(DisplayList *list, Rect above, double unit, double least);

#endif
