/* SPDX-License-Identifier: MIT
 *
 * chart_key - how to read the lines and signs of a chart: "— closed form   ○
 * counted".
 */
#ifndef UPSWEEP_CHART_KEY_H
#define UPSWEEP_CHART_KEY_H

#include "view/plot.h"

/* Pixels that the key takes. */
double chart_key_width(const Plot *plot);
/* How to read the lines and signs, from the right end of BOX. */
void chart_key_draw(const Plot *plot, Rect *box);

#endif
