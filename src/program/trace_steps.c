/* SPDX-License-Identifier: MIT
 *
 * Steps, and what they are called.
 */
#include "program/trace_making.h"

#include <stdio.h>
#include <stdlib.h>

/* How often the barrier of LINE was passed, this time included. */
static uint32_t count_barrier(BlockWork *block, uint16_t line)
{
    size_t i = 0;

    while (i < block->lines_count && block->lines[i] != line)
        ++i;
    if (i == LIMITS_PHASES)
        return 0;
    if (i == block->lines_count) {
        block->lines[i] = line;
        block->counts[i] = 0;
        ++block->lines_count;
    }
    return ++block->counts[i];
}

static bool add_phase(Making *making, const char *title, uint16_t *phase)
{
    Trace *trace = making->trace;

    char *name = printable_name(title, "step", LIMITS_NAME);

    *phase = trace_phase_add(trace, trace_phase_named(name), name);
    free(name);
    return trace->phases_count <= LIMITS_PHASES ||
           error_set(making->error, ERROR_FAILED,
                     "the program has more than %d kinds of steps, the most "
                     "that a trace holds",
                     LIMITS_PHASES);
}

bool making_add_step(Making *making, BlockWork *block, const SiteLine *site)
{
    Trace *trace = making->trace;
    const Grid *grid = trace->grids + trace->grids_count - 1;
    Step step = {.block = (uint32_t)trace->blocks_count - 1,
                 .first_instruction = (uint32_t)trace->instructions_count};
    char title[LIMITS_NAME] = "start";

    if (site) {
        uint32_t count = count_barrier(block, site->line);
        step.level = (int32_t)(count <= LIMITS_LEVEL ? count : LIMITS_LEVEL);
        if (site->source == grid->source)
            step.site = site->line;
        if (!source_lines_comment(&making->lines, site->source, site->line,
                                  title, sizeof title)) {
            if (site->line)
                snprintf(title, sizeof title, "line %u", site->line);
            else
                snprintf(title, sizeof title, "barrier");
        }
    }
    if (!add_phase(making, title, &step.phase))
        return false;
    base_push(trace, steps, step);
    ++trace->blocks[step.block].step_count;
    return true;
}

void making_end_step(Trace *trace)
{
    Step *step = trace->steps + trace->steps_count - 1;

    step->instruction_count =
        (uint32_t)trace->instructions_count - step->first_instruction;
}

void making_end_block(Trace *trace)
{
    Block *block = trace->blocks + trace->blocks_count - 1;
    Step *first = trace->steps + block->first_step;

    making_end_step(trace);
    if (block->step_count > 1 &&
        first[block->step_count - 1].instruction_count == 0) {
        --block->step_count;
        --trace->steps_count;
    }
    for (uint32_t s = 0; s < block->step_count; ++s) {
        bool again = first[s].level > 1;
        for (uint32_t t = s + 1;
             first[s].level == 1 && !again && t < block->step_count; ++t)
            again = first[t].level == 2 && first[t].phase == first[s].phase &&
                    first[t].site == first[s].site;
        if (!again)
            first[s].level = 0;
    }
}
