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
