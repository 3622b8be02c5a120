/* SPDX-License-Identifier: MIT
 *
 * scene - studying a trace once; see scene.h.
 */
#include "view/scene.h"

#include "study/deed.h"
#include "study/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sums of instruction INDEX. A trace has them with the access that follows; of
 * what lanes are handed the picture and the sentence say at once that it is
 * added, so here it counts at once too, and the access is TOLD. */
static uint32_t instruction_work(const Trace *trace, size_t index, bool *told)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    uint32_t sums = 0;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        sums += told[access - trace->accesses] ? 0 : access->sums;
        const Sum *sum =
            at->kind == ACCESS_SHFL ? deed_sum(trace, index, access) : NULL;
        if (!sum || told[sum->access])
            continue;
        sums += trace->accesses[sum->access].sums;
        told[sum->access] = true;
    }
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
    if (op != OP_INTERVAL)
        return text;
    bool sum = interval_is_range(value) &&
               interval_first(value) != interval_last(value);
    if (!brief)
        value_format_interval(value, text);
    else if (value == INTERVAL_IDENTITY)
        snprintf(text, VALUE_TEXT, "id");
    else if (sum)
        snprintf(text, VALUE_TEXT, "%u-%u", interval_first(value),
                 interval_last(value));
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
                exhibit->marks[tour_place(trace, exhibit->order, index)] |=
                    MARK_RACE;
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

/* Transactions of the instruction AT in place I. */
static void count_global(Exhibit *exhibit, const Instruction *at, size_t i)
{
    bool writes = at->kind == ACCESS_GSTORE || at->kind == ACCESS_PUBLISH;
    uint32_t transactions = trace_is_shared(at) || at->kind == ACCESS_SHFL
                                ? 0
                                : cost_transactions(exhibit->trace, at);

    exhibit->reads[i + 1] = exhibit->reads[i] + (writes ? 0 : transactions);
    exhibit->writes[i + 1] = exhibit->writes[i] + (writes ? transactions : 0);
}

static void add_parts(Exhibit *exhibit)
{
    const Trace *trace = exhibit->trace;

    if (trace->blocks_count < 2)
        return;
    exhibit->sums = muster_of(trace, exhibit->order);
    exhibit->parts = base_alloc(trace->blocks_count, sizeof *exhibit->parts);
}

Exhibit *exhibit_new(const Trace *trace)
{
    Exhibit *exhibit = base_alloc(1, sizeof *exhibit);
    size_t count = trace->instructions_count;
    bool *told = base_alloc(trace->accesses_count + 1, sizeof *told);

    exhibit->trace = trace;
    exhibit->op = trace->run.op;
    exhibit->order = tour_of(trace);
    exhibit->stops = exhibit->order ? tour_stops(trace, exhibit->order) : NULL;
    exhibit->banks = tour_banks(trace, exhibit->order);
    exhibit->tree = tree_of(trace);
    exhibit->races = race_find(trace);
    set_marks(exhibit);
    exhibit->digits = count_digits(trace, true);
    exhibit->full_digits = count_digits(trace, false);
    exhibit->conflicts = base_alloc(count + 1, sizeof *exhibit->conflicts);
    exhibit->work = base_alloc(count + 1, sizeof *exhibit->work);
    exhibit->reads = base_alloc(count + 1, sizeof *exhibit->reads);
    exhibit->writes = base_alloc(count + 1, sizeof *exhibit->writes);
    for (size_t i = 0; i < count; ++i) {
        size_t index = tour_at(exhibit->order, i);
        const Instruction *at = trace->instructions + index;
        const BankCost *cost = exhibit->banks.costs + i;
        uint32_t beyond = cost->wavefronts ? cost->wavefronts - 1u : 0;
        exhibit->conflicts[i + 1] = exhibit->conflicts[i] + beyond;
        exhibit->work[i + 1] =
            exhibit->work[i] + instruction_work(trace, index, told);
        count_global(exhibit, at, i);
        exhibit->shuffles |= at->kind == ACCESS_SHFL;
        if (cost->latency > exhibit->longest)
            exhibit->longest = cost->latency;
    }
    free(told);
    if (lanes_matter(trace))
        exhibit->lanes = lanes_of(trace);
    add_parts(exhibit);
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
    free(exhibit->reads);
    free(exhibit->writes);
    lanes_free(&exhibit->lanes);
    for (size_t b = 0; exhibit->parts && b < exhibit->trace->blocks_count; ++b)
        exhibit_free(exhibit->parts[b]);
    free(exhibit->parts);
    free(exhibit->sums);
    free(exhibit->order);
    free(exhibit->stops);
    free(exhibit->origins);
    trace_free(exhibit->own);
    free(exhibit);
}

