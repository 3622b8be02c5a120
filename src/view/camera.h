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

#include "view/tree_layout.h"

/* One card of the projector's camera: what it is about, its label,
 * and the values on it. */
typedef struct {
    const Access *access;  /* NULL: an input that was not read yet */
    const Instruction *by; /* that made it */
    bool tree;             /* the card is a node, with its children */
    uint32_t level, x;     /* the node; level TREE_NEVER: none */
} CameraCard;

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
/* The number on a card, or the number of the left or the RIGHT operand of its
 * SUM, unless that is NULL, as text in its type, in at most MOST characters, if
 * it can be. */
void camera_card_value(const View *view, const CameraCard *card, const Sum *sum,
                       bool right, int most, char text[VALUE_TEXT]);

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
 * widest label in FORM, and the least width of a card with such labels. */
double camera_value_width(const Camera *camera, double size);
double camera_label_width(const Camera *camera, int form, double size);
double camera_card_width(const Camera *camera, int form, double size);

/* px at 1080: texts, and what lies between values, cards and rows */
#define CAMERA_NODE_TEXT  30.0
#define CAMERA_CHILD_TEXT 27.0
#define CAMERA_CARD_GAP   6.0
#define CAMERA_PAIR_GAP   4.0
#define CAMERA_ROW_SPACE  16.0

/* Of the size of a text, its line. */
#define CAMERA_LABEL_SHARE 1.35

/* The characters of a value that there is room for everywhere. */
int camera_digits(const View *view);
/* Of a value of so many DIGITS, in ems: the digits, and the room that keeps it
 * apart. */
double camera_value_ems(int digits);
/* The height of a row of cards at SCALE, in pixels; HAS_ROWS: a card has two
 * rows of values. */
double camera_row_height(const View *view, bool has_rows, double scale);
/* The largest scale at which COUNT cards with values of so many DIGITS are no
 * wider than WIDTH. */
double camera_scale(const View *view, bool has_rows, int digits, double count,
                    double width);
/* The least height of the cards of a trace, and a height at which a warp's
 * cards are large in WIDTH pixels; the same for all moments. */
double camera_least_height(const View *view);
double camera_likes_height(const View *view, double width);

#endif
