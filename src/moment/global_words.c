/* SPDX-License-Identifier: MIT */
#include "moment/global_words.h"

#include <stdlib.h>

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

History history_of(const Trace *trace, const uint32_t *order)
{
    History history = {.trace = trace, .order = order};

    history.arrays = base_alloc(trace->arrays_count + 1, sizeof(size_t));
    history.words = trace->blocks_count == 1 ? trace->run.words : 0;
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        history.arrays[a] = history.words;
        history.words += trace->arrays[a].words;
    }
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
    const GlobalWords *of;
    const Trace *trace;
    uint8_t array;
    uint32_t index;
    const WordEvent *events;
    size_t count, done;
    size_t position;
} Told;

static const Instruction *instruction_of(const Told *told, size_t i)
{
    return history_instruction(told->of->history, told->events + i);
}

static const Access *access_of(const Told *told, size_t i)
{
    return history_access(told->of->history, told->events + i);
}

static uint32_t grid_of(const Trace *trace, const Instruction *at)
{
    return trace_block(trace, trace_step(trace, at))->grid;
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
    uint32_t start = told->of->launches[grid_of(told->trace, at)];
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
    const WrongWords *wrong = told->of->wrong;

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

    word->is_change = true;
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

/* Replays a word, from where BEFORE is if that is not later, else from the last
 * store of all of it; BEFORE becomes its state after what is over. */
static GlobalWord find_word(const Told *told, ReplayedWord *before)
{
    size_t i = before->done;
    uint32_t seen = before->seen;
    GlobalWord word = before->word;

    if (i == 0 || i > told->done) {
        i = last_store(told);
        seen = 0;
        word = (GlobalWord){.interval = INTERVAL_UNSET};
        if (i == told->count) {
            word = begin(told);
            i = 0;
        }
    }
    /* one more than is over: of a launch that has begun, or will */
    for (; i <= told->done && i < told->count; ++i) {
        if (i == told->done)
            *before = (ReplayedWord){word, i, seen};
        uint32_t grid = grid_of(told->trace, instruction_of(told, i)) + 1;
        if (grid != seen && (i == 0 || seen != 0))
            find_given(told, i, i == 0, &word);
        seen = grid;
        if (i < told->done)
            replay(told, i, &word);
    }
    if (word.held == GLOBAL_MEMORY_UNKNOWN)
        reveal(told, &word);
    return word;
}

static Told tell(const GlobalWords *words, uint8_t array, uint32_t index,
                 size_t position)
{
    Told told = {.of = words,
                 .trace = words->history->trace,
                 .array = array,
                 .index = index,
                 .position = position};

    told.events = history_events(words->history, array, index, &told.count);
    told.done = history_done(told.events, told.count, position);
    return told;
}

GlobalWord global_words_at(const GlobalWords *words, uint8_t array,
                           uint32_t index, size_t position)
{
    Told told = tell(words, array, index, position);
    ReplayedWord before = {.done = 0};

    return find_word(&told, &before);
}

/* ---- Moving ---------------------------------------------------------------*/

static void find(GlobalWords *words, uint8_t array, uint32_t index)
{
    const History *history = words->history;
    Told told = tell(words, array, index, words->position);

    words->arrays[array].words[index] =
        find_word(&told, words->replayed + history->arrays[array] + index);
}

static void find_all(GlobalWords *words)
{
    for (size_t a = 0; a < words->count; ++a)
        for (uint32_t i = 0; i < words->arrays[a].length; ++i)
            find(words, (uint8_t)a, i);
}

/* Finds the words that the instruction at PLACE touches; plain loads change
 * none, unless they show what an update left, or a launch BEGINS. */
static void find_touched(GlobalWords *words, size_t place, bool begins)
{
    const Trace *trace = words->history->trace;
    const Instruction *at =
        trace->instructions + issue_order_at(words->history->order, place);
    const Access *access = trace_accesses(trace, at);

    if (!trace_is_global(at))
        return;
    const ArrayContents *array = words->arrays + at->array;
    bool load = !trace_traits_of(at)->writes && !begins;
    for (int lane = 0; lane < at->lanes; ++lane, ++access)
        if (access->cell < array->length &&
            (lane == 0 || access->cell != access[-1].cell) &&
            (!load || array->words[access->cell].is_change))
            find(words, at->array, access->cell);
}

void global_words_find(GlobalWords *words, size_t place)
{
    find_touched(words, place, true);
}

/* The end of the launch that begins at PLACE. */
static size_t launch_end(const GlobalWords *words, size_t place)
{
    const Trace *trace = words->history->trace;
    size_t end = trace->instructions_count;

    for (size_t g = 0; g < trace->grids_count; ++g)
        if (words->launches[g] > place && words->launches[g] < end)
            end = words->launches[g];
    return end;
}

void global_words_go(GlobalWords *words, size_t position)
{
    enum { FAR = 4096 }; /* instructions */
    const Trace *trace = words->history->trace;
    size_t from = words->position, to = position;

    BASE_CHECK(position <= trace->instructions_count);
    words->position = position;
    if (from > to) {
        to = from;
        from = position;
    }
    if (to - from > FAR) {
        find_all(words);
        return;
    }
    for (size_t p = from; p < to; ++p)
        find_touched(words, p, false);
    for (size_t g = 0; g < trace->grids_count; ++g) {
        size_t start = words->launches[g];
        if (start < from || start >= to)
            continue;
        for (size_t p = start, end = launch_end(words, start); p < end; ++p)
            find_touched(words, p, true);
    }
}

static void find_launches(GlobalWords *words)
{
    const Trace *trace = words->history->trace;

    words->launches =
        base_alloc(trace->grids_count + 1, sizeof *words->launches);
    for (size_t g = 0; g < trace->grids_count; ++g)
        words->launches[g] = UINT32_MAX;
    for (size_t p = trace->instructions_count; p-- > 0;)
        words->launches[grid_of(trace, trace->instructions +
                                           issue_order_at(words->history->order,
                                                          p))] = (uint32_t)p;
}

GlobalWords global_words_new(const History *history, const WrongWords *wrong)
{
    const Trace *trace = history->trace;
    GlobalWords words = {.history = history,
                         .wrong = wrong,
                         .count = trace->arrays_count};

    find_launches(&words);
    words.replayed = base_alloc(history->words + 1, sizeof *words.replayed);
    words.arrays = base_alloc(words.count + 1, sizeof *words.arrays);
    for (size_t a = 0; a < words.count; ++a) {
        ArrayContents *array = words.arrays + a;
        array->length = trace->arrays[a].words;
        array->words =
            base_alloc((size_t)array->length + 1, sizeof *array->words);
    }
    find_all(&words);
    return words;
}

void global_words_free(GlobalWords *words)
{
    for (size_t a = 0; a < words->count; ++a)
        free(words->arrays[a].words);
    free(words->arrays);
    free(words->launches);
    free(words->replayed);
    *words = (GlobalWords){0};
}
