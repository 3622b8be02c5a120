/* SPDX-License-Identifier: MIT */
#include "record/trace_builder.h"

#include "analysis/wide.h"
#include "record/rank_times.h"
#include "sim/convergence.h"

#include <stdlib.h>
#include <string.h>

/* The position of a lane in its two logs. */
typedef struct {
    const Event *at, *end;
    const Event *shadow;
    const Event *sums;    /* first OP event not yet added to an access */
    const uint32_t *time; /* of the next access; NULL: unknown */
} Cursor;

/* The phase of a step that began on a line before. */
typedef struct {
    uint16_t site, phase;
    PhaseKind kind;
} KnownPhase;

enum { KNOWN_PHASES = 32 };

typedef struct {
    const Launch *launch;
    const Log *values, *shadow;
    Trace *trace;
    Cursor *cursors; /* of the threads of the current block */
    Convergence convergence;
    BlockRange window;
    uint32_t block; /* of the grid */
    KnownPhase known[KNOWN_PHASES];
    int known_count;
    Error *error;
} Assembly;

static bool is_barrier(const Event *event)
{
    return event->kind == EVENT_STEP || event->kind == EVENT_SYNC;
}

/* True if the two runs did the same, except for values. */
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

/* The trace holds the threads with the logs first_log to last_log - 1. */
static size_t first_log(const Assembly *work)
{
    return (size_t)work->window.first * work->launch->threads;
}

static size_t last_log(const Assembly *work)
{
    return (size_t)(work->window.last + 1) * work->launch->threads;
}

/* Allocates all accesses and sums at once.  False if an access has more sums
 * than its field can count. */
static bool reserve(Assembly *work)
{
    Trace *trace = work->trace;
    size_t accesses = trace->accesses_count;
    size_t sums = trace->sums_count;

    for (size_t t = first_log(work); t < last_log(work); ++t) {
        const ThreadLog *log = &work->values->logs[t];
        size_t row = 0; /* sums since the last access */
        for (size_t i = 0; i < log->events_count; ++i) {
            const Event *event = &log->events[i];
            if (is_barrier(event))
                continue;
            if (event->kind != EVENT_OP) {
                ++accesses;
                row = 0;
                continue;
            }
            ++sums;
            if (++row > UINT8_MAX)
                return error_set(work->error, ERROR_FAILED,
                                 "%s:%d: thread %zu adds more than %d times "
                                 "without an access; store a part of the sum",
                                 work->launch->source_name, event->site,
                                 t % work->values->threads, UINT8_MAX);
        }
    }
    if (accesses >= UINT32_MAX)
        return error_set(work->error, ERROR_FAILED,
                         "%s: more accesses than a trace can hold; record "
                         "fewer elements, or fewer blocks with --block-range",
                         work->launch->source_name);
    trace->accesses =
        base_realloc(trace->accesses, accesses + 1, sizeof *trace->accesses);
    trace->accesses_capacity = accesses + 1;
    trace->sums = base_realloc(trace->sums, sums + 1, sizeof *trace->sums);
    trace->sums_capacity = sums + 1;
    return true;
}

/* Moves a cursor to the next access or barrier; the OP events passed begin at
 * cursor->sums. */
static void skip_operators(Cursor *cursor)
{
    while (cursor->at < cursor->end && cursor->at->kind == EVENT_OP) {
        ++cursor->at;
        ++cursor->shadow;
    }
}

