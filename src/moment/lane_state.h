/* SPDX-License-Identifier: MIT
 *
 * lane_state - what a register of a thread holds at a moment.
 */
#ifndef UPSWEEP_LANE_STATE_H
#define UPSWEEP_LANE_STATE_H

#include "analysis/warp_registers.h"
#include "moment/moment.h"

/* True if the instruction that writes CELL has been executed or is under way;
 * true if the word of CELL is there: a word under way is not until it arrives.
 */
bool lane_is_begun(const Moment *moment, const RegisterCell *cell);
bool lane_is_done(const Moment *moment, const RegisterCell *cell);
/* True if the sum of CELL is computed, as the totals count it: with a shuffled
 * operand at once; with a loaded operand when the next instruction of the lane
 * begins. */
bool lane_is_made(const Moment *moment, const RegisterCell *cell);
/* True if the running instruction writes CELL, or a half of its number. */
bool lane_runs(const Moment *moment, const RegisterCell *cell);
/* The access of CELL in the running instruction, or in the one that wrote CELL:
 * of a number that two shuffles move, the access of its upper half if the
 * second one runs.
 */
const Access *lane_access(const Moment *moment, const RegisterCell *cell);
/* The word in CELL at the moment. */
Word lane_word(const Moment *moment, const RegisterCell *cell);

/* The row that shows a word which went into the cell of THREAD in ROW, or
 * REGISTERS_NEVER if none does.  _taken: the word that THREAD received in a
 * shuffle, from thread *FROM.  _own: the word that THREAD itself held, as an
 * operand of its sum or unchanged. */
uint32_t lane_taken(const WarpRegisters *lanes, size_t row, uint32_t thread,
                    uint32_t *from);
uint32_t lane_own(const WarpRegisters *lanes, size_t row, uint32_t thread);

#endif
