/* SPDX-License-Identifier: MIT
 *
 * slow_memory - see slow_memory.h.
 */
#include "slow_memory.h"

#include <stdlib.h>

static void hold(ArrayContents *array, uint32_t index, Word value,
                 Word interval)
{
    if (index >= array->length)
        return;
    array->words[index].value = value;
    array->words[index].interval = interval;
    array->words[index].held = GLOBAL_MEMORY_HELD;
    array->words[index].bytes = TRACE_WORD;
}

/* Changes the bytes of a word that ACCESS writes. */
static void store(GlobalWord *word, const Access *access)
{
    trace_store(access, &word->value, &word->interval);
    word->held = GLOBAL_MEMORY_HELD;
    word->bytes |= access->bytes;
}

/* Sets the words known at the start: the input, and counts, which begin at 0.
 */
static void begin(const Trace *trace, SlowMemory *global)
{
    for (size_t a = 0; a < global->count; ++a) {
        ArrayContents *array = global->arrays + a;
        for (uint32_t i = 0; i < array->length; ++i) {
            array->words[i].interval = INTERVAL_UNSET;
            if (trace->arrays[a].holds == HOLDS_NUMBERS)
                hold(array, i, 0, INTERVAL_TOP);
            if (a == GLOBAL_IN && i < trace->run.n)
                hold(array, i, trace->input[i], interval_make(i, i));
        }
    }
}

/* Flags exist from the start, but the trace shows them only where they are
 * loaded. */
static void begin_flags(const Trace *trace, SlowMemory *global)
{
    bool any = false;

    for (size_t a = 0; a < global->count; ++a)
        any |= trace->arrays[a].holds == HOLDS_FLAGS;
    for (size_t i = 0; any && i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_global_load(at) ||
            trace->arrays[at->array].holds != HOLDS_FLAGS)
            continue;
        for (int lane = 0; lane < at->lanes; ++lane)
            hold(global->arrays + at->array, access[lane].cell,
                 access[lane].value, INTERVAL_TOP);
    }
}

/* Words of arrays that launches of a program have touched so far. */
typedef struct {
    const Trace *trace;
    const uint32_t *order;
    SlowMemory *global;
    uint32_t **seen; /* of each word 1 + the last launch that touched it */
} Launches;

static const Grid *grid_of(const Launches *launches, size_t p)
{
    const Trace *trace = launches->trace;
    const Instruction *at =
        trace->instructions + issue_order_at(launches->order, p);

    return trace_grid(trace, trace_step(trace, at));
}

/* The host has stored something else in a word that ACCESS brings. */
static void change(GlobalWord *word, const Access *access)
{
    Word bits = trace_byte_bits(access->bytes);

    if ((word->value ^ access->value) & bits)
        store(word, access);
}

/* The first access of a launch to a word says what was there before: HELD from
 * now on, or LATER where nothing is known now. */
static void find_given(Launches *launches, const Instruction *at, uint32_t grid,
                       GlobalWordState state)
{
    const Access *access = trace_accesses(launches->trace, at);
    ArrayContents *array = launches->global->arrays + at->array;
    uint32_t *seen = launches->seen[at->array];

    for (int lane = 0; lane < at->lanes; ++lane, ++access) {
        uint32_t i = access->cell;
        if (i >= array->length || seen[i] == grid + 1)
            continue;
        bool first = seen[i] == 0;
        seen[i] = grid + 1;
        GlobalWord *word = array->words + i;
        if (!trace_traits_of(at)->brings)
            continue;
        if (state == GLOBAL_MEMORY_HELD && word->held == GLOBAL_MEMORY_HELD) {
            if (!first)
                change(word, access);
        } else if (state == GLOBAL_MEMORY_HELD)
            hold(array, i, access->value,
                 trace_is_update(at) ? INTERVAL_TOP : access->interval);
        else if (first && word->held == GLOBAL_MEMORY_NOTHING)
            word->held = GLOBAL_MEMORY_LATER;
    }
}

/* What the launch that begins with instruction P of the order finds; its end.
 */
static size_t visit_launch(Launches *launches, size_t p, GlobalWordState state)
{
    const Trace *trace = launches->trace;
    const Grid *grid =
        p < trace->instructions_count ? grid_of(launches, p) : NULL;

    for (; p < trace->instructions_count && grid_of(launches, p) == grid; ++p) {
        const Instruction *at =
            trace->instructions + issue_order_at(launches->order, p);
        if (trace_is_global(at))
            find_given(launches, at, (uint32_t)(grid - trace->grids), state);
    }
    return p;
}

