/* SPDX-License-Identifier: MIT
 *
 * where - words for a moment; see where.h.
 */
#include "view/where.h"

#include "paint/layout.h"

#include <math.h>
#include <stdio.h>

static const char *cycles_word(double count)
{
    return lround(count) == 1 ? "cycle" : "cycles";
}

/* The trace that is furthest behind in a race, or -1. */
static int last_of(const Scene *scene)
{
    const Contest *contest = &scene->contest;
    int last = 0;

    for (int t = 1; t < scene->count; ++t)
        if (contest->gaps[t] > contest->gaps[last])
            last = t;
    return contest->leader < 0 ? -1 : last;
}

/* "race · cycle 24 of 86 · NoPadding is 12 cycles behind". */
static void add_contest(const Scene *scene, Text *text)
{
    const Contest *contest = &scene->contest;
    int last = last_of(scene);
    double end = 0;

    for (int t = 0; t < scene->count; ++t)
        end = layout_most(end, contest->ends[t]);
    text_add(text, "race · %scycle %.0f of %.0f",
             contest->measured ? "GPU " : "", floor(contest->cycle), end);
    if (last >= 0)
        text_add(text, " · %s is %ld %s behind",
                 scene->exhibits[last]->trace->run.title,
                 lround(contest->gaps[last]), cycles_word(contest->gaps[last]));
}

void where_in_race(const Scene *scene, int t, char *text, size_t room)
{
    const Contest *contest = &scene->contest;
    int last = last_of(scene);

    if (contest->cycle >= contest->ends[t])
        snprintf(text, room, "done at cycle %.0f", contest->ends[t]);
    else if (last < 0)
        snprintf(text, room, "%s",
                 contest->even && scene->count > 1 ? "level" : "");
    else if (t == contest->leader)
        snprintf(text, room, "leads by %ld %s", lround(contest->gaps[last]),
                 cycles_word(contest->gaps[last]));
    else
        snprintf(text, room, "%ld %s behind", lround(contest->gaps[t]),
                 cycles_word(contest->gaps[t]));
}

uint32_t where_step(const Exhibit *const exhibits[], int count,
                    const size_t positions[], uint32_t *steps)
{
    uint32_t step = 0;

    *steps = 0;
    for (int t = 0; t < count; ++t) {
        const Exhibit *exhibit = exhibits[t];
        uint32_t own = exhibit_step(exhibit, positions[t]);
        uint32_t all = (uint32_t)exhibit->trace->steps_count;
        step = own > step ? own : step;
        *steps = all > *steps ? all : *steps;
    }
    for (int t = 0; t < count; ++t)
        if (exhibits[t]->order) { /* each at its own pace */
            *steps = (uint32_t)exhibits[0]->trace->steps_count;
            return exhibit_step(exhibits[0], positions[0]);
        }
    return step;
}

/* "launch 1 of 3 · block 2 · ": blocks count from 0. */
static void add_block(const Exhibit *exhibit, size_t position, Text *text)
{
    const Trace *trace = exhibit->trace;
    const Instruction *running =
        trace->instructions + exhibit_running(exhibit, position);
    const Block *block = trace_block(trace, trace_step(trace, running));

    if (trace->grids_count > 1)
        text_add(text, "launch %u of %zu · ", block->grid + 1,
                 trace->grids_count);
    text_add(text, "block %u · ", block->index);
}

/* Is an instruction's number the same in all traces?  If not, it is said whose
 * it is; the toolbar counts the moments of all. */
static bool same_length(const Scene *scene)
{
    const Exhibit *const *exhibits = scene->exhibits;

    for (int t = 1; t < scene->count; ++t)
        if (exhibits[t]->trace->instructions_count !=
            exhibits[0]->trace->instructions_count)
            return false;
    return true;
}

void where_text(const Scene *scene, Text *text)
{
    const Exhibit *first = scene->exhibits[0];
    size_t position = scene->positions[0];
    uint32_t steps, step = where_step(scene->exhibits, scene->count,
                                      scene->positions, &steps);

    if (scene->contest.on) {
        add_contest(scene, text);
        return;
    }
    if (step == 0) {
        text_add(text, "start · %u step%s", steps, steps == 1 ? "" : "s");
        return;
    }
    /* of several traces each panel names its own block */
    if (scene->count == 1 && first->trace->blocks_count > 1)
        add_block(first, position, text);
    text_add(text, "step %u of %u · %s%sinstruction %zu of %zu", step, steps,
             same_length(scene) ? "" : first->trace->run.title,
             same_length(scene) ? "" : ": ", position,
             first->trace->instructions_count);
}
