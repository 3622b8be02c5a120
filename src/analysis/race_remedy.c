/* SPDX-License-Identifier: MIT */
#include "analysis/race_remedy.h"

#include "trace/variable.h"

#include <string.h>

enum { MOST_LOOKED_AT = 1000 /* races whose words are looked at */ };

static bool loads(const ThreadAccess *by)
{
    return trace_traits((AccessKind)by->kind)->brings;
}

static bool stores(const ThreadAccess *by)
{
    return trace_traits((AccessKind)by->kind)->writes;
}

static bool only_stores(const ThreadAccess *by)
{
    return stores(by) && !loads(by);
}

/* ---- Accesses to the word -------------------------------------------------*/

/* The first access of AT to the word of RACE from its access number *J on,
 * which *J becomes the number of; NULL: there is none. */
static const Access *next_access(const Trace *trace, const Race *race,
                                 const Instruction *at, int *j)
{
    const Access *access = trace_accesses(trace, at);
    bool shared = race->array == RACE_SHARED;

    if (shared ? !trace_is_shared(at)
               : !trace_is_global(at) || at->array != race->array)
        return NULL;
    while (*j < at->lanes && access[*j].cell != race->cell)
        ++*j;
    return *j < at->lanes ? access + *j : NULL;
}

/* The instructions of the step of SIDE. */
static void step_of(const Trace *trace, const ThreadAccess *side,
                    uint32_t *first, uint32_t *end)
{
    const Step *step = trace->steps + side->step;

    *first = step->first_instruction;
    *end = step->first_instruction + step->instruction_count;
}

/* Of the thread of SIDE, in its step: the line of the load of the word that
 * came last before a store of it, and of that store; false: it does not do
 * both. */
static bool changes_word(const Trace *trace, const Race *race,
                         const ThreadAccess *side, uint16_t lines[2])
{
    uint32_t first, end;
    bool loaded = false;

    step_of(trace, side, &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        const AccessTraits *is = trace_traits_of(at);
        const Access *access;
        for (int j = 0;
             is->plain && (access = next_access(trace, race, at, &j)); ++j) {
            if (trace_thread(trace, at, access) != side->thread)
                continue;
            if (!is->writes) {
                lines[0] = at->site;
                loaded = true;
            } else if (loaded) {
                lines[1] = at->site;
                return true;
            }
        }
    }
    return false;
}

/* True if both threads load the word, change it and store it again. */
static bool is_change(const Trace *trace, const Race *race)
{
    uint16_t one[2], other[2];

    return changes_word(trace, race, &race->first, one) &&
           changes_word(trace, race, &race->second, other) &&
           one[0] == other[0] && one[1] == other[1];
}

/* True if the thread of SIDE, which stores, has changed the word before in its
 * step by an atomic operation, as one that frees a lock has. */
static bool stores_behind_atomic(const Trace *trace, const Race *race,
                                 const ThreadAccess *side)
{
    const Step *step = trace->steps + side->step;

    if (!only_stores(side))
        return false;
    for (uint32_t i = step->first_instruction; i < side->instruction; ++i) {
        const Instruction *at = trace->instructions + i;
        const AccessTraits *is = trace_traits_of(at);
        const Access *access;
        for (int j = 0; is->brings && is->writes &&
                        (access = next_access(trace, race, at, &j));
             ++j)
            if (trace_thread(trace, at, access) == side->thread)
                return true;
    }
    return false;
}

/* True if one of two accesses is such a store, and the other one is atomic. */
static bool lacks_atomic(const Trace *trace, const Race *race)
{
    const ThreadAccess *x = &race->first, *y = &race->second;

    return (loads(x) && stores(x) && stores_behind_atomic(trace, race, y)) ||
           (loads(y) && stores(y) && stores_behind_atomic(trace, race, x));
}

/* Prints the one value that the threads of the step of SIDE store to the word
 * into VALUE, if it is empty; false if they store another one as well, or
 * change the word by an atomic operation. */
