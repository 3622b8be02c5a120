/* SPDX-License-Identifier: MIT */
#include "analysis/barrier.h"

#include "trace/epoch.h"

#include <stdlib.h>

/* An access to a word, in one of the two steps. */
typedef struct {
    ThreadAccess by;
    uint64_t word; /* the array, or RACE_SHARED, then the cell */
    bool after;    /* in the step after the barrier */
} Touch;

typedef struct {
    const Trace *trace;
    uint32_t *met; /* of each warp: its last epoch in the step before */
    Touch *touches;
    size_t touches_count, touches_capacity;
} Search;

static void add_instruction(Search *search, uint32_t index, bool after)
{
    const Trace *trace = search->trace;
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    bool shared = trace_is_shared(at);

    if (!shared && !trace_is_global(at))
        return;
    if (!after && epoch_rank(search->met[at->warp]) < epoch_rank(at->epoch))
        search->met[at->warp] = at->epoch;
    for (int i = 0; i < at->lanes; ++i, ++access) {
        uint64_t array = shared ? RACE_SHARED : at->array;
        Touch touch = {thread_access(trace, index, access),
                       array << 32 | access->cell, after};
        base_push(search, touches, touch);
    }
}

static void add_step(Search *search, uint32_t step, bool after)
{
    const Step *at = search->trace->steps + step;

    for (uint32_t i = 0; i < at->instruction_count; ++i)
        add_instruction(search, at->first_instruction + i, after);
}

/* By word, shared memory first, then in the trace's order. */
static int by_word(const void *a, const void *b)
{
    const Touch *x = a, *y = b;
    bool shared = x->word >> 32 == RACE_SHARED;

    if (shared != (y->word >> 32 == RACE_SHARED))
        return shared ? -1 : 1;
    if (x->word != y->word)
        return x->word < y->word ? -1 : 1;
    if (x->by.instruction != y->by.instruction)
        return x->by.instruction < y->by.instruction ? -1 : 1;
    return (x->by.thread > y->by.thread) - (x->by.thread < y->by.thread);
}

static bool writes(const Touch *touch)
{
    return trace_traits((AccessKind)touch->by.kind)->writes;
}

static bool brings(const Touch *touch)
{
    return trace_traits((AccessKind)touch->by.kind)->brings;
}

static bool atomic(const Touch *touch)
{
    return !trace_traits((AccessKind)touch->by.kind)->plain;
}

/* Would BEFORE and AFTER race, were there no barrier between? */
static bool would_race(const Search *search, const Touch *before,
                       const Touch *after)
{
    const ThreadAccess *x = &before->by, *y = &after->by;
    bool meets = x->warp == y->warp &&
                 (y->epoch > 0 ||
                  epoch_rank(x->epoch) < epoch_rank(search->met[x->warp]));

    return x->thread != y->thread && (x->bytes & y->bytes) &&
           (writes(before) || writes(after)) &&
           !(atomic(before) && atomic(after)) && !meets;
}

/* A pair of COUNT touches of one word that would race; false if there is none.
 * Of very many, the first ones are compared. */
static bool find_pair_of(const Search *search, const Touch *touches,
                         size_t count, bool handed, Race *race)
{
    enum { MOST = 4096 };
    size_t tries = 0;

    for (size_t i = 0; i < count && !touches[i].after; ++i)
        for (size_t j = i + 1; j < count && tries < MOST; ++j) {
            if (!touches[j].after)
                continue;
            ++tries;
            if (!would_race(search, touches + i, touches + j) ||
                (handed && !(writes(touches + i) && brings(touches + j))))
                continue;
            *race = (Race){.block = touches[i].by.block,
                           .step = touches[i].by.step,
                           .cell = (uint32_t)touches[i].word,
                           .array = (uint8_t)(touches[i].word >> 32),
                           .first = touches[i].by,
                           .second = touches[j].by};
            return true;
        }
    return false;
}

/* The same, if possible of a word that is handed on: written, then read. */
static bool find_pair(const Search *search, const Touch *touches, size_t count,
                      Race *race)
{
    return find_pair_of(search, touches, count, true, race) ||
           find_pair_of(search, touches, count, false, race);
}

static void count_words(const Search *search, Barrier *barrier)
{
    Race race;

    for (size_t i = 0, end; i < search->touches_count; i = end) {
        end = i;
        while (end < search->touches_count &&
               search->touches[end].word == search->touches[i].word)
            ++end;
        if (!find_pair(search, search->touches + i, end - i, &race))
            continue;
        if (barrier->cells + barrier->words == 0)
            barrier->first = race;
        if (race.array == RACE_SHARED)
            ++barrier->cells;
        else
            ++barrier->words;
    }
}

Barrier barrier_behind(const Trace *trace, uint32_t step)
{
    Barrier barrier = {.exists = false};
    Search search = {.trace = trace};

    if (step + 1 >= trace->steps_count ||
        trace->steps[step].block != trace->steps[step + 1].block)
        return barrier;
    barrier.exists = true;
    search.met = base_alloc(UINT16_MAX + 1, sizeof *search.met);
    add_step(&search, step, false);
    add_step(&search, step + 1, true);
    if (search.touches_count)
        qsort(search.touches, search.touches_count, sizeof *search.touches,
              by_word);
    count_words(&search, &barrier);
    free(search.met);
    free(search.touches);
    return barrier;
}
