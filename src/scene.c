/* SPDX-License-Identifier: MIT
 *
 * scene - studying a trace once; see scene.h.
 */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t instruction_work(const Trace *trace, const Instruction *at)
{
    const Access *accesses = trace_accesses(trace, at);
    uint32_t sums = 0;

    for (int i = 0; i < at->lanes; ++i)
        sums += accesses[i].sums;
    return sums;
}

const char *scene_value(Op op, Word value, bool brief, char text[VALUE_TEXT])
{
    char four[VALUE_TEXT];

    value_format(op, value, text);
    if (op == OP_FADD) {
        snprintf(four, sizeof four, "%.4g", (double)op_float(value));
        if (strlen(four) < strlen(text))
            memcpy(text, four, sizeof four);
    }
    if (op == OP_INTERVAL && brief) {
        if (value == INTERVAL_IDENTITY)
            snprintf(text, VALUE_TEXT, "id");
        else if (interval_is_range(value) &&
                 interval_first(value) != interval_last(value))
            snprintf(text, VALUE_TEXT, "%u-%u", interval_first(value),
                     interval_last(value));
    }
    return text;
}

static uint8_t count_digits(const Trace *trace, bool brief)
{
    const Run *run = &trace->run;
    char text[VALUE_TEXT];
    size_t most = 1;

    for (uint32_t i = 0; i < run->n; ++i) {
        size_t in = strlen(scene_value(run->op, trace->input[i], brief, text));
        size_t out =
            strlen(scene_value(run->op, trace->output[i], brief, text));
        most = in > most ? in : most;
        most = out > most ? out : most;
    }
    return (uint8_t)most;
}

/* Marks the accesses of a step that are one side of a race. */
static void mark_side(Exhibit *exhibit, const Race *race, const RaceSide *side)
{
    const Trace *trace = exhibit->trace;
    const Step *step = trace->steps + race->step;

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        size_t index = step->first_instruction + i;
        const Instruction *at = trace->instructions + index;
        const Access *access = trace_accesses(trace, at);
        for (int a = 0;
             at->site == side->site && at->kind == side->kind && a < at->lanes;
             ++a)
            if (access[a].cell == race->cell &&
                trace_thread(trace, at, access + a) == side->thread)
                exhibit->marks[index] |= MARK_RACE;
    }
}

static void set_marks(Exhibit *exhibit)
{
    const BankTable *banks = &exhibit->banks;

    exhibit->marks = base_alloc(banks->count + 1, 1);
    for (size_t i = 0; i < banks->count; ++i)
        if (banks->costs[i].wavefronts > 1)
            exhibit->marks[i] = MARK_CONFLICT;
    for (size_t r = 0; r < exhibit->races.races_count; ++r)
        mark_side(exhibit, exhibit->races.races + r,
                  &exhibit->races.races[r].second);
}

Exhibit *exhibit_new(const Trace *trace)
{
    Exhibit *exhibit = base_alloc(1, sizeof *exhibit);
    size_t count = trace->instructions_count;

    exhibit->trace = trace;
    exhibit->banks = bank_table(trace);
    exhibit->tree = tree_of(trace);
    exhibit->races = race_find(trace);
    set_marks(exhibit);
    exhibit->digits = count_digits(trace, true);
    exhibit->full_digits = count_digits(trace, false);
    exhibit->conflicts = base_alloc(count + 1, sizeof *exhibit->conflicts);
    exhibit->work = base_alloc(count + 1, sizeof *exhibit->work);
    for (size_t i = 0; i < count; ++i) {
        const BankCost *cost = exhibit->banks.costs + i;
        uint32_t beyond = cost->wavefronts ? cost->wavefronts - 1u : 0;
        exhibit->conflicts[i + 1] = exhibit->conflicts[i] + beyond;
        exhibit->work[i + 1] =
            exhibit->work[i] + instruction_work(trace, trace->instructions + i);
        if (cost->latency > exhibit->longest)
            exhibit->longest = cost->latency;
    }
    return exhibit;
}

void exhibit_free(Exhibit *exhibit)
{
    if (!exhibit)
        return;
    bank_table_free(&exhibit->banks);
    tree_free(&exhibit->tree);
    race_free(&exhibit->races);
    free(exhibit->marks);
    free(exhibit->conflicts);
    free(exhibit->work);
    free(exhibit);
}

void scene_follow(Scene *scene, const Player *player)
{
    const Course *course = player->courses + player->clock;
    Contest *contest = &scene->contest;

    for (int t = 0; t < scene->count; ++t)
        scene->positions[t] = player_shown(player, t, scene->remains + t);
    *contest = (Contest){.on = player->clock == COURSE_RACE, .leader = -1};
    if (!contest->on)
        return;
    contest->measured = course->measured;
    contest->cycle = player_cycle(player);
    for (int t = 0; t < scene->count; ++t)
        contest->ends[t] =
            (double)course->starts[t][course->traces[t]->instructions_count];
    contest->leader = course_gaps(course, contest->cycle, contest->gaps);
}

bool scene_same(const Scene *a, const Scene *b)
{
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        if (a->exhibits[t] != b->exhibits[t] ||
            a->positions[t] != b->positions[t] ||
            a->remains[t] != b->remains[t])
            return false;
    for (int i = 0; i < ZOOM_COUNT; ++i)
        if (a->zooms[i].zoom != b->zooms[i].zoom ||
            a->zooms[i].from != b->zooms[i].from)
            return false;
    return a->count == b->count && a->theme == b->theme &&
           a->contest.on == b->contest.on &&
           a->contest.cycle == b->contest.cycle;
}
