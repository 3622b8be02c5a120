/* SPDX-License-Identifier: MIT */
#include "assemble.h"

#include <stdlib.h>
#include <string.h>

#include "lockstep.h"

/* A lane's place in its two logs. */
typedef struct {
    const Event *at, *end;
    const Event *shadow;
    const Event *sums; /* first operator not yet given to an access */
} Cursor;

typedef struct {
    const Launch *launch;
    const Log *values, *shadow;
    Trace *trace;
    Cursor *cursors; /* of the threads of the block at hand */
    Lockstep lockstep;
    uint32_t block;
    Error *error;
} Assembly;

static bool is_barrier(const Event *event)
{
    return event->kind == EVENT_STEP || event->kind == EVENT_SYNC;
}

/* The two runs did the same, but for the words moved. */
static bool logs_agree(const Launch *launch, const ThreadLog *values,
                       const ThreadLog *shadow, uint32_t thread, Error *error)
{
    size_t count = values->events_count;

    if (count != shadow->events_count)
        return error_set(
            error, ERROR_FAILED,
            "%s: thread %u did %zu things in one run and %zu in its "
            "shadow: control flow must not depend on the data",
            launch->source_name, thread, count, shadow->events_count);
    for (size_t i = 0; i < count; ++i) {
        const Event *x = &values->events[i];
        const Event *y = &shadow->events[i];
        if (x->kind != y->kind || x->site != y->site || x->array != y->array ||
            (x->kind != EVENT_OP && x->cell != y->cell))
            return error_set(error, ERROR_FAILED,
                             "%s:%d: thread %u did something else in its "
                             "shadow run: control flow must not depend on the "
                             "data",
                             launch->source_name, x->site, thread);
    }
    return true;
}

/* Room for all accesses and sums at once: their number is known.  False if an
 * access has more sums than it can tell. */
static bool reserve(Assembly *work)
{
    Trace *trace = work->trace;
    size_t threads = (size_t)work->values->blocks * work->values->threads;
    size_t accesses = 0;
    size_t sums = 0;

    for (size_t t = 0; t < threads; ++t) {
        const ThreadLog *log = &work->values->logs[t];
        size_t row = 0; /* sums since the last access */
        for (size_t i = 0; i < log->events_count; ++i) {
            const Event *event = &log->events[i];
            bool access = event->kind < ACCESS_KINDS;
            accesses += access;
            sums += event->kind == EVENT_OP;
            row = access ? 0 : row + (event->kind == EVENT_OP);
            if (row > UINT8_MAX)
                return error_set(work->error, ERROR_FAILED,
                                 "%s:%d: thread %zu adds more than %d times "
                                 "without an access; store a part of the sum",
                                 work->launch->source_name, event->site,
                                 t % work->values->threads, UINT8_MAX);
        }
    }
    trace->accesses = base_alloc(accesses + 1, sizeof *trace->accesses);
    trace->accesses_capacity = accesses + 1;
    trace->sums = base_alloc(sums + 1, sizeof *trace->sums);
    trace->sums_capacity = sums + 1;
    return true;
}

/* Moves a cursor to the next access or barrier; operators stay behind it, from
 * cursor->sums on. */
static void skip_operators(Cursor *cursor)
{
    while (cursor->at < cursor->end && cursor->at->kind == EVENT_OP) {
        ++cursor->at;
        ++cursor->shadow;
    }
}

static uint8_t add_sums(Assembly *work, Cursor *cursor)
{
    Trace *trace = work->trace;
    size_t first = trace->sums_count;

    for (const Event *e = cursor->sums; e < cursor->at; ++e) {
        if (e->kind != EVENT_OP)
            continue;
        const Event *shadow = cursor->shadow - (cursor->at - e);
        Sum sum = {.access = (uint32_t)trace->accesses_count,
                   .left = e->cell,
                   .right = e->value,
                   .left_interval = shadow->cell,
                   .right_interval = shadow->value};
        trace->sums[trace->sums_count++] = sum;
    }
    size_t count = trace->sums_count - first;
    BASE_CHECK(count <= UINT8_MAX);
    return (uint8_t)count;
}

