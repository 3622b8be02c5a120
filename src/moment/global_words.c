/* SPDX-License-Identifier: MIT */
#include "moment/global_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- History ------------------------------------------------------------- */

/* The number of a word among all words; history->words if it has none. */
static size_t word_of(const History *history, uint8_t array, uint32_t index)
{
    const Trace *trace = history->trace;

    if (array == HISTORY_SHARED)
        return trace->blocks_count == 1 && index < trace->run.words
                   ? index
                   : history->words;
    return array < trace->arrays_count && index < trace->arrays[array].words
               ? history->arrays[array] + index
               : history->words;
}

static size_t touched_word(const History *history, const Instruction *at,
                           const Access *access)
{
    if (trace_is_shared(at))
        return word_of(history, HISTORY_SHARED, access->cell);
    return trace_is_global(at) ? word_of(history, at->array, access->cell)
                               : history->words;
}

/* Calls for each access: counts it, or puts it in its place. */
static void visit(History *history, uint32_t *next, bool put)
{
    const Trace *trace = history->trace;

    for (size_t p = 0; p < trace->instructions_count; ++p) {
        const Instruction *at =
            trace->instructions + issue_order_at(history->order, p);
        const Access *access = trace_accesses(trace, at);
        for (int lane = 0; lane < at->lanes; ++lane, ++access) {
            size_t word = touched_word(history, at, access);
            if (word < history->words && put)
                history->events[next[word]] =
                    (WordEvent){(uint32_t)p,
                                (uint32_t)(access - trace->accesses)};
            if (word < history->words)
                ++next[word];
        }
    }
}

static uint32_t grid_of(const Trace *trace, const Instruction *at)
{
    return trace_block(trace, trace_step(trace, at))->grid;
}

static void find_launches(History *history)
{
    const Trace *trace = history->trace;

    history->launches =
        base_alloc(trace->grids_count + 1, sizeof *history->launches);
    memset(history->launches, UINT8_MAX,
           trace->grids_count * sizeof *history->launches);
    for (size_t p = trace->instructions_count; p-- > 0;)
        history->launches[grid_of(
            trace, trace->instructions + issue_order_at(history->order, p))] =
            (uint32_t)p;
}

History history_of(const Trace *trace, const uint32_t *order)
{
    History history = {.trace = trace, .order = order};

    history.arrays = base_alloc(trace->arrays_count + 1, sizeof(size_t));
    history.words = trace->blocks_count == 1 ? trace->run.words : 0;
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        history.arrays[a] = history.words;
        history.words += trace->arrays[a].words;
    }
    find_launches(&history);
    history.starts = base_alloc(history.words + 2, sizeof *history.starts);
    history.events =
        base_alloc(trace->accesses_count + 1, sizeof *history.events);
    visit(&history, history.starts + 2, false);
    for (size_t w = 0; w < history.words; ++w)
        history.starts[w + 2] += history.starts[w + 1];
    visit(&history, history.starts + 1, true);
    return history;
}

void history_free(History *history)
{
    free(history->arrays);
    free(history->launches);
    free(history->starts);
    free(history->events);
    *history = (History){0};
}

const WordEvent *history_events(const History *history, uint8_t array,
                                uint32_t index, size_t *count)
{
    size_t word = word_of(history, array, index);

    *count = word < history->words
                 ? history->starts[word + 1] - history->starts[word]
                 : 0;
    return *count ? history->events + history->starts[word] : NULL;
}

