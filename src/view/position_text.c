/* SPDX-License-Identifier: MIT */
#include "view/position_text.h"

#include "analysis/sum_results.h"
#include "draw/layout.h"
#include "say/say.h"

#include <math.h>
#include <stdio.h>

static const char *cycles_word(double count)
{
    return lround(count) == 1 ? "cycle" : "cycles";
}

/* The trace that is furthest behind on the clock of cycles, or -1. */
static int last_of(const Scene *scene)
{
    int last = 0;

    for (int t = 1; t < scene->count; ++t)
        if (scene->standings.gaps[t] > scene->standings.gaps[last])
            last = t;
    return scene->standings.leader < 0 ? -1 : last;
}

/* "cycle 24 of 86 · NoPadding is 12 cycles behind". */
static void add_standings(const Scene *scene, Text *text)
{
    const Standings *standings = &scene->standings;
    int last = last_of(scene);
    double end = 0;

    for (int t = 0; t < scene->count; ++t)
        end = fmax(end, standings->ends[t]);
    text_add(text, "cycle %.0f of %.0f", floor(standings->cycle), end);
    if (last >= 0)
        text_add(text, " · %s is %ld %s behind", scene_name(scene, last),
                 lround(standings->gaps[last]),
                 cycles_word(standings->gaps[last]));
}

/* The step in which the last trace is; 0 if it is the end, or if steps cannot
 * be compared. */
static uint32_t lead_step(const Scene *scene)
{
    uint32_t count = (uint32_t)scene->analysed_traces[0]->trace->steps_count;
    uint32_t step = count;

    for (int t = 0; t < scene->count && scene->standings.even; ++t) {
        uint32_t own =
            analysed_step(scene->analysed_traces[t], scene->positions[t]);
        step = own > 0 && own < step ? own : step;
    }
    return step < count ? step : 0;
}

/* The instructions of TRACE up to the end of STEP; all of them if that is 0. */
static uint32_t lead_end(const Trace *trace, uint32_t step)
{
    if (step == 0)
        return (uint32_t)trace->instructions_count;
    const Step *last = trace->steps + step - 1;
    return last->first_instruction + last->instruction_count;
}

bool position_lead(const Scene *scene, Statement *statement)
{
    LeadSide sides[PLAYER_MAX_TRACES];
    uint32_t step;
    int first = 0, last = 0;

    if (!scene->standings.on || scene->count < 2 || scene->cover)
        return false;
    step = lead_step(scene);
    for (int t = 0; t < scene->count; ++t) {
        const AnalysedTrace *analysed = scene->analysed_traces[t];
        sides[t] =
            (LeadSide){scene_name(scene, t), analysed->trace, &analysed->banks,
                       lead_end(analysed->trace, step)};
        const uint32_t *own = analysed->banks.starts + sides[t].end;
        if (*own < sides[first].banks->starts[sides[first].end])
            first = t;
        if (*own > sides[last].banks->starts[sides[last].end])
            last = t;
    }
    return say_lead(sides + first, sides + last, step, statement);
}

uint32_t position_step(const AnalysedTrace *const analysed_traces[], int count,
                       const size_t positions[], uint32_t *steps)
{
    uint32_t step = 0;

    *steps = 0;
    for (int t = 0; t < count; ++t) {
        const AnalysedTrace *analysed = analysed_traces[t];
        uint32_t own = analysed_step(analysed, positions[t]);
        uint32_t all = (uint32_t)analysed->trace->steps_count;
        step = own > step ? own : step;
        *steps = all > *steps ? all : *steps;
    }
    for (int t = 0; t < count; ++t)
        if (analysed_traces[t]->order) { /* each at its own pace */
            *steps = (uint32_t)analysed_traces[0]->trace->steps_count;
            return analysed_step(analysed_traces[0], positions[0]);
        }
    return step;
}

/* Appends the block that runs at POSITION, which is not 0, of a trace with
 * several, and the tile that it works on, where blocks draw theirs and it has
 * done so: "block 3 on tile 1". */
