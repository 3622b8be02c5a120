/* SPDX-License-Identifier: MIT */
#include "moment/moment.h"

#include <stdlib.h>
#include <string.h>

Moments *moments_new(const Trace *trace, const uint32_t *order,
                     const WrongWords *wrong, const Tree *tree)
{
    Moments *moments = base_alloc(1, sizeof *moments);

    *moments =
        (Moments){.trace = trace, .order = order, .wrong = wrong, .tree = tree};
    return moments;
}

static void free_moment(Moment *moment)
{
    free(moment->values);
    free(moment->intervals);
    free(moment->wrong);
    free(moment);
}

void moments_free(Moments *moments)
{
    if (!moments)
        return;
    for (size_t i = 0; i < moments->idle_count; ++i)
        free_moment(moments->idle[i]);
    free(moments->idle);
    history_free(&moments->history);
    if (moments->has_flow)
        dataflow_free(&moments->flow);
    free(moments);
}

const History *moments_history(Moments *moments)
{
    if (!moments->history.events)
        moments->history = history_of(moments->trace, moments->order);
    return &moments->history;
}

const Dataflow *moments_flow(Moments *moments)
{
    if (!moments->has_flow)
        moments->flow = dataflow_of(moments->trace);
    moments->has_flow = true;
    return &moments->flow;
}

/* ---- Shared memory --------------------------------------------------------*/

/* Lets the running stores happen that are served. */
static void store_served(Moment *moment)
{
    const Service *service = &moment->service;

    if (!service->at || !trace_is_store(service->at))
        return;
    for (int i = 0; i < service->at->lanes; ++i) {
        const Access *access = service->accesses + i;
        if (moment_done(moment, access))
            trace_store(access, moment->values + access->cell,
                        moment->intervals + access->cell);
    }
}

/* Shared memory, from that after the instruction WAS, or from the snapshot
 * before the step. */
static void find_cells(Moment *moment, const Instruction *was, bool forward)
{
    const Trace *trace = moment->trace;
    const Instruction *now = moment->service.at;

    if (trace->run.words == 0)
        return;
    if (!forward || !was || !now || was->step != now->step) {
        uint32_t step = now ? now->step : 0;
        size_t bytes = trace->run.words * sizeof(Word);
        memcpy(moment->values, trace_snapshot(trace, step), bytes);
        memcpy(moment->intervals, trace_snapshot_intervals(trace, step), bytes);
        was = now ? trace->instructions + trace->steps[step].first_instruction
                  : NULL;
    }
    for (; was < now; ++was)
        trace_replay(trace, was, moment->values, moment->intervals);
    store_served(moment);
}

/* ---- Wrong cells ----------------------------------------------------------*/

/* Is CELL wrong now: by what was stored last, or loaded for an output that
 * should be another? */
static bool is_cell_wrong(const Moment *moment, uint32_t cell)
{
    const WrongWords *wrong = moment->of->wrong;
    const History *history = moments_history(moment->of);
    size_t count;
    const WordEvent *events =
        history_events(history, HISTORY_SHARED, cell, &count);
    size_t done = history_done(events, count, moment->position);

    while (done-- > 0) {
        const Instruction *at = history_instruction(history, events + done);
        const Access *access = moment->trace->accesses + events[done].access;
        bool shown = wrong_words_shown(wrong, moment->trace, access);
        if (at == moment->service.at && !moment_done(moment, access))
            continue;
        if (!trace_is_load(at) || shown)
            return shown ||
                   wrong_words_lost(wrong, cell,
                                    (size_t)(at - moment->trace->instructions));
    }
    return false;
}

static void find_wrong_of(Moment *moment, size_t place)
{
    const Instruction *at =
        moment->trace->instructions + issue_order_at(moment->of->order, place);
    const Access *access = trace_accesses(moment->trace, at);

    for (int lane = 0; trace_is_shared(at) && lane < at->lanes; ++lane)
        moment->wrong[access[lane].cell] =
            is_cell_wrong(moment, access[lane].cell);
}

/* Finds it of the cells that are touched between two positions. */
static void find_wrong(Moment *moment, size_t from, size_t to)
{
    if (!moment->of->wrong->accesses || moment->trace->blocks_count != 1)
        return;
    if (!moment->wrong) {
        moment->wrong = base_alloc((size_t)moment->trace->run.words + 1, 1);
        from = 0;
    }
    if (to - from > moment->trace->run.words) {
        for (uint32_t cell = 0; cell < moment->trace->run.words; ++cell)
            moment->wrong[cell] = is_cell_wrong(moment, cell);
        return;
    }
    for (size_t p = from; p < to; ++p)
        find_wrong_of(moment, p);
}

/* ---- Moving ---------------------------------------------------------------*/

