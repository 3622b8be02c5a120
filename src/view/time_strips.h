/* SPDX-License-Identifier: MIT
 *
 * time_strips - the lanes of the view of time as strips of pixels, where there
 * is no room for a bar for each instruction, or for a row for each block.
 */
#ifndef UPSWEEP_TIME_STRIPS_H
#define UPSWEEP_TIME_STRIPS_H

#include "view/time_panel.h"

/* The lanes of all blocks. */
void time_strips_draw(const TimePanel *panel);

#endif
