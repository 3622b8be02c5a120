/* SPDX-License-Identifier: MIT
 *
 * camera - the requests of the running instruction, each as a card that is
 * large enough for the last row of a lecture hall.
 *
 *     T0 ▶ bank 0    T1 ▶ bank 2       who asks where
 *        [ 27 ]         [ 41 ]         the node, or what the lane holds
 *         /  \           /  \
 *      [17]  [10]     [20]  [21]       its children, or the operands
 *
 * A card is as wide as its numbers need.  If there is no room for all, the
 * cards of the longest queue come first, in its order, and then the others by
 * rising lane; while a queue is served, its cards follow.  All cards have their
 * values, or none has.
 */
#ifndef UPSWEEP_CAMERA_H
#define UPSWEEP_CAMERA_H

#include "view/diagram.h"

typedef struct {
    const Access *access;  /* NULL: an input that was not read yet */
    const Instruction *by; /* that made it */
    DiagramNode top, parts[2];
    Thing thing, things[2]; /* that these show */
    int count;              /* of parts */
} CameraCard;

/* The card of node X of LEVEL of a tree, with its children if PARTS; of an
 * access to a node: of the node whose children the step works on; and of an
 * access to anything else. */
CameraCard camera_card(const Diagram *at, const Access *access, uint32_t level,
                       uint32_t x, bool parts);
CameraCard camera_card_of_node(const Diagram *at, const Access *access,
                               uint32_t level, uint32_t x);
CameraCard camera_card_of_access(const Diagram *at, const Access *access);
/* Appends the label over a card, if it has one: "T0 ▶ bank 2", or in form 1 the
 * thread alone. */
void camera_card_label(const View *view, const CameraCard *card, int form,
                       Text *text);

typedef struct {
    const View *view;
    CameraCard *cards; /* by rising node, or lane */
    size_t cards_count, cards_capacity;
    Rect box;
    bool parts;   /* cards have a second row, of children or operands */
    size_t lines; /* of cards, one below the other */
    int digits;   /* of a value that there is room for */
} Camera;

/* The cards of the running instruction that fit in BOX; all of them, if BOX is
 * empty.  AT is the diagram of the view.  Free it with camera_free. */
Camera camera_of(const Diagram *at, Rect box);
void camera_free(Camera *camera);
/* Draws the cards. */
void camera_draw(const Camera *camera);

/* The least height of the cards of a trace, and a height at which a warp's
 * cards are large in WIDTH pixels; the same for all moments. */
double camera_least_height(const View *view);
double camera_likes_height(const View *view, double width);

#endif
