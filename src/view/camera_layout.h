/* SPDX-License-Identifier: MIT
 *
 * camera_layout - the places of the parts of a camera's cards (camera.h).
 */
#ifndef UPSWEEP_CAMERA_LAYOUT_H
#define UPSWEEP_CAMERA_LAYOUT_H

#include "view/camera.h"

typedef struct {
    Rect box;
    size_t abreast;                   /* cards in a row */
    double pitch, line;               /* from card to card, from row to row */
    double scale;                     /* of texts and lengths */
    double label, node, links, child; /* heights */
    int form;                         /* of labels; 2: none */
    double label_text;                /* their size, px at 1080 */
} CameraLayout;

CameraLayout camera_layout_of(const Camera *camera);

/* The box of the label over card I. */
Rect camera_layout_label(const CameraLayout *at, size_t i);
/* The box of its node, or value: as wide as the value needs. */
Rect camera_layout_top(const Camera *camera, const CameraLayout *at, size_t i);
/* The box of its left (SIDE 0) or right child or operand. */
Rect camera_layout_child(const Camera *camera, const CameraLayout *at, size_t i,
                         int side);

#endif
