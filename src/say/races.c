/* SPDX-License-Identifier: MIT
 *
 * races - states the race that an instruction or a step takes part in; see
 * say.h.
 */
#include "say/phrases.h"
#include "say/say.h"

static void add_side(const Trace *trace, const Race *race,
                     const ThreadAccess *side, Text *text)
{
    text_add(text, "thread %u", side->thread);
    if (race->first.block != race->second.block)
        text_add(text, " of block %u", trace->blocks[side->block].index);
    text_add(text, " %s", trace_traits((AccessKind)side->kind)->verb);
}

/* Adds RACE, and at how many more PLACES there are races. */
static void add_race(const Trace *trace, const Race *race, uint32_t more,
                     Statement *statement)
{
    Text *text = statement_add(statement, 0);
    Text *brief = statement_brief(statement);

    text_add(brief, "race at ");
    race_name(trace, race, brief);
    text_add(text, "%s: ", brief->text);
    add_side(trace, race, &race->first, text);
    text_add(text, " and ");
    add_side(trace, race, &race->second, text);
    text_add(text, race->first.block == race->second.block
                       ? ", no barrier between them"
                       : ", nothing orders them");
    statement_open(statement);
    if (more)
        statement_say(statement, 1, "the same at %u more cell%s", more,
                      more == 1 ? "" : "s");
}

bool say_step_race(const Trace *trace, const RaceList *races, uint32_t step,
                   Statement *statement)
{
    const Race *first = NULL;
    uint32_t more = 0;

    for (size_t i = 0; i < races->races_count; ++i) {
        const Race *race = races->races + i;
        if (race->array != RACE_SHARED || race->step != step)
            continue;
        more += first != NULL;
        first = first ? first : race;
    }
    if (first)
        add_race(trace, first, more, statement);
    return first != NULL;
}

/* True if RACE, one of global memory, names ACCESS of AT. */
static bool is_side(const Trace *trace, const Instruction *at,
                    const Access *access, const Race *race)
{
    const ThreadAccess *sides[] = {&race->first, &race->second};
    uint32_t index = (uint32_t)(at - trace->instructions);

    for (int i = 0; i < 2; ++i)
        if (sides[i]->instruction == index &&
            sides[i]->thread == trace_thread(trace, at, access))
            return true;
    return false;
}

/* The race that ACCESS of AT takes part in; NULL if there is none. */
static const Race *race_of(const Trace *trace, const RaceList *races,
                           const Instruction *at, const Access *access)
{
    if (trace_is_shared(at)) {
        const Race *race = race_at(races, at->step, access->cell);
        return race && race_has(trace, at, access) ? race : NULL;
    }
    const Race *race =
        race_at_word(trace, races,
                     trace_block(trace, trace_step(trace, at))->grid, at->array,
                     access->cell);
    return race && is_side(trace, at, access, race) ? race : NULL;
}

bool say_race(const Trace *trace, const RaceList *races, size_t position,
              Statement *statement)
{
    BASE_CHECK(position <= trace->instructions_count);
    if (position == 0 || races->races_count == 0)
        return false;
    const Instruction *at = trace->instructions + position - 1;
    const Race *found[TRACE_MAX_BANKS] = {0}, *first = NULL;
    uint32_t count = 0;

    if (!trace_is_shared(at) && !trace_is_global(at))
        return false;
    for (int i = 0; i < at->lanes; ++i) {
        const Race *race =
            race_of(trace, races, at, trace_accesses(trace, at) + i);
        uint32_t j = 0;
        while (race && j < count && found[j] != race)
            ++j;
        if (!race || j < count)
            continue;
        found[count++] = race;
        first = first && first->cell <= race->cell ? first : race;
    }
    if (first)
        add_race(trace, first, count - 1, statement);
    return first != NULL;
}
