/* SPDX-License-Identifier: MIT
 *
 * save - writes the frame that is shown as a PNG file in the current folder.
 *
 *     leftright-vs-padding-tick012.png     the first time
 *     leftright-vs-padding-tick012-2.png   the second; nothing is replaced
 *     chart-latency.png                    while that chart is shown
 */
#ifndef UPSWEEP_SAVE_H
#define UPSWEEP_SAVE_H

#include "view/scene.h"

/* Writes SCENE at WIDTH x HEIGHT pixels, each at least 1; TICK becomes part of
 * the name.  Appends the name to TOLD, or, if the result is false, the error.
 */
bool save_frame(const Scene *scene, uint32_t tick, int width, int height,
                Text *told);

#endif
