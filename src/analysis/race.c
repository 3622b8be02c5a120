/* SPDX-License-Identifier: MIT */
#include "analysis/race.h"

#include "analysis/global_races.h"
#include "analysis/shared_flags.h"
#include "analysis/shared_races.h"
#include "trace/variable.h"

#include <stdlib.h>

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

/* ---- Threads that store the same value ------------------------------------*/

/* A race, and how many instructions may still be looked at for all races. */
typedef struct {
    const Trace *trace;
    const Race *race;
    Word bits, value; /* what is stored, and where in the word */
    int64_t left;
} SameValue;

/* True if ACCESS of AT stores the value, and does nothing else. */
static bool stores_it(const SameValue *same, const Instruction *at,
                      const Access *access)
{
    const AccessTraits *is = trace_traits_of(at);

    return is->writes && !is->brings &&
           trace_byte_bits(access->bytes) == same->bits &&
           (access->value & same->bits) == same->value;
}

/* True if a barrier is between BY and both sides of the race. */
static bool is_settled(const SameValue *same, const ThreadAccess *by)
{
    const ThreadAccess *x = &same->race->first, *y = &same->race->second;

    return by->block == x->block && by->block == y->block &&
           by->step != x->step && by->step != y->step;
}

/* True if all that the instructions FROM to TO - 1 do to the word is to store
 * the value, or is settled. */
static bool only_store_it(SameValue *same, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; ++i, --same->left) {
        const Instruction *at = &same->trace->instructions[i];
        const Access *access;
        for (int j = 0;
             (access = race_next_access(same->trace, same->race, at, &j));
             ++j) {
            ThreadAccess by = thread_access(same->trace, i, access);
            if (!(trace_byte_bits(access->bytes) & same->bits) ||
                stores_it(same, at, access))
                continue;
            if (!is_settled(same, &by))
                return false;
        }
    }
    return true;
}

/* True if the threads of the race store the same value, and no other thread
 * sees the word before a barrier. */
static bool is_same_value(SameValue *same, const Race *race)
{
    const Trace *trace = same->trace;
    const Instruction *at = &trace->instructions[race->first.instruction];
    const Step *step = &trace->steps[race->first.step];
    const Access *access = NULL;
    uint32_t first = step->first_instruction, unused;
    uint32_t end = first + step->instruction_count;

    same->race = race;
    if (race->unfenced || same->left <= 0 ||
        !thread_access_writes(&race->second))
        return false;
    for (int j = 0;
         (access = race_next_access(same->trace, same->race, at, &j)); ++j)
        if (access->lane == race->first.lane)
            break;
    if (!access)
        return false;
    same->bits = trace_byte_bits(access->bytes);
    same->value = access->value & same->bits;
    if (!stores_it(same, at, access))
        return false;
    if (race->array == RACE_SHARED)
        return only_store_it(same, first, end);
    uint32_t b, last;
    trace_grid_blocks(trace, trace->blocks[race->block].grid, &b, &last);
    for (; b < last; ++b) {
        trace_block_instructions(trace, &trace->blocks[b], &first, &unused);
        if (!only_store_it(same, first, unused))
            return false;
    }
    return true;
}

/* Takes the races out of LIST in which threads store the same
 * value, and counts them. */
static void drop_same_values(const Trace *trace, RaceList *list)
{
    SameValue same = {.trace = trace, .left = 2000000};
    size_t kept = 0;

    for (size_t i = 0; i < list->races_count; ++i) {
        if (!is_same_value(&same, &list->races[i]))
            list->races[kept++] = list->races[i];
        else if (list->same_count++ == 0)
            list->same = list->races[i];
    }
    list->races_count = kept;
}

RaceList race_find(const Trace *trace)
{
    RaceList list = {0};

    RetriedLoads retried = retried_loads_find(trace);
    shared_races_find(trace, &retried, &list);
    shared_flags_drop(trace, &retried, &list);
    global_races_find(trace, &retried, &list);
    retried_loads_free(&retried);
    drop_same_values(trace, &list);
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
    text_add(text, race->unfenced ? ", and there is no __threadfence() before "
                                    "the atomic or volatile access between "
                                    "the two"
                   : between      ? ", and nothing orders the two"
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
