/* SPDX-License-Identifier: MIT
 *
 * Steps, and what they are called.
 */
#include "program/trace_making.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* OF_GRID: a barrier of the grid began the step. */
static bool add_phase(Making *making, const char *title, bool of_grid,
                      uint16_t *phase)
{
    Trace *trace = making->trace;

    char *name = printable_name(title, "step", LIMITS_NAME);

    *phase =
        trace_phase_add(trace, of_grid ? PHASE_GRID : trace_phase_named(name),
                        name);
    free(name);
    return trace->phases_count <= LIMITS_PHASES ||
           error_set(making->error, ERROR_FAILED,
                     "the program has more than %d kinds of steps, the limit "
                     "of a trace; choose a launch with --launch",
                     LIMITS_PHASES);
}

/* Takes ", from level 3" off TITLE; the level at which steps of that title
 * begin, or 1, and *GIVEN: it was there. */
static int32_t take_level(char *title, bool *given)
{
    static const char words[] = ", from level ";
    char *at = strstr(title, words);
    int level = 1;

    *given = at && sscanf(at + strlen(words), "%d", &level) == 1 &&
             level >= 0 && level <= LIMITS_LEVEL;
    if (*given)
        *at = '\0';
    return *given ? level : 1;
}

bool making_add_step(Making *making, BlockWork *block, const SiteLine *site,
                     bool of_grid)
{
    Trace *trace = making->trace;
    const Grid *grid = trace->grids + trace->grids_count - 1;
    Step step = {.block = (uint32_t)trace->blocks_count - 1,
                 .first_instruction = (uint32_t)trace->instructions_count};
    char title[LIMITS_NAME] = "start";
    StepCount count = {.first = 1};

    if (site) {
        count.number = count_barrier(block, site->line);
        if (site->source == grid->source)
            step.site = site->line;
        if (!source_lines_comment(&making->lines, site->source, site->line,
                                  title, sizeof title)) {
            if (site->line)
                snprintf(title, sizeof title, "line %u", site->line);
            else
                snprintf(title, sizeof title, "barrier");
        }
        count.first = take_level(title, &count.given);
    }
    if (!add_phase(making, title, of_grid, &step.phase))
        return false;
    base_push(trace, steps, step);
    base_push(block, steps, count);
    ++trace->blocks[step.block].step_count;
    return true;
}

void making_end_step(Trace *trace)
{
    Step *step = trace->steps + trace->steps_count - 1;

    step->instruction_count =
        (uint32_t)trace->instructions_count - step->first_instruction;
}

/* Names the first step of a block as a comment behind the kernel's opening
 * brace does: above the first access, and behind the word __global__. */
static bool name_first(Making *making, Block *block)
{
    Trace *trace = making->trace;
    Step *step = trace->steps + block->first_step;
    const Grid *grid = trace->grids + block->grid;
    char title[LIMITS_NAME];
    bool given;

    const Instruction *at = trace->instructions + step->first_instruction;
    const Instruction *end = at + step->instruction_count;
    while (at < end && (at->source != grid->source || at->site == 0))
        ++at;
    if (at == end || !source_lines_opening(&making->lines, at->source, at->site,
                                           title, sizeof title, &step->site))
        return true;
    step->level = take_level(title, &given);
    if (!given)
        step->level = 0;
    return add_phase(making, title, false, &step->phase);
}

/* The level of step S of a block: how often its barrier was passed, from the
 * level at which such steps begin.  A down-sweep counts down.  What happens
 * only once has none, unless it is a sweep. */
static int32_t level_of(const Trace *trace, const Block *block,
                        const StepCount *counts, uint32_t s)
{
    const Step *steps = trace->steps + block->first_step;
    PhaseKind kind = trace_phase_kind(trace, steps + s);
    uint32_t all = 0;
    int64_t level;

    if (counts[s].number == 0)
        return steps[s].level;
    for (uint32_t t = 0; t < block->step_count; ++t)
        all += counts[t].number > 0 && steps[t].phase == steps[s].phase &&
               steps[t].site == steps[s].site;
    if (all == 1 && !counts[s].given && kind != PHASE_UPSWEEP &&
        kind != PHASE_DOWNSWEEP)
        return 0;
    level = (int64_t)counts[s].first + (kind == PHASE_DOWNSWEEP
                                            ? all - counts[s].number
                                            : counts[s].number - 1);
    return (int32_t)(level <= LIMITS_LEVEL ? level : LIMITS_LEVEL);
}

bool making_end_block(Making *making, BlockWork *work)
{
    Trace *trace = making->trace;
    Block *block = trace->blocks + trace->blocks_count - 1;
    Step *first = trace->steps + block->first_step;
    int32_t root = 0;

    making_end_step(trace);
    if (block->step_count > 1 &&
        first[block->step_count - 1].instruction_count == 0) {
        --block->step_count;
        --trace->steps_count;
    }
    if (!name_first(making, block))
        return false;
    for (uint32_t s = 0; s < block->step_count; ++s) {
        PhaseKind kind = trace_phase_kind(trace, first + s);
        first[s].level = level_of(trace, block, work->steps, s);
        if (kind == PHASE_UPSWEEP)
            root = first[s].level;
        if (kind == PHASE_CLEAR) /* of the root */
            first[s].level = root;
    }
    return true;
}