Contest contest_at(const Player *player, double cycle)
{
    const Course *course = player->courses + player->clock;
    Contest contest = {.on = player->clock == COURSE_RACE, .leader = -1};

    if (!contest.on)
        return contest;
    contest.measured = course->measured;
    contest.cycle = cycle;
    for (int t = 0; t < player->count; ++t)
        contest.ends[t] =
            (double)course->starts[t][course->traces[t]->instructions_count];
    contest.even = course_is_even(course);
    contest.leader = course_gaps(course, cycle, contest.gaps);
    return contest;
}

void scene_follow(Scene *scene, const Player *player)
{
    for (int t = 0; t < scene->count; ++t)
        scene->positions[t] = player_shown(player, t, scene->remains + t);
    scene->contest = contest_at(player, player_cycle(player));
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
           a->scale == b->scale && a->density == b->density &&
           a->silent == b->silent && a->chart == b->chart &&
           a->contest.on == b->contest.on &&
           a->contest.cycle == b->contest.cycle;
}

size_t exhibit_running(const Exhibit *exhibit, size_t position)
{
    BASE_CHECK(position > 0);
    return tour_at(exhibit->order, position - 1);
}

uint32_t exhibit_step(const Exhibit *exhibit, size_t position)
{
    size_t low = 0, high = exhibit->trace->steps_count;

    if (position == 0)
        return 0;
    if (!exhibit->stops)
        return exhibit->trace->instructions[position - 1].step + 1;
    while (low < high) { /* the first step that ends at POSITION or later */
        size_t middle = low + (high - low) / 2;
        if (exhibit->stops[middle] >= position)
            high = middle;
        else
            low = middle + 1;
    }
    return (uint32_t)low + 1;
}

/* The block (index into its trace's) that runs at POSITION; at 0, the first. */
static uint32_t exhibit_block(const Exhibit *exhibit, size_t position)
{
    const Trace *trace = exhibit->trace;

    if (position == 0)
        return 0;
    size_t running = exhibit_running(exhibit, position);
    return trace_step(trace, trace->instructions + running)->block;
}

const Exhibit *exhibit_of_block(const Exhibit *exhibit, uint32_t b)
{
    Exhibit **part = exhibit->parts + b;

    if (!*part) {
        uint32_t *origins;
        Trace *own = part_of(exhibit->trace, b, exhibit->order, &origins);
        *part = exhibit_new(own);
        (*part)->origins = origins;
        (*part)->own = own;
    }
    return *part;
}

const Exhibit *exhibit_part(const Exhibit *exhibit, size_t *position)
{
    const Trace *trace = exhibit->trace;

    if (!exhibit->parts)
        return exhibit;
    uint32_t b = exhibit_block(exhibit, *position);
    *position = tour_done(trace, exhibit->order, trace->blocks + b, *position);
    return exhibit_of_block(exhibit, b);
}

void scene_title(const Scene *scene, Text *text)
{
    for (int t = 0; t < scene->count; ++t) {
        const char *between = t == 0                 ? ""
                              : scene->count == 2    ? " beside "
                              : t + 1 < scene->count ? ", "
                                                     : " and ";
        text_add(text, "%s%s", between, scene->exhibits[t]->trace->run.title);
    }
}
