/* SPDX-License-Identifier: MIT
 *
 * view_motion - draws the values that move while an instruction is under way.
 *
 * What moves are the tokens of moment/token.h.  A token is on the straight way
 * from one thing's box to the other's, as far as the share of its time that has
 * passed; nothing else moves.  Where a thing stands says the frame itself: its
 * shapes know what they show.
 */
#ifndef UPSWEEP_VIEW_MOTION_H
#define UPSWEEP_VIEW_MOTION_H

#include "moment/token.h"
#include "view/view.h"

/* The coordinate at SHARE (0 .. 1) of the way; slow at both ends. */
double view_eased(double from, double to, double share);
/* True if values move, or if moves of an instruction that has ended are noted
 * (DisplayList.wants_moves). */
bool view_has_moves(const View *view);
/* True while TOKEN, of the running instruction, is on its way, or if it is to
 * be noted. */
bool view_is_under_way(const View *view, const Token *token);
/* Draws TOKEN between FROM and TO, in the colour of its access, as TEXT of size
 * AT_1080 or, if that is empty, as a dot; or notes that. */
void view_token(const View *view, const Token *token, Rect from, Rect to,
                double at_1080, const char *text);
/* Draws the words that move between nodes, rounds, registers and global memory
 * over the shapes that a panel has.  Call it after the views of the panel.  A
 * word of global memory that is not in the picture is over what it comes to, or
 * under what it leaves.  All stay in ROOM, the panel. */
void view_motion(const View *view, Rect room);

#endif
