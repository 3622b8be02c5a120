/* SPDX-License-Identifier: MIT
 *
 * panel_head - what stands over the views of a trace in its panel: name,
 * summary, phase, the sentence of the moment, and the badge.
 *
 *     name                      [ verdict ]
 *     summary
 *     phase, level
 *     what happens, in a sentence
 */
#ifndef UPSWEEP_PANEL_HEAD_H
#define UPSWEEP_PANEL_HEAD_H

#include "view/panel_badge.h"

/* The height of it all, pixels. */
double panel_head_height(const View *view);
/* Draws it in BOX. */
void panel_head_draw(const View *part, Rect box, PanelWait wait);

#endif
