/* SPDX-License-Identifier: MIT */
#include "analysis/race.h"

#include "trace/variable.h"

const Access *race_next_access(const Trace *trace, const Race *race,
                               const Instruction *at, int *j)
{
    const Access *access = trace_accesses(trace, at);

    if (race->array == RACE_SHARED
            ? !trace_is_shared(at)
            : !trace_is_global(at) || at->array != race->array)
        return NULL;
    while (*j < at->lanes && access[*j].cell != race->cell)
        ++*j;
    return *j < at->lanes ? access + *j : NULL;
}

/* The step of a race of shared memory; else its launch. */
static uint32_t part_of(const Trace *trace, const Race *race)
{
    return race->array == RACE_SHARED ? race->step
                                      : trace->blocks[race->block].grid;
}

/* True if RACE comes before the race of PART and CELL of this memory. */
static bool is_before(const Trace *trace, const Race *race, uint8_t array,
                      uint32_t part, uint32_t cell)
{
    if ((race->array == RACE_SHARED) != (array == RACE_SHARED))
        return race->array == RACE_SHARED;
    uint32_t own = part_of(trace, race);
    if (own != part)
        return own < part;
    return race->array != array ? race->array < array : race->cell < cell;
}

static const Race *find(const Trace *trace, const RaceList *list, uint8_t array,
                        uint32_t part, uint32_t cell)
{
    size_t low = 0, high = list->races_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before(trace, list->races + middle, array, part, cell))
            low = middle + 1;
        else
            high = middle;
    }
    const Race *race = list->races + low;
    return low < list->races_count && race->array == array &&
                   race->cell == cell && part_of(trace, race) == part
               ? race
               : NULL;
}

const Race *race_at(const RaceList *list, uint32_t step, uint32_t cell)
{
    return find(NULL, list, RACE_SHARED, step, cell);
}

const Race *race_at_word(const Trace *trace, const RaceList *list,
                         uint32_t grid, uint8_t array, uint32_t word)
{
    return find(trace, list, array, grid, word);
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
    else
        variable_word_name(trace, race->array, race->cell, text);
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
    text_add(text, race->missing == EDGE_FENCE
                       ? ", and there is no __threadfence() before "
                         "the atomic or volatile access between "
                         "the two"
                   : between ? ", and nothing orders the two"
                             : " with no barrier between");
}

void race_explain_same(const Trace *trace, const Race *race, Text *text)
{
    const Instruction *at = &trace->instructions[race->first.instruction];
    const Access *access = trace_accesses(trace, at);
    char value[VALUE_TEXT];

    while (access->lane != race->first.lane || access->cell != race->cell)
        ++access;
    variable_access_value(trace, at, access, value);
    text_add(text, "several threads store %s to ", value);
    race_name(trace, race, text);
    text_add(text, " (");
    thread_access_explain_line(trace, &race->first, text);
    text_add(text, "), so that their order does not matter");
}