/* Adds the sums from cursor->sums to UNTIL to the access that follows. */
static uint8_t add_sums(Assembly *work, Cursor *cursor, const Event *until)
{
    Trace *trace = work->trace;
    size_t first = trace->sums_count;

    if (cursor->sums == until)
        return 0;
    for (; cursor->sums < until; ++cursor->sums) {
        const Event *e = cursor->sums;
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

/* Behind the first sum from cursor->sums to END that is the word at the cursor;
 * cursor->sums if there is none. */
static const Event *sums_of_word(const Assembly *work, const Cursor *cursor,
                                 const Event *end)
{
    Op op = work->launch->op;

    for (const Event *e = cursor->sums; e < end; ++e) {
        const Event *shadow = cursor->shadow - (cursor->at - e);
        if (e->kind == EVENT_OP &&
            op_apply(op, e->cell, e->value) == cursor->at->value &&
            interval_join(shadow->cell, shadow->value) == cursor->shadow->value)
            return e + 1;
    }
    return cursor->sums;
}

/* Adds the access of a lane, which moves WORDS words.  The sums before it are
 * the first word's; of several that are stored each has those up to its own. */
static void add_access(Assembly *work, Cursor *cursor, int lane, uint32_t words)
{
    Trace *trace = work->trace;
    const Event *end = cursor->at;
    bool stores = words > 1 && trace_traits((AccessKind)end->kind)->writes;

    for (uint32_t w = 0; w < words; ++w) {
        const Event *until =
            stores && w + 1 < words ? sums_of_word(work, cursor, end) : end;
        Access access = {.cell = cursor->at->cell,
                         .value = cursor->at->value,
                         .interval = cursor->shadow->value,
                         .lane = (uint8_t)lane,
                         .sums = add_sums(work, cursor, until),
                         .bytes = TRACE_WORD};
        trace->accesses[trace->accesses_count++] = access;
        ++cursor->at;
        ++cursor->shadow;
    }
    cursor->sums = cursor->at;
    if (cursor->time)
        ++cursor->time;
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
    if (convergence_full(&work->convergence, cursor->at->site))
        return error_set(work->error, ERROR_FAILED,
                         "%s:%d: too many lines with accesses in a step",
                         work->launch->source_name, cursor->at->site);
    return true;
}

/* How many words the access at the cursor moves: 1 or WIDE_WORDS. */
static uint32_t words_at(const Cursor *cursor)
{
    bool wide =
        cursor->at + 1 < cursor->end && cursor->at[1].kind == EVENT_WORD;

    return wide ? WIDE_WORDS : 1;
}

/* The sets of lanes of SET that the hardware serves together: see wide.h. */
static int parts_of(const Assembly *work, const Event *const heads[],
                    uint64_t set, uint32_t words, uint64_t parts[WIDE_PARTS])
{
    uint64_t addresses[WIDE_LANES] = {0};
    const Event *first = heads[__builtin_ctzll(set)];

    if (words == 1) {
        parts[0] = set;
        return 1;
    }
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        addresses[i] = heads[i]->cell * sizeof(Word);
    }
    return wide_parts(words * (unsigned)sizeof(Word),
                      first->kind == ACCESS_LOAD, work->launch->k, set,
                      addresses, parts);
}

/* Adds the instruction of the lanes in SET, whose next accesses are HEADS. */
static bool add_instruction(Assembly *work, Cursor *cursors, uint64_t set,
                            const Event *const heads[], Instruction at)
{
    Trace *trace = work->trace;

    at.first_access = (uint32_t)trace->accesses_count;
    at.lanes =
        (uint8_t)((size_t)__builtin_popcountll(set) * at.width / sizeof(Word));
    const uint32_t *time = cursors[__builtin_ctzll(set)].time;
    at.time = time ? *time : (uint32_t)trace->instructions_count;
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        if (heads[i]->kind != at.kind)
            return error_set(work->error, ERROR_FAILED,
                             "%s:%d: two accesses; write one access "
                             "to a line",
                             work->launch->source_name, at.site);
        add_access(work, &cursors[i], i, at.width / (uint32_t)sizeof(Word));
    }
    base_push(trace, instructions, at);
    return true;
}

