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

void race_name(const Trace *trace, const Race *race, Text *text)
{
    if (race->array == RACE_SHARED)
        variable_cell_name(trace, trace->blocks[race->block].grid, race->cell,
                           text);
    else
        variable_word_name(trace, race->array, race->cell, text);
}