void moment_serve_as(Moment *moment, const Moment *whole)
{
    Service *service = &moment->service;

    if (!service->at || !trace_is_global(service->at))
        return;
    service->turns = whole->service.turns;
    memcpy(service->places, whole->service.places, sizeof service->places);
    memcpy(service->ranks, whole->service.ranks, sizeof service->ranks);
}

void moment_go(Moment *moment, size_t position, double progress)
{
    const Trace *trace = moment->trace;
    size_t old = moment->position;
    const Instruction *was = moment->service.at;
    bool forward =
        position > old || (position == old && progress >= moment->progress);

    BASE_CHECK(position <= trace->instructions_count);
    moment->position = position;
    moment->progress = progress;
    if (position != old) {
        moment->service = (Service){.trace = trace};
        moment->index = 0;
    }
    if (position && position != old) {
        moment->index = issue_order_at(moment->of->order, position - 1);
        moment->service =
            service_of(trace, trace->instructions + moment->index);
    }
    find_cells(moment, was, forward);
    size_t from = position < old ? position : old;
    find_wrong(moment, from ? from - 1 : 0, position > old ? position : old);
}

Moment *moment_at(Moments *moments, size_t position, double progress)
{
    size_t words = moments->trace->run.words;
    Moment *moment;

    if (moments->idle_count > 0) {
        moment = moments->idle[--moments->idle_count];
    } else {
        moment = base_alloc(1, sizeof *moment);
        *moment = (Moment){.of = moments,
                           .trace = moments->trace,
                           .progress = 1,
                           .service.trace = moments->trace};
        moment->values = base_alloc(words + 1, sizeof *moment->values);
        moment->intervals = base_alloc(words + 1, sizeof *moment->intervals);
    }
    moment_go(moment, position, progress);
    return moment;
}

void moment_put(Moment *moment)
{
    if (moment)
        base_push(moment->of, idle, moment);
}

bool moment_is_moving(const Moment *moment)
{
    return moment->progress < 1;
}

bool moment_done(const Moment *moment, const Access *access)
{
    return service_share(&moment->service, moment->progress, access) >= 1;
}

bool moment_begun(const Moment *moment, const Access *access)
{
    return service_share(&moment->service, moment->progress, access) > 0;
}

/* ---- A step as a whole ----------------------------------------------------*/

/* For each instruction of STEP: 1 if it gives a node its sum or prefix. */
static uint8_t *node_givers(const Moment *moment, const Step *step)
{
    const Tree *tree = moment->of->tree;
    uint8_t *gives = base_alloc((size_t)step->instruction_count + 1, 1);

    for (size_t i = 0; i < tree->count; ++i) {
        const TreeNode *node = tree->nodes + i;
        uint32_t built = node->built_at - step->first_instruction;
        uint32_t given = node->prefix_by - step->first_instruction;
        if (built < step->instruction_count)
            gives[built] = 1;
        if (given < step->instruction_count)
            gives[given] = 1;
    }
    return gives;
}

bool moment_is_of_step(const Moment *moment, size_t index)
{
    const Instruction *at = moment->service.at;

    return at && index < moment->trace->instructions_count &&
           moment->trace->instructions[index].step == at->step;
}

const Service *moment_longest(Moment *moment)
{
    const Trace *trace = moment->trace;
    const Step *step = trace_step(trace, moment->service.at);
    uint8_t *gives = node_givers(moment, step);
    uint32_t most = 0;

    moment->longest = moment->service;
    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        Service own = service_of(trace, trace->instructions +
                                            step->first_instruction + i);
        uint32_t length =
            512u * own.cost.wavefronts + 2u * own.cost.latency + gives[i];
        if (!trace_is_shared(own.at) || length < most)
            continue;
        most = length;
        moment->longest = own;
    }
    free(gives);
    return &moment->longest;
}

/* ---- Global memory --------------------------------------------------------*/

/* True if the running instruction writes word INDEX of ARRAY, and has not yet.
 */
static bool is_awaited(const Moment *moment, uint8_t array, uint32_t index)
{
    const Service *service = &moment->service;
    const Instruction *at = service->at;

    if (!at || !moment_is_moving(moment) || !trace_is_global(at) ||
        at->array != array || !trace_traits_of(at)->writes)
        return false;
    for (int lane = 0; lane < at->lanes; ++lane)
        if (service->accesses[lane].cell == index &&
            !moment_done(moment, service->accesses + lane))
            return true;
    return false;
}

GlobalWord moment_word(const Moment *moment, uint8_t array, uint32_t index)
{
    return global_word(moments_history(moment->of), moment->of->wrong, array,
                       index,
                       moment->position - is_awaited(moment, array, index));
}