/* Adds one warp's instructions of the current step. */
static bool trace_builder_warp(Assembly *work, uint32_t warp)
{
    Trace *trace = work->trace;
    uint32_t k = work->launch->k;
    uint32_t left = work->launch->threads - warp * k;
    Cursor *cursors = work->cursors + (size_t)warp * k;
    const Event *heads[TRACE_MAX_BANKS];
    uint8_t source = (uint8_t)trace->grids[trace->grids_count - 1].source;
    uint64_t lanes = 0, set, parts[WIDE_PARTS];
    uint32_t occurrence;

    convergence_reset(&work->convergence);
    for (int i = 0; i < (int)(left < k ? left : k); ++i)
        if (!take_head(work, &cursors[i], i, heads, &lanes))
            return false;
    while ((set = convergence_next(&work->convergence, heads, lanes,
                                   &occurrence))) {
        const Event *first = heads[__builtin_ctzll(set)];
        uint32_t words = words_at(&cursors[__builtin_ctzll(set)]);
        Instruction at = {.step = (uint32_t)trace->steps_count - 1,
                          .site = first->site,
                          .warp = (uint16_t)warp,
                          .kind = first->kind,
                          .array = first->array,
                          .source = source,
                          .width = (uint8_t)(words * sizeof(Word))};
        int count = parts_of(work, heads, set, words, parts);
        for (int p = 0; p < count; ++p) {
            at.occurrence =
                words == 1 ? occurrence : occurrence * WIDE_PARTS + (uint32_t)p;
            if (!add_instruction(work, cursors, parts[p], heads, at))
                return false;
        }
        for (uint64_t rest = set; rest; rest &= rest - 1) {
            int i = __builtin_ctzll(rest);
            if (!take_head(work, &cursors[i], i, heads, &lanes))
                return false;
        }
    }
    return true;
}

/* The index of the phase of STEP; the name on a line is read only once. */
static uint16_t phase_of(Assembly *work, const Event *step)
{
    char title[LAUNCH_PHASE];
    PhaseKind kind = (PhaseKind)step->array;

    for (int i = 0; i < work->known_count; ++i)
        if (work->known[i].site == step->site && work->known[i].kind == kind)
            return work->known[i].phase;
    launch_phase(work->launch->source, step->site, kind, title);
    uint16_t phase = trace_phase_add(work->trace, kind, title);
    if (work->known_count < KNOWN_PHASES)
        work->known[work->known_count++] =
            (KnownPhase){step->site, phase, kind};
    return phase;
}

/* Moves all threads of the block past their next barrier and adds the step that
 * begins there.  *MORE is false at the end of the kernel. */
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

    Step step = {.block = (uint32_t)trace->blocks_count - 1,
                 .first_instruction = (uint32_t)trace->instructions_count,
                 .site = barrier->site};
    if (barrier->kind == EVENT_STEP) {
        step.phase = phase_of(work, barrier);
        step.level = (int32_t)barrier->cell;
    } else {
        BASE_CHECK(trace->steps_count > trace->blocks[step.block].first_step);
        step.phase = trace->steps[trace->steps_count - 1].phase;
        step.level = trace->steps[trace->steps_count - 1].level;
    }
    base_push(trace, steps, step);
    return true;
}

static bool trace_builder_block(Assembly *work)
{
    Trace *trace = work->trace;
    uint32_t threads = work->launch->threads;
    uint32_t warps = (threads + work->launch->k - 1) / work->launch->k;
    Block block = {.grid = (uint32_t)trace->grids_count - 1,
                   .index = work->block,
                   .first_step = (uint32_t)trace->steps_count};

    base_push(trace, blocks, block);
    for (uint32_t t = 0; t < threads; ++t) {
        size_t at = (size_t)work->block * threads + t;
        const ThreadLog *log = &work->values->logs[at];
        const ThreadLog *shadow = &work->shadow->logs[at];
        if (!work->shadow->words_only &&
            !logs_agree(work->launch, log, shadow, t, work->error))
            return false;
        work->cursors[t] =
            (Cursor){.at = log->events,
                     .end = log->events + log->events_count,
                     .shadow = shadow->events,
                     .sums = log->events,
                     .time = log->times_count > 0 ? log->times : NULL};
    }
    for (bool more = true;;) {
        if (!begin_step(work, &more))
            return false;
        if (!more)
            return true;
        for (uint32_t w = 0; w < warps; ++w)
            if (!trace_builder_warp(work, w))
                return false;
        Step *step = &trace->steps[trace->steps_count - 1];
        step->instruction_count =
            (uint32_t)trace->instructions_count - step->first_instruction;
        ++trace->blocks[trace->blocks_count - 1].step_count;
    }
}

/* Appends the snapshots of a block.  In a grid with fewer words than the
 * largest, the remaining words are those of a cell never stored to. */
