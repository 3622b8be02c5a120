/* SPDX-License-Identifier: MIT
 *
 * slow_memory - see slow_memory.h.
 */
#include "slow_memory.h"

#include <stdlib.h>

/* An access to a word; PLACE is its instruction's in the playing order. */
typedef struct {
    size_t place;
    const Instruction *at;
    const Access *access;
    uint32_t grid;
} Touch;

static void hold(GlobalWord *word, Word value, Word interval)
{
    word->value = value;
    word->interval = interval;
    word->held = GLOBAL_MEMORY_HELD;
    word->bytes = TRACE_WORD;
}

/* Changes the bytes that ACCESS writes. */
static void store(GlobalWord *word, const Access *access)
{
    trace_store(access, &word->value, &word->interval);
    word->held = GLOBAL_MEMORY_HELD;
    word->bytes |= access->bytes;
}

/* Word I of array A at the start: the input; counts, which begin at 0; and
 * flags, which the trace shows only where they are loaded. */
static GlobalWord first_word(const Trace *trace, size_t a, uint32_t i,
                             const Touch *touches, size_t count)
{
    GlobalWord word = {.interval = INTERVAL_UNSET};

    if (trace->arrays[a].holds == HOLDS_NUMBERS)
        hold(&word, 0, INTERVAL_TOP);
    if (a == GLOBAL_IN && i < trace->run.n)
        hold(&word, trace->input[i], interval_make(i, i));
    for (size_t t = 0; t < count; ++t)
        if (trace->arrays[a].holds == HOLDS_FLAGS &&
            trace_is_global_load(touches[t].at))
            hold(&word, touches[t].access->value, INTERVAL_TOP);
    return word;
}

/* A launch, the FIRST that touches the word or not, touches it for the first
 * time: what was there before is known from when it BEGINS on. */
static void find(GlobalWord *word, const Touch *touch, bool first, bool begins)
{
    const Access *access = touch->access;
    Word bits = trace_byte_bits(access->bytes);

    if (!trace_traits_of(touch->at)->brings)
        return;
    if (!begins) {
        if (first && word->held == GLOBAL_MEMORY_NOTHING)
            word->held = GLOBAL_MEMORY_LATER;
    } else if (word->held != GLOBAL_MEMORY_HELD) {
        hold(word, access->value,
             trace_is_update(touch->at) ? INTERVAL_TOP : access->interval);
    } else if (!first && (word->value ^ access->value) & bits) {
        store(word, access); /* the host has stored something else */
    }
}

static void replay(GlobalWord *word, const Touch *touch)
{
    Word before = word->value;

    if (!trace_traits_of(touch->at)->writes &&
        word->held != GLOBAL_MEMORY_UNKNOWN)
        return;
    if (trace_is_global_store(touch->at))
        store(word, touch->access);
    else
        hold(word, touch->access->value, touch->access->interval);
    if (trace_is_update(touch->at)) {
        word->held = GLOBAL_MEMORY_UNKNOWN;
        word->rise = touch->access->value - before;
    }
}

/* What an update has left is what the next access finds; in the output, what
 * the trace has; of a count, that it rises as before. */
static void reveal(const Trace *trace, size_t a, uint32_t i, GlobalWord *word,
                   const Touch *next)
{
    if (next)
        hold(word, next->access->value, next->access->interval);
    else if (a == trace->grids[trace->grids_count - 1].out && i < trace->run.n)
        hold(word, trace->output[i], trace->output_interval[i]);
    else if (word->rise != 0 && trace->arrays[a].holds == HOLDS_NUMBERS)
        hold(word, word->value + word->rise, INTERVAL_TOP);
}

/* Word I of array A, which has COUNT touches; BEGINS: the place of the first
 * instruction of each grid. */
static GlobalWord word_at(const Trace *trace, size_t a, uint32_t i,
                          const Touch *touches, size_t count,
                          const size_t *begins, size_t position)
{
    GlobalWord word = first_word(trace, a, i, touches, count);
    const Touch *next = NULL;

    for (size_t t = 0; t < count; ++t) {
        const Touch *touch = touches + t;
        size_t begin = begins[touch->grid];
        if (t == 0 || touch[-1].grid != touch->grid)
            find(&word, touch, t == 0, begin == 0 || begin < position);
        if (touch->place < position)
            replay(&word, touch);
        else if (!next && trace_traits_of(touch->at)->brings)
            next = touch;
    }
    if (word.held == GLOBAL_MEMORY_UNKNOWN)
        reveal(trace, a, i, &word, next);
    return word;
}

static int by_word(const void *a, const void *b)
{
    const Touch *x = a, *y = b;
    int64_t order = (int64_t)x->at->array - y->at->array;

    if (order == 0)
        order = (int64_t)x->access->cell - y->access->cell;
    if (order == 0)
        order = (int64_t)x->place - (int64_t)y->place;
    if (order == 0)
        order = x->access - y->access;
    return (order > 0) - (order < 0);
}

SlowMemory slow_memory_at(const Trace *trace, const uint32_t *order,
                          size_t position)
{
    SlowMemory global = {.count = trace->arrays_count};
    Touch *touches = base_alloc(trace->accesses_count + 1, sizeof *touches);
    size_t *begins = base_alloc(trace->grids_count, sizeof *begins);
    size_t count = 0, first = 0, end;

    for (size_t p = trace->instructions_count; p-- > 0;) {
        const Instruction *at = trace->instructions + issue_order_at(order, p);
        uint32_t grid = trace_block(trace, trace_step(trace, at))->grid;
        begins[grid] = p;
        for (int lane = 0; trace_is_global(at) && lane < at->lanes; ++lane)
            touches[count++] =
                (Touch){p, at, trace_accesses(trace, at) + lane, grid};
    }
    qsort(touches, count, sizeof *touches, by_word);
    global.arrays = base_alloc(global.count, sizeof *global.arrays);
    for (size_t a = 0; a < global.count; ++a) {
        ArrayContents *array = global.arrays + a;
        array->length = trace->arrays[a].words;
        array->words =
            base_alloc((size_t)array->length + 1, sizeof *array->words);
        for (uint32_t i = 0; i < array->length; ++i, first = end) {
            for (end = first; end < count && touches[end].at->array == a &&
                              touches[end].access->cell == i;)
                ++end;
            array->words[i] = word_at(trace, a, i, touches + first, end - first,
                                      begins, position);
        }
        while (first < count && touches[first].at->array == a)
            ++first; /* behind the array */
    }
    free(touches);
    free(begins);
    return global;
}

void slow_memory_free(SlowMemory *global)
{
    for (size_t a = 0; a < global->count; ++a)
        free(global->arrays[a].words);
    free(global->arrays);
    *global = (SlowMemory){0};
}