static void add_access(Assembly *work, Cursor *cursor, int lane)
{
    Trace *trace = work->trace;
    Access access = {.cell = cursor->at->cell,
                     .value = cursor->at->value,
                     .interval = cursor->shadow->value,
                     .lane = (uint8_t)lane,
                     .sums = add_sums(work, cursor)};

    trace->accesses[trace->accesses_count++] = access;
    ++cursor->at;
    ++cursor->shadow;
    cursor->sums = cursor->at;
    skip_operators(cursor);
}

/* The next access of a lane in this step; NULL and no error if it has none. */
static bool take_head(Assembly *work, const Cursor *cursor, int lane,
                      const Event *heads[], uint64_t *lanes)
{
    uint64_t bit = UINT64_C(1) << lane;

    heads[lane] = cursor->at;
    if (cursor->at == cursor->end || is_barrier(cursor->at)) {
        *lanes &= ~bit;
        return true;
    }
    *lanes |= bit;
    if (lockstep_full(&work->lockstep, cursor->at->site))
        return error_set(work->error, ERROR_FAILED,
                         "%s:%d: too many lines with accesses in a step",
                         work->launch->source_name, cursor->at->site);
    return true;
}

/* One warp's instructions of the step at hand. */
static bool assemble_warp(Assembly *work, uint32_t warp)
{
    Trace *trace = work->trace;
    uint32_t k = work->launch->k;
    uint32_t left = work->launch->threads - warp * k;
    Cursor *cursors = work->cursors + (size_t)warp * k;
    const Event *heads[TRACE_MAX_BANKS];
    uint64_t lanes = 0, set;
    uint32_t occurrence;

    lockstep_reset(&work->lockstep);
    for (int i = 0; i < (int)(left < k ? left : k); ++i)
        if (!take_head(work, &cursors[i], i, heads, &lanes))
            return false;
    while ((set = lockstep_next(&work->lockstep, heads, lanes, &occurrence))) {
        const Event *first = heads[__builtin_ctzll(set)];
        Instruction at = {.first_access = (uint32_t)trace->accesses_count,
                          .step = (uint32_t)trace->steps_count - 1,
                          .occurrence = occurrence,
                          .site = first->site,
                          .warp = (uint16_t)warp,
                          .lanes = (uint8_t)__builtin_popcountll(set),
                          .kind = first->kind,
                          .array = first->array};
        for (uint64_t rest = set; rest; rest &= rest - 1) {
            int i = __builtin_ctzll(rest);
            if (cursors[i].at->kind != at.kind)
                return error_set(work->error, ERROR_FAILED,
                                 "%s:%d: two accesses; write one access "
                                 "to a line",
                                 work->launch->source_name, at.site);
            add_access(work, &cursors[i], i);
            if (!take_head(work, &cursors[i], i, heads, &lanes))
                return false;
        }
        base_push(trace, instructions, at);
    }
    return true;
}

/* Takes all threads of the block over their next barrier and notes the step
 * that begins there.  *MORE is false at the end of the kernel. */
static bool begin_step(Assembly *work, bool *more)
{
    Trace *trace = work->trace;
    const Event *barrier = NULL;
    uint32_t ended = 0;

    for (uint32_t t = 0; t < work->launch->threads; ++t) {
        Cursor *cursor = &work->cursors[t];
        if (cursor->at == cursor->end) {
            ++ended;
            continue;
        }
        if (!barrier)
            barrier = cursor->at;
        if (!is_barrier(cursor->at) || cursor->at->site != barrier->site)
            return error_set(work->error, ERROR_FAILED,
                             "%s:%d: thread %u is not at the barrier of "
                             "line %d",
                             work->launch->source_name, cursor->at->site, t,
                             barrier->site);
        if (cursor->sums == cursor->at)
            ++cursor->sums;
        ++cursor->at;
        ++cursor->shadow;
        skip_operators(cursor);
    }
    *more = barrier != NULL;
    if (barrier && ended)
        return error_set(work->error, ERROR_FAILED,
                         "%s:%d: %u threads miss this barrier",
                         work->launch->source_name, barrier->site, ended);
    if (!barrier)
        return true;

    Step step = {.block = work->block,
                 .first_instruction = (uint32_t)trace->instructions_count,
                 .site = barrier->site};
    if (barrier->kind == EVENT_STEP) {
        char phase[LAUNCH_PHASE];
        launch_phase(work->launch->source, barrier->site, phase);
        step.phase = trace_phase_add(trace, phase);
        step.level = (int32_t)barrier->cell;
    } else {
        BASE_CHECK(trace->steps_count > 0);
        step.phase = trace->steps[trace->steps_count - 1].phase;
        step.level = trace->steps[trace->steps_count - 1].level;
    }
    base_push(trace, steps, step);
    return true;
}