size_t history_done(const WordEvent *events, size_t count, size_t position)
{
    size_t low = 0;

    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (events[middle].place < position)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

const Instruction *history_instruction(const History *history,
                                       const WordEvent *event)
{
    return history->trace->instructions +
           issue_order_at(history->order, event->place);
}

const Access *history_access(const History *history, const WordEvent *event)
{
    return history->trace->accesses + event->access;
}

/* ---- Words --------------------------------------------------------------- */

static void hold(GlobalWord *word, Word value, Word interval)
{
    word->value = value;
    word->interval = interval;
    word->held = GLOBAL_MEMORY_HELD;
    word->bytes = TRACE_WORD;
}

/* Changes the bytes of a word that ACCESS writes. */
static void store(GlobalWord *word, const Access *access)
{
    trace_store(access, &word->value, &word->interval);
    word->held = GLOBAL_MEMORY_HELD;
    word->bytes |= access->bytes;
}

/* A word and its history. */
typedef struct {
    const History *history;
    const WrongWords *wrong;
    const Trace *trace;
    uint8_t array;
    uint32_t index;
    const WordEvent *events;
    size_t count, done;
    size_t position;
} Told;

static const Instruction *instruction_of(const Told *told, size_t i)
{
    return history_instruction(told->history, told->events + i);
}

static const Access *access_of(const Told *told, size_t i)
{
    return history_access(told->history, told->events + i);
}

/* What is known at the start: the input; counts, which begin at 0; and flags,
 * which the trace shows only where they are loaded. */
static GlobalWord begin(const Told *told)
{
    const Trace *trace = told->trace;
    uint8_t holds = trace->arrays[told->array].holds;
    GlobalWord word = {.interval = INTERVAL_UNSET};
    uint32_t last = 0;

    if (holds == HOLDS_NUMBERS)
        hold(&word, 0, INTERVAL_TOP);
    if (told->array == GLOBAL_IN && told->index < trace->run.n)
        hold(&word, trace->input[told->index],
             interval_make(told->index, told->index));
    for (size_t i = 0; holds == HOLDS_FLAGS && i < told->count; ++i)
        if (trace_is_global_load(instruction_of(told, i)) &&
            told->events[i].access >= last) {
            last = told->events[i].access;
            hold(&word, access_of(told, i)->value, INTERVAL_TOP);
        }
    return word;
}

/* Event I, the first of its launch, shows what was there before the launch.
 * FIRST: no launch before touched the word. */
static void find_given(const Told *told, size_t i, bool first, GlobalWord *word)
{
    const Instruction *at = instruction_of(told, i);
    const Access *access = access_of(told, i);
    uint32_t start = told->history->launches[grid_of(told->trace, at)];
    bool begun = start == 0 || start < told->position;

    if (!trace_traits_of(at)->brings)
        return;
    if (!begun) {
        if (first && word->held == GLOBAL_MEMORY_NOTHING)
            word->held = GLOBAL_MEMORY_LATER;
    } else if (word->held != GLOBAL_MEMORY_HELD) {
        hold(word, access->value,
             trace_is_update(at) ? INTERVAL_TOP : access->interval);
    } else if (!first &&
               (word->value ^ access->value) & trace_byte_bits(access->bytes)) {
        store(word, access); /* the host has stored something else */
    }
}

static void judge(const Told *told, const Access *access, GlobalWord *word)
{
    const WrongWords *wrong = told->wrong;

    if (!wrong || !wrong->accesses)
        return;
    word->wrong = (uint8_t)(wrong_words_shown(wrong, told->trace, access)
                                ? word->wrong | access->bytes
                                : word->wrong & ~access->bytes);
}

static void replay(const Told *told, size_t i, GlobalWord *word)
{
    const Instruction *at = instruction_of(told, i);
    const Access *access = access_of(told, i);
    Word before = word->value;

    if (trace_traits_of(at)->writes)
        judge(told, access, word);

    if (!trace_traits_of(at)->writes && word->held != GLOBAL_MEMORY_UNKNOWN)
        return;
    if (trace_is_global_store(at))
        store(word, access);
    else
        hold(word, access->value, access->interval);
    if (trace_is_update(at)) {
        word->held = GLOBAL_MEMORY_UNKNOWN;
        word->rise = access->value - before;
    }
}

/* The last event that is over that stored all of the word: what was before it
 * does not matter; none: COUNT. */
static size_t last_store(const Told *told)
{
    for (size_t i = told->done; i-- > 0;)
        if (trace_is_global_store(instruction_of(told, i)) &&
            access_of(told, i)->bytes == TRACE_WORD)
            return i;
    return told->count;
}

/* What updates left: the first later access shows it, or the output.  A count
 * is assumed to have risen by the same amount once more. */
static void reveal(const Told *told, GlobalWord *word)
{
    const Trace *trace = told->trace;
    uint8_t out = trace->grids[trace->grids_count - 1].out;

    for (size_t i = told->done; i < told->count; ++i)
        if (trace_traits_of(instruction_of(told, i))->brings) {
            hold(word, access_of(told, i)->value, access_of(told, i)->interval);
            return;
        }
    if (told->array == out && told->index < trace->run.n)
        hold(word, trace->output[told->index],
             trace->output_interval[told->index]);
    else if (word->rise != 0 &&
             trace->arrays[told->array].holds == HOLDS_NUMBERS)
        hold(word, word->value + word->rise, INTERVAL_TOP);
}

GlobalWord global_word(const History *history, const WrongWords *wrong,
                       uint8_t array, uint32_t index, size_t position)
{
    Told told = {.history = history,
                 .wrong = wrong,
                 .trace = history->trace,
                 .array = array,
                 .index = index,
                 .position = position};
    GlobalWord word = {.interval = INTERVAL_UNSET};
    uint32_t seen = 0; /* 1 + the last launch that touched the word */

    told.events = history_events(history, array, index, &told.count);
    told.done = history_done(told.events, told.count, position);
    size_t first = last_store(&told);
    if (first == told.count) {
        word = begin(&told);
        first = 0;
    }
    /* one more than is over: of a launch that has begun, or will */
    for (size_t i = first; i <= told.done && i < told.count; ++i) {
        uint32_t grid = grid_of(told.trace, instruction_of(&told, i)) + 1;
        if (grid != seen && (i == 0 || seen != 0))
            find_given(&told, i, i == 0, &word);
        seen = grid;
        if (i < told.done)
            replay(&told, i, &word);
    }
    if (word.held == GLOBAL_MEMORY_UNKNOWN)
        reveal(&told, &word);
    return word;
}
