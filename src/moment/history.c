/* SPDX-License-Identifier: MIT */
#include "moment/history.h"

#include <stdlib.h>

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
