/* SPDX-License-Identifier: MIT
 *
 * lane_text - what is written in and beside the registers of view_lanes.
 *
 *     shuffle up by 2     4 + 7 = 11       lane_row_name   lane_sum_text, and
 *                          Σx0..x3                        lane_add_result
 *                                                         lane_label
 */
#ifndef UPSWEEP_LANE_TEXT_H
#define UPSWEEP_LANE_TEXT_H

#include "view/view.h"

/* Room for a sum and its result. */
#define LANE_TEXT (4 * VALUE_TEXT)

/* Has this been executed, or is it under way?  And is the word of the cell
 * there: what a thread receives is not before it has arrived. */
bool lane_is_begun(const View *view, const RegisterCell *cell);
bool lane_is_done(const View *view, const RegisterCell *cell);
/* Is its sum there?  As the totals count it: of a word that a lane is handed at
 * once, of one that it loads when its next instruction begins. */
bool lane_is_made(const View *view, const RegisterCell *cell);
/* What the cell holds at the moment. */
Word lane_word(const View *view, const RegisterCell *cell);
/* "3 + 1" for a cell whose sum is there; false if it is not.  And " = 4" after
 * it. */
bool lane_sum_text(const View *view, const RegisterCell *cell,
                   char text[LANE_TEXT]);
void lane_add_result(const View *view, const RegisterCell *cell,
                     char text[LANE_TEXT]);
/* The inputs of the whole trace that a cell stands for: "Σx0..x3"; false if it
 * has told so before. */
bool lane_label(const View *view, const RegisterCell *cell,
                char text[VALUE_TEXT]);
/* "shuffle up by 2", "read in", "store". */
void lane_row_name(const View *view, const RegisterRow *line, Text *text);

#endif
