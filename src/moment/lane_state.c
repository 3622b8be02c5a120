/* SPDX-License-Identifier: MIT */
#include "moment/lane_state.h"

bool lane_is_begun(const Moment *moment, const RegisterCell *cell)
{
    return cell->instruction != REGISTERS_NEVER &&
           cell->instruction < moment->position;
}

/* Does the running instruction bring words to its lanes? */
static bool brings(const Moment *moment)
{
    return trace_traits_of(moment->service.at)->brings;
}

bool lane_runs(const Moment *moment, const RegisterCell *cell)
{
    return cell->instruction != REGISTERS_NEVER && !cell->alone &&
           cell->instruction < moment->position &&
           cell->last + 1 >= moment->position;
}

const Access *lane_access(const Moment *moment, const RegisterCell *cell)
{
    const Access *access = moment->trace->accesses + cell->access;
    bool upper =
        cell->last > cell->instruction && cell->last + 1 == moment->position;

    return upper ? access + moment->trace->instructions[cell->instruction].lanes
                 : access;
}

bool lane_is_done(const Moment *moment, const RegisterCell *cell)
{
    if (!lane_is_begun(moment, cell))
        return false;
    if (cell->alone || cell->kept || cell->last + 1 < moment->position)
        return true;
    if (cell->last >= moment->position) /* its upper half is to come */
        return false;
    return !moment_is_moving(moment) || !brings(moment) ||
           moment_done(moment, lane_access(moment, cell));
}

bool lane_is_made(const Moment *moment, const RegisterCell *cell)
{
    return cell->sum != REGISTERS_NEVER && lane_is_begun(moment, cell) &&
           cell->made < moment->position;
}

Word lane_word(const Moment *moment, const RegisterCell *cell)
{
    return cell->sum == REGISTERS_NEVER || lane_is_made(moment, cell)
               ? cell->value
               : moment->trace->accesses[cell->access].value;
}

/* ---- Where words come from ------------------------------------------------*/

/* The number that the access of CELL brings. */
static Number number_brought(const Trace *trace, const RegisterCell *cell)
{
    return number_moved(trace, trace->instructions + cell->instruction,
                        trace->accesses + cell->access);
}

uint32_t lane_taken(const WarpRegisters *lanes, size_t row, uint32_t thread,
                    uint32_t *from)
{
    const RegisterCell *cell = registers_cell(lanes, row, thread);
    const Trace *trace = lanes->trace;

    if (cell->instruction == REGISTERS_NEVER || cell->alone || cell->kept ||
        row == 0 || !trace_is_shuffle(trace->instructions + cell->instruction))
        return REGISTERS_NEVER;
    const Access *access = trace->accesses + cell->access;
    *from = thread - access->lane + access->cell;
    if (access->cell == access->lane || *from >= lanes->threads)
        return REGISTERS_NEVER;
    uint32_t origin =
        registers_origin(lanes, row, *from, access->value, access->interval,
                         number_brought(trace, cell));
    return origin == REGISTERS_NEVER ? (uint32_t)row - 1 : origin;
}

/* The row above ROW that shows the left or the RIGHT operand of a sum. */
static uint32_t operand_row(const WarpRegisters *lanes, size_t row,
                            uint32_t thread, bool right)
{
    const RegisterCell *cell = registers_cell(lanes, row, thread);
    const Sum *sum = lanes->trace->sums + cell->sum;

    return registers_origin(lanes, row, thread, right ? sum->right : sum->left,
                            right ? sum->right_interval : sum->left_interval,
                            registers_operand(lanes, cell, right));
}

uint32_t lane_own(const WarpRegisters *lanes, size_t row, uint32_t thread)
{
    const RegisterCell *cell = registers_cell(lanes, row, thread);
    const Trace *trace = lanes->trace;

    if (cell->instruction == REGISTERS_NEVER)
        return REGISTERS_NEVER;
    if (cell->alone)
        return operand_row(lanes, row, thread, true);
    const Access *access = trace->accesses + cell->access;
    if (cell->sum != REGISTERS_NEVER) {
        const Sum *sum = trace->sums + cell->sum;
        return operand_row(lanes, row, thread,
                           sum->left == access->value &&
                               sum->left_interval == access->interval);
    }
    if (cell->kept)
        return registers_origin(lanes, row, thread, cell->value, cell->interval,
                                registers_number(lanes, cell));
    if (trace_is_shuffle(trace->instructions + cell->instruction))
        return REGISTERS_NEVER;
    return registers_origin(lanes, row, thread, access->value, access->interval,
                            number_brought(trace, cell));
}
