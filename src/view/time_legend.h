/* SPDX-License-Identifier: MIT
 *
 * time_legend - the legend of the view of time, of what there is in any of its
 * panels, and the line that says what the model of time takes for what.
 */
#ifndef UPSWEEP_TIME_LEGEND_H
#define UPSWEEP_TIME_LEGEND_H

#include "view/time_panel.h"

/* The legend of COUNT panels, in one line. */
void time_legend_draw(const TimePanel *panels, int count, Rect box);
/* What an instruction and a word take by the model of PANEL. */
void time_legend_note(const TimePanel *panel, Rect box);

#endif
