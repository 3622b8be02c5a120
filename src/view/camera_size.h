/* SPDX-License-Identifier: MIT
 *
 * camera_size - how large the parts of a card of the projector's camera
 * (camera.h) are: its texts, its values, a row of cards.
 */
#ifndef UPSWEEP_CAMERA_SIZE_H
#define UPSWEEP_CAMERA_SIZE_H

#include "view/view.h"

/* px at 1080: texts, and what lies between values, cards and rows */
#define CAMERA_NODE_TEXT  30.0
#define CAMERA_CHILD_TEXT 27.0
#define CAMERA_CARD_GAP   6.0
#define CAMERA_PAIR_GAP   4.0
#define CAMERA_ROW_SPACE  16.0
/* Of the size of a text, its line. */
#define CAMERA_LABEL_SHARE 1.35
/* Of a value; longer ones are left out. */
#define CAMERA_MOST_DIGITS 12

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
