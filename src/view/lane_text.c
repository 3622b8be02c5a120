/* SPDX-License-Identifier: MIT
 *
 * lane_text - words of the table of registers; see lane_text.h.
 */
#include "view/lane_text.h"

#include "text/symbolic_trace.h"
#include "view/animation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lane_is_begun(const View *view, const RegisterCell *cell)
{
    return cell->instruction != REGISTERS_NEVER &&
           cell->instruction < view->position;
}

/* Does the running instruction bring words to its lanes? */
static bool brings(const View *view)
{
    return trace_traits_of(view->running)->brings;
}

bool lane_is_done(const View *view, const RegisterCell *cell)
{
    if (!lane_is_begun(view, cell))
        return false;
    return !animation_is_on(view) || cell->instruction + 1 < view->position ||
           cell->kept || !brings(view) ||
           animation_done(view, view->analysed->trace->accesses + cell->access);
}

bool lane_is_made(const View *view, const RegisterCell *cell)
{
    return cell->sum != REGISTERS_NEVER && lane_is_begun(view, cell) &&
           cell->made < view->position;
}

Word lane_word(const View *view, const RegisterCell *cell)
{
    return cell->sum == REGISTERS_NEVER || lane_is_made(view, cell)
               ? cell->value
               : view->analysed->trace->accesses[cell->access].value;
}

bool lane_sum_text(const View *view, const RegisterCell *cell,
                   char text[LANE_TEXT])
{
    const Trace *trace = view->analysed->trace;
    char left[VALUE_TEXT], right[VALUE_TEXT];

    if (!lane_is_made(view, cell))
        return false;
    const Sum *sum = trace->sums + cell->sum;
    snprintf(text, 3 * VALUE_TEXT, "%s %s %s",
             scene_value(trace->run.op, sum->left, true, left),
             op_sign(trace->run.op),
             scene_value(trace->run.op, sum->right, true, right));
    return true;
}

void lane_add_result(const View *view, const RegisterCell *cell,
                     char text[LANE_TEXT])
{
    char value[VALUE_TEXT];
    size_t length = strlen(text);

    snprintf(text + length, LANE_TEXT - length, " = %s",
             scene_value(view->analysed->trace->run.op, cell->value, true,
                         value));
}

/* An access of the block, as the whole trace has it: there it stands for inputs
 * of all blocks. */
static const Access *in_whole(const View *view, uint32_t access,
                              uint32_t instruction)
{
    const Trace *whole = view->whole->trace;
    const Trace *part = view->analysed->trace;

    if (view->whole == view->analysed)
        return whole->accesses + access;
    uint32_t origin = view->analysed->origins[instruction];
    return whole->accesses + whole->instructions[origin].first_access + access -
           part->instructions[instruction].first_access;
}

/* Does it hand on what is no sum, as the whole trace has it? */
static bool is_plain(const View *view, uint32_t instruction)
{
    bool part = view->whole != view->analysed;

    return symbolic_is_number(view->whole->trace,
                       part ? view->analysed->origins[instruction]
                            : instruction);
}

/* The instruction of an access. */
static uint32_t instruction_of(const Trace *trace, uint32_t access)
{
    size_t low = 0, high = trace->instructions_count;

    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (trace->instructions[middle].first_access <= access)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

bool lane_label(const View *view, const RegisterCell *cell,
                char text[VALUE_TEXT])
{
    const Trace *part = view->analysed->trace;
    Word interval;

    if (!lane_is_begun(view, cell) || cell->kept)
        return false;
    if (!lane_is_made(view, cell)) {
        if (is_plain(view, cell->instruction))
            return false;
        interval = in_whole(view, cell->access, cell->instruction)->interval;
    } else {
        uint32_t access = part->sums[cell->sum].access;
        size_t first =
            (size_t)(trace_sums(part, part->accesses + access) - part->sums);
        const Sum *sum =
            trace_sums(view->whole->trace,
                       in_whole(view, access, instruction_of(part, access))) +
            (cell->sum - first);
        interval = interval_join(sum->left_interval, sum->right_interval);
    }
    value_format_interval(interval, text);
    return true;
}

void lane_row_name(const View *view, const RegisterRow *line, Text *text)
{
    const Trace *trace = view->analysed->trace;
    const Instruction *first = trace->instructions + line->first;
    int distance = registers_distance(trace, first);
    const char *caption = trace_traits((AccessKind)line->kind)->caption;

    text_add(text, "%s", caption);
    if (caption[strlen(caption) - 1] == ' ')
        text_add(text, "%s", trace->arrays[first->array].name);
    if (line->kind != ACCESS_SHFL)
        return;
    if (registers_source(trace, first) >= 0 && first->lanes > 1)
        text_add(text, " from %d", registers_source(trace, first));
    else if (distance)
        text_add(text, " %s by %d", distance > 0 ? "up" : "down",
                 abs(distance));
}
