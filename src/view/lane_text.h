/* SPDX-License-Identifier: MIT
 *
 * lane_text - the text in and beside the registers of view_lanes.
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

/* True if the instruction that writes CELL has been executed or is under way;
 * true if the word of CELL is there: a word under way is not until it arrives.
 */
bool lane_is_begun(const View *view, const RegisterCell *cell);
bool lane_is_done(const View *view, const RegisterCell *cell);
/* True if the sum of CELL is computed, as the totals count it: with a shuffled
 * operand at once; with a loaded operand when the next instruction of the lane
 * begins. */
bool lane_is_made(const View *view, const RegisterCell *cell);
/* The word in CELL at the moment. */
Word lane_word(const View *view, const RegisterCell *cell);
/* Writes "3 + 1" if the sum of CELL is computed; false if not.  The second
 * function appends the result, " = 4". */
bool lane_sum_text(const View *view, const RegisterCell *cell,
                   char text[LANE_TEXT]);
void lane_add_result(const View *view, const RegisterCell *cell,
                     char text[LANE_TEXT]);
/* Writes the inputs of the whole trace whose sum CELL holds, "Σx0..x3"; false
 * if the cell's own text already shows them. */
bool lane_label(const View *view, const RegisterCell *cell,
                char text[VALUE_TEXT]);
/* Appends the label of a row: "shuffle up by 2", "read in", "store". */
void lane_row_name(const View *view, const RegisterRow *line, Text *text);

#endif
