/* SPDX-License-Identifier: MIT
 *
 * view_chart - draws a chart: one plot, or two side by side.
 *
 *     Title                            — closed form   ○ counted
 *     what was counted or measured, and where
 *     y, unit
 *     100 ┼----------------.--        each series has its name beside
 *         |          . ´ ×    `- × LeftRight      its end, its colour and
 *      10 ┼---- ×  ----------                     its marker at every point
 *         └──┼──────┼──────┼──
 *            64    128    256
 *                 n, unit
 *
 * No fact is shown by colour alone.  Names are in a column of their own and are
 * moved apart where curves end close together, so that they cover neither a
 * curve nor each other.
 */
#ifndef UPSWEEP_VIEW_CHART_H
#define UPSWEEP_VIEW_CHART_H

#include "view/scene.h"

/* Clears LIST and draws the chart of SCENE as a frame of WIDTH x HEIGHT pixels.
 */
void view_chart_frame(DisplayList *list, const Scene *scene, double width,
                      double height);

#endif
