/* SPDX-License-Identifier: MIT */
#include "analysis/race.h"

#include "analysis/global_races.h"
#include "analysis/shared_flags.h"
#include "analysis/shared_races.h"
#include "trace/variable.h"

#include <stdlib.h>

RaceList race_find(const Trace *trace)
{
    RaceList list = {0};

    RetriedLoads retried = retried_loads_find(trace);
    shared_races_find(trace, &retried, &list);
    shared_flags_drop(trace, &retried, &list);
    global_races_find(trace, &retried, &list);
    retried_loads_free(&retried);
    return list;
}

void race_free(RaceList *list)
{
    free(list->races);
    *list = (RaceList){0};
}

/* True if RACE comes before the one of shared memory in STEP at CELL. */
static bool is_earlier(const Race *race, uint32_t step, uint32_t cell)
{
    if (race->array != RACE_SHARED)
        return false;
    return race->step != step ? race->step < step : race->cell < cell;
}

const Race *race_at(const RaceList *list, uint32_t step, uint32_t cell)
{
    size_t low = 0, high = list->races_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_earlier(list->races + middle, step, cell))
            low = middle + 1;
        else
            high = middle;
    }
    const Race *race = list->races + low;
    return low < list->races_count && race->array == RACE_SHARED &&
                   race->step == step && race->cell == cell
               ? race
               : NULL;
}

/* True if RACE comes before the one of ARRAY's word CELL in launch GRID. */
static bool is_before_word(const Trace *trace, const Race *race, uint32_t grid,
                           uint8_t array, uint32_t cell)
{
    uint32_t own = trace->blocks[race->block].grid;

    if (race->array == RACE_SHARED)
        return true;
    if (own != grid)
        return own < grid;
    return race->array != array ? race->array < array : race->cell < cell;
}

const Race *race_at_word(const Trace *trace, const RaceList *list,
                         uint32_t grid, uint8_t array, uint32_t word)
{
    size_t low = 0, high = list->races_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before_word(trace, list->races + middle, grid, array, word))
            low = middle + 1;
        else
            high = middle;
    }
    const Race *race = list->races + low;
    return low < list->races_count && race->array == array &&
                   race->cell == word && trace->blocks[race->block].grid == grid
               ? race
               : NULL;
}

/* ---- In words -------------------------------------------------------------*/

static void explain_side(const Trace *trace, const ThreadAccess *side,
                         Text *text)
{
    text_add(text, "thread %u %s it (", side->thread,
             trace_traits((AccessKind)side->kind)->verb);
    thread_access_explain_line(trace, side, text);
    text_add(text, ")");
}

void race_name(const Trace *trace, const Race *race, Text *text)
{
    if (race->array == RACE_SHARED)
        variable_cell_name(trace, trace->blocks[race->block].grid, race->cell,
                           text);
    else if (trace_is_program(trace))
        variable_word_name(trace, race->array, race->cell, text);
    else
        text_add(text, "word %u of \"%s\"", race->cell,
                 trace->arrays[race->array].name);
}

void race_explain(const Trace *trace, const Race *race, Text *text)
{
    bool between = race->first.block != race->second.block;

    text_add(text, "race");
    if (!between) {
        text_add(text, " in ");
        thread_access_explain_place(trace, &race->first, text);
    }
    text_add(text, " at ");
    race_name(trace, race, text);
    text_add(text, ": ");
    explain_side(trace, &race->first, text);
    if (between) {
        text_add(text, " in ");
        thread_access_explain_place(trace, &race->first, text);
    }
    text_add(text, " and ");
    explain_side(trace, &race->second, text);
    if (between) {
        text_add(text, " in ");
        thread_access_explain_place(trace, &race->second, text);
    }
    text_add(text, race->unfenced ? ", and there is no __threadfence() before "
                                    "the atomic or volatile access between "
                                    "the two"
                   : between      ? ", and nothing orders the two"
                                  : " with no barrier between");
}