static bool copy_snapshots(Assembly *work, uint32_t b)
{
    Trace *trace = work->trace;
    uint32_t words = trace->run.words, own = work->launch->words;
    const Snapshots *values = &work->values->snapshots[b];
    const Snapshots *shadow = &work->shadow->snapshots[b];
    size_t count = trace->blocks[trace->blocks_count - 1].step_count + 1;
    size_t before = trace->snapshots_count;

    if (values->values_count != count * own ||
        shadow->values_count != count * own)
        return error_set(work->error, ERROR_FAILED,
                         "block %u has %zu snapshot words and %zu in its "
                         "shadow; %zu snapshots of %u words need other numbers",
                         b, values->values_count, shadow->values_count, count,
                         own);
    trace->snapshots_count += count;
    size_t all = trace->snapshots_count * words;
    trace->snapshot_values =
        base_realloc(trace->snapshot_values, all + 1, sizeof(Word));
    trace->snapshot_intervals =
        base_realloc(trace->snapshot_intervals, all + 1, sizeof(Word));
    for (size_t s = 0; s < count; ++s) {
        size_t to = (before + s) * words;
        for (uint32_t c = own; c < words; ++c) {
            trace->snapshot_values[to + c] = 0;
            trace->snapshot_intervals[to + c] = INTERVAL_UNSET;
        }
        if (own == 0)
            continue;
        memcpy(trace->snapshot_values + to, values->values + s * own,
               own * sizeof(Word));
        memcpy(trace->snapshot_intervals + to, shadow->values + s * own,
               own * sizeof(Word));
    }
    return true;
}

/* ---- Launches -------------------------------------------------------------*/

static void trim(Trace *trace)
{
    trace->instructions =
        base_realloc(trace->instructions, trace->instructions_count + 1,
                     sizeof *trace->instructions);
    trace->instructions_capacity = trace->instructions_count + 1;
}

static void add_arrays(Trace *trace, const Launch *launch)
{
    for (int a = 0; a < launch->arrays_count; ++a) {
        const GlobalArray *array = &launch->arrays[a];
        base_push(trace, arrays,
                  ((Array){.name = printable_line(array->name),
                           .words = array->words,
                           .holds = (uint8_t)array->holds}));
    }
}

Trace *trace_builder_begin(const Launch *launches, size_t count)
{
    Trace *trace = trace_new();
    Run *run = &trace->run;

    run->n = launches->n;
    run->k = launches->k;
    run->blocks = launches->blocks;
    run->block_n = launches->block_n;
    run->passes = (uint32_t)launches->passes;
    run->op = launches->op;
    run->inclusive = launches->inclusive;
    run->seed = launches->seed;
    for (size_t i = 0; i < count; ++i) {
        const Launch *launch = launches + i;
        if (launch->words > run->words)
            run->words = launch->words;
        if (launch->threads > run->threads)
            run->threads = launch->threads;
    }
    add_arrays(trace, launches);
    return trace;
}

static void add_grid(Trace *trace, const Launch *launch)
{
    Grid grid = {.title =
                     printable_line(launch->title ? launch->title : "scan"),
                 .source = trace_source_add(trace, launch->source_name,
                                            launch->source),
                 .n = launch->n,
                 .block_n = launch->block_n,
                 .blocks = launch->blocks,
                 .threads = launch->threads,
                 .words = launch->words,
                 .in = launch->in,
                 .out = launch->out,
                 .part = (uint8_t)launch->part};

    base_push(trace, grids, grid);
}

bool trace_builder_add(Trace *trace, const Launch *launch, BlockRange window,
                       const Log *values, const Log *shadow, Error *error)
{
    size_t first = trace->instructions_count;
    Assembly work = {.launch = launch,
                     .values = values,
                     .shadow = shadow,
                     .trace = trace,
                     .cursors = base_alloc(launch->threads, sizeof(Cursor)),
                     .window = window,
                     .error = error};
    bool good = true;

    add_grid(trace, launch);
    if (work.window.last >= launch->blocks)
        work.window.last = launch->blocks - 1;
    if (window.first < launch->blocks) {
        good = reserve(&work);
        for (work.block = window.first; good && work.block <= work.window.last;
             ++work.block)
            good =
                trace_builder_block(&work) && copy_snapshots(&work, work.block);
    }
    free(work.cursors);
    if (!good)
        return false;
    if (launch->blocks > 1)
        rank_times(trace, first);
    trim(trace);
    return true;
}
