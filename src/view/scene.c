/* SPDX-License-Identifier: MIT */
#include "view/scene.h"

#include <math.h>

Standings standings_at(const Player *player, double cycle)
{
    const Timeline *timeline = player->timelines + player->clock;
    Standings standings = {.on = player->clock == CLOCK_CYCLES, .leader = -1};

    if (!standings.on)
        return standings;
    standings.cycle = cycle;
    for (int t = 0; t < player->count; ++t)
        standings.ends[t] =
            (double)
                timeline->starts[t][timeline->traces[t]->instructions_count];
    standings.even = timeline->even;
    standings.leader = timeline_gaps(timeline, cycle, standings.gaps);
    return standings;
}

void scene_follow(Scene *scene, const Player *player)
{
    for (int t = 0; t < scene->count; ++t)
        scene->positions[t] = player_shown(player, t, scene->remains + t);
    scene->standings = standings_at(player, player_cycle(player));
}

uint32_t scene_threads(const Scene *scene, int t, uint32_t *shown)
{
    const AnalysedTrace *analysed = scene->analysed_traces[t];
    const Trace *trace = analysed->trace;
    size_t position = scene->positions[t];

    *shown = 0;
    if (trace->locals_count == 0 || trace->blocks_count == 0)
        return 0;
    const Instruction *at =
        position ? trace->instructions + analysed_running(analysed, position)
                 : NULL;
    const Block *block =
        at ? trace_block(trace, trace_step(trace, at)) : trace->blocks;
    uint32_t threads = trace->grids[block->grid].threads;
    if (scene->thread && scene->thread <= threads)
        *shown = scene->thread - 1;
    else if (at)
        *shown = trace_thread(trace, at, trace_accesses(trace, at));
    return threads;
}

bool scene_same(const Scene *a, const Scene *b)
{
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        if (a->analysed_traces[t] != b->analysed_traces[t] ||
            a->positions[t] != b->positions[t] ||
            a->remains[t] != b->remains[t])
            return false;
    if (a->things_count != b->things_count ||
        !thing_same(&a->hovered, &b->hovered))
        return false;
    for (int i = 0; i < a->things_count; ++i)
        if (!thing_same(a->things + i, b->things + i))
            return false;
    return a->count == b->count && a->theme == b->theme &&
           a->thread == b->thread && a->scale == b->scale &&
           a->density == b->density && a->no_caption == b->no_caption &&
           a->steps == b->steps && a->projector == b->projector &&
           a->details == b->details && a->dimmed == b->dimmed &&
           a->only == b->only && a->keys == b->keys && a->chart == b->chart &&
           a->costs == b->costs && a->cover == b->cover &&
           a->predicted.array == b->predicted.array &&
           a->predicted.remedy == b->predicted.remedy &&
           a->asked == b->asked &&
           a->standings.on == b->standings.on &&
           a->standings.cycle == b->standings.cycle;
}

const char *scene_name(const Scene *scene, int t)
{
    return scene->cover && scene->cover->names
               ? SCENE_HIDDEN
               : trace_title(scene->analysed_traces[t]->trace);
}

void scene_title(const Scene *scene, Text *text)
{
    for (int t = 0; t < scene->count; ++t) {
        const char *between = t == 0                 ? ""
                              : scene->count == 2    ? " beside "
                              : t + 1 < scene->count ? ", "
                                                     : " and ";
        text_add(text, "%s%s", between, scene_name(scene, t));
    }
}
