/* SPDX-License-Identifier: MIT
 *
 * view_camera - draws the cards of the projector's camera (camera.h).
 */
#ifndef UPSWEEP_VIEW_CAMERA_H
#define UPSWEEP_VIEW_CAMERA_H

#include "view/camera.h"

/* Draws the cards, with the words that move between them. */
void view_camera(const Camera *camera);

#endif