static void replay(const Trace *trace, const Instruction *at,
                   SlowMemory *global)
{
    const Access *access = trace_accesses(trace, at);
    const AccessTraits *is = trace_traits_of(at);
    ArrayContents *array = global->arrays + at->array;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        uint32_t index = access->cell;
        if (index >= array->length ||
            (!is->writes && array->words[index].held != GLOBAL_MEMORY_UNKNOWN))
            continue;
        GlobalWord *word = array->words + index;
        Word before = word->value;
        if (trace_is_global_store(at))
            store(word, access);
        else
            hold(array, index, access->value, access->interval);
        if (trace_is_update(at)) {
            word->held = GLOBAL_MEMORY_UNKNOWN;
            word->rise = access->value - before;
        }
    }
}

/* The first later access of a word shows what the atomic updates left there. */
static void reveal(const Trace *trace, const uint32_t *order, size_t position,
                   SlowMemory *global)
{
    size_t unknown = 0;

    for (size_t a = 0; a < global->count; ++a)
        for (uint32_t i = 0; i < global->arrays[a].length; ++i)
            unknown += global->arrays[a].words[i].held == GLOBAL_MEMORY_UNKNOWN;
    for (size_t p = position; unknown && p < trace->instructions_count; ++p) {
        const Instruction *at = trace->instructions + issue_order_at(order, p);
        const Access *access = trace_accesses(trace, at);
        ArrayContents *array = global->arrays + at->array;
        if (!trace_is_global(at) || !trace_traits_of(at)->brings)
            continue;
        for (int i = 0; i < at->lanes; ++i, ++access)
            if (access->cell < array->length &&
                array->words[access->cell].held == GLOBAL_MEMORY_UNKNOWN) {
                hold(array, access->cell, access->value, access->interval);
                --unknown;
            }
    }
}

/* The words of the output that its last updates left. */
static void reveal_output(const Trace *trace, SlowMemory *global)
{
    ArrayContents *array =
        global->arrays + trace->grids[trace->grids_count - 1].out;

    for (uint32_t i = 0; i < array->length && i < trace->run.n; ++i)
        if (array->words[i].held == GLOBAL_MEMORY_UNKNOWN)
            hold(array, i, trace->output[i], trace->output_interval[i]);
}

/* For words not read since: a count is assumed to have risen by the same amount
 * once more. */
static void guess(const Trace *trace, SlowMemory *global)
{
    for (size_t a = 0; a < global->count; ++a) {
        ArrayContents *array = global->arrays + a;
        for (uint32_t i = 0; i < array->length; ++i) {
            const GlobalWord *word = array->words + i;
            if (word->held == GLOBAL_MEMORY_UNKNOWN && word->rise != 0 &&
                trace->arrays[a].holds == HOLDS_NUMBERS)
                hold(array, i, word->value + word->rise, INTERVAL_TOP);
        }
    }
}

static SlowMemory slow_memory_new(const Trace *trace)
{
    SlowMemory global = {.count = trace->arrays_count};

    global.arrays = base_alloc(global.count, sizeof *global.arrays);
    for (size_t a = 0; a < global.count; ++a) {
        ArrayContents *array = global.arrays + a;
        array->length = trace->arrays[a].words;
        array->words =
            base_alloc((size_t)array->length + 1, sizeof *array->words);
    }
    return global;
}

/* Replays the first POSITION instructions, each launch on what it finds. */
static void replay_all(Launches *launches, size_t position)
{
    const Trace *trace = launches->trace;
    size_t launch_end = visit_launch(launches, 0, GLOBAL_MEMORY_HELD);

    for (size_t p = 0; p < position; ++p) {
        const Instruction *at =
            trace->instructions + issue_order_at(launches->order, p);
        if (p == launch_end)
            launch_end = visit_launch(launches, p, GLOBAL_MEMORY_HELD);
        if (trace_is_global(at))
            replay(trace, at, launches->global);
    }
    while (launch_end < trace->instructions_count)
        launch_end = visit_launch(launches, launch_end, GLOBAL_MEMORY_LATER);
}

static void replay_launches(const Trace *trace, const uint32_t *order,
                            size_t position, SlowMemory *global)
{
    Launches launches = {trace, order, global, NULL};

    launches.seen = base_alloc(global->count, sizeof *launches.seen);
    for (size_t a = 0; a < global->count; ++a)
        launches.seen[a] = base_alloc((size_t)global->arrays[a].length + 1,
                                      sizeof **launches.seen);
    replay_all(&launches, position);
    for (size_t a = 0; a < global->count; ++a)
        free(launches.seen[a]);
    free(launches.seen);
}

SlowMemory slow_memory_at(const Trace *trace, const uint32_t *order,
                          size_t position)
{
    SlowMemory global = slow_memory_new(trace);

    BASE_CHECK(position <= trace->instructions_count);
    begin(trace, &global);
    begin_flags(trace, &global);
    replay_launches(trace, order, position, &global);
    reveal(trace, order, position, &global);
    reveal_output(trace, &global);
    guess(trace, &global);
    return global;
}

void slow_memory_free(SlowMemory *global)
{
    for (size_t a = 0; a < global->count; ++a)
        free(global->arrays[a].words);
    free(global->arrays);
    *global = (SlowMemory){0};
}
