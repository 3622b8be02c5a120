/* SPDX-License-Identifier: MIT
 *
 * predicted_view - a view of shared memory as it would be if one of its arrays
 * had another layout (what_if.h): the same accesses to the same elements, at
 * other places.
 *
 *     tile[32][32]   column 0 is bank 0        32 cycles
 *     tile[32][33]   column 0 is all banks      1 cycle
 */
#include "view/views.h"

#include <stdlib.h>
#include <string.h>

/* A trace, its analysis and a moment of it that differ from the view's in what
 * is moved, and share all else. */
struct PredictedView {
    const View *from;
    View view;
    Trace trace;
    AnalysedTrace analysed;
    Moment moment;
    uint32_t *places; /* of each byte */
    Access *accesses; /* of the running step alone */
    Variable *variables;
    Word *values, *intervals;
    uint8_t *wrong;
};

/* The launch of the whole trace that runs. */
static uint32_t whole_grid(const View *view)
{
    const Trace *whole = view->whole->trace;
    size_t index = view->position
                       ? (size_t)(view->running - view->trace->instructions)
                       : 0;

    if (view->whole == view->analysed || !view->analysed->origins ||
        index >= view->trace->instructions_count)
        return view_grid(view);
    index = view->analysed->origins[index];
    return trace_block(whole, trace_step(whole, whole->instructions + index))
        ->grid;
}

/* The array in the view's trace: *VARIABLE becomes it, or NULL, if it is all of
 * shared memory.  False if it is not there. */
static bool find_array(const View *view, const Variable **variable)
{
    const Trace *trace = view->trace;
    const WhatIf *array = view->predicted->array;
    uint32_t grid = whole_grid(view);

    *variable = NULL;
    if (!array->variable)
        return what_if_is_of(view->whole->trace, array, NULL, grid);
    for (size_t v = 0; v < trace->variables_count; ++v) {
        *variable = trace->variables + v;
        if ((*variable)->grid == view_grid(view) &&
            what_if_is_of(view->whole->trace, array, *variable, grid))
            return true;
    }
    return false;
}

/* Moves the accesses of the running step. */
static void move_accesses(PredictedView *at)
{
    const Trace *trace = at->from->trace;
    const Step *step = trace_step(trace, at->from->running);
    const Instruction *one = trace->instructions + step->first_instruction;

    at->accesses = base_alloc(trace->accesses_count + 1, sizeof *at->accesses);
    for (uint32_t i = 0; i < step->instruction_count; ++i, ++one) {
        Access *to = at->accesses + one->first_access;
        memcpy(to, trace_accesses(trace, one), one->lanes * sizeof *to);
        for (int lane = 0; trace_is_shared(one) && lane < one->lanes; ++lane) {
            uint32_t skipped = 0;
            while (skipped < sizeof(Word) - 1 &&
                   !(to[lane].bytes >> skipped & 1))
                ++skipped;
            to[lane].cell = at->places[to[lane].cell * sizeof(Word) + skipped] /
                            (uint32_t)sizeof(Word);
        }
    }
    at->trace.accesses = at->accesses;
}

/* Moves what memory holds, byte by byte. */
static void move_words(PredictedView *at)
{
    const Moment *from = at->from->moment;
    uint32_t words = at->trace.run.words;

    at->values = base_alloc((size_t)words + 1, sizeof(Word));
    at->intervals = base_alloc((size_t)words + 1, sizeof(Word));
    at->wrong = base_alloc((size_t)words + 1, 1);
    for (uint32_t cell = 0; cell < words; ++cell)
        at->intervals[cell] = INTERVAL_UNSET;
    for (uint32_t byte = 0; byte < at->from->trace->run.words * sizeof(Word);
         ++byte) {
        uint32_t cell = byte / (uint32_t)sizeof(Word), to = at->places[byte];
        uint32_t moved = to / (uint32_t)sizeof(Word);
        if (from->intervals[cell] == INTERVAL_UNSET)
            continue;
        at->intervals[moved] = from->intervals[cell];
        at->wrong[moved] |= from->wrong && from->wrong[cell];
        at->values[moved] |=
            (from->values[cell] >> byte % sizeof(Word) * 8 & 0xff)
            << to % sizeof(Word) * 8;
    }
    at->moment = *from;
    at->moment.trace = &at->trace;
    at->moment.values = at->values;
    at->moment.intervals = at->intervals;
    at->moment.wrong = at->wrong;
}

static void move_variables(PredictedView *at, const Variable *array)
{
    const Trace *trace = at->from->trace;

    at->variables =
        base_alloc(trace->variables_count + 1, sizeof *at->variables);
    for (size_t v = 0; v < trace->variables_count; ++v) {
        const Variable *from = trace->variables + v;
        at->variables[v] = *from;
        if (from->grid != view_grid(at->from))
            continue;
        if (from == array)
            what_if_change(at->variables + v, at->from->predicted->remedy,
                           trace->run.k);
        at->variables[v].first = at->places[from->first];
    }
    at->trace.variables = at->variables;
}

static void move_all(PredictedView *at, const Variable *array)
{
    const View *from = at->from;

    at->trace = *from->trace;
    at->places = what_if_places(from->trace, array, from->predicted->remedy,
                                &at->trace.run.words);
    move_variables(at, array);
    move_words(at);
    at->analysed = *from->analysed;
    at->analysed.trace = &at->trace;
    at->analysed.races = (RaceList){0}; /* of other cells */
    at->view.analysed = &at->analysed;
    at->view.trace = &at->trace;
    at->view.moment = &at->moment;
    if (!from->running)
        return;
    move_accesses(at);
    if (view_is_shared(from))
        at->moment.service = service_of(&at->trace, from->running);
    at->view.service = &at->moment.service;
    at->view.accesses = at->moment.service.accesses;
}

PredictedView *predicted_view_new(const View *view)
{
    PredictedView *at = base_alloc(1, sizeof *at);
    const Variable *array;

    at->from = view;
    at->view = *view;
    if (view->trace->run.words && find_array(view, &array))
        move_all(at, array);
    return at;
}

void predicted_view_free(PredictedView *at)
{
    free(at->places);
    free(at->accesses);
    free(at->variables);
    free(at->values);
    free(at->intervals);
    free(at->wrong);
    free(at);
}

const View *predicted_view(const PredictedView *predicted)
{
    return &predicted->view;
}
