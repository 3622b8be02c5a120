/* SPDX-License-Identifier: MIT
 *
 * time_axis - the cycles under the lanes of the view of time, the line of the
 * cycle that is shown, and the launches over the lanes.
 */
#ifndef UPSWEEP_TIME_AXIS_H
#define UPSWEEP_TIME_AXIS_H

#include "view/time_panel.h"

/* The cycles, and a faint line up from each. */
void time_axis_draw(const TimePanel *panel);
/* The line of the cycle that is shown. */
void time_axis_now(const TimePanel *panel);
/* The launches over the lanes, each from its start to its end. */
void time_axis_launches(const TimePanel *panel);

#endif