static bool is_one_value(const Trace *trace, const Race *race,
                         const ThreadAccess *side, char value[VALUE_TEXT])
{
    uint32_t first, end;

    step_of(trace, side, &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        const AccessTraits *is = trace_traits_of(at);
        const Access *access;
        for (int j = 0;
             is->writes && (access = next_access(trace, race, at, &j)); ++j) {
            char own[VALUE_TEXT];
            if (!(access->bytes & side->bytes))
                continue;
            variable_access_value(trace, at, access, own);
            if (is->brings || (value[0] && strcmp(value, own) != 0))
                return false;
            memcpy(value, own, sizeof own);
        }
    }
    return true;
}

/* ---- In words -------------------------------------------------------------*/

/* True if two races of a launch have a line in common: one barrier may mend
 * both. */
static bool share_line(const Trace *trace, const Race *x, const Race *y)
{
    return trace->blocks[x->block].grid == trace->blocks[y->block].grid &&
           (x->first.site == y->first.site ||
            x->second.site == y->second.site ||
            x->first.site == y->second.site || x->second.site == y->first.site);
}

/* True if the lines of RACE access its word in several warps, in its step. */
static bool is_of_warps(const Trace *trace, const Race *race)
{
    uint32_t first, end;

    step_of(trace, &race->first, &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        int j = 0;
        if ((at->site == race->first.site || at->site == race->second.site) &&
            at->warp != race->first.warp && next_access(trace, race, at, &j))
            return true;
    }
    return false;
}

/* True if accesses on a line of RACE race between warps. */
static bool between_warps(const Trace *trace, const RaceList *list,
                          const Race *race)
{
    for (size_t i = 0; i < list->races_count; ++i) {
        const Race *other = list->races + i;
        if (share_line(trace, other, race) &&
            (other->first.warp != other->second.warp ||
             (i < MOST_LOOKED_AT && is_of_warps(trace, other))))
            return true;
    }
    return false;
}

/* True if accesses on a line of RACE race between blocks. */
static bool between_blocks(const Trace *trace, const RaceList *list,
                           const Race *race)
{
    for (size_t i = 0; i < list->races_count; ++i)
        if (share_line(trace, list->races + i, race) &&
            list->races[i].first.block != list->races[i].second.block)
            return true;
    return false;
}

static void explain_barrier(const Trace *trace, const RaceList *list,
                            const Race *race, Text *text)
{
    if (race->first.block != race->second.block)
        text_add(text, "; no barrier orders blocks, but a second launch comes "
                       "after all of this one");
    else if (between_blocks(trace, list, race))
        text_add(text, "; blocks race on these lines as well, and no barrier "
                       "orders them, but a second launch comes after all of "
                       "this one");
    else if (between_warps(trace, list, race))
        text_add(text, "; __syncthreads() between the two would order them");
    else
        text_add(text, "; __syncwarp() between the two would order them, which "
                       "are of one warp");
}

void race_remedy_explain(const Trace *trace, const RaceList *list, Text *text)
{
    const Race *race = list->races;
    char value[VALUE_TEXT] = "";

    if (!trace_is_program(trace) || list->races_count == 0 || race->unfenced)
        return;
    bool both = only_stores(&race->first) && only_stores(&race->second);
    if (is_change(trace, race))
        text_add(text, "; both load it, change it and store it: an atomic "
                       "operation, such as atomicAdd(), does that at once");
    else if (lacks_atomic(trace, race))
        text_add(text, "; store it by an atomic operation, such as "
                       "atomicExch(), which does not race with another one");
    else if (both && is_one_value(trace, race, &race->first, value) &&
             is_one_value(trace, race, &race->second, value))
        text_add(text, "; both store %s, so that their order does not matter",
                 value);
    else if (both && race->first.site == race->second.site)
        text_add(text, "; which value stays is not defined: let one thread "
                       "store it");
    else
        explain_barrier(trace, list, race, text);
}
