/* SPDX-License-Identifier: MIT
 *
 * view_chart - a chart as a picture: one plot, or two side by side.
 *
 *     Title                            — closed form   ○ counted
 *     what was counted or measured, and where
 *     y, unit
 *     100 ┼----------------.--        each series has its name beside
 *         |          . ´ ×    `- × LeftRight      its end, its colour and
 *      10 ┼---- ×  ----------                     its sign at every point
 *         └──┼──────┼──────┼──
 *            64    128    256
 *                 n, unit
 *
 * Nothing is told by colour alone.  Names stand in a column of their own, moved
 * apart where curves end together, so they cover neither a curve nor each
 * other.
 */
#ifndef UPSWEEP_VIEW_CHART_H
#define UPSWEEP_VIEW_CHART_H

#include "view/scene.h"

/* A frame of its own: clears the canvas and draws the chart of SCENE on all of
 * it. */
void view_chart_frame(DisplayList *list, const Scene *scene, double width,
                      double height);

#endif
