/* SPDX-License-Identifier: MIT
 *
 * view_motion - draws the words that move within the running instruction.
 */
#ifndef UPSWEEP_VIEW_MOTION_H
#define UPSWEEP_VIEW_MOTION_H

#include "moment/token.h"
#include "view/view.h"

/* True if words move between the views and global memory that is not shown. */
bool view_moves_global(const View *view);
/* The coordinate at SHARE (0 .. 1) of the way; slow at both ends. */
double view_eased(double from, double to, double share);
/* Where a moving value of size AT_1080 leaves FROM, a box with a number in it,
 * on its way to TO: outside of the side that faces TO, so that it hides no
 * digit. */
Rect view_leaving(const View *view, Rect from, Rect to, double at_1080);
/* Draws a moving value centred on a point, as TEXT of size AT_1080 or, if that
 * is empty, as a dot of COLOR. */
void view_moving_at(const View *view, double x, double y, double at_1080,
                    Color color, const char *text);
/* The same at SHARE of the way from the middle of FROM to the middle of TO. */
void view_moving(const View *view, Rect from, Rect to, double share,
                 double at_1080, Color color, const char *text);
/* True while TOKEN, of the running instruction, is on its way. */
bool view_is_under_way(const View *view, const Token *token);
/* Draws it as view_moving does, in the colour of its access. */
void view_token(const View *view, const Token *token, Rect from, Rect to,
                double at_1080, const char *text);
/* Draws the word of ACCESS moving between BOX and global memory that is not
 * shown: between a place BELOW pixels under BOX (over BOX, when negative) and
 * BOX.  Without TEXT, draws a dot. */
void view_moving_global(const View *view, Rect box, double below,
                        const Access *access, double at_1080, bool text);

#endif
