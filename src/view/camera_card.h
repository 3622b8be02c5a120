/* SPDX-License-Identifier: MIT
 *
 * camera_card - one card of the projector's camera (camera.h): what it is
 * about, its label, and the values on it.
 */
#ifndef UPSWEEP_CAMERA_CARD_H
#define UPSWEEP_CAMERA_CARD_H

#include "analysis/warp_registers.h"
#include "view/view.h"

typedef struct {
    const Access *access;  /* NULL: an input that was not read yet */
    const Instruction *by; /* that made it */
    bool tree;             /* the card is a node, with its children */
    uint32_t level, x;     /* the node; level TREE_NEVER: none */
} CameraCard;

/* The card of an access to node X of LEVEL: of the node whose children the step
 * works on. */
CameraCard camera_card_of_node(const View *view, const Access *access,
                               const Instruction *by, uint32_t level,
                               uint32_t x);
/* Is the card a node that its step shows with its children? */
bool camera_card_has_children(const View *view, const CameraCard *card);

/* Appends the label over a card, if it has one; FORM: 0 full, 1 the thread
 * alone. */
void camera_card_label(const View *view, const CameraCard *card, int form,
                       Text *text);

/* The register that the card's lane has a word in by its instruction; NULL: it
 * has none. */
const RegisterCell *camera_card_register(const View *view,
                                         const CameraCard *card);
/* The sum that a card without children spells out; NULL: none. */
const Sum *camera_card_sum(const View *view, const CameraCard *card);
/* The number on a card of a lane, or the number of the left or the RIGHT
 * operand of its SUM, unless that is NULL. */
Number camera_card_number(const View *view, const CameraCard *card,
                          const Sum *sum, bool right);
/* That number as text, in its type, in at most MOST characters, if it can be.
 */
void camera_card_value(const View *view, const CameraCard *card, const Sum *sum,
                       bool right, int most, char text[VALUE_TEXT]);

#endif
