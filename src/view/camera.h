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
 * A card is as wide as its numbers need.  Where there is no room for all, the
 * cards are those of the longest queue, in its order, and then the others by
 * rising lane; while a queue is served, its cards follow.  All cards of lanes
 * have their values, or none has, and a line says so.
 */
#ifndef UPSWEEP_CAMERA_H
#define UPSWEEP_CAMERA_H

#include "analysis/warp_registers.h"
#include "view/tree_layout.h"

typedef struct {
    const Access *access;  /* NULL: an input that was not read yet */
    const Instruction *by; /* that made it */
    bool tree;             /* the card is a node, with its children */
    uint32_t level, x;     /* the node; level TREE_NEVER: none */
} CameraCard;

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

/* The least height of the cards of a trace, and a height at which those of a
 * warp are large in WIDTH pixels; the same for all moments. */
double camera_least_height(const View *view);
double camera_likes_height(const View *view, double width);

/* Draws the cards, with the words that move between them. */
void camera_draw(const Camera *camera);

/* The characters of a value that there is room for everywhere. */
int camera_digits(const View *view);

#endif
