/* SPDX-License-Identifier: MIT */
#include "analysis/global_memory.h"

#include "analysis/issue_order.h"

#include <stdlib.h>

uint32_t global_memory_length(const Array *array)
{
    return array->holds == HOLDS_PAIRS ? array->words / 2 : array->words;
}

uint32_t global_memory_index(const Instruction *at, const Access *access)
{
    bool pair = trace_traits_of(at)->pair;

    return pair ? trace_pair_index(access) : access->cell;
}

static void hold(GlobalWords *array, uint32_t index, Word value, Word interval)
{
    if (index >= array->length)
        return;
    array->values[index] = value;
    array->intervals[index] = interval;
    array->held[index] = GLOBAL_MEMORY_HELD;
}

/* Sets the words known at the start: the input, and counts, which begin at 0.
 */
static void begin(const Trace *trace, GlobalMemory *global)
{
    for (size_t a = 0; a < global->count; ++a) {
        GlobalWords *array = global->arrays + a;
        for (uint32_t i = 0; i < array->length; ++i) {
            array->intervals[i] = INTERVAL_UNSET;
            if (trace->arrays[a].holds == HOLDS_NUMBERS)
                hold(array, i, 0, INTERVAL_TOP);
            if (a == GLOBAL_IN && i < trace->run.n)
                hold(array, i, trace->input[i], interval_make(i, i));
        }
    }
}

/* Flags exist from the start, but the trace shows them only where they are
 * loaded. */
static void begin_flags(const Trace *trace, GlobalMemory *global)
{
    bool any = false;

    for (size_t a = 0; a < global->count; ++a)
        any |= trace->arrays[a].holds == HOLDS_FLAGS;
    for (size_t i = 0; any && i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        if (at->kind != ACCESS_GLOAD ||
            trace->arrays[at->array].holds != HOLDS_FLAGS)
            continue;
        for (int lane = 0; lane < at->lanes; ++lane)
            hold(global->arrays + at->array, access[lane].cell,
                 access[lane].value, INTERVAL_TOP);
    }
}

static void replay(const Trace *trace, const Instruction *at,
                   GlobalMemory *global)
{
    const Access *access = trace_accesses(trace, at);
    const AccessTraits *is = trace_traits_of(at);
    GlobalWords *array = global->arrays + at->array;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        uint32_t index = global_memory_index(at, access);
        if (index >= array->length ||
            (!is->writes &&
             (is->pair || array->held[index] != GLOBAL_MEMORY_UNKNOWN)))
            continue;
        Word before = array->values[index];
        hold(array, index, access->value, access->interval);
        if (is->pair)
            array->states[index] = (uint8_t)trace_pair_state(access);
        if (is->brings && is->writes) {
            array->held[index] = GLOBAL_MEMORY_UNKNOWN;
            array->steps[index] = access->value - before;
        }
    }
}

/* The first later access of a word shows what the atomic updates left there. */
static void reveal(const Trace *trace, const uint32_t *order, size_t position,
                   GlobalMemory *global)
{
    size_t unknown = 0;

    for (size_t a = 0; a < global->count; ++a)
        for (uint32_t i = 0; i < global->arrays[a].length; ++i)
            unknown += global->arrays[a].held[i] == GLOBAL_MEMORY_UNKNOWN;
    for (size_t p = position; unknown && p < trace->instructions_count; ++p) {
        const Instruction *at = trace->instructions + issue_order_at(order, p);
        const Access *access = trace_accesses(trace, at);
        GlobalWords *array = global->arrays + at->array;
        if (!trace_is_global(at) || trace_traits_of(at)->pair ||
            !trace_traits_of(at)->brings)
            continue;
        for (int i = 0; i < at->lanes; ++i, ++access)
            if (access->cell < array->length &&
                array->held[access->cell] == GLOBAL_MEMORY_UNKNOWN) {
                hold(array, access->cell, access->value, access->interval);
                --unknown;
            }
    }
}

/* For words not read since: a count is assumed to have risen by the same amount
 * once more. */
static void guess(const Trace *trace, GlobalMemory *global)
{
    for (size_t a = 0; a < global->count; ++a) {
        GlobalWords *array = global->arrays + a;
        for (uint32_t i = 0; i < array->length; ++i)
            if (array->held[i] == GLOBAL_MEMORY_UNKNOWN &&
                array->steps[i] != 0 && trace->arrays[a].holds == HOLDS_NUMBERS)
                hold(array, i, array->values[i] + array->steps[i],
                     INTERVAL_TOP);
    }
}

GlobalMemory global_memory_at(const Trace *trace, const uint32_t *order,
                              size_t position)
{
    GlobalMemory global = {.count = trace->arrays_count};

    BASE_CHECK(position <= trace->instructions_count);
    global.arrays = base_alloc(global.count, sizeof *global.arrays);
    for (size_t a = 0; a < global.count; ++a) {
        GlobalWords *array = global.arrays + a;
        array->length = global_memory_length(trace->arrays + a);
        size_t room = (size_t)array->length + 1;
        array->values = base_alloc(room, sizeof *array->values);
        array->intervals = base_alloc(room, sizeof *array->intervals);
        array->held = base_alloc(room, 1);
        array->states = base_alloc(room, 1);
        array->steps = base_alloc(room, sizeof *array->steps);
    }
    begin(trace, &global);
    begin_flags(trace, &global);
    for (size_t p = 0; p < position; ++p) {
        const Instruction *at = trace->instructions + issue_order_at(order, p);
        if (trace_is_global(at))
            replay(trace, at, &global);
    }
    reveal(trace, order, position, &global);
    guess(trace, &global);
    return global;
}

void global_memory_free(GlobalMemory *global)
{
    for (size_t a = 0; a < global->count; ++a) {
        free(global->arrays[a].values);
        free(global->arrays[a].intervals);
        free(global->arrays[a].held);
        free(global->arrays[a].states);
        free(global->arrays[a].steps);
    }
    free(global->arrays);
    *global = (GlobalMemory){0};
}
