/* SPDX-License-Identifier: MIT
 *
 * camera - what the projector's layout looks at: the requests of the running
 * instruction, each as a card that is large enough for the last row.
 *
 *     T0 → bank 0    T1 → bank 2       who asks where
 *        [ 27 ]         [ 41 ]         the node, or what the lane holds
 *         /  \           /  \
 *      [17]  [10]     [20]  [21]       its children, or the operands
 *
 * A card is as wide as its numbers need.  If there is no room for all, the
 * cards of the longest queue come first, in its order, and then the others by
 * rising lane; while a queue is served, its cards follow.  All cards of lanes
 * have their values, or none has, and a line says so.
 */
#ifndef UPSWEEP_CAMERA_H
#define UPSWEEP_CAMERA_H

#include "view/camera_card.h"
#include "view/tree_layout.h"

typedef struct {
    const View *view;
    TreeState state;
    CameraCard *cards; /* by rising node, or lane */
    size_t cards_count, cards_capacity;
    bool rows; /* cards have a second row, of children or operands */
    Rect box;
    size_t lines; /* of cards, one below the other */
    int digits;   /* of a value on a card */
    bool hidden;  /* values are left out: one has no room */
    bool rounded; /* a value is, or two that differ look the same */
    Rect note;    /* where that is said */
} Camera;

/* The cards of VIEW, which must outlive the camera, that fit in BOX.  Free it
 * with camera_free. */
Camera camera_of(const View *view, Rect box);
void camera_free(Camera *camera);

/* How many children CARD shows: 0 to 2. */
uint32_t camera_children(const Camera *camera, const CameraCard *card);

/* In texts of SIZE pixels: the width of a value in a separate box, of the
 * widest label in FORM (camera_card.h), and the least width of a card with such
 * labels. */
double camera_value_width(const Camera *camera, double size);
double camera_label_width(const Camera *camera, int form, double size);
double camera_card_width(const Camera *camera, int form, double size);

#endif
