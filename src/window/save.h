/* SPDX-License-Identifier: MIT
 *
 * save - the frame that is shown, as a PNG file of the current folder.
 *
 *     leftright-vs-padding-beat012.png     the first time
 *     leftright-vs-padding-beat012-2.png   the second; nothing is replaced
 *     chart-latency.png                    while that chart is shown
 */
#ifndef UPSWEEP_SAVE_H
#define UPSWEEP_SAVE_H

#include "view/scene.h"

/* Writes SCENE at WIDTH x HEIGHT pixels, at least 1; BEAT is for the name.
 * Adds to TOLD that name, or, if it is false, why it cannot be written. */
bool save_frame(const Scene *scene, uint32_t tick, int width, int height,
                Text *told);

#endif