static void position_block(const AnalysedTrace *analysed, size_t position,
                           Text *text)
{
    const Trace *trace = analysed->trace;
    const Instruction *running =
        trace->instructions + analysed_running(analysed, position);
    const Block *block = trace_block(trace, trace_step(trace, running));

    text_add(text, "block %u", block->index);
    if (running->step > block->first_step &&
        tile_status_draws(trace, analysed->sums))
        text_add(text, " on tile %u",
                 analysed->sums[block - trace->blocks].tile);
}

/* "launch 1 of 3 · block 2 · ": blocks count from 0. */
static void add_block(const AnalysedTrace *analysed, size_t position,
                      Text *text)
{
    const Trace *trace = analysed->trace;
    const Instruction *running =
        trace->instructions + analysed_running(analysed, position);
    const Block *block = trace_block(trace, trace_step(trace, running));

    /* the header has it beside the extents of the launch */
    if (trace->grids_count > 1 && trace->grids->tiled) {
        recorded_launches_place(trace, block->grid, text);
        text_add(text, " · ");
    }
    position_block(analysed, position, text);
    text_add(text, " · ");
}

/* True if an instruction has the same number in all traces.  If not, the text
 * names the trace; the toolbar counts the moments of all traces. */
static bool same_length(const Scene *scene)
{
    const AnalysedTrace *const *analysed_traces = scene->analysed_traces;

    for (int t = 1; t < scene->count; ++t)
        if (analysed_traces[t]->trace->instructions_count !=
            analysed_traces[0]->trace->instructions_count)
            return false;
    return true;
}

void position_text(const Scene *scene, Text *text)
{
    const AnalysedTrace *first = scene->analysed_traces[0];
    size_t position = scene->positions[0];
    uint32_t steps, step = position_step(scene->analysed_traces, scene->count,
                                         scene->positions, &steps);

    if (scene->standings.on) {
        add_standings(scene, text);
        return;
    }
    if (step == 0) {
        text_add(text, "start · %u step%s", steps, steps == 1 ? "" : "s");
        return;
    }
    /* of several traces each panel names its own block */
    if (scene->count == 1 && first->trace->blocks_count > 1)
        add_block(first, position, text);
    if (scene->steps && scene->remains[0] <= 0) {
        text_add(text, "step %u of %u", step, steps);
        return;
    }
    text_add(text, "step %u of %u · %s%sinstruction %zu of %zu", step, steps,
             same_length(scene) ? "" : scene_name(scene, 0),
             same_length(scene) ? "" : ": ", position,
             first->trace->instructions_count);
}

/* ---- The launch of a program ----------------------------------------------*/

/* "32", or "(32, 8)". */
static void add_extents(const uint32_t extents[3], Text *text)
{
    if (extents[1] <= 1 && extents[2] <= 1)
        text_add(text, "%u", extents[0]);
    else if (extents[2] <= 1)
        text_add(text, "(%u, %u)", extents[0], extents[1]);
    else
        text_add(text, "(%u, %u, %u)", extents[0], extents[1], extents[2]);
}

void position_launch(const AnalysedTrace *whole, size_t position, Text *text)
{
    const Trace *trace = whole->trace;
    const Run *run = &trace->run;
    uint32_t launch = 0;

    if (position) {
        const Instruction *at =
            trace->instructions + analysed_running(whole, position);
        launch = trace_block(trace, trace_step(trace, at))->grid;
    }
    const Grid *grid = trace->grids + launch;
    if (recorded_launches_made(trace) > 1) {
        recorded_launches_place(trace, launch, text);
        text_add(text, " · ");
    }
    text_add(text, "%s<<<", grid->title);
    add_extents(grid->extents, text);
    text_add(text, ", ");
    add_extents(grid->block_extents, text);
    text_add(text, ">>>");
    if (grid->words)
        text_add(text, " · %zu bytes of shared memory",
                 grid->words * sizeof(Word));
    if (run->k != 32) /* what a GPU has */
        text_add(text, " · a %s GPU with %u banks",
                 run->k < 32 ? "small" : "large", run->k);
    if (trace_is_of_gpu(trace))
        text_add(text, " · %s", run->device_name);
    else
        text_add(text, " · simulated");
}