static bool assemble_block(Assembly *work)
{
    Trace *trace = work->trace;
    uint32_t threads = work->launch->threads;
    uint32_t warps = (threads + work->launch->k - 1) / work->launch->k;

    for (uint32_t t = 0; t < threads; ++t) {
        size_t at = (size_t)work->block * threads + t;
        const ThreadLog *log = &work->values->logs[at];
        const ThreadLog *shadow = &work->shadow->logs[at];
        if (!logs_agree(work->launch, log, shadow, t, work->error))
            return false;
        work->cursors[t] = (Cursor){.at = log->events,
                                    .end = log->events + log->events_count,
                                    .shadow = shadow->events,
                                    .sums = log->events};
    }
    for (bool more = true;;) {
        if (!begin_step(work, &more))
            return false;
        if (!more)
            return true;
        for (uint32_t w = 0; w < warps; ++w)
            if (!assemble_warp(work, w))
                return false;
        Step *step = &trace->steps[trace->steps_count - 1];
        step->instruction_count =
            (uint32_t)trace->instructions_count - step->first_instruction;
    }
}

static bool copy_snapshots(Assembly *work)
{
    Trace *trace = work->trace;
    uint32_t words = work->launch->words;
    size_t count = trace->steps_count + work->launch->blocks;
    size_t filled = 0;

    trace->snapshot_values = base_alloc(count * words, sizeof(Word));
    trace->snapshot_intervals = base_alloc(count * words, sizeof(Word));
    trace->snapshots_count = count;
    for (uint32_t b = 0; b < work->launch->blocks; ++b) {
        const Snapshots *values = &work->values->snapshots[b];
        const Snapshots *shadow = &work->shadow->snapshots[b];
        if (values->values_count != shadow->values_count ||
            filled + values->values_count > count * words)
            return error_set(work->error, ERROR_FAILED,
                             "block %u has %zu snapshot words and %zu in its "
                             "shadow; the steps need the same number",
                             b, values->values_count, shadow->values_count);
        memcpy(trace->snapshot_values + filled, values->values,
               values->values_count * sizeof(Word));
        memcpy(trace->snapshot_intervals + filled, shadow->values,
               shadow->values_count * sizeof(Word));
        filled += values->values_count;
    }
    if (filled != count * words)
        return error_set(work->error, ERROR_FAILED,
                         "%zu steps have %zu words of snapshots",
                         trace->steps_count, filled);
    return true;
}

static void trim(Trace *trace)
{
    trace->instructions =
        base_realloc(trace->instructions, trace->instructions_count + 1,
                     sizeof *trace->instructions);
    trace->instructions_capacity = trace->instructions_count + 1;
}

Trace *assemble(const Launch *launch, const Log *values, const Log *shadow,
                Error *error)
{
    Assembly work = {.launch = launch,
                     .values = values,
                     .shadow = shadow,
                     .trace = trace_new(),
                     .cursors = base_alloc(launch->threads, sizeof(Cursor)),
                     .error = error};
    Run *run = &work.trace->run;
    bool good;

    run->n = launch->n;
    run->k = launch->k;
    run->threads = launch->threads;
    run->blocks = launch->blocks;
    run->words = launch->words;
    run->op = launch->op;
    run->inclusive = launch->inclusive;
    run->seed = launch->seed;
    good = reserve(&work);
    for (; good && work.block < launch->blocks; ++work.block)
        good = assemble_block(&work);
    good = good && copy_snapshots(&work);
    free(work.cursors);
    if (!good) {
        trace_free(work.trace);
        return NULL;
    }
    trim(work.trace);
    return work.trace;
}
